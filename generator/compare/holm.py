"""Many p values -> adjusted ones, so that all claims together are wrong at most 1 time in 20."""

from __future__ import annotations

from collections.abc import Sequence


def holm(ps: Sequence[float]) -> tuple[float, ...]:
    """Return the p values adjusted by Holm's step-down method, in the given order, at most 1.

    Formula: the i-th smallest of m (from 0) is multiplied by m - i; no adjusted value is below one
    that belongs to a smaller p. Source: Holm (1979). Example: 0.01, 0.04, 0.03 give 0.03, 0.06,
    0.06.
    """
    adjusted = [0.0] * len(ps)
    highest = 0.0
    for place, index in enumerate(sorted(range(len(ps)), key=lambda each: ps[each])):
        highest = max(highest, min(1.0, (len(ps) - place) * ps[index]))
        adjusted[index] = highest
    return tuple(adjusted)
