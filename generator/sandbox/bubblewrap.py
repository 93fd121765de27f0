"""First backend: bubblewrap. Own namespaces, an empty root with read-only binds, then seccomp.

Where we are root it takes two of them. RLIMIT_NPROC does not bind root, so the user has to be
changed first; but then an interpreter below a closed home can no longer be read. So an outer one,
still root, puts what is needed in place, `setpriv` becomes nobody, and an inner one does the
confining. There is no /proc inside, so nobody's environment can be read there.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterable, Iterator
from pathlib import Path

from generator.errors import CannotRun
from generator.sandbox import interpreter, seccomp
from generator.sandbox.launch import Launch

APP = "/app"
"""Where the package `cell` is inside."""
FILES_BYTES, SHARED_BYTES = 64 << 20, 16 << 20
"""Sizes of /tmp and /dev/shm, both in memory."""
THREADS = 64

UNSHARED = ("--unshare-user", "--unshare-pid", "--unshare-net", "--unshare-ipc", "--unshare-uts")
NOBODY = str(interpreter.NOBODY)
DROP = (f"--reuid={NOBODY}", f"--regid={NOBODY}", "--clear-groups", "--inh-caps=-all")


def launch() -> Launch:
    """Return the command; raises CannotRun where a program it needs is not installed."""
    config = {
        "filter": seccomp.assemble().hex(),
        "landlock": None,
        "private": True,
        "user": None,
        "keep_search": False,
    }
    bwrap = _installed("bwrap", "bubblewrap")
    root = os.geteuid() == 0
    cell = APP if root else str(interpreter.CELL)
    inner = (bwrap, *_confinement(cell), "--")
    outer = tuple(_as_nobody(bwrap)) if root else ()
    command = (*outer, *inner, *interpreter.arguments(interpreter.package_folders()))
    return Launch(command=command, config=config, threads=THREADS)


def _installed(name: str, package: str) -> str:
    """Return the absolute path of a program."""
    found = shutil.which(name, path=os.defpath)
    if found is None:
        raise CannotRun(f"{name} is not installed (apt-get install {package})")
    return str(Path(found).resolve())


def _confinement(cell: str) -> Iterator[str]:
    """Yield the options of the bubblewrap that a program runs in; `cell` is where it finds APP."""
    yield from (*UNSHARED, "--unshare-cgroup-try", "--disable-userns", "--die-with-parent")
    yield from ("--new-session", "--hostname", "sandbox", "--cap-drop", "ALL")
    yield from ("--uid", NOBODY, "--gid", NOBODY, "--clearenv")
    for name, value in interpreter.environment(APP, "/tmp").items():  # noqa: S108 - the one inside
        yield from ("--setenv", name, value)
    # Before the binds: an interpreter may lie below /tmp, and a later tmpfs would hide it.
    yield from ("--size", str(FILES_BYTES), "--tmpfs", "/tmp")  # noqa: S108
    yield from _tree(cell)
    yield from ("--dev", "/dev", "--size", str(SHARED_BYTES), "--tmpfs", "/dev/shm")  # noqa: S108
    # Both are tmpfs without a size.
    yield from ("--remount-ro", "/dev", "--remount-ro", "/", "--chdir", "/tmp")  # noqa: S108


def _as_nobody(bwrap: str) -> Iterator[str]:
    """Yield the command before the command, where we are root."""
    setpriv = _installed("setpriv", "util-linux")
    # setpriv makes the kernel forget who dies with whom; the end of this namespace ends all in it.
    yield from (bwrap, "--unshare-pid", "--die-with-parent", "--clearenv")
    yield from ("--tmpfs", "/tmp")  # noqa: S108
    yield from _tree(str(interpreter.CELL), bwrap, setpriv)
    # The inner one writes its map of users to /proc. A fresh or masked one would forbid that.
    yield from ("--bind", "/proc", "/proc", "--dev", "/dev", "--", setpriv, *DROP)


def _tree(cell: str, *programs: str) -> Iterator[str]:
    """Yield the options that put the interpreter, `cell` and `programs` into an empty root."""
    places = [*interpreter.visible(), *programs, APP]
    # bubblewrap makes parents on its own, but when it is root it makes them closed to others.
    for folder in _parents(places):
        yield from ("--perms", "0755", "--dir", folder)
    for path in (*interpreter.visible(), *programs):
        yield from ("--ro-bind", path, path)
    yield from ("--ro-bind", cell, APP)
    for link, target in interpreter.links().items():
        yield from ("--symlink", target, link)


def _parents(paths: Iterable[str]) -> list[str]:
    """Return every folder above `paths` but the root and /tmp, outermost first."""
    found = {str(parent) for path in paths for parent in Path(path).parents}
    return sorted(found - {"/", "/tmp"})  # noqa: S108
