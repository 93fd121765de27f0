"""95 % intervals of proportions and of means over problems, never outside 0 to 1.

One formula serves all: Wilson's interval for a proportion p of n. Where a number is a mean of
shares (several attempts on a problem, or several expressions), n is replaced by the number of
single looks that would give a mean as sure as this one. Attempts on one problem resemble each
other, so that number lies between the number of problems and the number of attempts.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from math import sqrt

from generator.records import Proportion

Z = 1.959963984540054
"""Two-sided 95 % point of the normal distribution."""


def wilson(p: float, n: float) -> tuple[float, float]:
    """Return the lower and the upper end of Wilson's 95 % interval, each in 0..1.

    Formula: centre (p + z²/2n) / (1 + z²/n), half width z·sqrt(p(1-p)/n + z²/4n²) / (1 + z²/n).
    `p` is in 0..1 and `n` above 0, not necessarily whole. Source: Wilson (1927).
    Example: 8 of 10 is 0.490 to 0.943.
    """
    scale = 1 + Z * Z / n
    centre = (p + Z * Z / (2 * n)) / scale
    half = Z * sqrt(p * (1 - p) / n + Z * Z / (4 * n * n)) / scale
    low = 0.0 if p == 0 else max(0.0, centre - half)
    high = 1.0 if p == 1 else min(1.0, centre + half)
    return low, high


def clustered(shares: Sequence[Fraction], looks: Sequence[int]) -> Proportion:
    """Return the mean of `shares`, one per problem, with an interval whose cluster is the problem.

    `looks` says how many independent looks each share rests on, at least 1: the attempts on the
    problem. The interval is Wilson's with n = m(1-m) / v, where m is the mean and v the variance
    of the mean over problems (divided by the number of problems); at most n²/Σ(1/looks), which is
    what independent attempts would give; the number of problems where m is 0 or 1. With one
    attempt everywhere it is Wilson's interval of the count. Empty `shares` give None.
    Source: effective sample size of cluster samples (Kish 1965; Korn and Graubard 1998; Wilson's
    interval with it: Dean and Pagano 2015). Example: shares 1, 1, 0, 0 of ten attempts each say
    no more than four attempts: 0.5, interval 0.150 to 0.850.
    """
    n = len(shares)
    total = sum(shares, Fraction(0))
    count = total.numerator if total.denominator == 1 else float(total)
    if n == 0:
        return Proportion(count=count, n=0, value=None, low=None, high=None)
    low, high = wilson(float(total / n), float(_effective(shares, looks)))
    return Proportion(count=count, n=n, value=float(total / n), low=low, high=high)


def _effective(shares: Sequence[Fraction], looks: Sequence[int]) -> Fraction:
    """Return how many single looks are as good as `shares`."""
    n = len(shares)
    mean = sum(shares, Fraction(0)) / n
    inside = mean * (1 - mean)
    if not inside:
        return Fraction(n)
    spread = sum((share * share for share in shares), Fraction(0)) / n - mean * mean
    most = n * n / sum((Fraction(1, each) for each in looks), Fraction(0))
    return min(most, n * inside / spread) if spread else most


def ratio(parts: Sequence[tuple[int, int]]) -> Proportion:
    """Return Σ counts / Σ sizes over clusters (count, size), with a clustered interval.

    For rates whose clusters differ in size, such as expressions of problems. n of the result is
    Σ sizes. The variance of the ratio p is Σ (count - p·size)² / (Σ sizes)², and Wilson's interval
    has n = p(1-p) / variance, at most Σ sizes; where p is 0 or 1, the number of clusters. Without
    anything to count all is None. Source: ratio estimator of cluster samples (Cochran 1977,
    chapter 9A), then as `clustered`. Example: (2, 2) and (0, 2) are 0.5 of two clusters.
    """
    count, size = sum(part[0] for part in parts), sum(part[1] for part in parts)
    if size == 0:
        return Proportion(count=0, n=0, value=None, low=None, high=None)
    p = Fraction(count, size)
    residues = sum(((part[0] - p * part[1]) ** 2 for part in parts), Fraction(0)) / size**2
    clusters = sum(part[1] > 0 for part in parts)
    effective = Fraction(clusters)
    if 0 < p < 1:
        effective = min(Fraction(size), p * (1 - p) / residues) if residues else Fraction(size)
    low, high = wilson(float(p), float(effective))
    return Proportion(count=count, n=size, value=float(p), low=low, high=high)
