"""What may be left out because the question says it: the percent sign, the base of the digits.

`25` stands for 25 % (and `25 %` for 25) where the question asks for a percent, `664` for 664 in
base 7 where it asks for base 7. Without the question these are different values, so `same` says no.
"""

from __future__ import annotations

import re

from generator.judge import same
from generator.records import Decision, Problem

SIGN = re.compile(r"\\?[%％]|\\text\s*\{\s*\\?%\s*\}|\bper\s?cent\b|百分之", re.IGNORECASE)
ASKS = re.compile(
    r"(?<![\d)}] )(?<!\d)(?<!each )\b(?:percent(?:age)?s?|per cent)\b"
    r"|(?:what|as a|in|many)\s*\$?\\?%|百分之几|百分(?:比|率|数)|(?:多少|几)\s*[%％]",
    re.IGNORECASE,
)
"""Words that ask for a percent; `30 percent of` gives one."""
ASKING = re.compile(
    r"[?？]|\b(?:what|find|express|determine|compute|calculate|give|write|how)\b|求|多少|几",
    re.IGNORECASE,
)
BASED = re.compile(r"\s*\$?\s*(\d+)\s*_\s*\{?\s*(\d+)\s*\}?\s*\$?\s*")
DIGITS = re.compile(r"\s*\$?\s*(\d+)\s*\$?\s*")
BASES = dict(enumerate(("two", "three", "four", "five", "six", "seven", "eight", "nine"), start=2))
SENTENCES = re.compile(r"(?<=[?？。！])|(?<=[.!])\s|\n")


def asks_for_percent(question: str) -> bool:
    """Return whether a sentence of the question that asks for something has the word percent."""
    return any(
        ASKS.search(sentence) and ASKING.search(sentence) for sentence in SENTENCES.split(question)
    )


def decide_left_out(text: str, problem: Problem) -> Decision | None:
    """Return that an answer is right but for what the question says, or None where it is not."""
    return decide_percent(text, problem) or decide_base(text, problem)


def decide_base(text: str, problem: Problem) -> Decision | None:
    """Return that digits are those of the gold answer, in the base that the question asks for."""
    gold, found = BASED.fullmatch(problem.answer), DIGITS.fullmatch(text)
    if gold is None or found is None or gold[1] != found[1]:
        return None
    base = int(gold[2])
    asked = rf"\bbase[ -]\$?(?:{base}|{BASES.get(base, base)})\b|{base}\s*进制"
    if not re.search(asked, problem.question, re.IGNORECASE):
        return None
    why = f"The question asks for base {base}, and the digits are the same."
    return Decision(equal=True, rule="base_left_out", why=why)


def decide_percent(text: str, problem: Problem) -> Decision | None:
    """Return that an answer is right but for a percent sign, or None where it is not."""
    sides = [text, problem.answer]
    signed = [bool(SIGN.search(side)) for side in sides]
    if signed[0] == signed[1] or not asks_for_percent(problem.question):
        return None
    bare = [SIGN.sub("", side) for side in sides]
    if not same(*bare, level="answer", answer_type=problem.answer_type).equal:
        return None
    why = "The question asks for a percent, and only one side has its sign."
    return Decision(equal=True, rule="percent_sign", why=why)
