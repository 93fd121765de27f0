"""Comparisons of a board -> what they leave of its ranks: rank intervals and tie groups."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations

from generator.compare.comparing import Comparison, Incomparable


@dataclass(frozen=True, slots=True, kw_only=True)
class Standing:
    """Where a run may stand among the ranked runs of its board."""

    best: int
    """1 + the number of runs that are significantly better."""
    worst: int
    """Number of ranked runs - the number that are significantly worse."""
    groups: tuple[int, ...]
    """Tie groups that the run is in, ascending from 1, at least one. Two runs share a group
    exactly when they cannot be told apart."""


def standings(
    names: Sequence[str], comparisons: Sequence[Comparison | Incomparable]
) -> dict[str, Standing]:
    """Return the standing of every run in `names`, which are paths from best to worst.

    Pairs that were not compared cannot be told apart. Source of the groups: compact letter
    displays, Piepho (2004); built greedily from the best run down, so there are never more groups
    than pairs.
    """
    places = {name: place for place, name in enumerate(names)}
    better: list[tuple[int, int]] = []
    for each in comparisons:
        if isinstance(each, Comparison) and each.better is not None:
            worse = each.right if each.better == each.left else each.left
            better.append((places[each.better], places[worse]))
    groups = _groups(len(names), {frozenset(pair) for pair in better})
    return {
        name: Standing(
            best=1 + sum(worse == place for _, worse in better),
            worst=len(names) - sum(over == place for over, _ in better),
            groups=tuple(number for number, group in enumerate(groups, 1) if place in group),
        )
        for name, place in places.items()
    }


def _groups(runs: int, differ: set[frozenset[int]]) -> list[list[int]]:
    """Return sets of runs that are all tied, covering every tied pair and every run."""
    covered: set[frozenset[int]] = set()
    found: list[list[int]] = []
    for first, second in combinations(range(runs), 2):
        pair = frozenset((first, second))
        if pair not in differ and pair not in covered:
            group = _extended([first, second], runs, differ)
            covered.update(frozenset(each) for each in combinations(group, 2))
            found.append(group)
    alone = set(range(runs)) - {run for group in found for run in group}
    return sorted([*found, *([run] for run in alone)])


def _extended(group: list[int], runs: int, differ: set[frozenset[int]]) -> list[int]:
    """Return `group` with every further run, from the best down, that is tied with all in it."""
    for run in range(runs):
        if run not in group and all(frozenset((run, each)) not in differ for each in group):
            group = [*group, run]
    return sorted(group)
