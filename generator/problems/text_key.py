"""Text of a problem -> a key that is equal for equal texts, however they are spaced or joined.

For importers: logs of other tools carry no ids of ours, and join body and question, or quote a
text, in their own ways.
"""

from __future__ import annotations

import hashlib
import unicodedata
from collections.abc import Iterable, Mapping

from generator.records import Problem


def text_key(text: str) -> str:
    """Return 16 hexadecimal digits of the hash of a text without blanks, case and punctuation.

    Mathematical signs stay, so that `x + 1` and `x - 1` have two keys; full stop, comma and the
    like go, except between digits.
    """
    plain = unicodedata.normalize("NFKC", text).casefold()
    kept = [sign for place, sign in enumerate(plain) if _matters(plain, place, sign)]
    return hashlib.sha256("".join(kept).encode()).hexdigest()[:16]


def by_text(problems: Iterable[Problem]) -> Mapping[str, tuple[Problem, ...]]:
    """Return text key -> the problems that have it; several where a dataset repeats a text."""
    found: dict[str, list[Problem]] = {}
    for problem in problems:
        found.setdefault(text_key(problem.question), []).append(problem)
    return {key: tuple(group) for key, group in found.items()}


def _matters(text: str, place: int, sign: str) -> bool:
    if sign.isspace():
        return False
    if sign not in ".,;:!?'\"`’‘“”":
        return True
    around = text[max(place - 1, 0) : place] + text[place + 1 : place + 2]
    return len(around) == 2 and around.isdigit()
