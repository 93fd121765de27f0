"""A run reduced to what comparing it takes: the problems, and how many attempts were right."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, fields

from generator.records import Judgement


@dataclass(frozen=True, slots=True, kw_only=True)
class Basis:
    """What verdicts rest on; runs are only comparable on the same one."""

    dataset: str
    """Id of the dataset."""
    split: str
    """Split that was answered."""
    version: str = ""
    """Version of the problems."""
    sha256: str = ""
    """Hash of problems.jsonl; empty where all runs were judged on the same file anyway."""
    judge_version: str = ""
    """Version of the judge; empty where all runs were judged by the same one anyway."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Outcomes:
    """How often a run is right on each problem that it has a line for."""

    name: str
    """Path of the run."""
    basis: Basis
    """What its verdicts rest on."""
    problems: tuple[str, ...]
    """Ids, sorted."""
    right: tuple[int, ...]
    """Right attempts on each of `problems`."""
    attempts: tuple[int, ...]
    """Attempts on each of `problems`, 1 or more."""


def outcomes(name: str, basis: Basis, judgements: Iterable[Judgement]) -> Outcomes:
    """Return the outcomes of a run; problems with verdict `missing` are left out."""
    counts: dict[str, tuple[int, int]] = {}
    for judgement in judgements:
        if judgement.verdict != "missing":
            right, attempts = counts.get(judgement.problem_id, (0, 0))
            counts[judgement.problem_id] = (right + (judgement.verdict == "right"), attempts + 1)
    problems = tuple(sorted(counts))
    return Outcomes(
        name=name,
        basis=basis,
        problems=problems,
        right=tuple(counts[each][0] for each in problems),
        attempts=tuple(counts[each][1] for each in problems),
    )


def shared(left: Outcomes, right: Outcomes) -> tuple[Outcomes, Outcomes]:
    """Return both, reduced to the problems that both have a line for; there may be none."""
    both = set(left.problems) & set(right.problems)
    return _only(left, both), _only(right, both)


def _only(found: Outcomes, problems: set[str]) -> Outcomes:
    kept = [place for place, each in enumerate(found.problems) if each in problems]
    return Outcomes(
        name=found.name,
        basis=found.basis,
        problems=tuple(found.problems[place] for place in kept),
        right=tuple(found.right[place] for place in kept),
        attempts=tuple(found.attempts[place] for place in kept),
    )


def obstacle(left: Outcomes, right: Outcomes) -> str:
    """Return why two runs cannot be compared, as a clause; empty when they can."""
    for field in fields(Basis):
        one, other = getattr(left.basis, field.name), getattr(right.basis, field.name)
        if one != other:
            return f"{_WHAT[field.name]} differ: {one[:12] or '–'} and {other[:12] or '–'}"
    if left.problems != right.problems:
        one, other = set(left.problems), set(right.problems)
        return (
            f"the problem sets differ: {len(one - other)} only in the first, "
            f"{len(other - one)} only in the second, {len(one & other)} in both"
        )
    return "" if left.problems else "there is no problem with a line"


_WHAT = {
    "dataset": "the datasets",
    "split": "the splits",
    "version": "the versions of the problems",
    "sha256": "the hashes of the problems",
    "judge_version": "the versions of the judge",
}
