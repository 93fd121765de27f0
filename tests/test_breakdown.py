"""Accuracy on parts of the problems, and credit by relation of the graph."""

from __future__ import annotations

import pytest

from generator.breakdown import PROPERTIES, breakdowns, by_relation
from generator.metrics.accuracy import proportion
from generator.records import Credit, Edge, ExpressionGraph, Judgement, Node, Problem

GRAPH = ExpressionGraph(
    nodes=(
        Node(id="g", kind="given"),
        Node(id="t", kind="text"),
        Node(id="a", kind="derived"),
        Node(id="b", kind="derived"),
        Node(id="c", kind="derived"),
    ),
    edges=(
        Edge(source="g", target="a", relation="移项"),
        Edge(source="t", target="a", relation="限制性描述"),
        Edge(source="g", target="b", relation="移项"),
        Edge(source="a", target="b", relation="移项"),
        Edge(source="b", target="c", relation="计算"),
    ),
    derived=("a", "b", "c"),
)


def problem(number: int, **changed: object) -> Problem:
    fields = {
        "id": f"d/t-{number:04}",
        "dataset": "d",
        "split": "t",
        "question": "q",
        "answer": "1",
        "answer_type": "number",
        "language": "en",
    }
    return Problem(**(fields | changed))


def judged(
    number: int, verdict: str, attempt: int = 0, credited: tuple[int, ...] = ()
) -> Judgement:
    credit = Credit(derived=3, reached=(), credited=credited, label="middle")
    return Judgement(
        problem_id=f"d/t-{number:04}",
        attempt=attempt,
        verdict=verdict,
        answer=None,
        rule="",
        why="",
        credits={"full": credit},
    )


def test_by_level():
    problems = [problem(0, level=2), problem(1, level=1), problem(2, level=2), problem(3)]
    judgements = [judged(0, "right"), judged(1, "right"), judged(2, "missing"), judged(3, "right")]
    (found,) = breakdowns(problems, judgements)
    assert found.by == "level"
    assert [(cell.part, cell.accuracy) for cell in found.cells] == [
        (1, proportion(1, 1)),
        (2, proportion(1, 2)),
    ]


def test_attempts_are_averaged_within_their_problem():
    problems = [problem(0, subject="algebra"), problem(1, subject="number theory")]
    judgements = [judged(0, "right"), judged(0, "wrong", 1), judged(1, "right")]
    (found,) = breakdowns(problems, judgements)
    assert [cell.accuracy.value for cell in found.cells] == [0.5, 1.0]


@pytest.mark.parametrize(
    ("name", "changed", "parts"),
    [
        ("template", {"template": "system"}, None),
        ("answer type", {"answer_type": "choice"}, ["choice", "number"]),
        ("language", {"language": "zh"}, ["en", "zh"]),
        ("derived expressions", {"graph": GRAPH}, None),
    ],
)
def test_every_property(name, changed, parts):
    problems = [problem(0), problem(1, **changed)]
    found = {
        each.by: each for each in breakdowns(problems, [judged(0, "right"), judged(1, "wrong")])
    }
    assert ([cell.part for cell in found[name].cells] if name in found else None) == parts
    assert PROPERTIES[name](problems[1]) is not None


def test_numbers_are_sorted_as_numbers():
    problems = [problem(index, level=level) for index, level in enumerate([10, 9, 2])]
    (found,) = breakdowns(problems, [judged(index, "right") for index in range(3)])
    assert [cell.part for cell in found.cells] == [2, 9, 10]


def test_what_does_not_differ_is_not_broken_down():
    assert breakdowns([problem(0, level=1), problem(1, level=1)], [judged(0, "right")]) == ()
    assert breakdowns([], []) == ()


def test_an_expression_counts_once_under_each_relation_into_it():
    found = by_relation([problem(0, graph=GRAPH)], [judged(0, "wrong", credited=(0,))], "full")
    assert [(each.relation, each.credited.count, each.credited.n) for each in found] == [
        ("限制性描述", 1, 1),
        ("计算", 0, 1),
        ("移项", 1, 2),
    ]


def test_relations_sum_over_attempts_and_problems():
    problems = [problem(0, graph=GRAPH), problem(1, graph=GRAPH), problem(2)]
    judgements = [
        judged(0, "right", credited=(0, 1, 2)),
        judged(0, "wrong", 1),
        judged(1, "missing"),
        judged(2, "right"),
    ]
    found = {each.relation: each for each in by_relation(problems, judgements, "full")}
    assert (found["移项"].credited.count, found["移项"].credited.n) == (2, 6)
    assert found["移项"].problems == 2
    assert found["移项"].credited.value == pytest.approx(1 / 3)


def test_another_protocol_and_problems_without_graphs_have_none():
    assert by_relation([problem(0, graph=GRAPH)], [judged(0, "right")], "literal") == ()
    assert by_relation([problem(0)], [judged(0, "right")], "full") == ()
