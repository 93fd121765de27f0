"""Pure questions about an expression flow graph: parents, ancestors, givens, faults.

Source: CARP's graphs (RUCAIBox/CARP `data/carp`, `src/utils/graph_utils.py`).
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping

from generator.records import RELATIONS, TEXT_RELATIONS, Edge, ExpressionGraph

REFERENCE_RELATION = "提取因式参考"
"""Edges of this relation are left out by upstream's evaluator: no credit passes through them."""


def parents(edges: Iterable[Edge]) -> dict[str, tuple[str, ...]]:
    """Return target -> its sources, both in the order of `edges`."""
    found: dict[str, tuple[str, ...]] = {}
    for edge in edges:
        found[edge.target] = (*found.get(edge.target, ()), edge.source)
    return found


def ancestors(node: str, above: Mapping[str, Iterable[str]]) -> frozenset[str]:
    """Return every node that `node` follows from, itself not included; terminates on cycles."""
    seen: set[str] = set()
    waiting = [node]
    while waiting:
        new = [source for source in above.get(waiting.pop(), ()) if source not in seen]
        seen.update(new)
        waiting.extend(new)
    return frozenset(seen - {node})


def closure(reached: Collection[int], graph: ExpressionGraph, edges: Iterable[Edge]) -> set[int]:
    """Return `reached` and the derived ancestors of its members along `edges`.

    All numbers are indices into `graph.derived`.
    """
    above = parents(edges)
    place = {name: index for index, name in enumerate(graph.derived)}
    names = {graph.derived[index] for index in reached}
    for index in reached:
        names |= ancestors(graph.derived[index], above)
    return {place[name] for name in names if name in place}


def upstream_edges(graph: ExpressionGraph) -> tuple[Edge, ...]:
    """Return the edges that upstream keeps: all but those of `REFERENCE_RELATION`."""
    return tuple(edge for edge in graph.edges if edge.relation != REFERENCE_RELATION)


def givens(graph: ExpressionGraph) -> tuple[str, ...]:
    """Return the ids of the expressions that stand in the problem, in the order of the nodes."""
    return tuple(node.id for node in graph.nodes if node.kind == "given")


def upstream_givens(graph: ExpressionGraph) -> tuple[tuple[str, ...], frozenset[str]]:
    """Return upstream's given expressions, and all nodes that it takes out of the graph.

    After dropping the reference edges, a node without edges is gone and a node that nothing leads
    to counts as given, even where it is a derived expression; sources of text relations are
    sentences and no expressions.
    """
    kept = upstream_edges(graph)
    below = {edge.target for edge in kept}
    touched = below | {edge.source for edge in kept}
    text = {edge.source for edge in kept if edge.relation in TEXT_RELATIONS}
    roots = [node.id for node in graph.nodes if node.id in touched - below]
    gone = frozenset(node.id for node in graph.nodes) - below
    return tuple(name for name in roots if name not in text), gone


def faults(graph: ExpressionGraph) -> list[str]:
    """Return one sentence for everything that is wrong with a graph; empty when it is sound."""
    names = [node.id for node in graph.nodes]
    known = set(names)
    derived = {node.id for node in graph.nodes if node.kind == "derived"}
    found = [f"node {name!r} stands twice" for name in sorted(known) if names.count(name) > 1]
    found += _edge_faults(graph.edges, known)
    found += [f"{name!r} is no derived node" for name in graph.derived if name not in derived]
    found += [] if graph.derived else ["there is no derived expression"]
    return found or _order_faults(graph)


def _edge_faults(edges: tuple[Edge, ...], known: set[str]) -> list[str]:
    """Return the faults of single edges: unknown ends or relation, loops, parallels."""
    found = []
    seen: set[tuple[str, str]] = set()
    for edge in edges:
        pair = (edge.source, edge.target)
        found += [f"edge to or from unknown node {end!r}" for end in pair if end not in known]
        found += [f"unknown relation {edge.relation!r}"] if edge.relation not in RELATIONS else []
        found += [f"node {edge.source!r} follows from itself"] if pair[0] == pair[1] else []
        found += [f"edge {pair[0]!r} -> {pair[1]!r} stands twice"] if pair in seen else []
        seen.add(pair)
    return found


def _order_faults(graph: ExpressionGraph) -> list[str]:
    """Return cycles, derived nodes without a source, and derived expressions out of order."""
    above = parents(graph.edges)
    place = {name: index for index, name in enumerate(graph.derived)}
    found = [f"nothing leads to {name!r}" for name in graph.derived if name not in above]
    for name in above:
        upper = {a: ancestors(a, above) for a in above[name]}
        if any(name in ancestors_of for ancestors_of in upper.values()):
            found.append(f"the graph has a cycle through {name!r}")
        elif any(place.get(a, -1) > place.get(name, len(place)) for a in upper):
            found.append(f"{name!r} stands before an expression that it follows from")
    return found
