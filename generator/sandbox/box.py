"""One sandbox process as its owner sees it: started, asked, and always ended."""

from __future__ import annotations

import contextlib
import json
import os
import select
import subprocess
import time
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor

from generator.errors import CannotRun, FailwhereError
from generator.sandbox.launch import Launch

STARTUP_SECONDS = 120.0
"""How long the imports of a new sandbox may take on a busy machine."""
MARGIN_SECONDS = 5.0
"""How much longer than its limit we wait for a program before we end the sandbox ourselves."""
CLOSE_SECONDS = 2.0
"""How long it may take to end by itself before it is killed."""
REPLY_BYTES = 16 << 20
"""Longest reply; the supervisor's own caps are far below it."""
CHUNK = 1 << 16

STARTER = "sandbox-starter"
_starter = ThreadPoolExecutor(1, STARTER)
"""bubblewrap dies with its parent, and the kernel's notion of a parent is a thread: they all have
to be started by one that lives as long as we do."""


class BoxBroken(FailwhereError):
    """The sandbox ended or does not answer; it has been closed."""


class Box:
    """A running sandbox; warm-up goes on in it while the caller does something else."""

    def __init__(self, launch: Launch, preload: tuple[str, ...]) -> None:
        """Start it; returns at once. Raises CannotRun when there is nothing to be started."""
        self.launch = launch
        self._ready = False
        self._count = 0
        self._unread = bytearray()
        try:
            self._process = _starter.submit(_started, launch).result()
        except OSError as error:
            raise CannotRun(f"{launch.command[0]} cannot be started: {error.strerror}") from error
        with contextlib.suppress(BrokenPipeError):
            self._write({**launch.config, "preload": preload})

    @property
    def alive(self) -> bool:
        """Whether its process is running."""
        return self._process.poll() is None

    def wait_ready(self) -> None:
        """Wait for the end of its warm-up; raises CannotRun with the reason when it ended."""
        if self._ready:
            return
        try:
            self._read(STARTUP_SECONDS)
        except BoxBroken as error:
            raise CannotRun(f"it does not start: {error}") from error
        self._ready = True

    def ask(self, request: Mapping[str, object], seconds: float) -> dict[str, object]:
        """Return the reply to a request whose own limit is `seconds`; raises BoxBroken."""
        self.wait_ready()
        self._count += 1
        try:
            self._write({**request, "id": self._count})
        except BrokenPipeError as error:
            raise self._broken("it has ended") from error
        reply = self._read(seconds + MARGIN_SECONDS)
        if reply.get("id") != self._count:
            raise self._broken("it answered another question")
        return reply

    def close(self) -> None:
        """End it and all that runs in it."""
        pipes = (self._process.stdin, self._process.stdout, self._process.stderr)
        # The end of its input ends it from within, so that each process is waited for by the one
        # that started it; a kill would leave the waiting to the system's first process.
        for pipe in pipes:
            if pipe is not None:
                with contextlib.suppress(BrokenPipeError):
                    pipe.close()
        try:
            self._process.wait(CLOSE_SECONDS)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()

    def _write(self, value: Mapping[str, object]) -> None:
        """Send one line."""
        assert self._process.stdin is not None  # noqa: S101 - for mypy: it is a pipe
        self._process.stdin.write(json.dumps(value).encode() + b"\n")
        self._process.stdin.flush()

    def _read(self, seconds: float) -> dict[str, object]:
        """Return the next line within `seconds`, an object with whatever is in it."""
        line = self._line(time.monotonic() + seconds)
        try:
            value = json.loads(line)
        except (ValueError, RecursionError) as error:
            raise self._broken("its reply could not be read") from error
        if not isinstance(value, dict):
            raise self._broken("its reply is no object")
        return value

    def _line(self, deadline: float) -> bytes:
        """Return the next line, without its end."""
        assert self._process.stdout is not None  # noqa: S101 - for mypy: it is a pipe
        descriptor = self._process.stdout.fileno()
        while b"\n" not in self._unread:
            left = deadline - time.monotonic()
            if left <= 0 or not select.select([descriptor], [], [], left)[0]:
                raise self._broken("it does not answer")
            read = os.read(descriptor, CHUNK)
            self._unread += read
            if not read or len(self._unread) > REPLY_BYTES:
                raise self._broken(self._last_words() if not read else "its reply is too long")
        line, _, rest = bytes(self._unread).partition(b"\n")
        self._unread = bytearray(rest)
        return line

    def _last_words(self) -> str:
        """Return what it said before it ended; nothing but its own start-up writes there."""
        assert self._process.stderr is not None  # noqa: S101 - for mypy: it is a pipe
        said = self._process.stderr.read(CHUNK).decode("utf-8", "replace").strip()
        return said.splitlines()[-1] if said else "it ended without a word"

    def _broken(self, why: str) -> BoxBroken:
        """Close it and return the error to be raised."""
        self.close()
        return BoxBroken(why)


def _started(launch: Launch) -> subprocess.Popen[bytes]:
    """Start the process of a sandbox; it inherits neither environment nor descriptors."""
    return subprocess.Popen(
        launch.command,
        env=dict(launch.environment),
        cwd="/",
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        start_new_session=True,  # Ctrl-C is for us; we end it
    )


def _forget() -> None:
    """In a forked child: the starter's thread is not there, so have another one."""
    global _starter  # noqa: PLW0603
    _starter = ThreadPoolExecutor(1, STARTER)


os.register_at_fork(after_in_child=_forget)
