"""Which files of this machine a program sees: the interpreter, its packages, system libraries.

Of our own package it sees what the tools are made of, and nothing else: no prompt, no method.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable
from pathlib import Path

NOBODY = 65534
"""User and group that programs run as where we are root; owns nothing by convention."""

LIBRARIES = ("/usr/lib", "/usr/lib64", "/lib", "/lib64")
ZONES = "/usr/share/zoneinfo"
"""pandas asks for time zones."""
PACKAGE_FOLDERS = ("site-packages", "dist-packages")

CELL = Path(__file__).parent / "inside"
"""Folder whose package `cell` runs inside."""
PACKAGE = Path(__file__).resolve().parents[1]
OURS = ("__init__.py", "errors.py", "records.py", "judge", "tools")
"""What of our own package the module `generator.tools.offered` needs."""


def executable() -> str:
    """Return the interpreter's own file: not a virtual environment's link to it."""
    return str(Path(sys.executable).resolve())


def package_folders() -> tuple[str, ...]:
    """Return the folders that our own packages (SymPy, pandas) are imported from."""
    paths = (Path(entry) for entry in sys.path)
    found = (p for p in paths if p.name in PACKAGE_FOLDERS and p.is_dir())
    return tuple(dict.fromkeys(str(path.resolve()) for path in found))


def visible() -> tuple[str, ...]:
    """Return the files and folders to be shown, read-only, without links and nested ones."""
    base = Path(sys.base_prefix)
    ours = (str(PACKAGE / name) for name in OURS)
    wanted = [executable(), str(base / "lib"), str(base / "lib64"), *package_folders(), *ours]
    real = [path for path in (*LIBRARIES, ZONES) if not Path(path).is_symlink()]
    return _outermost(path for path in (*real, *wanted) if Path(path).exists())


def links() -> dict[str, str]:
    """Return where the system has a link in place of a folder of libraries -> its target."""
    return {path: str(Path(path).readlink()) for path in LIBRARIES if Path(path).is_symlink()}


def arguments(packages: Iterable[str]) -> tuple[str, ...]:
    """Return the interpreter's command line; `site` is skipped, so no .pth file is run.

    Our own package is looked for last.
    """
    paths = (*packages, str(PACKAGE.parent))
    return (executable(), "-S", "-P", "-B", "-X", "utf8", "-m", "cell", *paths)


def environment(cell: str, home: str) -> dict[str, str]:
    """Return the whole environment of a program; the same on every machine but for paths."""
    return {
        "HOME": home,
        "TMPDIR": home,
        "LC_ALL": "C.UTF-8",
        "OMP_NUM_THREADS": "1",
        "OPENBLAS_NUM_THREADS": "1",
        "PYTHONHASHSEED": "0",
        "PYTHONHOME": sys.base_prefix,
        "PYTHONPATH": cell,
    }


def open_to_all(paths: Iterable[str]) -> bool:
    """Return whether any user may walk to all `paths`; not so below a closed home."""
    folders = {parent for path in paths for parent in Path(path).parents}
    return all(os.stat(folder).st_mode & 0o001 for folder in folders)  # noqa: PTH116


def _outermost(paths: Iterable[str]) -> tuple[str, ...]:
    """Return `paths` sorted, without those inside another one."""
    kept: list[str] = []
    for path in sorted(set(paths)):
        if not any(Path(path).is_relative_to(other) for other in kept):
            kept.append(path)
    return tuple(kept)
