"""Two databases -> the site after a change, and which of its pages the change made or altered.

The site is built twice, before and after, from the datasets concerned alone, and the files are
compared: what is called changed has changed, whatever the reason.
"""

from __future__ import annotations

import filecmp
import shutil
from collections.abc import Iterable, Mapping
from pathlib import Path

from generator import pipeline
from generator.errors import FaultsFound
from generator.store import Roots


def preview(
    roots: Roots, base: Roots | None, datasets: Iterable[str], *, config: Path, folder: Path
) -> Mapping[str, tuple[str, ...]]:
    """Build the site of `datasets` into `folder` and return its new, changed and gone pages.

    Args:
        roots: the databases with the change.
        base: the databases without it; None: everything is new.
        datasets: ids of the datasets concerned.
        config: settings of MkDocs.
        folder: where the site goes; an old one is replaced.

    Raises:
        FaultsFound: the change has faults.
        CannotRun: MkDocs refuses.

    """
    only = frozenset(datasets)
    old = folder.with_name(f".{folder.name}.base")
    try:
        before = _pages(old) if base and _built(base, only, config, old) else set()
        pipeline.build(roots, config=config, site_dir=folder, only=only)
        after = _pages(folder)
        changed = {
            name
            for name in after & before
            if not filecmp.cmp(old / name, folder / name, shallow=False)
        }
    finally:
        shutil.rmtree(old, ignore_errors=True)
    found = {"new": after - before, "changed": changed, "gone": before - after}
    return {what: tuple(sorted(names)) for what, names in found.items()}


def _built(base: Roots, only: frozenset[str], config: Path, folder: Path) -> bool:
    """Build the site before the change; False where it has faults of its own."""
    try:
        pipeline.build(base, config=config, site_dir=folder, only=only)
    except FaultsFound:
        return False
    return True


def _pages(site: Path) -> set[str]:
    return {path.relative_to(site).as_posix() for path in site.rglob("*.html")}
