"""Running programs: `run` for one, `Session` for several of one problem that share their names."""

from __future__ import annotations

import math
import time
from types import TracebackType

from generator.errors import CannotRun
from generator.sandbox import pool, reply
from generator.sandbox.backends import Backend, chosen
from generator.sandbox.box import Box, BoxBroken
from generator.sandbox.outcome import BackendName, Limits, Outcome, Status

GRACE_SECONDS = 1.0
"""Time that a session's program has to end after its interrupt, before its process is killed."""
PROGRAM_CHARS = 1_000_000
"""Longest program."""
PRELOAD = ("sympy",)
"""What a sandbox imports beforehand unless it is told otherwise."""


def run(
    program: str,
    *,
    setup: str = "",
    limits: Limits | None = None,
    preload: tuple[str, ...] = PRELOAD,
    backend: BackendName | None = None,
) -> Outcome:
    """Return what became of `program`, run alone in a sandbox of its own.

    A program that ends in a bare expression has a `value`: add a line `solution()` to call what
    it defines. `setup` is a program of ours whose names are there for it. Raises CannotRun where
    no sandbox works or `setup` fails; whatever the program does is an Outcome.
    """
    with Session(limits=limits, preload=preload, backend=backend, grace=0.0) as session:
        ready = session.run(setup) if setup else None
        if ready and ready.status != "ok":
            raise CannotRun(f"the sandbox cannot be set up: {ready.error}")
        return session.run(program)


class Session:
    """Programs of one problem, one after another; a name that one defines is there for the next.

    Not for two threads at once, and never for two problems: what is in it may lie to the second.
    """

    def __init__(
        self,
        *,
        limits: Limits | None = None,
        preload: tuple[str, ...] = PRELOAD,
        backend: BackendName | None = None,
        grace: float = GRACE_SECONDS,
    ) -> None:
        """Take a sandbox; raises CannotRun where none works. Without `grace`, no interrupt."""
        self.limits = limits or Limits()
        self._backend: Backend = chosen(backend)
        self._preload = preload
        self._grace = grace
        self._box: Box | None = pool.take(self._backend.launch, preload)
        self._left = self.limits.session_seconds

    @property
    def backend(self) -> BackendName:
        """What keeps the programs in; to be recorded with the run."""
        return self._backend.name

    def run(self, program: str, *, fresh: bool = False) -> Outcome:
        """Return what became of `program`; `fresh` forgets all names first.

        Its time is `limits.seconds`, or what the session has left. Never raises for what a
        program does; CannotRun when a new sandbox is needed and does not start.
        """
        if len(program) > PROGRAM_CHARS:
            return self._refused("error", f"a program has at most {PROGRAM_CHARS} characters")
        if self._left <= 0:
            return self._refused("timeout", reply.late(self.limits.session_seconds))
        seconds = min(self.limits.seconds, self._left)
        start = time.monotonic()
        try:
            return self._asked(program, seconds, fresh=fresh)
        finally:
            self._left -= time.monotonic() - start

    def close(self) -> None:
        """End the sandbox and all that runs in it; `run` would start another."""
        if self._box is not None:
            self._box.close()
            self._box = None

    def __enter__(self) -> Session:
        return self

    def __exit__(
        self,
        _kind: type[BaseException] | None,
        _error: BaseException | None,
        _trace: TracebackType | None,
    ) -> None:
        self.close()

    def _asked(self, program: str, seconds: float, *, fresh: bool) -> Outcome:
        """Have the sandbox run it."""
        self._box = self._box or pool.take(self._backend.launch, self._preload)
        request = {
            "code": program,
            "fresh": fresh,
            "seconds": seconds,
            "grace": self._grace,
            "megabytes": self.limits.megabytes,
            "cpu": math.ceil(self.limits.session_seconds + self._grace) + 1,
            "file_megabytes": self.limits.file_megabytes,
            "threads": self._backend.launch.threads,
            "output": self.limits.output_bytes,
        }
        try:
            answer = self._box.ask(request, seconds + self._grace)
        except BoxBroken as error:
            self._box = None
            return self._refused("died", f"the sandbox ended: {error}", lost=True)
        return reply.outcome(answer, self.limits, self.backend)

    def _refused(self, status: Status, error: str, *, lost: bool = False) -> Outcome:
        """Return the outcome of a program that did not run to an end of its own."""
        return Outcome(status=status, error=error, state_lost=lost, backend=self.backend)
