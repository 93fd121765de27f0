"""Differences between two runs, problem by problem -> p: how far chance explains their sum.

If the runs were alike, every difference could as well have the other sign. p is the share of all
2^n ways to set the signs whose sum is as far from 0 as the observed one, or farther (two-sided).
With differences of one size this is McNemar's exact test; otherwise the ways are counted by
convolution, and only where that would take too long they are drawn, with a fixed seed.
"""

from __future__ import annotations

from functools import cache
from math import comb
from typing import Literal, TypeAlias

import numpy as np
from numpy.typing import NDArray
from scipy.stats import binomtest

Test: TypeAlias = Literal["mcnemar", "permutation", "seeded"]
Whole: TypeAlias = NDArray[np.int64]
Real: TypeAlias = NDArray[np.float64]

DRAWS = 99_999
"""Sign changes that are drawn; the smallest p is then 1 in 100,000."""
SEED = 20231
"""Seed of the draws."""
MOST_WORK = 50_000_000
"""Additions above which signs are drawn instead of counted; a quarter of a second."""
_CHUNK = 1000
"""Draws that are held in memory at a time."""


def p_value(differences: Whole) -> tuple[float, Test]:
    """Return the two-sided p, in 0..1, and the test that gave it.

    `differences` holds one whole number per problem, in any unit: right minus right. Zeros do not
    matter; without any other p is 1. Source: McNemar (1947); Fisher (1935), section 21.
    Example: 1 and eight times -1: 2 * (1 + 9) / 2^9 = 0.039.
    """
    changed = differences[differences != 0]
    if changed.size == 0:
        return 1.0, "mcnemar"
    sizes = np.abs(changed)
    if sizes.min() == sizes.max():
        return float(binomtest(int((changed > 0).sum()), changed.size).pvalue), "mcnemar"
    units = changed // np.gcd.reduce(sizes)
    if _work(units) <= MOST_WORK:
        return counted(units), "permutation"
    return drawn(units), "seeded"


def _work(units: Whole) -> int:
    total = int(np.abs(units).sum())
    return units.size * ((total - abs(int(units.sum()))) // 2 + 1)


def counted(units: Whole) -> float:
    """Return p by counting, for whole differences that are not 0.

    Let T be the sum of the sizes whose sign is plus; the sum of differences is 2T - Σ sizes. T is
    a sum of independent multiples of binomials, so its lower tail is built up by convolution. All
    terms are positive: nothing cancels, and p is as exact as floating point.
    """
    total, observed = int(np.abs(units).sum()), abs(int(units.sum()))
    last = (total - observed) // 2
    tail = np.zeros(last + 1)
    tail[0] = 1.0
    for size, count in zip(*np.unique(np.abs(units), return_counts=True), strict=True):
        tail = _convolved(tail, int(size), _binomial(int(count)))
    return min(1.0, 2 * float(tail.sum())) if observed else 1.0


def _convolved(tail: Real, step: int, weights: Real) -> Real:
    """Return the distribution of a sum of `tail` and step * a number with `weights`, cut short."""
    if weights.size < step:
        return _shifted(tail, step, weights)
    rows = -(-tail.size // step)
    grid = np.zeros((rows, step))
    grid.ravel()[: tail.size] = tail
    for place in range(step):  # sums move in steps, so each remainder is on its own
        grid[:, place] = np.convolve(grid[:, place], weights)[:rows]
    return grid.ravel()[: tail.size]


def _shifted(tail: Real, step: int, weights: Real) -> Real:
    """Return the same; quicker for a large step and few weights."""
    found = np.zeros_like(tail)
    for start, weight in zip(range(0, tail.size, step), weights, strict=False):
        found[start:] += weight * tail[: tail.size - start]
    return found


@cache
def _binomial(count: int) -> Real:
    """Return the chances of 0..count heads of `count` fair coins."""
    return np.array([comb(count, heads) / 2**count for heads in range(count + 1)])


def drawn(units: Whole, draws: int = DRAWS) -> float:
    """Return p from drawn signs: (1 + draws at least as far from 0) / (1 + draws).

    The same differences give the same p. Sums are exact, being whole numbers below 2^53.
    """
    rng = np.random.default_rng(SEED)
    observed, values = abs(int(units.sum())), units.astype(np.float64)
    far = 0
    for start in range(0, draws, _CHUNK):
        shape = (min(_CHUNK, draws - start), units.size)
        signs = 2.0 * rng.integers(0, 2, size=shape, dtype=np.int8) - 1.0
        far += int((np.abs(signs @ values) >= observed).sum())
    return (1 + far) / (1 + draws)
