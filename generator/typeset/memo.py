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


def opened(path: Path) -> sqlite3.Connection:
    """Open or make the file; one that is no database is replaced, since it is only a cache."""
    path.parent.mkdir(parents=True, exist_ok=True)
    connection = sqlite3.connect(path)
    try:
        connection.execute(TABLE)
    except sqlite3.DatabaseError:
        connection.close()
        path.unlink()
        connection = sqlite3.connect(path)
        connection.execute(TABLE)
    return connection
