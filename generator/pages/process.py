"""One page per board on how the methods got there, from their traces."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from generator.aggregate import Board, Run
from generator.charts import Chart, lines_chart, scatter
from generator.pages import paths
from generator.pages.analysis import on_board
from generator.pages.site import ShownDataset, Site
from generator.pages.traced import has_process, runs_of
from generator.records import Page, Problem, Protocol
from generator.trace_analysis import (
    MIN_PROBLEMS,
    Curve,
    Effort,
    Shared,
    ToolUse,
    Unsolved,
    Upon,
    curve,
    effort,
    shared,
    stops,
    tool_use,
    unsolved,
    upon,
)

SHOWN: tuple[Protocol, ...] = ("carp-2023", "full")
"""Protocols on the page, the paper's and the recommended one; the file has all."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Group:
    """Runs that are looked at together on the problems that none of them solved."""

    name: str
    found: Unsolved
    protocols: tuple[Protocol, ...]
    """Those of SHOWN under which any row has a score."""


def process_pages(site: Site) -> Iterator[Page]:
    """Yield the page of every board with a run whose responses tell how they came about."""
    for dataset in site.datasets:
        board = site.boards.get(dataset.card.id)
        if board and has_process(board):
            yield Page(
                path=paths.process(dataset.card.id),
                title=f"{dataset.card.title}: how the methods got there",
                template="process.html.jinja",
                context={
                    "site": site,
                    "dataset": dataset,
                    "board": board,
                    **sections(dataset, board),
                },
            )


def sections(dataset: ShownDataset, board: Board) -> dict[str, object]:
    """Return what the page shows; what no trace holds is empty or None."""
    runs = runs_of(board)
    problems = {problem.id: problem for problem in on_board(dataset)}
    curves = curves_of(runs, problems)
    same = shared(runs)
    efforts = tuple(effort(run, same.problems) for run in same.runs if same.problems)
    numbers = {run.path: place for place, run in enumerate(runs, start=1)}
    return {
        "numbers": numbers,
        "partial": frozenset(numbers[run.path] for run in runs if not run.score.complete),
        "curves": curves,
        "turns": turns_chart(curves, numbers),
        "upons": upons_of(runs, problems),
        "same": same,
        "most": board.dataset.splits[board.dataset.board],
        "least": MIN_PROBLEMS,
        "efforts": efforts,
        "others": tuple(effort(run) for run in left_out(runs, same)),
        "calls": calls_chart(efforts, numbers),
        "tokens": tokens_chart(efforts, numbers),
        "stopped": {run.path: found for run in runs if (found := stops(run))},
        "runs": {run.path: run for run in runs},
        "tools": tools_of(runs),
        "groups": groups(board),
    }


def left_out(runs: Sequence[Run], same: Shared) -> tuple[Run, ...]:
    """Return the runs that are not looked at together with the others."""
    kept = same.runs if same.problems else ()
    return tuple(run for run in runs if run not in kept)


def curves_of(runs: Sequence[Run], problems: Mapping[str, Problem]) -> tuple[Curve, ...]:
    """Return the curves of the runs that have one."""
    return tuple(found for run in runs if (found := curve(run, problems)))


def upons_of(runs: Sequence[Run], problems: Mapping[str, Problem]) -> tuple[Upon, ...]:
    """Return what became of initial solutions in the runs that started from some."""
    return tuple(found for run in runs if (found := upon(run, problems, runs)))


def tools_of(runs: Sequence[Run]) -> tuple[ToolUse, ...]:
    """Return the tool use of the runs whose traces tell it."""
    return tuple(found for run in runs if (found := tool_use(run)))


def turns_chart(curves: Sequence[Curve], numbers: Mapping[str, int]) -> Chart | None:
    """Draw accuracy against turns; None where no run goes in rounds."""
    most = max((each.points[-1].turns for each in curves), default=0)
    series = [
        (
            numbers[each.run.path],
            [(k, p.accuracy.value or 0.0) for k in range(most + 1) if (p := each.at(k))],
        )
        for each in curves
    ]
    return lines_chart(series) if series else None


def calls_chart(efforts: Sequence[Effort], numbers: Mapping[str, int]) -> Chart | None:
    """Draw accuracy against calls a response; None for fewer than two runs."""
    points = [
        (numbers[each.run.path], (each.each(each.calls) or 0.0, each.accuracy.value or 0.0))
        for each in efforts
    ]
    return scatter(points) if len(points) > 1 else None


def tokens_chart(efforts: Sequence[Effort], numbers: Mapping[str, int]) -> Chart | None:
    """Draw accuracy against tokens a response; None for fewer than two runs that count them."""
    points = [
        (numbers[each.run.path], (mean, each.accuracy.value or 0.0))
        for each in efforts
        if (mean := each.each(each.tokens))
    ]
    return scatter(points, "log") if len(points) > 1 else None


def groups(board: Board) -> tuple[Group, ...]:
    """Return the ranked runs, and all runs where that is another group, on unsolved problems."""
    ranked = tuple(row.run for row in board.ranked)
    parties = {"ranked runs": ranked, "all runs": runs_of(board)}
    if parties["all runs"] == ranked:
        del parties["all runs"]
    found = ((name, unsolved(runs)) for name, runs in parties.items())
    return tuple(
        Group(name=name, found=each, protocols=_protocols(each)) for name, each in found if each
    )


def _protocols(found: Unsolved) -> tuple[Protocol, ...]:
    return tuple(p for p in SHOWN if any(p in scores for _, scores in found.rows))
