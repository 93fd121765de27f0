"""Flat records -> CSV, JSON and Parquet of one table; equal records give equal bytes."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Literal, NamedTuple, TypeAlias

import pyarrow as pa
from pyarrow import parquet

Value: TypeAlias = str | int | float | bool | None
Record: TypeAlias = dict[str, Value]
Kind = Literal["string", "integer", "number", "boolean"]


class Column(NamedTuple):
    """One column of a published table."""

    kind: Kind
    about: str
    """What it holds, in a sentence without a full stop."""
    pattern: bool = False
    """Whether the name is a regular expression for a family of columns."""


Columns: TypeAlias = Mapping[str, Column]
"""Name -> column, in the order of the file; every column may be empty."""

_ARROW = {
    "string": pa.string(),
    "integer": pa.int64(),
    "number": pa.float64(),
    "boolean": pa.bool_(),
}


def table_files(stem: str, rows: Sequence[Record], columns: Columns) -> Iterator[tuple[str, bytes]]:
    """Yield (path, bytes) of a table as CSV, JSON (a list of objects) and Parquet."""
    yield f"{stem}.csv", csv_text(rows).encode()
    yield f"{stem}.json", (json.dumps(list(rows), ensure_ascii=False, indent=1) + "\n").encode()
    yield f"{stem}.parquet", parquet_bytes(rows, columns)


def schema(columns: Columns) -> dict[str, object]:
    """Return the JSON Schema of one row."""
    named = {name: _property(column) for name, column in columns.items() if not column.pattern}
    families = {f"^{name}$": _property(each) for name, each in columns.items() if each.pattern}
    found: dict[str, object] = {"type": "object", "properties": named}
    return found | {"patternProperties": families, "additionalProperties": False}


def _property(column: Column) -> dict[str, object]:
    return {"type": [column.kind, "null"], "description": column.about}


def csv_text(rows: Sequence[Record]) -> str:
    """Return rows as CSV with a head; what a row lacks is an empty cell.

    A text that a spreadsheet would take for a formula gets an apostrophe in front.
    """
    out = io.StringIO()
    writer = csv.DictWriter(out, names(rows), restval="", lineterminator="\n")
    writer.writeheader()
    for row in rows:
        writer.writerow({name: harmless(value) for name, value in row.items()})
    return out.getvalue()


def names(rows: Sequence[Record]) -> list[str]:
    """Return the columns of any row, in the order in which they come up."""
    return list(dict.fromkeys(name for row in rows for name in row))


def harmless(value: Value) -> Value:
    """Return a cell that no spreadsheet calculates."""
    if isinstance(value, str) and value[:1] in {"=", "+", "-", "@", "\t", "\r"}:
        return f"'{value}"
    return value


def parquet_bytes(rows: Sequence[Record], columns: Columns) -> bytes:
    """Return rows as one Parquet file with the declared columns, and families where they occur.

    Every option of the writer that could differ between machines is fixed; the only thing of the
    environment in the bytes is the writer's own version.
    """
    found = names(rows)
    kept = [name for name in columns if not columns[name].pattern]
    kept += [name for name in found if name not in columns]
    arrays = [
        pa.array([row.get(name) for row in rows], _type(name, rows, columns)) for name in kept
    ]
    sink = pa.BufferOutputStream()
    parquet.write_table(
        pa.Table.from_arrays(arrays, names=kept),
        sink,
        version="2.6",
        compression="zstd",
        compression_level=3,
        use_dictionary=True,
        write_statistics=True,
        store_schema=False,
        row_group_size=100_000,
        data_page_version="1.0",
    )
    raw: bytes = sink.getvalue().to_pybytes()
    return raw


def _type(name: str, rows: Sequence[Record], columns: Columns) -> pa.DataType:
    if name in columns:
        return _ARROW[columns[name].kind]
    whole = all(isinstance(row.get(name), int | None) for row in rows)
    return pa.int64() if whole else pa.float64()
