"""The drawing of a flow graph: layers, gaps, numbers, ways of arrows."""

from __future__ import annotations

import re
from itertools import combinations

from hypothesis import given, settings
from hypothesis import strategies as st
from tiny_site import CONDITION, GRAPH

from generator import layers
from generator.draw import SHORT, Box, Drawing, draw
from generator.records import RELATIONS, Edge, ExpressionGraph, Node


def drawn(graph: ExpressionGraph) -> Drawing:
    return draw(graph, lambda node: (30.0 + 5 * len(node.id), 30.0))


def places(drawing: Drawing) -> dict[str, Box]:
    return {box.node.id: box for box in drawing.boxes}


def test_what_follows_stands_below_and_sources_just_above_their_use() -> None:
    box = places(drawn(GRAPH))
    assert box["x + y = 9"].y < box["y = 9 - x"].y < box["3 x = 12"].y < box["x = 4"].y
    assert box["2 x - y = 3"].y == box["y = 9 - x"].y
    assert box[CONDITION].y == box["x + y = 9"].y


def test_derived_expressions_are_numbered_in_solution_order() -> None:
    numbers = {box.node.id: box.number for box in drawn(GRAPH).boxes if box.number}
    assert numbers == {"y = 9 - x": 1, "3 x = 12": 2, "x = 4": 3}


def test_every_arrow_has_a_way_and_a_word() -> None:
    arrows = drawn(GRAPH).arrows
    assert [arrow.label for arrow in arrows] == [
        "move terms", "condition", "into", "substituted", "solve",
    ]  # fmt: skip
    assert all(re.fullmatch(r"[MLC0-9 .-]+", arrow.path) for arrow in arrows)


def test_every_relation_has_a_short_word() -> None:
    assert SHORT.keys() == RELATIONS.keys()
    assert max(map(len, SHORT.values())) <= 16


def test_a_crowded_row_of_sources_is_broken() -> None:
    names = [f"source number {i}" for i in range(12)]
    graph = ExpressionGraph(
        nodes=(*(Node(id=name, kind="given") for name in names), Node(id="x", kind="derived")),
        edges=tuple(Edge(source=name, target="x", relation="代入") for name in names),
        derived=("x",),
    )
    drawing = drawn(graph)
    assert drawing.width < layers.WIDEST * 1.6
    assert len({box.y for box in drawing.boxes}) > 2


def test_apart_keeps_the_order_the_gap_and_nearness() -> None:
    assert layers.apart([0.0, 500.0], [10.0, 10.0]) == [0.0, 500.0]
    middle = layers.apart([50.0, 50.0], [10.0, 10.0])
    assert middle == [50 - (10 + layers.GAP) / 2, 50 + (10 + layers.GAP) / 2]


@st.composite
def graphs(draw_: st.DrawFn) -> ExpressionGraph:
    n = draw_(st.integers(2, 12))
    pairs = draw_(st.sets(st.sampled_from(list(combinations(range(n), 2))), min_size=1))
    nodes = tuple(Node(id=f"n{i}", kind="derived" if i else "given") for i in range(n))
    edges = tuple(Edge(source=f"n{a}", target=f"n{b}", relation="代入") for a, b in sorted(pairs))
    return ExpressionGraph(nodes=nodes, edges=edges, derived=(f"n{n - 1}",))


@settings(max_examples=40, deadline=None)
@given(graphs())
def test_no_graph_makes_boxes_overlap_or_leave_the_drawing(graph: ExpressionGraph) -> None:
    drawing = drawn(graph)
    assert drawing == drawn(graph)
    for box in drawing.boxes:
        assert box.x >= 0
        assert box.x + box.width <= drawing.width + 0.2
        assert box.y + box.height <= drawing.height
    for one, two in combinations(drawing.boxes, 2):
        beside = one.x + one.width <= two.x + 0.2 or two.x + two.width <= one.x + 0.2
        assert beside or one.y + one.height <= two.y or two.y + two.height <= one.y
    top = {box.node.id: box.y for box in drawing.boxes}
    assert all(top[edge.source] < top[edge.target] for edge in graph.edges)
