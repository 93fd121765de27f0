"""Questions about a graph: ancestors, givens, what upstream leaves out, and what is unsound."""

from __future__ import annotations

import pytest
from step_examples import graph

from generator.graph import (
    ancestors,
    closure,
    faults,
    givens,
    parents,
    upstream_edges,
    upstream_givens,
)
from generator.records import Edge


def edge(source: str, target: str, relation: str = "代入") -> Edge:
    return Edge(source=source, target=target, relation=relation)


DIAMOND = graph(
    [edge("g", "a"), edge("g", "b"), edge("a", "c"), edge("b", "c"), edge("c", "d")],
    ["a", "b", "c", "d"],
)


def test_ancestors_go_all_the_way_up_and_leave_the_node_itself_out():
    above = parents(DIAMOND.edges)
    assert ancestors("c", above) == {"a", "b", "g"}
    assert ancestors("g", above) == frozenset()


def test_ancestors_end_on_a_cycle():
    assert ancestors("a", {"a": ("b",), "b": ("a",)}) == {"b"}


def test_ancestors_of_a_long_chain_need_no_recursion():
    above = {str(n): (str(n - 1),) for n in range(1, 5000)}
    assert len(ancestors("4999", above)) == 4999


def test_closure_counts_derived_expressions_only():
    assert closure([2], DIAMOND, DIAMOND.edges) == {0, 1, 2}
    assert closure([], DIAMOND, DIAMOND.edges) == set()


def test_reference_edges_carry_no_credit_for_upstream():
    made = graph([edge("g", "a"), edge("a", "b", "提取因式参考"), edge("g", "b")], ["a", "b"])
    assert closure([1], made, made.edges) == {0, 1}
    assert closure([1], made, upstream_edges(made)) == {1}


def test_givens_are_the_expressions_of_the_problem_not_its_sentences():
    made = graph([edge("g", "a", "被描述"), edge("in words", "a", "限制性描述")], ["a"])
    assert givens(made) == ("g",)
    assert upstream_givens(made) == (("g",), {"g", "in words"})


def test_upstream_takes_a_derived_node_for_given_when_only_a_reference_edge_led_to_it():
    made = graph([edge("g", "a", "提取因式参考"), edge("a", "b")], ["a", "b"])
    assert upstream_givens(made) == (("a",), {"g", "a"})


def test_a_sound_graph_has_no_faults():
    assert faults(DIAMOND) == []


@pytest.mark.parametrize(
    ("edges", "derived", "message"),
    [
        ([edge("g", "a"), edge("a", "b"), edge("b", "a")], ["a", "b"], "cycle"),
        ([edge("g", "a"), edge("a", "a")], ["a"], "follows from itself"),
        ([edge("g", "a"), edge("g", "a")], ["a"], "stands twice"),
        ([edge("g", "a", "magic")], ["a"], "unknown relation"),
        ([edge("g", "a")], ["a", "z"], "no derived node"),
        ([edge("g", "a")], [], "no derived expression"),
        ([edge("b", "a"), edge("g", "b")], ["a", "b"], "before an expression"),
    ],
)
def test_faults_are_named(edges, derived, message):
    assert any(message in fault for fault in faults(graph(edges, derived)))
