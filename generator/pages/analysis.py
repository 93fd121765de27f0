"""One page per board on what its numbers can tell: who differs, on which problems, and where."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

from generator.aggregate import Board, Run, run_outcomes
from generator.breakdown import PROPERTIES, Cell, Part, RelationScore, breakdowns, by_relation
from generator.compare import Comparison, Incomparable
from generator.pages import paths
from generator.pages.site import ShownDataset, Site
from generator.pages.traced import has_process
from generator.problem_analysis import Finding, ProblemAnalysis, ProblemScore, problem_analysis
from generator.records import Page, Problem

MOST_PAIRS = 190
"""Pairs that are listed: all of 20 runs. Of more runs, those next to each other in rank."""
MOST_RUNS = 12
"""Runs that stand side by side in a table of parts; all are in the file beside the page."""
MOST_PROBLEMS = 60
"""Problems that are listed per finding; all are in the file beside the page."""
LISTED: tuple[Finding, ...] = ("never", "reversed", "discriminating", "always")
"""Findings that have a list of their problems, in this order."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PartsTable:
    """Accuracy of several runs by one property of the problems."""

    by: str
    """Key of breakdown.PROPERTIES."""
    parts: tuple[Part, ...]
    """One per row."""
    runs: tuple[Mapping[Part, Cell], ...]
    """One per column, in the order of the board; all have all parts."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Listed:
    """Problems with one finding."""

    finding: Finding
    total: int
    problems: tuple[tuple[Problem, ProblemScore], ...]
    """MOST_PROBLEMS at most: by discrimination where it is about that, by id otherwise."""


def analysis_pages(site: Site) -> Iterator[Page]:
    """Yield the analysis of every board with a ranked run."""
    for dataset in site.datasets:
        board = site.boards.get(dataset.card.id)
        if board and board.ranked:
            yield Page(
                path=paths.analysis(dataset.card.id),
                title=f"{dataset.card.title}: analysis",
                template="analysis.html.jinja",
                context={
                    "site": site,
                    "dataset": dataset,
                    "board": board,
                    "titles": {row.run.path: row.run.card.title for row in board.ranked},
                    "pairs": pairs(board),
                    "columns": ranked(board)[:MOST_RUNS],
                    "parts": parts_tables(dataset, ranked(board)[:MOST_RUNS]),
                    "relations": relations(dataset, ranked(board)[:MOST_RUNS]),
                    "analysis": analysed(board),
                    "process": has_process(board),
                    "lists": lists(dataset, analysed(board)),
                },
            )


def ranked(board: Board) -> tuple[Run, ...]:
    """Return the ranked runs, best first."""
    return tuple(row.run for row in board.ranked)


def pairs(board: Board) -> tuple[Comparison | Incomparable, ...]:
    """Return the pairs to list: all of them, or those next to each other where they are many."""
    if len(board.comparisons) <= MOST_PAIRS:
        return board.comparisons
    order = [row.run.path for row in board.ranked]
    following = {*pairwise(order)}
    return tuple(pair for pair in board.comparisons if (pair.left, pair.right) in following)


def parts_tables(dataset: ShownDataset, runs: Sequence[Run]) -> tuple[PartsTable, ...]:
    """Return one table per property that the problems of the board's split differ in."""
    problems = on_board(dataset)
    found = [{each.by: each for each in breakdowns(problems, run.judgements)} for run in runs]
    return tuple(
        PartsTable(
            by=by,
            parts=tuple(cell.part for cell in found[0][by].cells),
            runs=tuple({cell.part: cell for cell in each[by].cells} for each in found),
        )
        for by in PROPERTIES
        if found and by in found[0]
    )


def relations(
    dataset: ShownDataset, runs: Sequence[Run]
) -> dict[str, tuple[RelationScore | None, ...]]:
    """Return relation -> credit under `full` of each run; empty without graphs."""
    problems = on_board(dataset)
    found = [
        {each.relation: each for each in by_relation(problems, run.judgements, "full")}
        for run in runs
    ]
    names = dict.fromkeys(name for each in found for name in each)
    return {name: tuple(each.get(name) for each in found) for name in names}


def analysed(board: Board) -> ProblemAnalysis:
    """Return the problem analysis over the ranked runs."""
    return problem_analysis([run_outcomes(board.dataset, run) for run in ranked(board)])


def lists(dataset: ShownDataset, analysis: ProblemAnalysis) -> tuple[Listed, ...]:
    """Return the problems by finding; findings that no problem has are left out."""
    known = {problem.id: problem for problem in dataset.problems}
    found = ((finding, sorted(analysis.having(finding), key=_order)) for finding in LISTED)
    return tuple(
        Listed(
            finding=finding,
            total=len(scores),
            problems=tuple((known[x.problem_id], x) for x in scores[:MOST_PROBLEMS]),
        )
        for finding, scores in found
        if scores
    )


def _order(score: ProblemScore) -> tuple[float, str]:
    """Return what orders a list: the clearest first, then by id."""
    return -abs(score.discrimination or 0.0), score.problem_id


def on_board(dataset: ShownDataset) -> tuple[Problem, ...]:
    """Return the problems of the split that the board ranks."""
    return tuple(problem for problem in dataset.problems if problem.split == dataset.card.board)
