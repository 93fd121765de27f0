"""Percent signs: `25` for 25 %, or `25 %` for 25, where the question asks for a percent."""

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
SENTENCES = re.compile(r"(?<=[?？。！])|(?<=[.!])\s|\n")


def asks_for_percent(question: str) -> bool:
    """Return whether a sentence of the question that asks for something has the word percent."""
    return any(
        ASKS.search(sentence) and ASKING.search(sentence) for sentence in SENTENCES.split(question)
    )


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
