"""What every importer is: one record, kept in the table of generator.importers."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from generator.importers.entries import Batch, Options


@dataclass(frozen=True, slots=True, kw_only=True)
class Sight:
    """What is seen of a path without reading it whole."""

    name: str
    """Last part of the path."""
    inside: tuple[str, ...] = ()
    """Names below a folder, members of a ZIP file, columns of a Parquet file."""
    kind: str = "text"
    """`folder`, `zip`, `parquet`, `zstd`, `json` or `text`."""
    keys: frozenset[str] = frozenset()
    """Keys of the first object in it."""
    head: str = ""
    """Its first characters; of a compressed file, of its content."""

    def has(self, *keys: str) -> bool:
        """Whether the first object has all `keys`."""
        return self.keys.issuperset(keys)


@dataclass(frozen=True, slots=True, kw_only=True)
class Importer:
    """One format of result files."""

    about: str
    """What its files are, for `failwhere import --help`; at most two lines."""
    unit: str
    """What its stated results are counted in, declared once; empty when it states none."""
    suits: Callable[[Sight], str | None]
    """Return why a path looks like this format, as the end of a sentence, or None."""
    read: Callable[[Sequence[Path], Options], Batch]
    """Read the files (folders are expanded already).

    Raises FaultsFound with everything that is wrong with them.
    """
