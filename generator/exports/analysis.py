"""The analysis of boards as data beside the pages: CSV at stable addresses, nothing left out."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import asdict

from generator.aggregate import Board
from generator.breakdown import breakdowns, by_relation
from generator.compare import Comparison, Incomparable
from generator.exports.tables import Record, csv_text
from generator.pages import paths
from generator.pages.analysis import analysed, on_board, ranked
from generator.pages.site import ShownDataset, Site
from generator.records import PROTOCOLS, Proportion

DIGITS = 6
"""Decimals of fractions; a p below is written with all its digits."""


def analysis_files(site: Site) -> Iterator[tuple[str, bytes]]:
    """Yield (path, bytes) of the three tables of every board with a ranked run."""
    for dataset in site.datasets:
        board = site.boards.get(dataset.card.id)
        if board and board.ranked:
            rows = {
                "comparisons": [comparison_record(each) for each in board.comparisons],
                "breakdowns": [*breakdown_records(dataset, board)],
                "problem-analysis": [{**asdict(each)} for each in analysed(board).problems],
            }
            for name, records in rows.items():
                yield paths.analysis_data(dataset.card.id, name), csv_text(records).encode()


def comparison_record(pair: Comparison | Incomparable) -> Record:
    """Return one pair, flat; `better` is empty where the runs cannot be told apart."""
    if isinstance(pair, Incomparable):
        return {"left": pair.left, "right": pair.right, "reason": pair.reason}
    found: Record = {"left": pair.left, "right": pair.right, "reason": ""}
    found |= {"n": pair.n, "wins": pair.wins, "losses": pair.losses}
    for name in ("difference", "low", "high"):
        found[name] = round(getattr(pair, name), DIGITS)
    p, adjusted = f"{pair.p:.4g}", f"{pair.adjusted:.4g}"
    return found | {"test": pair.test, "p": p, "p_holm": adjusted, "better": pair.better}


def breakdown_records(dataset: ShownDataset, board: Board) -> Iterator[Record]:
    """Yield accuracy by part, and credit by relation under every protocol, of every ranked run."""
    problems = on_board(dataset)
    for run in ranked(board):
        for table in breakdowns(problems, run.judgements):
            for cell in table.cells:
                yield _record(run.path, "accuracy", table.by, str(cell.part), cell.accuracy)
        for protocol in PROTOCOLS:
            for each in by_relation(problems, run.judgements, protocol):
                name = f"credited {protocol}"
                yield _record(run.path, name, "relation", each.relation, each.credited)


def _record(run: str, metric: str, by: str, part: str, share: Proportion) -> Record:
    ends = {"value": share.value, "low": share.low, "high": share.high}
    return {
        "run": run,
        "metric": metric,
        "by": by,
        "part": part,
        "count": round(share.count, DIGITS),
        "n": share.n,
        **{name: None if end is None else round(end, DIGITS) for name, end in ends.items()},
    }
