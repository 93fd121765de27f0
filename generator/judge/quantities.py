"""Numbers in words: GSM8K, SVAMP, MultiArith, SingleEq, AddSub, TabMWP (methods.md 5.6).

Two numbers are the same when they differ by less than a thousandth, or by a millionth of the gold
one. A text that is not one number is first compared by value (fractions, units, `x = 3`); only
where that fails does the number behind the last `=`, or the first number, of its last statement
stand for it.
"""

from __future__ import annotations

import re
import unicodedata
from fractions import Fraction

from generator.judge import same
from generator.judge.number_words import spelled
from generator.records import Decision, Problem

ABSOLUTE = Fraction(1, 1_000)
"""Numbers that differ by less are the same."""
RELATIVE = Fraction(1, 1_000_000)
"""Numbers that differ by at most this share of the gold one are the same."""
MAX_DIGITS = 200
"""Characters of a number that is read."""
MAX_TEXT = 20_000
"""Characters of an answer that is searched for numbers."""

_PLAIN = r"(?:\d{1,3}(?:,\d{3})+(?![\d,])|\d+)(?:\.\d+)?|\.\d+"
_NUMBER = re.compile(
    rf"(?<![\w.])([-+]?)\s?\$?\s?({_PLAIN})(?:e([-+]?\d{{1,3}}))?(?:\s?/\s?(\d+))?"
)
_ALONE = re.compile(r"[\s$€£¥%.*:]*")
_LIST = re.compile(r"(?:[\s\W_]|\b(?:and|or)\b)*")
_STATED = re.compile(r"\banswer\s(?:is|would be|should be)\b|答案[是为]", re.IGNORECASE)
_WORD = re.compile(r"(?<![\\A-Za-z])[A-Za-z]{2,}|[\u3400-\u9fff]")


def decide_number(text: str, problem: Problem) -> Decision:
    """Return whether an answer is the gold number."""
    if len(text) > MAX_TEXT:
        why = f"too_large: the answer has more than {MAX_TEXT:,} characters"
        return Decision(equal=False, rule="number", why=why, state="unparsable")
    cleaned = _clean(text)
    gold = only_number(_clean(problem.answer))
    if gold is None:
        return same(text, problem.answer, level="answer", answer_type="number")
    alone = only_number(cleaned)
    if alone is not None:
        return _compared(alone, gold, "number")
    by_value = same(text, problem.answer, level="answer", answer_type="number")
    mathematics = by_value.state == "decided" and not _WORD.search(cleaned)
    if by_value.equal or mathematics:
        return by_value
    if _LIST.fullmatch(_NUMBER.sub("", cleaned)) and len(set(_NUMBER.findall(cleaned))) > 1:
        return Decision(equal=False, rule="several_numbers", why="It lists several numbers.")
    return _in_words(cleaned, gold)


def _clean(text: str) -> str:
    r"""Return the text with minus signs, wide digits and LaTeX's `\$ \% {,} \!` made plain."""
    plain = unicodedata.normalize("NFKC", text).replace("−", "-").replace("–", "-")
    return re.sub(r"\\(?=[$%])|\\[!,]|(?<=\d)\{,\}(?=\d)", lambda m: "," * ("{" in m[0]), plain)


def only_number(text: str) -> Fraction | None:
    """Return the number that a text is, signs of money and per cent aside; None for more."""
    match = _NUMBER.search(text)
    if not match or not _ALONE.fullmatch(text[: match.start()] + text[match.end() :]):
        return None
    return _value(match)


def _last_statement(text: str) -> str:
    """Return what follows the last `answer is`, else the last line with a number.

    Who gives one answer after the other is judged by the last, not by the one that happens to fit.
    """
    stated = _STATED.split(text)
    if len(stated) > 1 and _NUMBER.search(stated[-1]):
        return stated[-1]
    lines = [line for line in text.splitlines() if _NUMBER.search(line)]
    return lines[-1] if len(lines) > 1 else text


def _in_words(text: str, gold: Fraction) -> Decision:
    """Decide by the last statement: its number behind the last `=`, or else its first number."""
    text = _last_statement(text)
    head, sign, tail = text.rpartition("=")
    found = _NUMBER.search(tail) if sign else _NUMBER.search(text)
    found = found or _NUMBER.search(head)
    value = _value(found) if found else spelled(text)
    if value is None:
        why = "The answer holds no number that can be read."
        return Decision(equal=False, rule="number", why=why, state="unparsable")
    return _compared(value, gold, "number_after_equals" if sign else "first_number")


def _value(match: re.Match[str]) -> Fraction | None:
    """Return the value of a number; None where it is too long or divides by zero."""
    sign, plain, exponent, under = match.groups()
    if len(match[0]) > MAX_DIGITS or (under and not int(under)):
        return None
    value = Fraction(plain.replace(",", "")) * Fraction(10) ** int(exponent or 0)
    return (-value if sign == "-" else value) / int(under or 1)


def close(value: Fraction, gold: Fraction) -> bool:
    """Whether two numbers are the same within ABSOLUTE or RELATIVE."""
    difference = abs(value - gold)
    return difference < ABSOLUTE or difference <= RELATIVE * abs(gold)


def _compared(value: Fraction, gold: Fraction, rule: str) -> Decision:
    equal = close(value, gold)
    sign = "equals" if value == gold else "is within the tolerance of" if equal else "is not"
    return Decision(equal=equal, rule=rule, why=f"{_shown(value)} {sign} {_shown(gold)}.")


def _shown(value: Fraction) -> str:
    if value.denominator == 1 and abs(value) < 10**15:
        return str(value.numerator)
    return f"{float(value):.6g}" if abs(value) < 10**300 else "a very large number"
