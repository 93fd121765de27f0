"""results/published/*.csv -> the figures that papers report, to be shown and never ranked."""

from __future__ import annotations

import csv
import io
import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from generator import files
from generator.errors import Fault, FaultsFound
from generator.gather import Gather

FOLDER = "published"
"""Folder under results/."""
FIGURES = "published.csv"
PAPERS = "papers.csv"
MAX_BYTES = 2_000_000
"""Bytes of either file."""

_FIGURE_COLUMNS = (
    "paper",
    "table",
    "dataset",
    "dataset_id",
    "method",
    "model",
    "metric",
    "value",
    "unit",
    "note",
)
_PAPER_COLUMNS = ("paper", "title", "authors", "year", "url")
_MAY_BE_EMPTY = frozenset({"dataset_id", "value", "note"})


@dataclass(frozen=True, slots=True, kw_only=True)
class Paper:
    """A paper that reports figures."""

    key: str
    title: str
    authors: str
    """Family names, separated by commas."""
    year: int
    url: str
    """https address of the paper."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Reported:
    """One figure that a paper reports."""

    paper: Paper
    table: str
    """Table, figure or section of the paper."""
    dataset: str
    """The set as the paper names it."""
    dataset_id: str | None
    """Our dataset with the same problems, judged on its board's split; None where there is none."""
    method: str
    """As the paper names it; `-` for none."""
    model: str
    """As the paper names it; `-` for none."""
    metric: str
    """As the paper names it: Acc, ExpAcc, Fail@first, ..."""
    value: float | None
    """In `unit`; None where the paper's cell is empty."""
    unit: str
    """`%`, `points`, `seconds`, or what is counted."""
    note: str


def read_published(results: Path) -> tuple[Reported, ...]:
    """Return the figures under results/published, in the order of the file; none without it.

    Raises:
        FaultsFound: a line lacks a value, has a wrong one, or names an unknown paper; all of them.

    """
    folder = results / FOLDER
    if not folder.is_dir():
        return ()
    gather = Gather()
    papers = gather.attempt(_papers, folder / PAPERS) or {}
    gather.done()
    path = folder / FIGURES
    rows = list(_rows(path, _FIGURE_COLUMNS))
    found = [gather.attempt(_figure, row, line, path, papers) for line, row in rows]
    gather.done()
    return tuple(each for each in found if each is not None)


def reported_on(figures: tuple[Reported, ...], dataset_id: str) -> tuple[Reported, ...]:
    """Return the figures on one of our datasets, in their order."""
    return tuple(figure for figure in figures if figure.dataset_id == dataset_id)


def _rows(path: Path, columns: tuple[str, ...]) -> Iterator[tuple[int, dict[str, str]]]:
    """Yield line number and cells of a CSV file with exactly these columns."""
    shown = files.shown_path(path)
    text = files.read_text(path, limit=MAX_BYTES)
    reader = csv.reader(io.StringIO(text), strict=True)
    try:
        lines = [(reader.line_num, cells) for cells in reader]
    except csv.Error as error:
        fault = Fault(
            file=shown, line=reader.line_num, message=f"not CSV: {error}", cure="check its quotes"
        )
        raise FaultsFound([fault]) from None
    if not lines or tuple(lines[0][1]) != columns:
        cure = f"begin the file with {','.join(columns)}"
        raise FaultsFound([Fault(file=shown, line=1, message="other columns", cure=cure)])
    for line, cells in lines[1:]:
        if len(cells) != len(columns):
            message = f"{len(cells)} cells where {len(columns)} are wanted"
            raise FaultsFound([Fault(file=shown, line=line, message=message, cure="count commas")])
        yield line, dict(zip(columns, cells, strict=True))


def _papers(path: Path) -> dict[str, Paper]:
    papers: dict[str, Paper] = {}
    gather = Gather()
    for line, row in _rows(path, _PAPER_COLUMNS):
        gather.attempt(_check_filled, row, line, path)
        if not (row["year"].isascii() and row["year"].isdecimal() and len(row["year"]) == 4):
            gather.faults.append(_fault(path, line, "year", "is no year", "write four digits"))
        elif not row["url"].startswith("https://"):
            gather.faults.append(_fault(path, line, "url", "is no https address", "correct it"))
        elif row["paper"] in papers:
            gather.faults.append(_fault(path, line, "paper", "stands there twice", "delete one"))
        else:
            papers[row["paper"]] = Paper(
                key=row["paper"],
                title=row["title"],
                authors=row["authors"],
                year=int(row["year"]),
                url=row["url"],
            )
    gather.done()
    return papers


def _figure(row: Mapping[str, str], line: int, path: Path, papers: Mapping[str, Paper]) -> Reported:
    _check_filled(row, line, path)
    if row["paper"] not in papers:
        message = f"{row['paper']!r:.60} is not in {PAPERS}"
        raise FaultsFound([_fault(path, line, "paper", message, "add the paper there")])
    return Reported(
        paper=papers[row["paper"]],
        table=row["table"],
        dataset=row["dataset"],
        dataset_id=row["dataset_id"] or None,
        method=row["method"],
        model=row["model"],
        metric=row["metric"],
        value=_value(row, line, path),
        unit=row["unit"],
        note=row["note"],
    )


def _value(row: Mapping[str, str], line: int, path: Path) -> float | None:
    if not row["value"]:
        if row["note"]:
            return None
        message, cure = "is empty and the note does not say why", "write a note"
        raise FaultsFound([_fault(path, line, "value", message, cure)])
    try:
        value = float(row["value"])
    except ValueError:
        value = math.nan
    if not math.isfinite(value):
        raise FaultsFound([_fault(path, line, "value", "is no number", "write digits only")])
    return value


def _check_filled(row: Mapping[str, str], line: int, path: Path) -> None:
    empty = [name for name, cell in row.items() if not cell.strip() and name not in _MAY_BE_EMPTY]
    if empty:
        raise FaultsFound(
            [_fault(path, line, name, "is empty", "fill in the cell") for name in empty]
        )


def _fault(path: Path, line: int, field: str, message: str, cure: str) -> Fault:
    shown = files.shown_path(path)
    return Fault(file=shown, line=line, field=field, message=message, cure=cure)
