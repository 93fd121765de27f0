"""The folders that are the database -> what in them is on no page and would be passed over."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from generator import files
from generator.changes import CHANGES
from generator.errors import Fault
from generator.published import FOLDER as PUBLISHED
from generator.store import Roots

NOTE = "README.md"
"""A file that a folder may hold for those who look into it."""


def stray_faults(roots: Roots) -> Iterator[Fault]:
    """Yield a fault for each link, and each file, that stands where a folder belongs.

    Links are not followed and files there are not read, so that a run behind one would be merged
    and never seen.
    """
    yield from _strays(roots.datasets, {NOTE})
    yield from _strays(roots.results, {NOTE, CHANGES})
    for folder in sorted(roots.results.iterdir()) if roots.results.is_dir() else ():
        if folder.is_dir() and not folder.is_symlink() and folder.name != PUBLISHED:
            yield from _strays(folder, {NOTE})


def _strays(folder: Path, allowed: set[str]) -> Iterator[Fault]:
    for path in sorted(folder.iterdir()) if folder.is_dir() else ():
        if path.name.startswith(".") or (path.is_dir() and not path.is_symlink()):
            continue
        if path.is_symlink() or path.name not in allowed:
            message = "is a link or a file where a folder belongs, and nobody reads it"
            cure = "put the folder itself there, or delete it"
            yield Fault(file=files.shown_path(path), message=message, cure=cure)
