"""A judged run -> its accuracy on parts of the problems, and its steps by relation of the graph."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from generator.metrics.accuracy import accuracy
from generator.metrics.intervals import ratio
from generator.records import RELATIONS, ExpressionGraph, Judgement, Problem, Proportion, Protocol

Part: TypeAlias = str | int
"""Name of a part of the problems: a level, a subject, a number of expressions."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Cell:
    """Accuracy on one part of the problems."""

    part: Part
    """What its problems have in common."""
    accuracy: Proportion
    """Over the problems of the part, all attempts and missing ones included."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Breakdown:
    """Accuracy by one property of the problems."""

    by: str
    """Key of PROPERTIES."""
    cells: tuple[Cell, ...]
    """Two or more, by part: numbers ascending, names in alphabetical order."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RelationScore:
    """How many of the derived expressions that a relation leads to are credited."""

    relation: str
    """A key of RELATIONS."""
    problems: int
    """Problems with such an expression."""
    credited: Proportion
    """Credited of all such expressions, over all attempts; `n` counts expressions."""


def _derived(problem: Problem) -> int | None:
    return len(problem.graph.derived) if problem.graph else None


PROPERTIES: Mapping[str, Callable[[Problem], Part | None]] = {
    "level": lambda problem: problem.level,
    "subject": lambda problem: problem.subject or None,
    "template": lambda problem: problem.template,
    "answer type": lambda problem: problem.answer_type,
    "language": lambda problem: problem.language,
    "derived expressions": _derived,
}
"""Name of a property -> its value; problems without one are in no part."""


def breakdowns(
    problems: Sequence[Problem], judgements: Iterable[Judgement]
) -> tuple[Breakdown, ...]:
    """Return accuracy by every property that has two values or more among `problems`.

    `judgements` are those of a run on the split, as judge_run gives them.
    """
    groups = _groups(problems, judgements)
    found = (_breakdown(name, problems, groups) for name in PROPERTIES)
    return tuple(each for each in found if len(each.cells) > 1)


def _breakdown(
    name: str, problems: Sequence[Problem], groups: Mapping[str, Sequence[Judgement]]
) -> Breakdown:
    parts: dict[Part, list[Sequence[Judgement]]] = {}
    for problem in problems:
        part = PROPERTIES[name](problem)
        if part is not None and groups[problem.id]:
            parts.setdefault(part, []).append(groups[problem.id])
    cells = (Cell(part=part, accuracy=accuracy(parts[part])) for part in sorted(parts))
    return Breakdown(by=name, cells=tuple(cells))


def _groups(
    problems: Sequence[Problem], judgements: Iterable[Judgement]
) -> dict[str, list[Judgement]]:
    """Return problem id -> its judgements."""
    groups: dict[str, list[Judgement]] = {problem.id: [] for problem in problems}
    for judgement in judgements:
        if judgement.problem_id in groups:
            groups[judgement.problem_id].append(judgement)
    return groups


def by_relation(
    problems: Sequence[Problem], judgements: Iterable[Judgement], protocol: Protocol
) -> tuple[RelationScore, ...]:
    """Return the credit by relation, in the order of RELATIONS; empty without graphs.

    A derived expression counts once under every relation of an edge into it, over all attempts;
    one that no edge leads to counts under none. Problems are clusters of the interval.
    Example: two problems with one expression each by 代入, one credited: 1 of 2.
    """
    parts: dict[str, dict[str, tuple[int, int]]] = {}
    graphs = {problem.id: problem.graph for problem in problems if problem.graph}
    incoming = {id_: _incoming(graph) for id_, graph in graphs.items()}
    for judgement in judgements:
        if judgement.problem_id in graphs and protocol in judgement.credits:
            credited = frozenset(judgement.credits[protocol].credited)
            _add(parts, judgement.problem_id, incoming[judgement.problem_id], credited)
    return tuple(_relation(name, parts[name]) for name in RELATIONS if name in parts)


def _add(
    parts: dict[str, dict[str, tuple[int, int]]],
    problem: str,
    incoming: Mapping[str, frozenset[int]],
    credited: frozenset[int],
) -> None:
    """Add one attempt: relation -> problem -> (credited, derived)."""
    for relation, nodes in incoming.items():
        counts = parts.setdefault(relation, {})
        count, size = counts.get(problem, (0, 0))
        counts[problem] = (count + len(nodes & credited), size + len(nodes))


def _incoming(graph: ExpressionGraph) -> dict[str, frozenset[int]]:
    """Return relation -> indices of the derived expressions that it leads to."""
    place = {node: index for index, node in enumerate(graph.derived)}
    found: dict[str, set[int]] = {}
    for edge in graph.edges:
        if edge.target in place:
            found.setdefault(edge.relation, set()).add(place[edge.target])
    return {relation: frozenset(nodes) for relation, nodes in found.items()}


def _relation(name: str, counts: Mapping[str, tuple[int, int]]) -> RelationScore:
    return RelationScore(relation=name, problems=len(counts), credited=ratio([*counts.values()]))
