"""Expression flow graph -> drawing: layers from top to bottom, boxes, curved arrows, label places.

Layered layout in three steps: longest path gives the layer (sources sit just above what they
feed), barycentre sweeps order each layer with invisible way-points for long arrows, and each layer
is centred. Pure arithmetic on sizes that the caller gives, so the same graph is the same drawing.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

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

GAP_X, MARGIN, LANE, LABEL = 28.0, 6.0, 17.0, 6.2
"""Pixels: between boxes, around the drawing, per line of labels, per character of a label."""

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
    rank = ranks(graph)
    ways = [way(edge, rank) for edge in graph.edges]
    order = ordered(graph, rank, ways)
    sizes: dict[str, Size] = {node.id: size(node) for node in graph.nodes}
    lanes = [lanes_needed(index, graph, rank) if labels else 1 for index in range(len(order))]
    centres, tops, width = placed(order, sizes, lanes)
    number = {id_: place for place, id_ in enumerate(graph.derived, start=1)}
    boxes = tuple(
        Box(
            node=node,
            number=number.get(node.id),
            x=round(centres[node.id] - sizes[node.id][0] / 2, 1),
            y=round(tops[rank[node.id]], 1),
            width=round(sizes[node.id][0], 1),
            height=round(sizes[node.id][1], 1),
        )
        for node in graph.nodes
    )
    height = max(box.y + box.height for box in boxes) + MARGIN
    arrows = routed(graph, ways, centres, {box.node.id: box for box in boxes}, tops)
    return Drawing(width=width, height=round(height, 1), boxes=boxes, arrows=arrows)


def ranks(graph: ExpressionGraph) -> dict[str, int]:
    """Return the layer of each node: longest path from a source, sources pulled down."""
    into, out = defaultdict(list), defaultdict(list)
    for edge in graph.edges:
        into[edge.target].append(edge.source)
        out[edge.source].append(edge.target)
    rank = {node.id: 0 for node in graph.nodes}
    for _ in graph.nodes:
        for node, sources in into.items():
            rank[node] = max(rank[source] for source in sources) + 1
    for node in [id_ for id_ in rank if id_ not in into and out[id_]]:
        rank[node] = min(rank[target] for target in out[node]) - 1
    return rank


def way(edge: Edge, rank: Mapping[str, int]) -> list[str]:
    """Return the stations of an edge: its ends and a way-point in every layer between."""
    between = range(rank[edge.source] + 1, rank[edge.target])
    points = [f"\0{edge.source}\0{edge.target}\0{layer}" for layer in between]
    return [edge.source, *points, edge.target]


def ordered(
    graph: ExpressionGraph, rank: Mapping[str, int], ways: Sequence[Sequence[str]]
) -> list[list[str]]:
    """Return the layers, each ordered so that arrows cross little (barycentre, four sweeps)."""
    layers: list[list[str]] = [[] for _ in range(max(rank.values()) + 1)]
    for node in graph.nodes:
        layers[rank[node.id]].append(node.id)
    up, down = defaultdict(list), defaultdict(list)
    for stations in ways:
        for depth, point in enumerate(stations[1:-1], start=rank[stations[0]] + 1):
            layers[depth].append(point)
        for above, below in pairwise(stations):
            up[below].append(above)
            down[above].append(below)
    for sweep in range(4):
        sequence = layers if sweep % 2 == 0 else layers[::-1]
        beside = up if sweep % 2 == 0 else down
        for fixed, free in pairwise(sequence):
            sort_by_barycentre(free, fixed, beside)
    return layers


def sort_by_barycentre(
    free: list[str], fixed: Sequence[str], beside: Mapping[str, Sequence[str]]
) -> None:
    """Sort `free` in place by the mean place of its neighbours in `fixed`; stable."""
    place = {id_: (index + 0.5) / len(fixed) for index, id_ in enumerate(fixed)}
    own = {id_: (index + 0.5) / len(free) for index, id_ in enumerate(free)}

    def weight(id_: str) -> float:
        near = [place[other] for other in beside.get(id_, ()) if other in place]
        return sum(near) / len(near) if near else own[id_]

    free.sort(key=weight)


def lanes_needed(layer: int, graph: ExpressionGraph, rank: Mapping[str, int]) -> int:
    """Return how many lines of labels the gap above `layer` gets: one per two arrows, 1 to 3."""
    arriving = sum(rank[edge.target] == layer for edge in graph.edges)
    return min(3, max(1, (arriving + 1) // 2))


def placed(
    order: Sequence[Sequence[str]], sizes: Mapping[str, Size], lanes: Sequence[int]
) -> tuple[dict[str, float], list[float], float]:
    """Return the centre of every station, the top of every layer and the width of all."""

    def wide(id_: str) -> float:
        return sizes[id_][0] if id_ in sizes else 10.0

    rows = [sum(map(wide, layer)) + GAP_X * (len(layer) - 1) for layer in order]
    width = max(rows) + 2 * MARGIN
    centres: dict[str, float] = {}
    tops: list[float] = []
    y = MARGIN
    for index, layer in enumerate(order):
        y += (26 + LANE * lanes[index]) if index else 0
        x = (width - rows[index]) / 2
        for id_ in layer:
            centres[id_] = x + wide(id_) / 2
            x += wide(id_) + GAP_X
        tops.append(y)
        y += max((sizes[id_][1] for id_ in layer if id_ in sizes), default=0.0)
    return centres, tops, round(width, 1)


def routed(
    graph: ExpressionGraph,
    ways: Sequence[Sequence[str]],
    centres: Mapping[str, float],
    boxes: Mapping[str, Box],
    tops: Sequence[float],
) -> tuple[Arrow, ...]:
    """Return the arrows; those that share a box are spread over its rim by where they go."""
    enter = spread([(w[-1], w[-2], i) for i, w in enumerate(ways)], centres, boxes)
    leave = spread([(w[0], w[1], i) for i, w in enumerate(ways)], centres, boxes)
    arrows: list[Arrow] = []
    taken: list[tuple[float, float, float]] = []
    for index, edge in enumerate(graph.edges):
        source, target = boxes[edge.source], boxes[edge.target]
        first = tops.index(source.y) if source.y in tops else 0
        points = [(leave[index], source.y + source.height)]
        for depth, point in enumerate(ways[index][1:-1], start=first + 1):
            points.append((centres[point], tops[depth] + 8))
        points.append((enter[index], target.y - 2))
        label = SHORT.get(edge.relation, edge.relation)
        x, y = label_place(points[-2], points[-1], len(label) * LABEL / 2 + 4, taken)
        arrows.append(Arrow(edge=edge, path=curve(points), label=label, x=x, y=y))
    return tuple(arrows)


def spread(
    ends: Sequence[tuple[str, str, int]], centres: Mapping[str, float], boxes: Mapping[str, Box]
) -> dict[int, float]:
    """Return arrow -> x on the rim of its box; `ends` are (box id, neighbour, arrow)."""
    groups: dict[str, list[tuple[float, int]]] = defaultdict(list)
    for id_, neighbour, arrow in ends:
        groups[id_].append((centres[neighbour], arrow))
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
    for part in (0.6, 0.45, 0.72, 0.35, 0.52):
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
