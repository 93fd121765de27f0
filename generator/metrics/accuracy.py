"""Accuracy with its interval, and the count of every verdict state (methods.md 5.9)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction

from generator.metrics.intervals import clustered, wilson
from generator.records import VERDICTS, Judgement, Proportion, Verdict


def proportion(count: float, n: int) -> Proportion:
    """Return count / n with the Wilson 95 % interval, in closed form.

    Range 0..1, of n problems. With n = 0 value, low and high are None: nothing is not 0 %.
    Source: Wilson (1927). Example: 8 of 10 is 0.8, 0.490 to 0.943.
    """
    if n == 0:
        return Proportion(count=count, n=0, value=None, low=None, high=None)
    low, high = wilson(count / n, n)
    return Proportion(count=count, n=n, value=count / n, low=low, high=high)


def share(group: Sequence[Judgement]) -> Fraction:
    """Return the share of right attempts among the judgements of one problem, exactly; in 0..1.

    Every verdict but `right` is not right and stays in the denominator. Example: right and wrong
    give 1/2.
    """
    return Fraction(sum(judgement.verdict == "right" for judgement in group), len(group))


def accuracy(groups: Iterable[Sequence[Judgement]]) -> Proportion:
    """Return the mean over problems of the share of right attempts.

    `groups` holds the judgements of one problem each, missing ones included. Every verdict but
    `right` counts as not right and stays in the denominator. Range 0..1 of problems; None when
    there are none. The interval is Wilson's with one attempt a problem and a clustered one with
    several (intervals.clustered). Source: CARP evaluate_graph.py (Accuracy), with our own judge.
    Example: right and wrong on one problem, missing on the other: (1/2 + 0) / 2 = 0.25.
    """
    found = [*groups]
    return clustered([share(group) for group in found], [len(group) for group in found])


def states(judgements: Iterable[Judgement]) -> Mapping[Verdict, int]:
    """Return how often each of the seven verdicts was given, over all attempts."""
    found = dict.fromkeys(VERDICTS, 0)
    for judgement in judgements:
        found[judgement.verdict] += 1
    return found
