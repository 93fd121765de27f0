"""Two runs, or all pairs of a board -> their difference, its interval and its p."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from math import lcm, sqrt

import numpy as np

from generator.compare.holm import holm
from generator.compare.outcomes import Outcomes, obstacle
from generator.compare.paired import Test, Whole, p_value
from generator.metrics.intervals import Z

SIGNIFICANT = 0.05
"""Adjusted p at which two runs count as different."""
FINEST = 1_000_000
"""Largest unit of shares; where attempts have no smaller common multiple, shares are rounded."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Comparison:
    """Two runs on the same problems."""

    left: str
    """Path of one run."""
    right: str
    """Path of the other."""
    n: int
    """Problems that both have a line for; one or more."""
    wins: int
    """Problems on which `left` is right more often; with one attempt, alone right."""
    losses: int
    """Problems on which `right` is right more often."""
    difference: float
    """Accuracy of `left` minus that of `right`, -1..1."""
    low: float
    """Lower end of its 95 % interval, -1..1."""
    high: float
    """Upper end."""
    p: float
    """Two-sided p of this pair alone, 0..1."""
    test: Test
    """How p came about."""
    adjusted: float
    """p adjusted for the number of pairs that were tested together; `p` for a single pair."""

    @property
    def better(self) -> str | None:
        """Path of the run that is significantly better; None when they cannot be told apart."""
        if self.adjusted > SIGNIFICANT:
            return None
        return self.left if self.difference > 0 else self.right


@dataclass(frozen=True, slots=True, kw_only=True)
class Incomparable:
    """Two runs that must not be compared."""

    left: str
    """Path of one run."""
    right: str
    """Path of the other."""
    reason: str
    """Why, as a clause without a full stop."""


def compare(left: Outcomes, right: Outcomes) -> Comparison | Incomparable:
    """Return how two runs differ, or why they cannot be compared.

    Both need the same basis and the same problems; `outcomes.shared` reduces two runs to the
    problems that both have, where that is what one wants.
    """
    reason = obstacle(left, right)
    if reason:
        return Incomparable(left=left.name, right=right.name, reason=reason)
    unit = _unit(left, right)
    differences = _shares(left, unit) - _shares(right, unit)
    p, test = p_value(differences)
    low, high = _interval(differences / unit)
    return Comparison(
        left=left.name,
        right=right.name,
        n=differences.size,
        wins=int((differences > 0).sum()),
        losses=int((differences < 0).sum()),
        difference=int(differences.sum()) / unit / differences.size,
        low=low,
        high=high,
        p=p,
        test=test,
        adjusted=p,
    )


def _unit(left: Outcomes, right: Outcomes) -> int:
    """Return the denominator in which all shares of both runs are whole."""
    return min(FINEST, lcm(*{*left.attempts, *right.attempts}))


def _shares(found: Outcomes, unit: int) -> Whole:
    """Return the share right on each problem in `unit`ths."""
    right, attempts = np.array(found.right, np.int64), np.array(found.attempts, np.int64)
    whole: Whole = (2 * right * unit + attempts) // (2 * attempts)
    return whole


def _interval(differences: np.ndarray[tuple[int], np.dtype[np.float64]]) -> tuple[float, float]:
    """Return the 95 % interval of the mean difference, with one problem added for each side.

    Source: Bonett and Price (2012) for one attempt; the same two problems for several.
    """
    n = differences.size + 2
    mean = float(differences.sum()) / n
    spread = (float((differences**2).sum()) + 2) / n - mean**2
    half = Z * sqrt(spread / n)
    return max(-1.0, mean - half), min(1.0, mean + half)


def compare_all(runs: Sequence[Outcomes]) -> tuple[Comparison | Incomparable, ...]:
    """Return every pair of `runs`, first with later ones, p adjusted over all pairs tested."""
    found = [compare(left, right) for left, right in combinations(runs, 2)]
    tested = [each.p for each in found if isinstance(each, Comparison)]
    adjusted = iter(holm(tested))
    return tuple(
        replace(each, adjusted=next(adjusted)) if isinstance(each, Comparison) else each
        for each in found
    )
