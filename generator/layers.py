"""Where the nodes of a flow graph stand: layers, order within a layer, horizontal places.

Longest paths give the layers (sources sit just above what they feed, and crowded rows are broken),
barycentre sweeps the order, with way-points for arrows that pass a layer, and least squares the
places: every node as near to its neighbours as the order and the gaps allow.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from itertools import pairwise

from generator.records import Edge, ExpressionGraph

GAP = 26.0
"""Pixels between two boxes of a row."""

WIDEST = 520.0
"""Pixels of a row beyond which sources move up to a row of their own."""

POINT = 6.0
"""Width of a way-point."""

Layers = list[list[str]]
Neighbours = Mapping[str, Sequence[str]]


def ranks(graph: ExpressionGraph, width: Mapping[str, float]) -> dict[str, int]:
    """Return the layer of each node, 0 on top; `width` is that of its box."""
    into, out = parents(graph.edges), children(graph.edges)
    rank = {node.id: 0 for node in graph.nodes}
    for _ in graph.nodes:
        for node, above in into.items():
            rank[node] = max(rank[source] for source in above) + 1
    sources = {id_ for id_ in rank if id_ not in into}
    for node in sources & out.keys():
        rank[node] = min(rank[target] for target in out[node]) - 1
    return broken(rank, sources, width)


def broken(rank: dict[str, int], sources: set[str], width: Mapping[str, float]) -> dict[str, int]:
    """Return `rank` with sources of crowded rows moved to rows put in above, bottom row first."""
    for layer in range(max(rank.values()), -1, -1):
        members = [id_ for id_ in rank if rank[id_] == layer]
        movable = [id_ for id_ in members if id_ in sources]
        room = sum(width[id_] + GAP for id_ in members)
        rows = min(len(movable) - 1, int(room // WIDEST))
        if rows > 0:
            rank = {id_: place + rows * (place >= layer) for id_, place in rank.items()}
            for place, id_ in enumerate(movable):
                rank[id_] -= place * (rows + 1) // len(movable)
    return rank


def parents(edges: Sequence[Edge]) -> dict[str, list[str]]:
    """Return target -> sources."""
    found: dict[str, list[str]] = defaultdict(list)
    for edge in edges:
        found[edge.target].append(edge.source)
    return dict(found)


def children(edges: Sequence[Edge]) -> dict[str, list[str]]:
    """Return source -> targets."""
    found: dict[str, list[str]] = defaultdict(list)
    for edge in edges:
        found[edge.source].append(edge.target)
    return dict(found)


def way(edge: Edge, rank: Mapping[str, int]) -> list[str]:
    """Return the stations of an edge: its ends and a way-point in every layer between."""
    between = range(rank[edge.source] + 1, rank[edge.target])
    points = [f"\0{edge.source}\0{edge.target}\0{layer}" for layer in between]
    return [edge.source, *points, edge.target]


def ordered(
    rank: Mapping[str, int], ways: Sequence[Sequence[str]]
) -> tuple[Layers, Neighbours, Neighbours]:
    """Return the layers in their order, and the stations above and below each station."""
    layers: Layers = [[] for _ in range(max(rank.values()) + 1)]
    for id_, layer in rank.items():
        layers[layer].append(id_)
    up: dict[str, list[str]] = defaultdict(list)
    down: dict[str, list[str]] = defaultdict(list)
    for stations in ways:
        for layer, point in enumerate(stations[1:-1], start=rank[stations[0]] + 1):
            layers[layer].append(point)
        for above, below in pairwise(stations):
            up[below].append(above)
            down[above].append(below)
    for sweep in range(6):
        sequence, beside = (layers, up) if sweep % 2 == 0 else (layers[::-1], down)
        for fixed, free in pairwise(sequence):
            sort_by_barycentre(free, fixed, beside)
    return layers, up, down


def sort_by_barycentre(free: list[str], fixed: Sequence[str], beside: Neighbours) -> None:
    """Sort `free` in place by the mean place of its neighbours in `fixed`; stable."""
    place = {id_: (index + 0.5) / len(fixed) for index, id_ in enumerate(fixed)}
    own = {id_: (index + 0.5) / len(free) for index, id_ in enumerate(free)}

    def weight(id_: str) -> float:
        near = [place[other] for other in beside.get(id_, ()) if other in place]
        return sum(near) / len(near) if near else own[id_]

    free.sort(key=weight)


def centres(
    layers: Layers, up: Neighbours, down: Neighbours, width: Mapping[str, float]
) -> dict[str, float]:
    """Return the horizontal centre of every station; the leftmost rim is at 0."""
    x: dict[str, float] = {}
    for layer in layers:
        edge = 0.0
        for id_ in layer:
            x[id_] = edge + width.get(id_, POINT) / 2
            edge += width.get(id_, POINT) + GAP
    for sweep in range(8):
        for layer in layers if sweep % 2 == 0 else layers[::-1]:
            near = [[x[other] for other in (*up.get(i, ()), *down.get(i, ()))] for i in layer]
            wanted = [sum(n) / len(n) if n else x[i] for i, n in zip(layer, near, strict=True)]
            x.update(zip(layer, apart(wanted, [width.get(i, POINT) for i in layer]), strict=True))
    left = min(x[id_] - width.get(id_, POINT) / 2 for id_ in x)
    return {id_: value - left for id_, value in x.items()}


def apart(wanted: Sequence[float], widths: Sequence[float]) -> list[float]:
    """Return centres in the given order, GAP apart, nearest to `wanted` in least squares.

    Isotonic regression by pooling neighbours that would overlap.
    """
    shifts = [0.0]
    for left, right in pairwise(widths):
        shifts.append(shifts[-1] + (left + right) / 2 + GAP)
    pools: list[tuple[float, int]] = []
    for value, shift in zip(wanted, shifts, strict=True):
        mean, size = value - shift, 1
        while pools and pools[-1][0] > mean:
            before, count = pools.pop()
            mean, size = (before * count + mean * size) / (count + size), count + size
        pools.append((mean, size))
    means = [mean for mean, size in pools for _ in range(size)]
    return [mean + shift for mean, shift in zip(means, shifts, strict=True)]
