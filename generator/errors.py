"""Every way this package refuses, as one tree of exceptions.

FailwhereError            what a command prints; `exit_code` says how it ends
├── CannotRun      (2)    the command could not start: a missing folder, server, option value
└── FaultsFound    (1)    the input was read and has faults; all of them are reported together
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True, order=True)
class Fault:
    """One thing wrong with one place of the input, and what cures it."""

    file: str
    """Path as the user would type it."""
    line: int = 0
    """1-based line in `file`; 0 when the fault is of the whole file."""
    field: str = ""
    """Name of the field, dotted for nested ones; empty when it is of the whole line."""
    message: str
    """What is wrong, in one sentence without a full stop."""
    cure: str = ""
    """What to do about it, in one sentence without a full stop."""

    def __str__(self) -> str:
        """Return `file:line: field: message (cure)` on one line."""
        place = f"{self.file}:{self.line}" if self.line else self.file
        parts = [place, self.field, self.message]
        text = ": ".join(part for part in parts if part)
        return f"{text} ({self.cure})" if self.cure else text


class FailwhereError(Exception):
    """Base of all errors of this package; its text is meant for the user."""

    exit_code: int = 2
    """Exit code of a command that ends with this error: 1 problems found, 2 could not run."""


class CannotRun(FailwhereError):
    """The command could not start or go on; nothing was written."""

    exit_code = 2


class FaultsFound(FailwhereError):
    """The input has faults; `faults` holds all of them, sorted by place."""

    exit_code = 1

    def __init__(self, faults: Iterable[Fault]) -> None:
        """Keep `faults` sorted; the text is one fault a line."""
        self.faults: tuple[Fault, ...] = tuple(sorted(faults))
        super().__init__("\n".join(str(fault) for fault in self.faults))
