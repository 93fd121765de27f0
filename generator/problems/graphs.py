"""The `edges` and `exprs` of a row -> ExpressionGraph, or a fault for all that is not sound.

Sound: node ids unique, relations known, edges between nodes, none twice, none from a node to
itself, no cycle; the derived expressions are nodes, at least one, none twice; a text node is
never derived. Source: methods.md 6.3, the checks that CARP's dev and test pass.
"""

from __future__ import annotations

import graphlib
import re
from collections.abc import Iterable, Mapping, Sequence

from generator.fields import Fields
from generator.records import (
    RELATIONS,
    TEXT_RELATIONS,
    Edge,
    ExpressionGraph,
    Node,
    NodeKind,
)

_SIGNS = re.compile(r"=|<|>|\\(?:leqslant|geqslant|leq?|geq?|neq?|approx)(?![A-Za-z])|≤|≥|≠")
MAX_NODES = 500
"""Nodes of one graph; CARP's largest has 18."""
_SHOWN = 60
"""Characters of a node's id that a fault shows."""


def graph(fields: Fields) -> ExpressionGraph | None:
    """Return the graph of a row; None when it is at fault (the faults are in `fields`)."""
    before = len(fields.faults)
    link = fields.nested("edges")
    ids = _node_ids(link)
    edges = tuple(_edges(link, frozenset(ids)))
    derived = _derived(fields, frozenset(ids))
    texts = {edge.source for edge in edges if edge.relation in TEXT_RELATIONS}
    _check_texts(link, edges, texts, derived)
    _check_cycle(link, edges)
    if len(fields.faults) > before:
        return None
    kinds = _kinds(texts, derived)
    nodes = tuple(Node(id=name, kind=kinds.get(name, "given")) for name in ids)
    return ExpressionGraph(nodes=nodes, edges=edges, derived=derived)


def is_answer(answer: str, last: str) -> bool:
    """Whether `answer` is `last` or the part behind its last relation sign, blanks aside."""
    wanted = _solid(answer)
    whole = _solid(last)
    return wanted in (whole, _SIGNS.split(whole)[-1])


def _solid(text: str) -> str:
    return "".join(text.split())


def _short(name: str) -> str:
    return name if len(name) <= _SHOWN else name[:_SHOWN] + "…"


def _node_ids(link: Fields) -> tuple[str, ...]:
    link.only(("directed", "multigraph", "graph", "nodes", "links"))
    nodes = link.objects("nodes")
    if len(nodes) > MAX_NODES:
        link.fault("nodes", f"more than {MAX_NODES} nodes", "split the problem")
    ids: dict[str, None] = {}
    for node in nodes:
        node.only(("id",))
        name = node.text("id", blank=False)
        if name in ids:
            node.fault("id", f"the node {_short(name)!r} stands there twice", "delete one of them")
        ids[name] = None
    return tuple(ids)


def _edges(link: Fields, ids: frozenset[str]) -> Iterable[Edge]:
    seen: set[tuple[str, str]] = set()
    for entry in link.objects("links"):
        entry.only(("rel", "source", "target"))
        edge = Edge(
            source=entry.text("source"), target=entry.text("target"), relation=entry.text("rel")
        )
        _check_edge(entry, edge, ids)
        if (edge.source, edge.target) in seen:
            entry.fault("", "a second edge between the same nodes", "keep one of the two")
        seen.add((edge.source, edge.target))
        yield edge


def _check_edge(entry: Fields, edge: Edge, ids: frozenset[str]) -> None:
    if edge.relation not in RELATIONS:
        message = f"there is no relation {edge.relation!r:.40}"
        entry.fault("rel", message, f"write one of {'、'.join(RELATIONS)}")
    for end, name in (("source", edge.source), ("target", edge.target)):
        if name not in ids:
            message = f"an edge to nowhere: no node {_short(name)!r}"
            entry.fault(end, message, "add the node to `nodes`, or correct the edge")


def _derived(fields: Fields, ids: frozenset[str]) -> tuple[str, ...]:
    derived = fields.texts("exprs")
    if not derived and "exprs" in fields:
        fields.fault("exprs", "holds no expression", "list what has to be reached, answer last")
    seen: set[str] = set()
    for place, name in enumerate(derived):
        if name not in ids:
            message = f"{_short(name)!r} is not in the graph"
            fields.fault(f"exprs.{place}", message, "add the node, or correct the expression")
        if name in seen:
            message = f"{_short(name)!r} stands there twice"
            fields.fault(f"exprs.{place}", message, "delete one of the two")
        seen.add(name)
    return derived


def _check_texts(
    link: Fields, edges: Sequence[Edge], texts: set[str], derived: Sequence[str]
) -> None:
    uses = {edge.source for edge in edges if edge.relation not in TEXT_RELATIONS}
    targets = {edge.target for edge in edges} | set(derived)
    for name in sorted(texts & (uses | targets)):
        message = f"{_short(name)!r} is both a sentence and an expression"
        link.fault(
            "links", message, "use it with 限制性描述, 属性描述 or 假设描述 only, as a source"
        )


def _check_cycle(link: Fields, edges: Sequence[Edge]) -> None:
    """Refuse a cycle and name it; a node that leads to itself is the shortest one."""
    before: dict[str, set[str]] = {}
    for edge in edges:
        before.setdefault(edge.target, set()).add(edge.source)
    try:
        graphlib.TopologicalSorter(before).prepare()
    except graphlib.CycleError as error:
        path = " → ".join(_short(name) for name in error.args[1])
        link.fault("links", f"a cycle: {path}", "delete or turn round one of its edges")


def _kinds(texts: Iterable[str], derived: Iterable[str]) -> Mapping[str, NodeKind]:
    kinds: dict[str, NodeKind] = dict.fromkeys(texts, "text")
    kinds.update(dict.fromkeys(derived, "derived"))
    return kinds
