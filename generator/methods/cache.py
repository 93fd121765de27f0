"""Replies that have been given, one row a call: nothing that was answered is asked twice.

A file of SQLite in write-ahead mode. A row is there before the method sees the reply, so a run that
is killed goes on inside a problem. The key of a row is a hash over the server's name, the request
as we mean it (not as a server without `stop` gets it) and which of several replies it is.
"""

from __future__ import annotations

import hashlib
import json
import sqlite3
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from generator.errors import CannotRun
from generator.files import shown_path
from generator.methods.contract import Reply

NAME = "calls.sqlite"
PATIENCE = 30.0
"""Seconds to wait while another run writes to the same file."""
TABLE = """
CREATE TABLE IF NOT EXISTS calls (
    key TEXT PRIMARY KEY,
    server TEXT NOT NULL,
    request TEXT NOT NULL,
    number INTEGER NOT NULL,
    text TEXT NOT NULL,
    finish_reason TEXT,
    tokens_in INTEGER,
    tokens_out INTEGER,
    model TEXT,
    seconds REAL NOT NULL,
    tries INTEGER NOT NULL
)
"""
ADD = "INSERT OR IGNORE INTO calls VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"
LOOK = """
SELECT key, server, request, number, text, finish_reason, tokens_in, tokens_out, model, seconds,
tries FROM calls LIMIT 0
"""
"""Nothing of it, but an error where a column is missing."""
CURES: dict[object, str] = {
    sqlite3.SQLITE_BUSY: "wait for the runs that use it, or give another --cache",
    sqlite3.SQLITE_FULL: "make room on the disk and give the same command again",
}
"""Of what is no fault of the file."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Request:
    """One reply that is wanted."""

    server: str
    """Logical name of the endpoint."""
    body: Mapping[str, object]
    """Messages and parameters as JSON has them."""
    number: int = 0
    """Which of several replies to the same request, from 0."""

    def key(self) -> str:
        """Return the SHA-256 of all of it, in hexadecimal."""
        whole = canonical([1, self.server, self.body, self.number])
        return hashlib.sha256(whole.encode()).hexdigest()


@dataclass(frozen=True, slots=True, kw_only=True)
class Circumstances:
    """How a reply came about."""

    model: str | None = None
    """Name by the server; None where it did not say."""
    seconds: float = 0.0
    """From the first try to the reply, waits included."""
    tries: int = 1


def canonical(value: object) -> str:
    """Return the one JSON text of a value: keys sorted, no blanks, ASCII only."""
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=True)


def remove(path: Path) -> None:
    """Delete a cache that is closed."""
    for end in ("", "-wal", "-shm"):
        path.with_name(path.name + end).unlink(missing_ok=True)


class Cache:
    """The open file; in memory, and gone with the process, where there is no path."""

    def __init__(self, path: Path | None = None) -> None:
        """Open or create the file; raise CannotRun where that is not possible."""
        self._shown = shown_path(path) if path else "memory"
        with self._told():
            if path:
                path.parent.mkdir(parents=True, exist_ok=True)
            self._file = sqlite3.connect(path or ":memory:", PATIENCE, isolation_level=None)
            self._write_ahead()
            # Survives the end of the process; the end of the machine may cost the last rows.
            self._file.execute("PRAGMA synchronous = NORMAL")
            self._file.execute(TABLE)
            self._file.execute(LOOK)  # A file with other columns is told of before the first call.

    def get(self, request: Request) -> Reply | None:
        """Return the reply that has been given to a request."""
        wanted = "SELECT text, finish_reason, tokens_in, tokens_out FROM calls WHERE key = ?"
        with self._told():
            row = self._file.execute(wanted, (request.key(),)).fetchone()
        if row is None:
            return None
        text, finish, tokens_in, tokens_out = row
        return Reply(text=text, finish_reason=finish, tokens_in=tokens_in, tokens_out=tokens_out)

    def put(self, request: Request, reply: Reply, how: Circumstances) -> None:
        """Keep a reply; once this returns, a killed process has not lost it."""
        row = (
            request.key(),
            request.server,
            canonical(request.body),
            request.number,
            reply.text,
            reply.finish_reason,
            reply.tokens_in,
            reply.tokens_out,
            how.model,
            how.seconds,
            how.tries,
        )
        with self._told():
            self._file.execute(ADD, row)

    def close(self) -> None:
        """Close the file."""
        self._file.close()

    def _write_ahead(self) -> None:
        """Choose the mode, again where another process does the same: SQLite does not wait here."""
        end = time.monotonic() + PATIENCE
        while True:
            try:
                self._file.execute("PRAGMA journal_mode = WAL")
            except sqlite3.OperationalError as error:
                if error.sqlite_errorcode != sqlite3.SQLITE_BUSY or time.monotonic() > end:
                    raise
                time.sleep(0.01)
            else:
                return

    @contextmanager
    def _told(self) -> Iterator[None]:
        """Turn what SQLite has to say into an error with a cure."""
        try:
            yield
        except (sqlite3.Error, OSError) as error:
            code = getattr(error, "sqlite_errorcode", None)
            cure = CURES.get(code, "give another --cache, or delete the file")
            said = str(error)[:80]  # It may quote what stands in the file.
            raise CannotRun(f"the cache {self._shown} cannot be used: {said} ({cure})") from None
