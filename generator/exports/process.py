"""The analysis of traces as data: one long CSV per board, counts first."""

from __future__ import annotations

from collections.abc import Iterator

from generator.exports.tables import Record, csv_text
from generator.pages import paths
from generator.pages.analysis import on_board
from generator.pages.process import Group, curves_of, groups, tools_of, upons_of
from generator.pages.site import ShownDataset, Site
from generator.pages.traced import has_process, runs_of
from generator.records import Proportion
from generator.trace_analysis import Curve, Effort, ToolUse, Upon, effort, shared, stops

DIGITS = 6
"""Decimals of fractions."""


def process_files(site: Site) -> Iterator[tuple[str, bytes]]:
    """Yield (path, bytes) of the table of every board that has the page."""
    for dataset in site.datasets:
        board = site.boards.get(dataset.card.id)
        if board and has_process(board):
            records = [*process_records(dataset, site)]
            yield paths.analysis_data(dataset.card.id, "traces"), csv_text(records).encode()


def process_records(dataset: ShownDataset, site: Site) -> Iterator[Record]:
    """Yield every number of the page: run, table, part, count, n; `n` is the denominator."""
    board = site.boards[dataset.card.id]
    runs = runs_of(board)
    problems = {problem.id: problem for problem in on_board(dataset)}
    for run in runs:
        yield from _effort(effort(run), "effort")
        for reason, count in stops(run).items():
            yield _row(run.path, "stops", reason, count, len(run.responses))
    same = shared(runs)
    for run in same.runs:
        yield from _effort(effort(run, same.problems), "effort on shared problems")
    for found in curves_of(runs, problems):
        yield from _curve(found)
    for built in upons_of(runs, problems):
        yield from _upon(built)
    for used in tools_of(runs):
        yield from _tools(used)
    for group in groups(board):
        yield from _unsolved(group)


def _unsolved(group: Group) -> Iterator[Record]:
    for run, scores in group.found.rows:
        for name, score in scores.items():
            table = f"unsolved by {group.name}, {name}"
            yield _row(run.path, table, "credited", score.credited, score.derived)
            yield _share(run.path, table, "expacc", group.found.expacc[run.path, name])
            for label, count in score.fail.items():
                yield _row(run.path, table, f"fail@{label}", count, score.failures)


def _effort(found: Effort, table: str) -> Iterator[Record]:
    yield _share(found.run.path, table, "accuracy", found.accuracy)
    for name in ("calls", "tool_calls", "tokens_in", "tokens_out"):
        yield _row(found.run.path, table, name, getattr(found, name), found.responses)
    cost = None if found.cost is None else float(found.cost)
    yield _row(found.run.path, table, "cost in US dollars", cost, found.responses)


def _curve(found: Curve) -> Iterator[Record]:
    for point in found.points:
        yield _share(found.run.path, "accuracy by maximum turns", str(point.turns), point.accuracy)


def _upon(found: Upon) -> Iterator[Record]:
    table = f"upon {found.init}"
    yield _share(found.run.path, table, "at first", found.first)
    yield _share(found.run.path, table, "in the end", found.last)
    yield _row(found.run.path, table, "gained", found.gained, len(found.run.responses))
    yield _row(found.run.path, table, "lost", found.lost, len(found.run.responses))
    if found.alone:
        yield _share(found.run.path, table, "initialiser's own run", found.alone.accuracy)
        yield _share(found.run.path, table, "this run there", found.alone.built)


def _tools(found: ToolUse) -> Iterator[Record]:
    parts = {"ran": "actions", "failed": "actions", "unread": "actions", "thought": "actions"}
    for name, whole in {**parts, "made": "outputs", "broken": "programs"}.items():
        part, total = getattr(found, name), getattr(found, whole)
        yield _row(found.run.path, f"tools, of {whole}", name, part, total)


def _share(run: str, table: str, part: str, share: Proportion) -> Record:
    return _row(run, table, part, round(share.count, DIGITS), share.n)


def _row(run: str, table: str, part: str, count: float | None, n: int) -> Record:
    return {"run": run, "table": table, "part": part, "count": count, "n": n}
