"""Two judgings of the same run -> the attempts whose verdict changed."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from generator.records import Judgement, Verdict


@dataclass(frozen=True, slots=True, kw_only=True)
class Flip:
    """One attempt whose verdict is another one now."""

    problem_id: str
    """Id of the problem."""
    attempt: int
    """0-based attempt."""
    before: Verdict | None
    """None where there was no such attempt."""
    after: Verdict | None
    """None where there is none any more."""


def flips(before: Iterable[Judgement], after: Iterable[Judgement]) -> tuple[Flip, ...]:
    """Return every attempt whose verdict differs, by problem id and attempt."""
    old = {(each.problem_id, each.attempt): each.verdict for each in before}
    new = {(each.problem_id, each.attempt): each.verdict for each in after}
    return tuple(
        Flip(problem_id=key[0], attempt=key[1], before=old.get(key), after=new.get(key))
        for key in sorted(old.keys() | new.keys())
        if old.get(key) != new.get(key)
    )
