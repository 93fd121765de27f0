"""The journal of a run that is under way: append-only JSONL that survives `kill -9`.

First line: what the run is, so that it cannot be continued with other settings. Then one line per
finished response, written in one piece. A last line without its end was being written when the
process died; it is cut off and its problem is asked again. A lock keeps a second process out.
"""

from __future__ import annotations

import errno
import fcntl
import json
import os
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager
from pathlib import Path
from types import TracebackType

from generator.errors import CannotRun
from generator.files import each_row, json_line, shown_path
from generator.methods.kept import Kept, Key, Line, entries, entry, key, lines
from generator.store import JOURNAL

__all__ = ["Journal", "Key", "key", "refuse_changes", "writing"]

BLOCK = 1 << 16
"""Bytes."""


class Journal:
    """The open journal of one run folder; a context manager that closes, but keeps, the file."""

    def __init__(self, folder: Path, header: Mapping[str, object]) -> None:
        """Open or create the journal in `folder`.

        `header` is plain data that says what the run is.

        Raises:
            CannotRun: another process writes here, nobody can, or the journal belongs to another
                `header`.
            FaultsFound: a line, other than a torn last one, is damaged.

        """
        self.path = folder / JOURNAL
        with writing(folder), ExitStack() as opened:
            folder.mkdir(parents=True, exist_ok=True)
            self._file = opened.enter_context(self.path.open("ab", buffering=0))
            self._lock()
            _cut_torn_line(self.path)
            self.rows = self._read(json.loads(json_line(header)))
            opened.pop_all()

    def __enter__(self) -> Journal:
        """Return the journal itself."""
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        at: TracebackType | None,
    ) -> None:
        """Close the file and give up the lock."""
        self._file.close()

    def append(self, row: Mapping[str, object]) -> None:
        """Write one response's line; once this returns, a killed process has not lost it."""
        self.rows[key(row)] = entry(row, self._write(row))

    def remove(self) -> None:
        """Delete the file; the responses are elsewhere by now."""
        self.path.unlink(missing_ok=True)

    def _lock(self) -> None:
        try:
            fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            # Another run may have removed the file between our opening and locking it.
            ours = self.path.exists() and os.path.samestat(
                self.path.stat(), os.fstat(self._file.fileno())
            )
        except BlockingIOError:
            ours = False
        if not ours:
            raise CannotRun(f"another run is writing to {shown_path(self.path.parent)}")

    def _read(self, header: Mapping[str, object]) -> dict[Key, Kept]:
        """Return the lines so far by key, a later line of a key in the place of an earlier one."""
        rows, places = each_row(self.path), lines(self.path)
        first = next(rows, None)
        if first is None:
            self._write(header)
            return {}
        refuse_changes(first[1], header, self.path.parent)
        next(places)
        return dict(entries(self.path, rows, places))

    def _write(self, row: Mapping[str, object]) -> Line:
        """Write a line with one system call, as the file is not buffered, or nothing of it.

        A part of a line would be joined to what another worker writes after it.
        """
        raw, start = (json_line(row) + "\n").encode(), self._end()
        with writing(self.path.parent):
            try:
                self._put(raw)
            except OSError:
                os.truncate(self.path, start)
                raise
        return Line(path=self.path, start=start, length=len(raw))

    def _put(self, raw: bytes) -> None:
        if self._file.write(raw) != len(raw):
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    def _end(self) -> int:
        return os.fstat(self._file.fileno()).st_size


@contextmanager
def writing(folder: Path) -> Iterator[None]:
    """Turn what the disk has to say into an error with a cure."""
    try:
        yield
    except OSError as error:
        cure = "make room or give another --out; what has been answered is kept"
        said = f"{shown_path(folder)} cannot be written to: {error.strerror}"
        raise CannotRun(f"{said} ({cure})") from None


def refuse_changes(old: Mapping[str, object], new: Mapping[str, object], folder: Path) -> None:
    """Raise CannotRun, naming every difference, unless both say the same about the run."""
    before, after = _flat(old), _flat(new)
    changed = [
        f"{name} was {before.get(name)!r} and is {after.get(name)!r}"
        for name in sorted(before.keys() | after.keys())
        if before.get(name) != after.get(name)
    ]
    if changed:
        place = shown_path(folder)
        cure = "give the old settings to go on with it, or another --out"
        raise CannotRun(f"{place} holds another run: {'; '.join(changed)} ({cure})")


def _flat(values: Mapping[str, object]) -> dict[str, object]:
    """Return nested mappings as one, with dotted names; a missing name and None are the same."""
    flat: dict[str, object] = {}
    for name, value in values.items():
        if isinstance(value, Mapping):
            flat.update({f"{name}.{inner}": each for inner, each in _flat(value).items()})
        elif value is not None:
            flat[name] = value
    return flat


def _cut_torn_line(path: Path) -> None:
    """Remove what follows the last line end, which is looked for from the end on."""
    with path.open("rb+") as file:
        start = file.seek(0, os.SEEK_END)
        place = -1
        while place < 0 and start > 0:
            length = min(start, BLOCK)
            start = file.seek(start - length)
            place = file.read(length).rfind(b"\n")
        file.truncate(start + place + 1)
