"""Boards as data beside the pages: the same numbers, as JSON and as CSV, at stable addresses."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterator

from generator.aggregate import Board, Row
from generator.pages import paths
from generator.pages.numbers import letters
from generator.pages.site import Site
from generator.records import PROTOCOLS, VERDICTS

Record = dict[str, str | int | float | None]


def data_files(site: Site) -> Iterator[tuple[str, str]]:
    """Yield (path, text) of every board, twice; a board without runs has no rows."""
    for dataset in site.datasets:
        id_ = dataset.card.id
        board = site.boards.get(id_)
        rows = records(board) if board else []
        about = {"dataset": id_, "version": dataset.card.version, "split": dataset.card.board}
        judged = {"judge": site.judge_version, "problems_sha256": dataset.sha256 or None}
        text = json.dumps({**about, **judged, "rows": rows}, ensure_ascii=False, indent=1)
        yield paths.board_data(id_, "json"), text + "\n"
        yield paths.board_data(id_, "csv"), csv_text(rows)


def records(board: Board) -> list[Record]:
    """Return the rows of a board, ranked ones first."""
    return [record(row) for row in (*board.ranked, *board.unranked)]


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
    for each in score.several:
        found[f"pass@{each.k}"] = each.pass_at.value
        found[f"maj@{each.k}"] = each.majority.value
        found[f"best-of-{each.k}"] = each.best.value if each.best else None
    for protocol in (p for p in PROTOCOLS if p in score.steps):
        steps = score.steps[protocol]
        numbers = {
            "expacc": steps.expacc,
            "credited": steps.credited,
            "derived": steps.derived,
            "failures": steps.failures,
            "single": steps.single,
            **{f"fail_{where}": count for where, count in steps.fail.items()},
        }
        found.update({f"{protocol}_{name}": number for name, number in numbers.items()})
    return found


def csv_text(rows: list[Record]) -> str:
    """Return rows as CSV with a head; what a row lacks is an empty cell.

    A text that a spreadsheet would take for a formula gets an apostrophe in front.
    """
    names = list(dict.fromkeys(name for row in rows for name in row))
    out = io.StringIO()
    writer = csv.DictWriter(out, names, restval="", lineterminator="\n")
    writer.writeheader()
    for row in rows:
        writer.writerow({name: harmless(value) for name, value in row.items()})
    return out.getvalue()


def harmless(value: str | int | float | None) -> str | int | float | None:
    """Return a cell that no spreadsheet calculates."""
    if isinstance(value, str) and value[:1] in {"=", "+", "-", "@", "\t", "\r"}:
        return f"'{value}"
    return value
