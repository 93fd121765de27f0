"""The supervisor: forks one confined child, hands it programs, keeps the clock, passes on output.

It reads requests on 0 and writes replies on 1, a line of JSON each. A request has `id`, `code`,
`fresh` (a new child first) and the limits `seconds`, `grace` (0: no interrupt before the kill),
`megabytes`, `cpu` (seconds), `file_megabytes`, `threads` (0: not limited) and `output` (bytes).
A reply has `id`, `end` (result, timeout, exit, flood), `status` (what waitpid said), `interrupted`,
`output`, `truncated` and `result`: the last three are what the child wrote, passed on unread.
"""

from __future__ import annotations

import contextlib
import json
import os
import select
import signal
import sys
import time
from typing import Any, NoReturn

from .confinement import restrict_calls, restrict_files, set_limits
from .programs import serve

RESULT_BYTES = 1 << 18
"""Longest line a child may send as its result."""
CHUNK = 1 << 16
"""Bytes in a pipe."""


class Child:
    """The confined process and our ends of its pipes."""

    def __init__(self, config: dict[str, Any], request: dict[str, Any]) -> None:
        """Fork and confine it."""
        control, self.control = os.pipe()
        self.results, results = os.pipe()
        self.output, output = os.pipe()
        self.pid = os.fork()
        if self.pid == 0:
            become_child(config, request, (control, results, output))
        for descriptor in (control, results, output):
            os.close(descriptor)
        os.set_blocking(self.output, False)
        os.set_blocking(self.results, False)
        self.exit = os.pidfd_open(self.pid)

    def end(self, *, private: bool) -> int:
        """Kill it and, in a PID namespace of our own, whatever it left; return its status."""
        os.kill(self.pid, signal.SIGKILL)
        # killpg would miss children that began a session of their own. The second condition
        # makes sure that this can never be said outside a namespace: bwrap is 1 and we are 2.
        if private and os.getpid() == 2:
            with contextlib.suppress(ProcessLookupError):
                os.kill(-1, signal.SIGKILL)
        status = os.waitpid(self.pid, 0)[1]
        for descriptor in (self.control, self.results, self.output, self.exit):
            os.close(descriptor)
        with contextlib.suppress(ChildProcessError):
            while os.waitpid(-1, os.WNOHANG)[0]:
                pass
        return status


def become_child(
    config: dict[str, Any], request: dict[str, Any], pipes: tuple[int, int, int]
) -> NoReturn:
    """Rearrange descriptors, confine this process and serve; never returns."""
    os.setsid()
    null = os.open("/dev/null", os.O_RDONLY)
    for old, new in zip((null, pipes[2], pipes[2]), (0, 1, 2), strict=True):
        os.dup2(old, new)
    control = os.dup2(os.dup(pipes[0]), 60, inheritable=False)
    results = os.dup2(os.dup(pipes[1]), 61, inheritable=False)
    os.closerange(3, 60)
    os.closerange(62, 4096)
    sys.stdin = open(0, encoding="utf-8")  # noqa: SIM115
    sys.stdout = open(1, "w", 1, "utf-8", "backslashreplace")  # noqa: SIM115
    sys.stderr = open(2, "w", 1, "utf-8", "backslashreplace")  # noqa: SIM115
    set_limits(request)
    if config["landlock"] is not None:
        restrict_files(config["landlock"])
    restrict_calls(bytes.fromhex(config["filter"]))
    serve(control, results)


def collect(descriptor: int, into: bytearray, most: int) -> bool:
    """Read what there is, keep no more than `most` bytes in all; False at the end of the pipe."""
    try:
        read = os.read(descriptor, CHUNK)
    except BlockingIOError:
        return True
    into += read[: max(0, most + 1 - len(into))]
    return bool(read)


class Watch:
    """One program being run: what has come out of it so far, and its clock."""

    def __init__(self, child: Child, request: dict[str, Any], *, private: bool) -> None:
        """Hand over the program and start the clock."""
        self.private = private
        self.child = child
        self.output, self.result = bytearray(), bytearray()
        self.most = request["output"]
        self.grace = request["grace"]
        self.interrupted = False
        self.deadline = time.monotonic() + request["seconds"]
        self.poll = select.poll()
        for descriptor in (0, child.output, child.results, child.exit):
            self.poll.register(descriptor, select.POLLIN)
        with contextlib.suppress(BrokenPipeError):
            os.write(child.control, json.dumps(request["code"]).encode() + b"\n")

    def until_end(self) -> str:
        """Return how it ended."""
        end = ""
        while not end:
            end = self._late() or self._step()
        for _ in range(4):  # a pipe holds 64 KB; what threads print from now on can wait
            collect(self.child.output, self.output, self.most)
        return end

    def _late(self) -> str:
        """Interrupt at the deadline, and give up when that was of no use."""
        if time.monotonic() < self.deadline:
            return ""
        if self.interrupted or not self.grace:
            return "timeout"
        os.kill(self.child.pid, signal.SIGINT)
        self.interrupted = True
        self.deadline += self.grace
        return ""

    def _step(self) -> str:
        """Wait for one thing to happen; return the end if it was that."""
        left = max(0.0, self.deadline - time.monotonic())
        ready = {descriptor for descriptor, _ in self.poll.poll(left * 1000 + 1)}
        if 0 in ready:  # nobody speaks out of turn, so the reader has gone
            self.child.end(private=self.private)
            os._exit(0)
        if self.child.output in ready and not collect(self.child.output, self.output, self.most):
            self.poll.unregister(self.child.output)
        if self.child.results in ready and not collect(
            self.child.results, self.result, RESULT_BYTES
        ):
            self.poll.unregister(self.child.results)
        if b"\n" in self.result:
            return "result"
        if len(self.result) > RESULT_BYTES:
            return "flood"
        return "exit" if self.child.exit in ready else ""


def supervise(config: dict[str, Any]) -> NoReturn:
    """Answer requests until there are no more, then end the process."""
    child: Child | None = None
    for line in sys.stdin.buffer:
        request = json.loads(line)
        if child is not None and request["fresh"]:
            child.end(private=config["private"])
            child = None
        child = child or Child(config, request)
        watch = Watch(child, request, private=config["private"])
        end = watch.until_end()
        status = None if end == "result" else child.end(private=config["private"])
        child = child if end == "result" else None
        say(
            id=request["id"],
            end=end,
            status=status,
            interrupted=watch.interrupted,
            output=watch.output[: watch.most].decode("utf-8", "replace"),
            truncated=len(watch.output) > watch.most,
            result=watch.result[:RESULT_BYTES].decode("utf-8", "replace"),
        )
    if child is not None:
        child.end(private=config["private"])
    os._exit(0)  # taking SymPy down piece by piece would need a third of a second


def say(**fields: object) -> None:
    """Write one reply."""
    sys.stdout.buffer.write(json.dumps(fields).encode() + b"\n")
    sys.stdout.buffer.flush()
