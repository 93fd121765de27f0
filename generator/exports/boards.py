"""Boards as data beside the pages: the same numbers as CSV, JSON and Parquet."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import asdict

from generator.aggregate import Board, Row
from generator.exports.tables import Column, Columns, Record, csv_text, parquet_bytes
from generator.pages import paths
from generator.pages.numbers import letters
from generator.pages.site import ShownDataset, Site
from generator.records import PROTOCOLS, VERDICTS, Protocol, Score, StepScore

_PROTOCOL = "(?:" + "|".join(PROTOCOLS) + ")"

BOARD: Columns = {
    "rank": Column("integer", "Rank; empty where the run is not ranked"),
    "rank_best": Column("integer", "Best rank that the data leave open"),
    "rank_worst": Column("integer", "Worst rank that the data leave open"),
    "tie_groups": Column("string", "Letters of its tie groups; runs that share one are tied"),
    "not_ranked": Column("string", "Why it is not ranked; empty where it is"),
    "method": Column("string", "Id of the method"),
    "model": Column("string", "Id of the model"),
    "title": Column("string", "Method and model for readers"),
    "split": Column("string", "Split that was answered"),
    "language": Column("string", "Language of the problems"),
    "date": Column("string", "Day of the responses, YYYY-MM-DD"),
    "problems": Column("integer", "Problems of the split, the denominator of accuracy"),
    "answered": Column("integer", "Problems with at least one line"),
    "attempts": Column("integer", "Largest number of attempts on a problem"),
    "accuracy": Column("number", "Share of right answers, 0..1"),
    "accuracy_low": Column("number", "Lower end of its 95 % interval"),
    "accuracy_high": Column("number", "Upper end of its 95 % interval"),
    "(?:denotation|em_paper)(?:_low|_high)?": Column(
        "number",
        "Questions on tables: share right by denotation and by the paper's exact match, 0..1",
        pattern=True,
    ),
    "tokens_in": Column("number", "Mean prompt tokens per problem"),
    "tokens_out": Column("number", "Mean completion tokens per problem"),
    **{
        f"state_{state}": Column("integer", f"Attempts with the verdict {state}")
        for state in VERDICTS
    },
    "pass@[0-9]+": Column("number", "At least one of k attempts is right, 0..1", pattern=True),
    "maj@[0-9]+": Column("number", "The answer most of k give is right, 0..1", pattern=True),
    "best-of-[0-9]+": Column("number", "The one of k ranked highest is right, 0..1", pattern=True),
    f"{_PROTOCOL}_expacc": Column("number", "ExpAcc under a protocol, 0..1", pattern=True),
    f"{_PROTOCOL}_(?:credited|derived|failures|single|fail_(?:first|middle|last))": Column(
        "integer", "Counts behind ExpAcc and Fail@where under a protocol", pattern=True
    ),
}
"""Columns of a row of a board."""


def data_files(site: Site) -> Iterator[tuple[str, bytes]]:
    """Yield (path, bytes) of every board, three times; a board without runs has no rows."""
    for dataset in site.datasets:
        id_ = dataset.card.id
        board = site.boards.get(id_)
        rows = records(board) if board else []
        yield paths.board_data(id_, "json"), _json(site, dataset, rows).encode()
        yield paths.board_data(id_, "csv"), csv_text(rows).encode()
        yield paths.board_data(id_, "parquet"), parquet_bytes(rows, BOARD)


def _json(site: Site, dataset: ShownDataset, rows: list[Record]) -> str:
    card = dataset.card
    found = {
        "dataset": card.id,
        "version": card.version,
        "split": card.board,
        "judge": site.judge_version,
        "problems_sha256": dataset.sha256 or None,
        "left_out": list(dataset.left_out),
        "rows": rows,
    }
    return json.dumps(found, ensure_ascii=False, indent=1) + "\n"


def records(board: Board) -> list[Record]:
    """Return the rows of a board, ranked ones first."""
    return [record(row) for row in board.rows]


def record(row: Row) -> Record:
    """Return one row, flat; rates are 0..1, None where they are not defined."""
    card, score = row.run.card, row.run.score
    found: Record = {
        "rank": row.rank,
        "rank_best": row.standing.best if row.standing else None,
        "rank_worst": row.standing.worst if row.standing else None,
        "tie_groups": " ".join(map(letters, row.standing.groups)) if row.standing else "",
        "not_ranked": row.reason,
        "method": card.method,
        "model": card.model,
        "title": card.title,
        "split": card.split,
        "language": card.language,
        "date": card.date.isoformat(),
        "problems": score.problems,
        "answered": score.answered,
        "attempts": score.attempts,
        "accuracy": score.accuracy.value,
        "accuracy_low": score.accuracy.low,
        "accuracy_high": score.accuracy.high,
        "tokens_in": score.tokens_in,
        "tokens_out": score.tokens_out,
    }
    found.update({f"state_{state}": score.states[state] for state in VERDICTS})
    found.update(_tables(score))
    for each in score.several:
        found[f"pass@{each.k}"] = each.pass_at.value
        found[f"maj@{each.k}"] = each.majority.value
        found[f"best-of-{each.k}"] = each.best.value if each.best else None
    for protocol in (p for p in PROTOCOLS if p in score.steps):
        found.update(_steps(protocol, score.steps[protocol]))
    return found


def _steps(protocol: Protocol, steps: StepScore) -> Record:
    """Return the numbers of steps under one protocol."""
    numbers = {
        "expacc": steps.expacc,
        "credited": steps.credited,
        "derived": steps.derived,
        "failures": steps.failures,
        "single": steps.single,
        **{f"fail_{where}": count for where, count in steps.fail.items()},
    }
    return {f"{protocol}_{name}": number for name, number in numbers.items()}


def _tables(score: Score) -> Record:
    """Return both accuracies of questions on tables with their intervals; empty without any."""
    return {
        name + end: rate[of]
        for name, rate in (asdict(score.tables) if score.tables else {}).items()
        for end, of in (("", "value"), ("_low", "low"), ("_high", "high"))
    }
