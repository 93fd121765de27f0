"""Problems and responses written down in tests/data/step_examples.yaml and in the shared spec."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from fractions import Fraction
from pathlib import Path
from typing import Any

import yaml

from generator.records import (
    TEXT_RELATIONS,
    Edge,
    ExpressionGraph,
    Message,
    Node,
    NodeKind,
    Problem,
    Response,
)

OWN = Path(__file__).parent / "data" / "step_examples.yaml"
SHARED = Path(__file__).parents[2] / "shared"
SPEC = SHARED / "spec" / "efg_examples.json"


def graph(edges: Sequence[Edge], derived: Sequence[str]) -> ExpressionGraph:
    """A graph from its edges: a source that nothing leads to is given, or a sentence."""
    names = dict.fromkeys(end for edge in edges for end in (edge.source, edge.target))
    texts = {edge.source for edge in edges if edge.relation in TEXT_RELATIONS}

    def kind(name: str) -> NodeKind:
        if name in texts:
            return "text"
        return "derived" if name in derived else "given"

    nodes = tuple(Node(id=name, kind=kind(name)) for name in names)
    return ExpressionGraph(nodes=nodes, edges=tuple(edges), derived=tuple(derived))


def problem(answer: str, edges: Sequence[Edge], derived: Sequence[str]) -> Problem:
    return Problem(
        id="examples/test-0000",
        dataset="examples",
        split="test",
        question="",
        answer=answer,
        answer_type="expression",
        language="en",
        graph=graph(edges, derived),
    )


def messages(pairs: Sequence[tuple[str, str]]) -> Response:
    told = tuple(Message(role=role, content=content) for role, content in pairs)
    return Response(problem_id="examples/test-0000", messages=told)


def own() -> list[tuple[str, Problem, Response, Mapping[str, tuple[Fraction, str]]]]:
    """(name, problem, response, protocol -> (ExpAcc, label)) of every example of our own."""
    return [_own(row) for row in yaml.safe_load(OWN.read_text("utf-8"))]


def _own(row: dict[str, Any]) -> tuple[str, Problem, Response, dict[str, tuple[Fraction, str]]]:
    edges = [Edge(source=a, relation=rel, target=b) for a, rel, b in row["edges"]]
    given = (
        messages(row["messages"])
        if "messages" in row
        else Response(problem_id="examples/test-0000", text=row["text"])
    )
    expected = {name: (Fraction(share), label) for name, (share, label) in row["expected"].items()}
    return row["name"], problem(row["answer"], edges, row["derived"]), given, expected


def spec() -> list[dict[str, Any]]:
    """The twelve examples of the spec, with `problem` and `response` added; empty without it."""
    if not SPEC.exists():
        return []
    return [
        {**row, "problem": _spec_problem(row), "response": _spec_response(row)}
        for row in json.loads(SPEC.read_text("utf-8"))
    ]


def _spec_problem(row: dict[str, Any]) -> Problem:
    links = row["graph"]["links"]
    edges = [Edge(source=x["source"], relation=x["rel"], target=x["target"]) for x in links]
    return problem(row["answer"], edges, row["exprs"])


def _spec_response(row: dict[str, Any]) -> Response:
    if isinstance(row["output"], list):
        return messages([(m["role"], m["content"]) for m in row["output"]])
    text = f"{row['output']}\n答案是：{row['predicted']}"
    return Response(problem_id="examples/test-0000", text=text)
