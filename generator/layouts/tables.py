"""Tables as upstream writes them -> header and rows."""

from __future__ import annotations

import csv
import io
from collections.abc import Callable, Mapping
from typing import TypeAlias

from generator import files
from generator.layouts.opened import Opened
from generator.layouts.refusal import Refused
from generator.layouts.transforms import text, texts

Cells: TypeAlias = list[list[str]]
"""Rows of a table, the header first."""

MAX_CELLS = 200_000
"""Cells of one table."""


def cells(kind: str, value: object, folder: str, opened: Opened) -> Cells:
    """Return the rows of a table, the header first, each with as many cells as the header.

    Args:
        kind: a key of TABLES.
        value: what the column `table` gives: a file's name, or the table itself.
        folder: folder that files are below; their names may or may not start with it.
        opened: the source.

    Raises:
        Refused: it is no such table.
        CannotRun: its file cannot be had.
        FaultsFound: its file is not UTF-8, or its name leads out of the source.

    """
    if kind in FILES:
        name = text(value)
        path = name if name.startswith(f"{folder}/") or not folder else f"{folder}/{name}"
        rows = FILES[kind](files.read_text(opened.path(path)))
    else:
        rows = VALUES[kind](value)
    if not rows or not rows[0]:
        raise Refused("is a table without a row")
    if sum(map(len, rows)) > MAX_CELLS:
        raise Refused(f"is a table of more than {MAX_CELLS:,} cells")
    width = len(rows[0])
    if any(len(row) > width for row in rows):
        raise Refused("has a row that is longer than its header")
    return [row + [""] * (width - len(row)) for row in rows]


def _quoted(content: str) -> Cells:
    r"""Read WikiTableQuestions' cells: between quotes, `\"` and `\\` inside, lines may break."""
    reader = csv.reader(io.StringIO(content, newline=""), doublequote=False, escapechar="\\")
    try:
        return [row for row in reader if row]
    except csv.Error as error:
        raise Refused(f"is no table: {error}") from None


def _hashes(content: str) -> Cells:
    """Read TabFact's cells: one line a row, # between cells."""
    return [line.rstrip("\r").split("#") for line in content.split("\n") if line]


def _columns(value: object) -> Cells:
    """Read an object of name -> cells of the column."""
    if not isinstance(value, Mapping):
        raise Refused("is no object of columns")
    columns = [texts(column) for column in value.values()]
    if len({len(column) for column in columns}) > 1:
        raise Refused("has columns of several lengths")
    return [[str(name) for name in value], *map(list, zip(*columns, strict=True))]


def _header_rows(value: object) -> Cells:
    """Read `{header, rows}`; a header of lists stands at the left, one list before each row."""
    header = value.get("header") if isinstance(value, Mapping) else None
    rows = value.get("rows") if isinstance(value, Mapping) else None
    if not isinstance(header, list) or not isinstance(rows, list):
        raise Refused("is no object with header and rows")
    if header and all(isinstance(name, list) for name in header) and len(header) == len(rows):
        return [texts(name) + texts(row) for name, row in zip(header, rows, strict=True)]
    return [texts(header), *map(texts, rows)]


FILES: Mapping[str, Callable[[str], Cells]] = {"quoted-csv": _quoted, "hash-csv": _hashes}
"""Kinds whose column names a file."""
VALUES: Mapping[str, Callable[[object], Cells]] = {
    "columns": _columns,
    "header-rows": _header_rows,
}
"""Kinds whose column is the table."""
TABLES = frozenset({*FILES, *VALUES})
"""Values of `table` in a layout."""
