"""A row becomes a Problem with its graph, or every fault of it is named."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from tiny import CARD, problem_row

from generator.cards import DatasetCard
from generator.errors import FaultsFound
from generator.files import read_card, read_jsonl
from generator.problems import READERS
from generator.problems.graphs import is_answer

BAD = Path(__file__).parent / "data" / "bad"


@pytest.fixture
def card(tmp_path):
    (tmp_path / "dataset.yaml").write_text(CARD)
    return read_card(tmp_path / "dataset.yaml", DatasetCard)


def read(card, *rows):
    return READERS["efg"](list(enumerate(rows, start=1)), card, "problems.jsonl")


def faults(card, *rows):
    with pytest.raises(FaultsFound) as caught:
        read(card, *rows)
    return caught.value.faults


def three(**changed):
    return problem_row(0), problem_row(1, **changed), problem_row(2)


def with_edges(*links, nodes=None):
    edges = json.loads(json.dumps(problem_row(1)["edges"]))
    edges["links"].extend(links)
    edges["nodes"].extend({"id": node} for node in nodes or ())
    return three(edges=edges)


def test_a_row_becomes_a_problem_with_given_and_derived_nodes(card):
    problem = read(card, *three())[1]
    assert (problem.id, problem.split, problem.answer) == ("demo/test-0001", "test", "2")
    assert [node.kind for node in problem.graph.nodes] == ["given", "derived", "derived"]
    assert problem.graph.derived == ("2 x = 4", "x = 2")
    assert problem.language == "en"
    assert problem.answer_type == "expression"


def test_the_source_of_a_sentence_relation_is_a_text_node(card):
    link = {"rel": "属性描述", "source": "by symmetry", "target": "x = 2"}
    problem = read(card, *with_edges(link, nodes=["by symmetry"]))[1]
    assert problem.graph.nodes[-1].kind == "text"


def test_variants_levels_and_templates_are_read(card):
    both = card.model_copy(update={"languages": ("en", "zh")})
    variant = {"content": "求 $x$", "steps": "", "texts": {"by symmetry": "由对称"}}
    rows = three(level=2, template="linear", variants={"zh": variant})
    problem = read(both, *rows)[1]
    assert (problem.level, problem.template) == (2, "linear")
    assert problem.variants[0].question == "求 $x$"
    assert problem.variants[0].texts == {"by symmetry": "由对称"}


SOURCE, MIDDLE, END = "2 x - 4 = 0", "2 x = 4", "x = 2"


@pytest.mark.parametrize(
    ("rows", "field", "said"),
    [
        (three(id="demo/test-0000"), "id", "demo/test-0000 stands on line 1 already"),
        (three(id="demo/../0001"), "id", "is no id of this split"),
        (three(id="demo/test-0009"), "id", "beyond the 3 of the card"),
        (three(split="dev"), "id", "the card knows no split 'dev'"),
        (three(answer="7"), "answer", "'7' is not in the graph, whose last expression is 'x = 2'"),
        (three(answer=""), "answer", "is empty"),
        (three(answer=2), "answer", "a number where text is wanted"),
        (three(content=None), "content", "is null"),
        (three(exprs=[]), "exprs", "holds no expression"),
        (three(exprs=[MIDDLE, "x = 3"]), "exprs.1", "'x = 3' is not in the graph"),
        (three(exprs=[END, END]), "exprs.1", "stands there twice"),
        (three(edges=[]), "edges", "is no object"),
        (three(hint="x"), "hint", "there is no such field"),
        (
            with_edges({"rel": "等", "source": SOURCE, "target": END}),
            "edges.links.2.rel",
            "no relation",
        ),
        (
            with_edges({"rel": "代入", "source": "y = 1", "target": END}),
            "edges.links.2.source",
            "an edge to nowhere: no node 'y = 1'",
        ),
        (
            with_edges({"rel": "代入", "source": SOURCE, "target": MIDDLE}),
            "edges.links.2",
            "second edge",
        ),
        (
            with_edges({"rel": "代入", "source": END, "target": MIDDLE}),
            "edges.links",
            "a cycle: 2 x = 4 → x = 2 → 2 x = 4",
        ),
        (
            with_edges({"rel": "代入", "source": END, "target": END}),
            "edges.links",
            "a cycle: x = 2 → x = 2",
        ),
        (with_edges(nodes=[END]), "edges.nodes.3.id", "stands there twice"),
        (
            with_edges({"rel": "限制性描述", "source": MIDDLE, "target": END}),
            "edges.links",
            "both a sentence and an expression",
        ),
        (with_edges(nodes=[f"y = {k}" for k in range(600)]), "edges.nodes", "more than 500 nodes"),
    ],
)
def test_each_fault_names_line_field_and_cure(card, rows, field, said):
    found = [fault for fault in faults(card, *rows) if fault.field == field]
    assert [fault.line for fault in found[:1]] == [2]
    assert said in found[0].message
    assert found[0].cure


def test_faults_of_all_lines_come_together(card):
    rows = problem_row(0, answer=1), problem_row(1, split="x"), problem_row(2, exprs=[])
    assert {fault.line for fault in faults(card, *rows)} >= {1, 2, 3}


def test_problems_that_the_card_counts_and_the_file_lacks_are_named(card):
    (fault,) = faults(card, problem_row(0), problem_row(2))
    assert fault.message == "missing: demo/test-0001"


@pytest.mark.parametrize(
    ("answer", "last", "accepted"),
    [
        ("x = 2", "x = 2", True),
        ("2", "x = 2", True),
        ("2", "x=2", True),
        ("- 3", r"x \ge - 3", True),
        ("x", "x = 2", False),
        ("2", "x = 12", False),
        (r"\left(1\right)", r"y = \left(1\right)", True),
    ],
)
def test_an_answer_is_the_last_expression_or_its_right_side(answer, last, accepted):
    assert is_answer(answer, last) is accepted


def test_a_pinned_dataset_keeps_answers_that_we_cannot_mend(card):
    pinned = card.model_copy(update={"source": "pinned"})
    assert read(pinned, *three(answer="7"))[1].answer == "7"


@pytest.mark.parametrize("name", sorted(path.name for path in BAD.glob("problems-*.jsonl")))
def test_every_bad_file_is_refused_with_a_cure(card, name):
    with pytest.raises(FaultsFound) as caught:
        READERS["efg"](read_jsonl(BAD / name), card, name)
    assert all(fault.cure for fault in caught.value.faults)
