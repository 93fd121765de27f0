"""Problems -> the sizes that a dataset's page shows, counted anew from the problems themselves.

The quantities are those of CARP's Table 1 and of methods.md 6.1 and 6.2, for any dataset.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from generator.records import RELATIONS, ExpressionGraph, Problem

_TOKEN = re.compile(r"\\[A-Za-z]+|\\.|\S")
"""A LaTeX command, an escaped character, or any one character that is no blank."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Spread:
    """Mean and maximum of a size over problems."""

    mean: float | None
    """None when there is nothing to average."""
    largest: int
    """0 when there is nothing."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Lengths:
    """Length of a text, in three units."""

    characters: Spread
    solid: Spread
    """Characters that are no blanks."""
    tokens: Spread
    """Chinese characters, LaTeX commands and other characters, blanks left out."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RelationCount:
    """How often a relation occurs."""

    edges: int
    problems: int
    """Problems with at least one such edge."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Statistics:
    """Sizes of one split, or of several together."""

    problems: int
    question: Lengths
    solution: Lengths
    """Over problems that have a solution."""
    nodes: Spread
    """This and what follows: over problems with a graph."""
    edges: Spread
    expression_nodes: Spread
    """Nodes that are no sentences."""
    derived: Spread
    """Expressions that have to be reached."""
    by_derived: Mapping[int, int]
    """Number of derived expressions -> problems, ascending."""
    relations: Mapping[str, RelationCount]
    """Every relation that occurs, most edges first, then in the order of RELATIONS."""
    letter_differences: int
    """Problems whose answer is not the last derived expression letter for letter."""


def statistics(problems: Sequence[Problem]) -> Statistics:
    """Return the sizes of `problems`; of none, all counts are 0 and all means None."""
    graphs = [problem.graph for problem in problems if problem.graph is not None]
    by_derived = Counter(len(graph.derived) for graph in graphs)
    return Statistics(
        problems=len(problems),
        question=_lengths([problem.question for problem in problems]),
        solution=_lengths([problem.solution for problem in problems if problem.solution]),
        nodes=_spread(len(graph.nodes) for graph in graphs),
        edges=_spread(len(graph.edges) for graph in graphs),
        expression_nodes=_spread(_expression_nodes(graph) for graph in graphs),
        derived=_spread(len(graph.derived) for graph in graphs),
        by_derived=dict(sorted(by_derived.items())),
        relations=_relations(graphs),
        letter_differences=sum(
            problem.answer != problem.graph.derived[-1] for problem in problems if problem.graph
        ),
    )


def _lengths(texts: Sequence[str]) -> Lengths:
    return Lengths(
        characters=_spread(len(text) for text in texts),
        solid=_spread(len("".join(text.split())) for text in texts),
        tokens=_spread(len(_TOKEN.findall(text)) for text in texts),
    )


def _spread(sizes: Iterable[int]) -> Spread:
    found = list(sizes)
    mean = sum(found) / len(found) if found else None
    return Spread(mean=mean, largest=max(found, default=0))


def _expression_nodes(graph: ExpressionGraph) -> int:
    return sum(node.kind != "text" for node in graph.nodes)


def _relations(graphs: Iterable[ExpressionGraph]) -> dict[str, RelationCount]:
    edges: Counter[str] = Counter()
    problems: Counter[str] = Counter()
    for graph in graphs:
        found = [edge.relation for edge in graph.edges]
        edges.update(found)
        problems.update(set(found))
    order = {relation: place for place, relation in enumerate(RELATIONS)}
    ranked = sorted(edges, key=lambda relation: (-edges[relation], order[relation]))
    return {name: RelationCount(edges=edges[name], problems=problems[name]) for name in ranked}
