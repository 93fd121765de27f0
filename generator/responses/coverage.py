"""Which problems a file of responses covers: unknown, twice, with a gap in the attempts, or not."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TypeAlias

from generator.errors import Fault
from generator.records import Problem, Response

Located: TypeAlias = tuple[int, Response]
"""1-based line that a response begins on, and the response."""

_SHOWN = 5
"""Problems that one fault names; the rest is counted."""


def coverage_faults(
    located: Sequence[Located], problems: Sequence[Problem], shown: str
) -> Iterator[Fault]:
    """Yield a fault for each response that is unknown or there twice, and each gap in attempts.

    Args:
        located: responses with their lines.
        problems: problems of the run's split.
        shown: path of the file.

    """
    known = {problem.id for problem in problems}
    seen: dict[tuple[str, int], int] = {}
    for line, response in located:
        key = (response.problem_id, response.attempt)
        if response.problem_id not in known:
            message = f"{response.problem_id!r:.80} is no problem of this dataset and split"
            yield Fault(file=shown, line=line, field="problem_id", message=message, cure=_UNKNOWN)
        elif key in seen:
            message = f"{key[0]} attempt {key[1]} stands on line {seen[key]} already"
            yield Fault(file=shown, line=line, field="attempt", message=message, cure=_TWICE)
        seen.setdefault(key, line)
    yield from _gaps(seen, shown)


_UNKNOWN = "correct the id, or dataset and split of the run"
_TWICE = "delete one of the two, or number the attempts 0, 1, 2"


def _gaps(seen: dict[tuple[str, int], int], shown: str) -> Iterator[Fault]:
    """An attempt needs the ones before it: a failed one is a line with `error`, not a gap."""
    for (name, attempt), line in sorted(seen.items()):
        if attempt and (name, attempt - 1) not in seen:
            message = f"{name} has attempt {attempt} but no attempt {attempt - 1}"
            cure = "add the line, with `error` where the attempt failed"
            yield Fault(file=shown, line=line, field="attempt", message=message, cure=cure)


def missing(responses: Iterable[Response], problems: Iterable[Problem]) -> tuple[str, ...]:
    """Return the ids of the problems without any response, in the order of the dataset."""
    answered = {response.problem_id for response in responses}
    return tuple(problem.id for problem in problems if problem.id not in answered)


def named(ids: Sequence[str]) -> str:
    """Return ids as one text: all of a few, the first of many and how many more."""
    more = f" and {len(ids) - _SHOWN} more" if len(ids) > _SHOWN else ""
    return ", ".join(ids[:_SHOWN]) + more


def in_order(responses: Iterable[Response], problems: Iterable[Problem]) -> tuple[Response, ...]:
    """Return responses sorted by their problem's place in the dataset, then by attempt."""
    place = {problem.id: number for number, problem in enumerate(problems)}
    last = len(place)
    return tuple(
        sorted(responses, key=lambda r: (place.get(r.problem_id, last), r.problem_id, r.attempt))
    )
