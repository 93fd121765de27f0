"""The responses of a run beside their judgements, and accuracy over some of them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction

from generator.aggregate import Run
from generator.metrics.intervals import clustered
from generator.records import Judgement, Proportion, Response


@dataclass(frozen=True, slots=True, kw_only=True)
class Line:
    """A response of a run with its judgement."""

    response: Response
    judgement: Judgement

    @property
    def right(self) -> bool:
        """Whether its answer is right."""
        return self.judgement.verdict == "right"


def lines(run: Run) -> tuple[Line, ...]:
    """Return the responses of a run in the order of its judgements; missing problems are not in."""
    responses = {(each.problem_id, each.attempt): each for each in run.responses}
    pairs = ((responses.get((j.problem_id, j.attempt)), j) for j in run.judgements)
    return tuple(
        Line(response=response, judgement=judgement) for response, judgement in pairs if response
    )


def accuracy(outcomes: Iterable[tuple[str, bool]]) -> Proportion:
    """Return the mean over problems of the share of right attempts, of (problem id, right).

    The denominator is the problems that are named, so a partial run is counted on what it has.
    Example: A right and wrong, B right: (1/2 + 1) / 2 = 0.75 of 2.
    """
    found: dict[str, list[bool]] = {}
    for problem_id, right in outcomes:
        found.setdefault(problem_id, []).append(right)
    return clustered(*_shares(found))


def _shares(found: Mapping[str, list[bool]]) -> tuple[list[Fraction], list[int]]:
    groups = found.values()
    return [Fraction(sum(each), len(each)) for each in groups], [len(each) for each in groups]
