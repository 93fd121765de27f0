"""Expression flow graph -> drawing: boxes from top to bottom, curved arrows, places of labels.

Pure arithmetic on sizes that the caller gives, so the same graph is the same drawing.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

from generator import layers
from generator.records import Edge, ExpressionGraph, Node

SHORT: Mapping[str, str] = {
    "被描述": "described",
    "限制性描述": "condition",
    "代入": "substituted",
    "等式方程求解": "solve",
    "被代入": "into",
    "属性描述": "property",
    "联立": "jointly",
    "不等式方程求解": "solve",
    "提取因式参考": "reference",
    "提取因式": "regroup",
    "计算": "compute",
    "移项": "move terms",
    "假设描述": "assume",
    "等式方程部分求解": "solve for",
    "同乘除": "multiply, divide",
    "展开": "expand",
    "不等式方程部分求解": "solve for",
    "同取对数": "take logs",
}
"""Relation -> one or two words that fit on an arrow; RELATIONS has the full gloss."""

MARGIN, LANE, LABEL = 6.0, 17.0, 6.2
"""Pixels: around the drawing, per line of labels, per character of a label."""

Size = tuple[float, float]
Point = tuple[float, float]


@dataclass(frozen=True, slots=True, kw_only=True)
class Box:
    """A node with its place; x, y is the upper left corner, in pixels."""

    node: Node
    number: int | None
    """1-based place among the derived expressions; None for the rest."""
    x: float
    y: float
    width: float
    height: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Arrow:
    """An edge with its way, from the lower rim of one box to the upper rim of another."""

    edge: Edge
    path: str
    """The `d` of an SVG path."""
    label: str
    x: float
    """Centre of the label."""
    y: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Drawing:
    """What a template needs to write the SVG; width and height in pixels."""

    width: float
    height: float
    boxes: tuple[Box, ...]
    arrows: tuple[Arrow, ...]


def draw(graph: ExpressionGraph, size: Callable[[Node], Size], *, labels: bool = True) -> Drawing:
    """Lay out `graph`; `size` gives (width, height) of a node's box in pixels."""
    sizes = {node.id: size(node) for node in graph.nodes}
    widths = {id_: wide for id_, (wide, _) in sizes.items()}
    rank = layers.ranks(graph, widths)
    ways = [layers.way(edge, rank) for edge in graph.edges]
    rows, up, down = layers.ordered(rank, ways)
    found = layers.centres(rows, up, down, widths)
    centres = {id_: x + MARGIN for id_, x in found.items()}
    lanes = [lanes_needed(i, graph, rank) if labels else 1 for i in range(len(rows))]
    tops = heights(rows, sizes, lanes)
    number = {id_: place for place, id_ in enumerate(graph.derived, start=1)}
    boxes = tuple(
        boxed(node, number.get(node.id), centres[node.id], tops[rank[node.id]], sizes[node.id])
        for node in graph.nodes
    )
    by_id = {box.node.id: box for box in boxes}
    stations = [
        [(centres[id_], tops[rank[way[0]] + i]) for i, id_ in enumerate(way)] for way in ways
    ]
    return Drawing(
        width=round(max(box.x + box.width for box in boxes) + MARGIN, 1),
        height=round(max(box.y + box.height for box in boxes) + MARGIN, 1),
        boxes=boxes,
        arrows=routed(graph, stations, by_id),
    )


def boxed(node: Node, number: int | None, centre: float, top: float, size: Size) -> Box:
    """Return the box of a node."""
    x = round(centre - size[0] / 2, 1)
    wide, high = round(size[0], 1), round(size[1], 1)
    return Box(node=node, number=number, x=x, y=round(top, 1), width=wide, height=high)


def lanes_needed(layer: int, graph: ExpressionGraph, rank: Mapping[str, int]) -> int:
    """Return how many lines of labels the gap above `layer` gets: one per two arrows, 1 to 3."""
    arriving = sum(rank[edge.target] == layer for edge in graph.edges)
    return min(3, max(1, (arriving + 1) // 2)) if arriving else 0


def heights(
    layers: Sequence[Sequence[str]], sizes: Mapping[str, Size], lanes: Sequence[int]
) -> list[float]:
    """Return the top of every layer."""
    tops: list[float] = []
    y = MARGIN
    for index, layer in enumerate(layers):
        y += (24 + LANE * lanes[index]) if index else 0
        tops.append(y)
        y += max((sizes[id_][1] for id_ in layer if id_ in sizes), default=0.0)
    return tops


def routed(
    graph: ExpressionGraph, stations: Sequence[Sequence[Point]], boxes: Mapping[str, Box]
) -> tuple[Arrow, ...]:
    """Return the arrows; those that share a box are spread over its rim by where they go."""
    enter = spread([(e.target, stations[i][-2][0], i) for i, e in enumerate(graph.edges)], boxes)
    leave = spread([(e.source, stations[i][1][0], i) for i, e in enumerate(graph.edges)], boxes)
    arrows: list[Arrow] = []
    taken: list[tuple[float, float, float]] = []
    for index, edge in enumerate(graph.edges):
        source, target = boxes[edge.source], boxes[edge.target]
        between = [(x, y + 14) for x, y in stations[index][1:-1]]
        start = (leave[index], source.y + source.height)
        points = [start, *between, (enter[index], target.y - 2)]
        label = SHORT.get(edge.relation, edge.relation)
        x, y = label_place(points[-2], points[-1], len(label) * LABEL / 2 + 4, taken)
        arrows.append(Arrow(edge=edge, path=curve(points), label=label, x=x, y=y))
    return tuple(arrows)


def spread(ends: Sequence[tuple[str, float, int]], boxes: Mapping[str, Box]) -> dict[int, float]:
    """Return arrow -> x on the rim of its box; `ends` are (box id, x of the neighbour, arrow)."""
    groups: dict[str, list[tuple[float, int]]] = defaultdict(list)
    for id_, neighbour, arrow in ends:
        groups[id_].append((neighbour, arrow))
    places: dict[int, float] = {}
    for id_, group in groups.items():
        box = boxes[id_]
        for slot, (_, arrow) in enumerate(sorted(group), start=1):
            places[arrow] = round(box.x + box.width * slot / (len(group) + 1), 1)
    return places


def curve(points: Sequence[Point]) -> str:
    """Return an SVG path through `points` that leaves and arrives upright, with its head."""
    start = f"M{points[0][0]:g} {points[0][1]:g}"
    bends = (
        f"C{a[0]:g} {(a[1] + b[1]) / 2:g} {b[0]:g} {(a[1] + b[1]) / 2:g} {b[0]:g} {b[1]:g}"
        for a, b in pairwise(points)
    )
    x, y = points[-1]
    head = f"M{x - 4:g} {y - 6:g}L{x:g} {y:g}L{x + 4:g} {y - 6:g}"
    return start + "".join(bends) + head


def label_place(
    start: Point, end: Point, half: float, taken: list[tuple[float, float, float]]
) -> Point:
    """Return a point on the last bend of an arrow where a label 2 `half` wide is free.

    `taken` holds (x, y, half width) of the labels so far and gets this one.
    """
    best, least = (end[0], end[1]), float("inf")
    for part in (0.6, 0.45, 0.72, 0.35, 0.52, 0.66, 0.8, 0.28):
        x, y = on_bend(start, end, part)
        clash = sum(
            max(0.0, half + other - abs(x - left)) * max(0.0, LANE - 2 - abs(y - top))
            for left, top, other in taken
        )
        if clash < least:
            best, least = (round(x, 1), round(y, 1)), clash
    taken.append((best[0], best[1], half))
    return best


def on_bend(start: Point, end: Point, part: float) -> Point:
    """Return the point at `part` (0 to 1) of the bend that `curve` draws between two points."""
    back = 1 - part
    middle = (start[1] + end[1]) / 2
    pull = 3 * back * back * part, 3 * back * part * part
    x = start[0] * (back**3 + pull[0]) + end[0] * (part**3 + pull[1])
    y = start[1] * back**3 + middle * (pull[0] + pull[1]) + end[1] * part**3
    return x, y
