"""Accuracy with its Wilson interval, and the count of every verdict state (methods.md 5.9)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from math import sqrt

from generator.records import VERDICTS, Judgement, Proportion, Verdict

Z = 1.959963984540054
"""Two-sided 95 % point of the normal distribution."""


def proportion(count: float, n: int) -> Proportion:
    """Return count / n with the Wilson 95 % interval, in closed form.

    Formula: centre (p + z²/2n) / (1 + z²/n), half width z·sqrt(p(1-p)/n + z²/4n²) / (1 + z²/n).
    Range 0..1, of n problems. With n = 0 value, low and high are None: nothing is not 0 %.
    A sum of per-problem means is taken as if it were a count, which widens the interval at most.
    Source: Wilson (1927). Example: 8 of 10 is 0.8, 0.490 to 0.943.
    """
    if n == 0:
        return Proportion(count=count, n=0, value=None, low=None, high=None)
    p = count / n
    scale = 1 + Z * Z / n
    centre = (p + Z * Z / (2 * n)) / scale
    half = Z * sqrt(p * (1 - p) / n + Z * Z / (4 * n * n)) / scale
    low = 0.0 if count == 0 else max(0.0, centre - half)
    high = 1.0 if count == n else min(1.0, centre + half)
    return Proportion(count=count, n=n, value=p, low=low, high=high)


def accuracy(groups: Iterable[Sequence[Judgement]]) -> Proportion:
    """Return the mean over problems of the share of right attempts.

    `groups` holds the judgements of one problem each, missing ones included. Every verdict but
    `right` counts as not right and stays in the denominator. Range 0..1 of problems; None when
    there are none. Source: CARP evaluate_graph.py (Accuracy), with our own judge. Example: right
    and wrong on one problem, missing on the other: (1/2 + 0) / 2 = 0.25.
    """
    shares = [sum(j.verdict == "right" for j in group) / len(group) for group in groups]
    total = sum(shares)
    return proportion(round(total) if total == int(total) else total, len(shares))


def states(judgements: Iterable[Judgement]) -> Mapping[Verdict, int]:
    """Return how often each of the seven verdicts was given, over all attempts."""
    found = dict.fromkeys(VERDICTS, 0)
    for judgement in judgements:
        found[judgement.verdict] += 1
    return found
