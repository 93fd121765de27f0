"""Upstream files -> records: one mapping of names to values for every problem."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import TypeAlias

from generator import files, strict_json
from generator.cards import Layout, Lookup, SourceFile
from generator.errors import Fault, FaultsFound
from generator.layouts.archives import members
from generator.layouts.opened import Opened

Record: TypeAlias = dict[str, object]
"""What upstream says of one problem; `_key` is its name in an object or archive."""

KEY = "_key"


def records(file: SourceFile, layout: Layout, opened: Opened) -> list[Record]:
    """Return the records of one file in its order, completed, chosen and unrolled.

    Raises:
        FaultsFound: the file is not of the kind that the layout says.
        CannotRun: a file that is looked up cannot be had.

    """
    path = opened.path(file.path)
    shown = files.shown_path(path)
    found = _archived(path, file.member, layout) if file.member else _plain(path, layout)
    unrolled = [each for record in found for each in _unrolled(record, layout, shown)]
    for lookup in layout.lookups:
        unrolled = list(_looked_up(unrolled, lookup, opened))
    return unrolled


def at(value: object, path: str) -> object:
    """Return what stands at a dotted path in nested objects and lists; None where nothing does."""
    for part in path.split(".") if path else ():
        if isinstance(value, Mapping):
            value = value.get(part)
        elif isinstance(value, list) and re.fullmatch(r"\d{1,6}", part) and int(part) < len(value):
            value = value[int(part)]
        else:
            return None
    return value


def _plain(path: Path, layout: Layout) -> Iterator[Record]:
    return _records_in(files.read_text(path), layout, files.shown_path(path))


def _archived(path: Path, pattern: str, layout: Layout) -> Iterator[Record]:
    """Yield the records of the members in the natural order of their names.

    A member that holds one record gets its name without the suffix as `_key`.
    """
    found = dict(members(path, pattern))
    for name in sorted(found, key=_natural):
        shown = f"{files.shown_path(path)}:{name}"
        text = _text(found[name], shown)
        for record in _records_in(text, layout, shown):
            yield {KEY: name.rpartition(".")[0], **record}


def _natural(name: str) -> list[tuple[int, str]]:
    """Return a key by which `b/2` comes before `b/10`."""
    return [(int(part) if part.isdigit() else 0, part) for part in re.split(r"(\d{1,18})", name)]


def _text(raw: bytes, shown: str) -> str:
    try:
        return raw.decode()
    except UnicodeDecodeError as error:
        message = f"not UTF-8: byte 0x{raw[error.start]:02x} at offset {error.start}"
        raise FaultsFound([Fault(file=shown, message=message, cure="get it again")]) from None


def _records_in(text: str, layout: Layout, shown: str) -> Iterator[Record]:
    return KINDS[layout.kind](text, layout.records, shown)


def _lines(text: str, _records: str, shown: str) -> Iterator[Record]:
    for number, line in enumerate(text.split("\n"), start=1):
        if line.strip():
            yield _mapping(strict_json.parse(line, file=shown, line=number), shown, number)


def _document(text: str, records_at: str, shown: str) -> Iterator[Record]:
    """Yield the records of a list, those of an object under their names, or the one record."""
    value = at(strict_json.parse(text, file=shown), records_at)
    if isinstance(value, list):
        yield from (_mapping(each, shown, 0) for each in value)
    elif isinstance(value, dict) and all(isinstance(each, dict | list) for each in value.values()):
        yield from ({KEY: name, **_mapping(each, shown, 0)} for name, each in value.items())
    else:
        yield _mapping(value, shown, 0)


def _mapping(value: object, shown: str, line: int) -> Record:
    """Return an object as it is, and a list as an object with the keys 0, 1, ..."""
    if isinstance(value, list):
        return {str(place): each for place, each in enumerate(value)}
    if isinstance(value, dict):
        return value
    if isinstance(value, str | int):
        return {KEY: value}
    message, cure = "is no record", "correct `layout.records` of the card"
    raise FaultsFound([Fault(file=shown, line=line, message=message, cure=cure)])


def _commas(text: str, _records: str, shown: str) -> Iterator[Record]:
    try:
        rows = list(csv.reader(io.StringIO(text, newline=""), strict=True))
    except csv.Error as error:
        message = f"not comma separated values: {error}"
        raise FaultsFound([Fault(file=shown, message=message, cure="get it again")]) from None
    yield from _headed(rows, shown)


def _tabs(text: str, _records: str, shown: str) -> Iterator[Record]:
    rows = [line.rstrip("\r").split("\t") for line in text.split("\n") if line]
    yield from _headed(rows, shown)


def _headed(rows: list[list[str]], shown: str) -> Iterator[Record]:
    head, *body = rows or [[]]
    for number, row in enumerate(body, start=2):
        if len(row) != len(head):
            message = f"has {len(row)} cells under {len(head)} names"
            fault = Fault(file=shown, line=number, message=message, cure="get the file again")
            raise FaultsFound([fault])
        yield dict(zip(head, row, strict=True))


KINDS: Mapping[str, Callable[[str, str, str], Iterator[Record]]] = {
    "jsonl": _lines,
    "json": _document,
    "csv": _commas,
    "tsv": _tabs,
}
"""Value of `kind` -> (text, where the records are, path to show) -> records."""


def _unrolled(record: Record, layout: Layout, shown: str) -> Iterator[Record]:
    """Yield the record, or one for every kept position of the lists that are to be unrolled."""
    if not layout.unroll:
        yield record
        return
    lists = {name: record.get(name) for name in layout.unroll}
    columns = [value for value in lists.values() if isinstance(value, list)]
    if len(columns) != len(lists) or len({len(column) for column in columns}) != 1:
        message = f"{', '.join(lists)} are not lists of one length"
        raise FaultsFound([Fault(file=shown, message=message, cure="correct `layout.unroll`")])
    for place in _kept(record, layout, len(columns[0])):
        yield {**record, **dict(zip(lists, (column[place] for column in columns), strict=True))}


def _kept(record: Record, layout: Layout, length: int) -> list[int]:
    """Return the positions that are kept, ascending."""
    if not layout.keep:
        return list(range(length))
    kept = record.get(layout.keep)
    places = kept if isinstance(kept, list) else []
    return sorted({p for p in places if isinstance(p, int) and 0 <= p < length})


def _looked_up(found: list[Record], lookup: Lookup, opened: Opened) -> Iterator[Record]:
    """Yield the records with their row of another file, or those that it lists."""
    path = opened.path(lookup.path)
    shown = files.shown_path(path)
    rows = KINDS[lookup.kind](files.read_text(path), "", shown)
    table = {str(row.get(lookup.key or KEY)): row for row in rows}
    for record in found:
        row = table.get(str(record.get(lookup.field)))
        if not lookup.into and row is not None:
            yield record
        elif lookup.into:
            yield {**record, lookup.into: row}
