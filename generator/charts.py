"""Numbers -> places in a small chart: lines over turns, points over effort. Pure arithmetic.

Series and points are told apart by their number, which leads to a row of the table below; no
colour is needed to read a chart.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Literal

Scale = Literal["linear", "log"]
Point = tuple[float, float]

WIDTH, HEIGHT = 560.0, 260.0
LEFT, RIGHT, TOP, BOTTOM = 44.0, 36.0, 22.0, 40.0
"""Pixels: of the whole chart, and around the field."""
GAP = 13.0
"""Pixels between two labels, one above the other."""
BEHIND = 16.0
"""Pixels from the end of a line to the middle of its label."""
NEAR = (
    *((11, 0), (-11, 0), (0, -12), (0, 12), (12, -10), (12, 10), (-12, -10), (-12, 10)),
    *((24, 0), (24, -12), (24, 12), (37, 0), (37, -12), (37, 12)),
)
"""Where a label may stand, from its point; the first free place is taken."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Tick:
    """A mark on an axis."""

    value: float
    place: float
    """Pixels from the left or from the top."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Dot:
    """A point with its label; several points at one place are one dot."""

    numbers: tuple[int, ...]
    """Ascending."""
    x: float
    y: float
    label_x: float
    label_y: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Track:
    """A series as a broken line, labelled behind its last point."""

    number: int
    path: str
    """The `d` of an SVG path."""
    dots: tuple[Point, ...]
    label_x: float
    label_y: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Chart:
    """What a template needs to write the SVG, in pixels."""

    across: tuple[Tick, ...]
    up: tuple[Tick, ...]
    """Values are 0..1."""
    tracks: tuple[Track, ...] = ()
    dots: tuple[Dot, ...] = ()
    width: float = WIDTH
    height: float = HEIGHT
    left: float = LEFT
    right: float = WIDTH - RIGHT
    bottom: float = HEIGHT - BOTTOM


def lines_chart(series: Sequence[tuple[int, Sequence[Point]]]) -> Chart:
    """Draw (number, points) as lines; x are whole numbers from 0, y are 0..1, both ascending in x.

    Raises ValueError without any point.
    """
    points = [point for _, each in series for point in each]
    across = [float(k) for k in range(int(max(x for x, _ in points)) + 1)]
    up = ticks(max(y for _, y in points))
    places = [
        [_place(point, (0.0, across[-1]), up[-1], "linear") for point in p] for _, p in series
    ]
    ends = labels([each[-1] for each in places])
    return Chart(
        across=_across(across, (0.0, across[-1]), "linear"),
        up=_up(up),
        tracks=tuple(
            Track(number=number, path=path(each), dots=tuple(each), label_x=end[0], label_y=end[1])
            for (number, _), each, end in zip(series, places, ends, strict=True)
        ),
    )


def scatter(points: Sequence[tuple[int, Point]], scale: Scale = "linear") -> Chart:
    """Draw (number, (x, y)) as points; x are at least 0, above 0 on a log scale; y are 0..1.

    Raises ValueError without any point.
    """
    xs = [x for _, (x, _) in points]
    across = decades(min(xs), max(xs)) if scale == "log" else ticks(max(xs))
    ends = (across[0], across[-1])
    up = ticks(max(y for _, (_, y) in points))
    by_place: dict[Point, list[int]] = {}
    for number, point in points:
        by_place.setdefault(_place(point, ends, up[-1], scale), []).append(number)
    labelled: list[Point] = []
    for place in by_place:
        labelled.append(free(place, [*by_place, *labelled]))
    return Chart(
        across=_across(across, ends, scale),
        up=_up(up),
        dots=tuple(
            Dot(numbers=tuple(sorted(numbers)), x=x, y=y, label_x=label[0], label_y=label[1])
            for ((x, y), numbers), label in zip(by_place.items(), labelled, strict=True)
        ),
    )


def ticks(most: float) -> list[float]:
    """Return 3 to 7 round values from 0 to at least `most`; 0 and 1 where that is 0.

    Example: 0.37 gives 0, 0.1, 0.2, 0.3, 0.4.
    """
    if most <= 0:
        return [0.0, 1.0]
    power = 10.0 ** math.floor(math.log10(most))
    step = next(s for s in (0.2 * power, 0.5 * power, power, 2 * power) if most / s <= 5)
    count = math.ceil(most / step - 1e-9)
    return [round(step * k, 10) for k in range(count + 1)]


def decades(least: float, most: float) -> list[float]:
    """Return 1, 2 and 5 times powers of ten from at most `least` to at least `most`, both above 0.

    Example: 3 to 40 gives 2, 5, 10, 20, 50.
    """
    low, high = math.floor(math.log10(least)), math.ceil(math.log10(most))
    steps = [round(f * 10.0**k, 10) for k in range(low, high + 1) for f in (1, 2, 5)]
    begin = max(k for k, step in enumerate(steps) if step <= least)
    end = min(k for k, step in enumerate(steps) if step >= most)
    return steps[begin : max(end, begin + 1) + 1]


def spread(heights: Sequence[float]) -> list[float]:
    """Return heights of labels at least GAP apart, in the same order, near where they should be."""
    order = sorted(range(len(heights)), key=lambda k: (heights[k], k))
    found = [heights[k] for k in order]
    for above, below in pairwise(range(len(found))):
        found[below] = max(found[below], found[above] + GAP)
    over = max(0.0, found[-1] - (HEIGHT - BOTTOM)) if found else 0.0
    by_place = {k: round(y - over, 1) for k, y in zip(order, found, strict=True)}
    return [by_place[k] for k in range(len(heights))]


def labels(ends: Sequence[Point]) -> list[Point]:
    """Return a place for the label of each line that ends there; those at one x stand apart."""
    found = [(x + BEHIND, y) for x, y in ends]
    for across in {x for x, _ in ends}:
        here = [k for k, (x, _) in enumerate(ends) if x == across]
        for k, y in zip(here, spread([ends[k][1] for k in here]), strict=True):
            found[k] = (across + BEHIND, y)
    return found


def free(place: Point, taken: Sequence[Point]) -> Point:
    """Return a place for a label near `place` that is not on any of `taken`, or the least bad."""
    options = [(place[0] + dx, place[1] + dy) for dx, dy in NEAR]

    def crowd(option: Point) -> float:
        return sum(max(0.0, 10 - math.dist(option, other)) for other in taken)

    return min(options, key=crowd)


def path(points: Sequence[Point]) -> str:
    """Return the `d` of a broken line through `points`."""
    return "M" + "L".join(f"{x:g} {y:g}" for x, y in points)


def _place(point: Point, ends: Point, top: float, scale: Scale) -> Point:
    x = LEFT + _part(point[0], ends, scale) * (WIDTH - LEFT - RIGHT)
    y = HEIGHT - BOTTOM - point[1] / top * (HEIGHT - TOP - BOTTOM)
    return round(x, 1), round(y, 1)


def _part(value: float, ends: Point, scale: Scale) -> float:
    """Return where between the ends a value is, 0..1."""
    low, high = ends
    if scale == "log":
        low, high, value = math.log10(low), math.log10(high), math.log10(value)
    return (value - low) / (high - low) if high > low else 0.5


def _across(values: Sequence[float], ends: Point, scale: Scale) -> tuple[Tick, ...]:
    return tuple(Tick(value=v, place=_place((v, 0), ends, 1, scale)[0]) for v in values)


def _up(values: Sequence[float]) -> tuple[Tick, ...]:
    top = values[-1]
    return tuple(Tick(value=v, place=_place((0, v), (0, 1), top, "linear")[1]) for v in values)
