"""How a sandbox is started: a command, its environment, and the configuration it reads first."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True, kw_only=True)
class Launch:
    """A backend's way to start the package `cell`."""

    command: tuple[str, ...]
    """Absolute path and arguments."""
    environment: Mapping[str, str] = field(default_factory=dict)
    """Whole environment of the started process; nothing of ours is inherited."""
    config: Mapping[str, object]
    """First line of its input, see `inside/cell/__main__.py`; `preload` is added by the caller."""
    threads: int
    """Most threads of a program; 0 where the kernel would count other processes too."""
