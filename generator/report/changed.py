"""Two databases -> which runs and datasets differ, byte for byte; git is not needed."""

from __future__ import annotations

import filecmp
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from generator.changes import last_tallies, read_changes
from generator.errors import Fault, FaultsFound
from generator.published import FOLDER as PUBLISHED
from generator.store import Roots, folders, load_dataset


@dataclass(frozen=True, slots=True, kw_only=True)
class Gone:
    """A run that is taken away."""

    run: str
    """`<dataset>/<method>--<model>`."""
    recorded: bool
    """Whether the record of changes says so."""


@dataclass(frozen=True, slots=True, kw_only=True)
class DatasetChange:
    """A dataset that is new or was altered."""

    id: str
    new: bool
    sizes: Mapping[str, int]
    """Problems counted per split; 0 where it has not been fetched."""
    faults: tuple[Fault, ...]
    """Why it cannot be read; empty for a sound one."""


def changed_runs(roots: Roots, base: Path) -> tuple[Path, ...]:
    """Return the folders of runs that are new or hold another file than under `base`."""
    return tuple(
        run
        for dataset in folders(roots.results)
        if dataset.name != PUBLISHED
        for run in folders(dataset)
        if not _same(run, base / dataset.name / run.name)
    )


def gone_runs(roots: Roots, base: Path) -> tuple[Gone, ...]:
    """Return the runs under `base` that are not there any more."""
    old = {f"{d.name}/{r.name}" for d in folders(base) if d.name != PUBLISHED for r in folders(d)}
    names = sorted(name for name in old if not (roots.results / name).is_dir())
    if not names:
        return ()
    last = last_tallies(read_changes(roots.results))
    return tuple(Gone(run=name, recorded=last.get(name, "") is None) for name in names)


def changed_datasets(roots: Roots, base: Path) -> tuple[DatasetChange, ...]:
    """Return the datasets that are new or hold another file than under `base`."""
    return tuple(
        _dataset(roots, folder, base / folder.name)
        for folder in folders(roots.datasets)
        if not _same(folder, base / folder.name)
    )


def _dataset(roots: Roots, folder: Path, old: Path) -> DatasetChange:
    sizes: dict[str, int] = {}
    faults: tuple[Fault, ...] = ()
    try:
        found = load_dataset(roots, folder.name)
        sizes = {name: len(found.split(name)) for name in found.card.splits}
    except FaultsFound as error:
        faults = error.faults
    return DatasetChange(id=folder.name, new=not old.is_dir(), sizes=sizes, faults=faults)


def _same(one: Path, other: Path) -> bool:
    """Whether two folders hold the same files; links and folders are compared by name."""
    names = set(_names(one))
    return names == set(_names(other)) and all(
        filecmp.cmp(one / name, other / name, shallow=False)
        for name in names
        if not name.endswith("/")
    )


def _names(folder: Path) -> Iterator[str]:
    for path in sorted(folder.iterdir()) if folder.is_dir() else ():
        if not path.name.startswith("."):
            yield path.name if path.is_file() and not path.is_symlink() else f"{path.name}/"
