"""Running programs that a model wrote, where they can do no harm.

`run` takes one program, `Session` several of one problem; both return an `Outcome`. There is no
way to run a program without a sandbox: where none works, CannotRun says why.
"""

from __future__ import annotations

from generator.sandbox.backends import BACKENDS, chosen, self_test
from generator.sandbox.outcome import BackendName, Limits, Outcome, Status
from generator.sandbox.session import Session, run

__all__ = [
    "BACKENDS",
    "BackendName",
    "Limits",
    "Outcome",
    "Session",
    "Status",
    "chosen",
    "run",
    "self_test",
]
