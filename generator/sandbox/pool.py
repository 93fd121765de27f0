"""Warm sandboxes: each is used for one problem and thrown away, so new ones start meanwhile."""

from __future__ import annotations

import atexit
import os
import threading
from collections import defaultdict

from generator.sandbox.box import Box
from generator.sandbox.launch import Launch

WARM = 1
"""Sandboxes kept ready of each kind; a start costs about half a second of CPU time."""

_Kind = tuple[tuple[str, ...], tuple[str, ...]]
_lock = threading.Lock()
_warm: defaultdict[_Kind, list[Box]] = defaultdict(list)


def take(launch: Launch, preload: tuple[str, ...]) -> Box:
    """Return a sandbox that nothing has run in, warm if there is one; the caller closes it.

    Raises CannotRun where none starts.
    """
    kind = (launch.command, preload)
    with _lock:
        ready = [box for box in _warm[kind] if box.alive]
        box = ready.pop(0) if ready else None
        _warm[kind] = ready
    box = box or Box(launch, preload)
    box.wait_ready()
    with _lock:
        _warm[kind] += [Box(launch, preload) for _ in range(WARM - len(_warm[kind]))]
    return box


def shut_down() -> None:
    """End the warm ones; a later `take` starts others. Registered to run at exit."""
    with _lock:
        boxes = [box for ready in _warm.values() for box in ready]
        _warm.clear()
    for box in boxes:
        box.close()


def _forget() -> None:
    """In a forked child: the warm ones belong to the parent."""
    global _lock  # noqa: PLW0603
    _lock = threading.Lock()
    _warm.clear()


atexit.register(shut_down)
os.register_at_fork(after_in_child=_forget)
