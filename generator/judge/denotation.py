"""Values of table questions and when they match: the official measure of WikiTableQuestions.

A value is a number, a date or a text. Two match when their texts have one normal form, when both
are numbers within a millionth, or when both are dates that agree in year, month and day. Lists are
sets. Source: evaluator of WikiTableQuestions 1.0 (behaviour only), methods.md 5.8.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Hashable, Iterable, Sequence
from dataclasses import dataclass

from generator.records import Target

CLOSE = 1e-6
"""Numbers that differ by less match."""

_DASHES = re.compile("[‐‑‒–—−]")
_SINGLE = re.compile("[‘’´`]")
_DOUBLE = re.compile("[“”]")
_MARK = re.compile(r"(?:\[[^\[\]]*\]|[•♦†‡*#+])\Z")
_BRACKETS = re.compile(r"(?<=.) \([^()]*\)\Z", re.DOTALL)
_NUMBER = re.compile(r"\s*[-+]?(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d{1,3})?\s*", re.IGNORECASE)
_DATE = re.compile(r"\s*(\d{1,4}|xx|xxxx)-(\d{1,2}|xx)-(\d{1,2}|xx)\s*", re.IGNORECASE)


@dataclass(frozen=True, slots=True, kw_only=True)
class Value:
    """One value of a list of answers."""

    text: str
    """Normal form of its text."""
    number: float | None = None
    """Its amount where it is a number."""
    date: tuple[int, int, int] | None = None
    """Year, month, day where it is a date; -1 for what is unknown."""

    @property
    def key(self) -> Hashable:
        """What makes it one with another in a set: amount, date or normal form."""
        if self.number is not None:
            return self.number
        return self.date if self.date is not None else self.text


def normal_form(text: str) -> str:
    """Return a text without accents, footnote marks, trailing brackets, outer quotes and full stop.

    Quotes and dashes become plain ones, blanks single, letters small.
    """
    decomposed = unicodedata.normalize("NFKD", text)
    plain = "".join(c for c in decomposed if unicodedata.category(c) != "Mn")
    plain = _DOUBLE.sub('"', _SINGLE.sub("'", _DASHES.sub("-", plain)))
    before = None
    while before != plain:
        before = plain
        plain = _without_tail(plain.strip())
    return " ".join(plain.removesuffix(".").split()).lower()


def _without_tail(text: str) -> str:
    """Return a text without one round of trailing marks, trailing brackets and outer quotes."""
    while (match := _MARK.search(text)) and (match.start() or re.fullmatch(r"\[\d+\]", match[0])):
        text = text[: match.start()].rstrip()
    while match := _BRACKETS.search(text):
        text = text[: match.start()].rstrip()
    inner = text[1:-1]
    return inner if len(text) > 1 and text[0] == text[-1] == '"' and '"' not in inner else text


def value(text: str, canon: str = "") -> Value:
    """Return the value of a text, read from its canonical form where it has one.

    `1990-06-xx` is a date; a date of which only the year is known is a number, as upstream has it.
    """
    source = canon or text
    if _NUMBER.fullmatch(source) and len(source) <= 300:
        return Value(text=normal_form(text), number=_amount(float(source)))
    found = _DATE.fullmatch(source)
    parts = [int(p) if p.isdigit() else -1 for p in found.groups()] if found else []
    if parts and parts[0] >= 0 and parts[1:] == [-1, -1]:
        return Value(text=normal_form(text), number=float(parts[0]))
    if parts and max(parts) >= 0 and parts[1] <= 12 and parts[2] <= 31 and 0 not in parts[1:]:
        return Value(text=normal_form(text), date=(parts[0], parts[1], parts[2]))
    return Value(text=normal_form(text))


def _amount(number: float) -> float | None:
    """Return an amount, whole where it nearly is; None for one beyond all numbers."""
    if number in (float("inf"), float("-inf")):
        return None
    nearest = float(round(number))
    return nearest if abs(number - nearest) < CLOSE else number


def match(target: Value, other: Value) -> bool:
    """Whether an answer's value is the target."""
    if target.text == other.text:
        return True
    if target.number is not None and other.number is not None:
        return abs(target.number - other.number) < CLOSE
    return target.date is not None and target.date == other.date


def denotes(targets: Iterable[Target], answers: Iterable[str]) -> bool:
    """Whether the answers, as a set, are the targets: as many, and each target among them."""
    wanted = _set([value(target.text, target.canon) for target in targets])
    given = _set([value(answer) for answer in answers])
    if len(wanted) != len(given):
        return False
    return all(any(match(target, other) for other in given) for target in wanted)


def _set(values: Sequence[Value]) -> list[Value]:
    return list({each.key: each for each in values}.values())
