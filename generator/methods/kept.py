"""Responses that are kept in files: found by key, copied as they are, never all in memory."""

from __future__ import annotations

import filecmp
import os
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import NotRequired, TypedDict

from generator.errors import Fault, FaultsFound
from generator.files import Row, each_row, shown_path

Key = tuple[str, int]
"""Problem id and attempt."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Line:
    """Where a response stands: bytes of a file, with the line end."""

    path: Path
    start: int
    length: int

    def read(self) -> bytes:
        """Return the line, with a plain line end."""
        with self.path.open("rb") as file:
            file.seek(self.start)
            return file.read(self.length).rstrip(b"\r\n") + b"\n"


class Kept(TypedDict):
    """What is remembered of a response."""

    line: Line
    error: NotRequired[object]


def kept(path: Path) -> dict[Key, Kept]:
    """Return the responses of a JSONL file; raise FaultsFound where it is damaged."""
    return dict(entries(path, each_row(path), lines(path)))


def entries(path: Path, rows: Iterable[Row], places: Iterable[Line]) -> Iterator[tuple[Key, Kept]]:
    """Yield what is remembered of rows that stand at these places of a file."""
    for (number, row), line in zip(rows, places, strict=False):
        yield key(row, shown_path(path), number), entry(row, line)


def entry(row: Mapping[str, object], line: Line) -> Kept:
    """Return what is remembered of a response's line."""
    return {"line": line, "error": row["error"]} if "error" in row else {"line": line}


def lines(path: Path) -> Iterator[Line]:
    """Yield where the lines of a file stand."""
    start = 0
    with path.open("rb") as file:
        for raw in file:
            yield Line(path=path, start=start, length=len(raw))
            start += len(raw)


def key(row: Mapping[str, object], file: str = "", number: int = 0) -> Key:
    """Return (problem id, attempt) of a response's line; raise FaultsFound where it has none."""
    problem, attempt = row.get("problem_id"), row.get("attempt", 0)
    if isinstance(problem, str) and isinstance(attempt, int):
        return problem, attempt
    message, cure = "the line has no problem_id", "delete the line and run again"
    raise FaultsFound([Fault(file=file, line=number, message=message, cure=cure)])


def write_lines(path: Path, found: Iterable[Line]) -> None:
    """Write lines to a file as `files.write_text` does: whole or not at all, and only if changed.

    They may stand in the file that is written.
    """
    temporary = path.with_name(f".{path.name}.{os.getpid()}.tmp")
    try:
        with temporary.open("wb") as file:
            file.writelines(line.read() for line in found)
        if not (path.is_file() and filecmp.cmp(temporary, path, shallow=False)):
            temporary.replace(path)
    finally:
        temporary.unlink(missing_ok=True)
