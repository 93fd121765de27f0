"""Where the upstream files of a source are: local folders, or a download; and which were read."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path, PurePosixPath

from generator import files
from generator.errors import CannotRun, Fault, FaultsFound

Place = Callable[[str], Path]
"""Path under the source's root -> the file here; raises CannotRun where it cannot be had."""


class Opened:
    """The files of a source; keeps the hash of every one that is opened."""

    def __init__(self, place: Place) -> None:
        """Find files with `place`."""
        self._place = place
        self._paths: dict[str, Path] = {}
        self.hashes: dict[str, str] = {}

    def path(self, name: str) -> Path:
        """Return where the file is.

        Raises:
            CannotRun: it cannot be had.
            FaultsFound: `name` leads out of the source's root.

        """
        if name not in self._paths:
            if leads_elsewhere(name):
                message, cure = f"{name!r:.80} leads elsewhere", "get the file of the pinned commit"
                raise FaultsFound([Fault(file=name[:80], message=message, cure=cure)])
            self._paths[name] = self._place(name)
            self.hashes[name] = files.sha256(self._paths[name])
        return self._paths[name]


def leads_elsewhere(name: str) -> bool:
    """Whether a path is not one below a root, with / between its parts."""
    parts = name.split("/")
    return PurePosixPath(name).is_absolute() or bool({"..", ".", ""} & set(parts)) or "\\" in name


def in_folders(roots: tuple[Path, ...]) -> Place:
    """Return a place that looks below each of `roots` in turn."""

    def place(name: str) -> Path:
        for root in roots:
            if (root / name).is_file():
                return root / name
        raise CannotRun(f"{roots[0]} has no {name}; give the folder that holds it")

    return place
