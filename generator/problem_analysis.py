"""The ranked runs of a board -> what they say about its problems, one by one."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt
from typing import Literal, get_args

import numpy as np
from numpy.typing import NDArray

from generator.compare import Outcomes

Finding = Literal["never", "always", "reversed", "discriminating", "plain"]
"""Never solved, always solved, solved by weaker runs, solved by stronger runs, or none of these."""
FINDINGS: tuple[Finding, ...] = get_args(Finding)

MIN_RUNS = 5
"""Runs below which no correlation is given."""
DISCRIMINATING = 0.3
"""Correlation from which a problem tells strong runs from weak ones; Ebel's usual threshold."""
REVERSED = -0.2
"""Correlation down to which it tells them apart the wrong way round."""
DIGITS = 6
"""Decimals of correlations, so that no last bit differs between machines."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ProblemScore:
    """What the runs make of one problem."""

    problem_id: str
    """Id of the problem."""
    solved: float
    """Mean over runs of their share of right attempts, 0..1."""
    by_all: int
    """Runs that have it right in every attempt."""
    by_none: int
    """Runs that have it right in no attempt."""
    discrimination: float | None
    """Correlation over runs of the share right here and the accuracy on all other problems, -1..1;
    None below MIN_RUNS runs or where either does not differ."""
    finding: Finding
    """What follows."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ProblemAnalysis:
    """What the runs make of all problems of a split."""

    runs: int
    """Runs that it rests on; they all have the same problems."""
    problems: tuple[ProblemScore, ...]
    """By id; empty without runs."""

    def having(self, finding: Finding) -> tuple[ProblemScore, ...]:
        """Return the problems with one finding."""
        return tuple(each for each in self.problems if each.finding == finding)


def problem_analysis(runs: Sequence[Outcomes]) -> ProblemAnalysis:
    """Return the analysis of `runs`, which have lines for the same problems.

    Definitions stand on metrics.html#problem-analysis. Discrimination is the corrected item-total
    correlation (Henrysson 1963), point-biserial where each run has one attempt.

    Raises:
        ValueError: the runs have different problems.

    """
    if any(run.problems != runs[0].problems for run in runs):
        raise ValueError("the runs have different problems")
    if not runs or not runs[0].problems:
        return ProblemAnalysis(runs=len(runs), problems=())
    shares = np.array([run.right for run in runs]) / np.array([run.attempts for run in runs])
    correlations = _correlations(shares) if len(runs) >= MIN_RUNS else None
    return ProblemAnalysis(
        runs=len(runs),
        problems=tuple(
            _scored(name, shares[:, place], None if correlations is None else correlations[place])
            for place, name in enumerate(runs[0].problems)
        ),
    )


def _scored(name: str, shares: NDArray[np.float64], correlation: float | None) -> ProblemScore:
    by_all, by_none = int((shares == 1).sum()), int((shares == 0).sum())
    return ProblemScore(
        problem_id=name,
        solved=round(float(shares.mean()), DIGITS),
        by_all=by_all,
        by_none=by_none,
        discrimination=correlation,
        finding=_finding(by_all, by_none, shares.size, correlation),
    )


def _finding(by_all: int, by_none: int, runs: int, correlation: float | None) -> Finding:
    if by_none == runs:
        return "never"
    if by_all == runs:
        return "always"
    if correlation is not None and correlation <= REVERSED:
        return "reversed"
    return "discriminating" if (correlation or 0) >= DISCRIMINATING else "plain"


def _correlations(shares: NDArray[np.float64]) -> list[float | None]:
    """Return the correlation of each column with the sum of the other columns."""
    rest = shares.sum(axis=1, keepdims=True) - shares
    here = shares - shares.mean(axis=0)
    there = rest - rest.mean(axis=0)
    products = (here * there).sum(axis=0)
    sizes = (here**2).sum(axis=0) * (there**2).sum(axis=0)
    return [
        round(float(product) / sqrt(size), DIGITS) if size > 1e-12 else None
        for product, size in zip(products, sizes, strict=True)
    ]
