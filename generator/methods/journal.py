"""The journal of a run that is under way: append-only JSONL that survives `kill -9`.

First line: what the run is, so that it cannot be continued with other settings. Then one line per
finished response, written in one piece. A last line without its end was being written when the
process died; it is cut off and its problem is asked again. A lock keeps a second process out.
"""

from __future__ import annotations

import fcntl
import json
import os
from collections.abc import Mapping
from contextlib import ExitStack
from pathlib import Path
from types import TracebackType

from generator.errors import CannotRun, Fault, FaultsFound
from generator.files import json_line, read_jsonl, shown_path

NAME = "responses.journal.jsonl"

Key = tuple[str, int]
"""Problem id and attempt."""


class Journal:
    """The open journal of one run folder; a context manager that closes, but keeps, the file."""

    def __init__(self, folder: Path, header: Mapping[str, object]) -> None:
        """Open or create the journal in `folder`.

        `header` is plain data that says what the run is.

        Raises:
            CannotRun: another process writes here, or the journal belongs to another `header`.
            FaultsFound: a line, other than a torn last one, is damaged.

        """
        folder.mkdir(parents=True, exist_ok=True)
        self.path = folder / NAME
        with ExitStack() as opened:
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
        self._write(row)
        self.rows[key(row)] = dict(row)

    def remove(self) -> None:
        """Delete the file; the responses are elsewhere by now."""
        self.path.unlink(missing_ok=True)

    def _lock(self) -> None:
        try:
            fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise CannotRun(f"another run is writing to {shown_path(self.path.parent)}") from None

    def _read(self, header: Mapping[str, object]) -> dict[Key, dict[str, object]]:
        """Return the lines so far by key, a later line of a key in the place of an earlier one."""
        lines = [row for _, row in read_jsonl(self.path)]
        if not lines:
            self._write(header)
            return {}
        refuse_changes(lines[0], header, self.path.parent)
        return {key(row): row for row in lines[1:]}

    def _write(self, row: Mapping[str, object]) -> None:
        """Write a line with one system call, as the file is not buffered."""
        line = (json_line(row) + "\n").encode()
        if self._file.write(line) != len(line):
            raise CannotRun(f"the disk took only a part of a line of {shown_path(self.path)}")


def key(row: Mapping[str, object]) -> Key:
    """Return (problem id, attempt) of a response's line; raise FaultsFound where it has none."""
    problem, attempt = row.get("problem_id"), row.get("attempt", 0)
    if isinstance(problem, str) and isinstance(attempt, int):
        return problem, attempt
    message = "a line has no problem_id"
    raise FaultsFound([Fault(file=NAME, message=message, cure="delete the journal and run again")])


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
    """Remove what follows the last line end."""
    raw = path.read_bytes()
    whole = raw.rfind(b"\n") + 1
    if whole < len(raw):
        os.truncate(path, whole)
