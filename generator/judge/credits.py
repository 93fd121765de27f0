"""Credit of one trace under each protocol: what it reached, what that earns, where it went wrong.

Sources: methods.md 5.2 (`literal`), 5.3 (`carp-2023`, and "R" for `full`).
"""

from __future__ import annotations

from collections.abc import Collection

from generator.graph import closure, givens, upstream_edges, upstream_givens
from generator.judge import carp2023, matching
from generator.judge.carp_answers import answer_of
from generator.judge.expressions import EXTRACTORS
from generator.judge.last_round import last_solution
from generator.judge.restatements import without_restatements
from generator.records import Credit, Expression, ExpressionGraph, Label, Problem, Protocol, Trace


def upstream_credit(problem: Problem, graph: ExpressionGraph, trace: Trace) -> Credit:
    """Return the credit of `carp-2023`, with upstream's own answer and comparison.

    A right answer earns every derived expression. So the label here can be `right` where the
    verdict of the judgement, which is our strict one, is not, and the other way round.
    """
    count = len(graph.derived)
    if carp2023.answers_equal(answer_of(trace), problem.answer):
        return Credit(derived=count, reached=(), credited=tuple(range(count)), label="right")
    kept, gone = upstream_givens(graph)
    expressions = carp2023.without_givens(EXTRACTORS["carp-2023"](trace), kept)
    found = matching.first_matches(
        graph.derived[:-1], expressions, carp2023.key, carp2023.same_node
    )
    found = tuple(match for match in found if graph.derived[match.node] not in gone)
    reached = tuple(match.node for match in found)
    edges = [edge for edge in upstream_edges(graph) if edge.source not in gone]
    credited = tuple(sorted(closure(reached, graph, edges)))
    return Credit(
        derived=count,
        reached=reached,
        credited=credited,
        label=upstream_label(len(credited), count),
        matches=found,
    )


def upstream_label(credited: int, derived: int) -> Label:
    """Return upstream's label of a failure: nothing credited, all but one, or in between."""
    if credited == 0:
        return "first"
    return "last" if credited == derived - 1 else "middle"


def literal_credit(
    graph: ExpressionGraph, expressions: tuple[Expression, ...], *, right: bool
) -> Credit:
    """Return the credit of the paper's wording for the given expressions.

    The answer's node is reached exactly when the answer is judged right; every other one when an
    expression equals it. All ancestors of what is reached are credited, along all edges.
    """
    last = len(graph.derived) - 1
    found = matching.first_matches(
        graph.derived[:-1], expressions, matching.KEY, matching.node_equal
    )
    reached = tuple(match.node for match in found) + ((last,) if right else ())
    credited = closure(reached, graph, graph.edges)
    return Credit(
        derived=last + 1,
        reached=reached,
        credited=tuple(sorted(credited)),
        label="right" if right else literal_label(credited, last + 1),
        matches=found,
    )


def literal_label(credited: Collection[int], derived: int) -> Label:
    """Return where a failure first went wrong: the first derived expression not credited."""
    wrong = next((index for index in range(derived) if index not in credited), derived - 1)
    if wrong == 0:
        return "first"
    return "last" if wrong == derived - 1 else "middle"


def credits_of(problem: Problem, trace: Trace, *, right: bool) -> dict[Protocol, Credit]:
    """Return the credit of a trace under every protocol; empty for a problem without a graph.

    `right` is the verdict of our judge; `carp-2023` has its own idea of a right answer. Of a method
    that goes in rounds, upstream's extractor is given the last solution, ours all of them.
    """
    graph = problem.graph
    if graph is None:
        return {}
    written = EXTRACTORS["full"](trace)
    last = last_solution(trace)
    steps = without_restatements(written, givens(graph), graph.derived)
    return {
        "carp-2023": upstream_credit(problem, graph, last),
        "literal": literal_credit(graph, EXTRACTORS["literal"](last), right=right),
        "full": literal_credit(graph, steps, right=right),
    }
