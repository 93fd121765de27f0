"""k of the attempts on one problem -> chance that they come to a right answer; all exact.

Every function averages over all ways to draw k of the n attempts, by counting them, so nothing is
sampled and nothing depends on the order of the attempts.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from fractions import Fraction
from math import comb


def pass_at(n: int, right: int, k: int) -> Fraction:
    """Return the chance that at least one of k attempts drawn from n is right; in 0..1.

    Formula: 1 - C(n - right, k) / C(n, k), which is unbiased. Needs 1 <= k <= n.
    Source: Chen et al. (2021), section 2.1. Example: 2 right of 4, k = 2: 1 - 1/6 = 5/6.
    """
    return 1 - Fraction(comb(n - right, k), comb(n, k))


def majority(right: int, wrong: Sequence[int], silent: int, k: int) -> Fraction:
    """Return the chance that the answer given most often by k attempts is right; in 0..1.

    `right` attempts gave the right answer, `wrong` holds how many gave each other answer, and
    `silent` ones gave none and do not vote; n is their sum and 1 <= k <= n. Among answers tied for
    the most votes each is taken with the same chance. Without any vote nothing is right.
    Source: Wang et al. (2023), self-consistency; expected value in place of shuffles.
    Example: right 2, wrong 2 and 1, k = 5: two are tied, so 1/2.
    """
    n = right + sum(wrong) + silent
    chances = (_elected(votes, wrong, silent, k) * comb(right, votes) for votes in _votes(right, k))
    return sum(chances, Fraction(0)) / comb(n, k)


def _votes(right: int, k: int) -> range:
    return range(1, min(right, k) + 1)


def _elected(votes: int, wrong: Sequence[int], silent: int, k: int) -> Fraction:
    """Return in how many draws of the other k - votes attempts `votes` is the most, ties shared."""
    rest = k - votes
    ways: Counter[tuple[int, int]] = Counter({(0, 0): 1})
    for size in wrong:
        ways = _with_answer(ways, size, votes, rest)
    total = Fraction(0)
    for (drawn, tied), count in ways.items():
        total += Fraction(count * comb(silent, rest - drawn), tied + 1)
    return total


def _with_answer(
    ways: Counter[tuple[int, int]], size: int, votes: int, rest: int
) -> Counter[tuple[int, int]]:
    """Return (drawn, tied) -> ways, with one more answer that `size` attempts gave."""
    found: Counter[tuple[int, int]] = Counter()
    for (drawn, tied), count in ways.items():
        for taken in range(min(size, votes, rest - drawn) + 1):
            found[drawn + taken, tied + (taken == votes)] += count * comb(size, taken)
    return found


def best_of(scored: Sequence[tuple[float | None, bool]], k: int) -> Fraction:
    """Return the chance that the highest scored of k attempts is right; in 0..1.

    `scored` holds (score, right) of each attempt, one or more, and 1 <= k <= their number. An
    attempt without a score is below all others. Among equal scores each is taken with the same
    chance. Source: best-of-n, Cobbe et al. (2021), section 4; counted instead of sampled.
    Example: 0.9 right, 0.5 wrong, 0.1 wrong, k = 2: the right one is in 2 of 3 pairs, so 2/3.
    """
    levels: dict[float, list[bool]] = {}
    for score, right in scored:
        levels.setdefault(float("-inf") if score is None else score, []).append(right)
    total, below = Fraction(0), 0
    for level in sorted(levels):
        rights = levels[level]
        ways = comb(below + len(rights), k) - comb(below, k)
        total += Fraction(ways * sum(rights), len(rights))
        below += len(rights)
    return total / comb(len(scored), k)
