"""What was typeset before, in one SQLite file that may be deleted at any time."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable
from pathlib import Path

TABLE = "create table if not exists formulas (key text primary key, mathml text) without rowid"

Key = tuple[str, bool]
"""TeX, display."""


class Memo:
    """(TeX, display) -> checked MathML, or None where the typesetter refused."""

    def __init__(self, path: Path | None, version: str) -> None:
        """Read the results of `version` from `path`; None keeps them in memory only."""
        self.known: dict[Key, str | None] = {}
        self.version = version
        self.connection = opened(path) if path else None
        if self.connection:
            prefix = f"{version}\n"
            rows = self.connection.execute(
                "select key, mathml from formulas where substr(key, 1, ?) = ?",
                (len(prefix), prefix),
            )
            self.known = {self.read_key(key): mathml for key, mathml in rows}

    def read_key(self, key: str) -> Key:
        """Take the version and the display flag off a stored key."""
        rest = key[len(self.version) + 1 :]
        return rest[1:], rest[0] == "D"

    def add(self, results: Iterable[tuple[Key, str | None]]) -> None:
        """Remember `results`, on disk too."""
        rows = list(results)
        self.known.update(rows)
        if self.connection:
            with self.connection:
                self.connection.executemany(
                    "insert or replace into formulas values (?, ?)",
                    [(f"{self.version}\n{'ID'[display]}{tex}", m) for (tex, display), m in rows],
                )

    def close(self) -> None:
        """Close the file."""
        if self.connection:
            self.connection.close()


def opened(path: Path) -> sqlite3.Connection | None:
    """Open or make the file; None where it cannot be written, since it is only a cache."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        return with_table(path)
    except sqlite3.OperationalError:
        return None
    except sqlite3.DatabaseError:
        path.unlink()  # no database: left by something else, or broken
        return with_table(path)
    except OSError:
        return None


def with_table(path: Path) -> sqlite3.Connection:
    """Return a connection to a file that has the table."""
    connection = sqlite3.connect(path)
    try:
        connection.execute(TABLE)
    except sqlite3.DatabaseError:
        connection.close()
        raise
    return connection
