"""One killable helper process for work that may hang or eat memory (SymPy, mostly).

A thread or a signal cannot stop a long call inside C code; a process can always be killed. The
helper is a fresh interpreter, started on first use and warm from then on. It is not a fork of
ours, so it inherits neither our memory, threads nor environment, our `__main__` is never run
again in it, and a daemonic process of some pool may have one too (pools of `multiprocessing`
and pebble refuse to nest). A task costs 0.1 to 0.3 ms on top of its own time, the first one
after a kill 0.4 s. POSIX only: the limits are `setrlimit`'s.
"""

from __future__ import annotations

import atexit
import contextlib
import os
import resource
import signal
import subprocess
import sys
import threading
from collections.abc import Callable
from importlib import import_module
from multiprocessing import Pipe
from multiprocessing.connection import Connection
from typing import Any, TypeVar

from generator.judge.errors import Crashed, OutOfMemory, Timeout

Value = TypeVar("Value")

TASKS_PER_PROCESS = 2000
"""Tasks after which the helper is replaced, so that SymPy's caches cannot grow for ever."""

STARTUP_SECONDS = 120.0
"""How long the imports of a new helper may take; not part of a task's own limit."""

HEADROOM_BYTES = 64 << 20
"""Least memory a task may claim above what the warm interpreter already maps."""

WARM_MODULES = ("generator.judge.sympy_proof",)
"""What a new helper imports before it says that it is ready."""

REPORTED = (
    ArithmeticError,
    AssertionError,
    AttributeError,
    ImportError,
    LookupError,
    RuntimeError,
    TypeError,
    ValueError,
)
"""Errors of a task that leave its process fit for the next one."""

BOOT = "from generator.judge.worker import serve; serve(int(__import__('sys').argv[1]))"


class Helper:
    """The helper process and our end of its pipe."""

    def __init__(self) -> None:
        """Start it; returns at once, before its imports are done."""
        self._pipe, theirs = Pipe()
        self._process = subprocess.Popen(
            [sys.executable, "-P", "-c", BOOT, str(theirs.fileno())],
            pass_fds=(theirs.fileno(),),
            env={"PYTHONPATH": _import_path(), "PYTHONHASHSEED": "0"},
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        theirs.close()
        self._ready = False
        self._tasks = 0
        self._busy = False

    @property
    def usable(self) -> bool:
        """Whether it can take another task."""
        alive = self._process.poll() is None
        return alive and not self._busy and self._tasks < TASKS_PER_PROCESS

    def ask(self, task: tuple[Any, ...], seconds: float) -> tuple[str, Any]:
        """Return its reply to `task`; raises Timeout (it stays busy) or Crashed."""
        self._busy = True
        try:
            if not self._ready:
                self._receive(STARTUP_SECONDS)
                self._ready = True
            self._pipe.send(task)
            reply = self._receive(seconds)
        except (EOFError, OSError) as error:
            self.kill()
            raise Crashed(f"the helper process ended ({self._process.returncode})") from error
        self._busy = False
        self._tasks += 1
        return reply

    def kill(self) -> None:
        """End it whatever it does, and reap it."""
        self._process.kill()
        self._process.wait()
        self._pipe.close()

    def disown(self) -> None:
        """Let go of it without touching it: in a forked child it belongs to the parent."""
        self._pipe.close()
        self._process.returncode = 0

    def _receive(self, seconds: float) -> tuple[str, Any]:
        """Return the next message, or raise Timeout after `seconds`."""
        if not self._pipe.poll(seconds):
            raise Timeout(f"no reply within {seconds:g} s")
        kind, value = self._pipe.recv()
        return kind, value


_lock = threading.Lock()
_helper: Helper | None = None


def run_limited(
    function: Callable[..., Value] | str, *args: object, seconds: float, megabytes: int
) -> Value:
    """Return `function(*args)`, computed in the helper process within the two limits.

    `function` has to be importable by name from its module. It may be given as `module:name`, so
    that this process need not import what only the helper uses (SymPy: 0.3 s). Arguments and
    value are our own plain records, never text that asks to be run. `seconds` is wall-clock time
    without the helper's start, `megabytes` is address space. Raises Timeout, OutOfMemory, or
    Crashed (which says what the function raised); after each the next call simply works.
    """
    global _helper  # noqa: PLW0603 - the one helper of this process
    with _lock:
        _helper = _fresh(_helper)
        try:
            kind, value = _helper.ask((function, args, seconds, megabytes), seconds)
        except (Timeout, Crashed):
            _helper = _fresh(_helper)  # imports go on while the caller does something else
            raise
        if kind == "memory":
            _helper.kill()  # its heap is in pieces
    if kind == "memory":
        raise OutOfMemory(f"more than {value} MB")
    if kind == "raised":
        raise Crashed(str(value))
    result: Value = value
    return result


def prewarm() -> None:
    """Start the helper without waiting for it, so that the first task need not."""
    global _helper  # noqa: PLW0603
    with _lock:
        _helper = _fresh(_helper)


def shut_down() -> None:
    """End the helper; a later task starts another. Registered to run at exit."""
    global _helper  # noqa: PLW0603
    with _lock:
        if _helper is not None:
            _helper.kill()
            _helper = None


def _fresh(helper: Helper | None) -> Helper:
    """Return `helper` if it can take a task, else a new one in its place."""
    if helper is not None and helper.usable:
        return helper
    if helper is not None:
        helper.kill()
    return Helper()


def _forget() -> None:
    """In a forked child: the pipe belongs to the parent, so have an own helper when needed."""
    global _lock, _helper  # noqa: PLW0603
    _lock = threading.Lock()
    if _helper is not None:
        _helper.disown()
        _helper = None


def _import_path() -> str:
    """Return our own import path for the helper's environment."""
    return os.pathsep.join(entry or os.getcwd() for entry in sys.path)  # noqa: PTH109


atexit.register(shut_down)
os.register_at_fork(after_in_child=_forget)


# ---- inside the helper process -------------------------------------------------------------


def serve(descriptor: int) -> None:
    """Answer tasks from the pipe `descriptor` until it closes. Entry point of the helper."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the parent, which kills us
    pipe: Connection = Connection(descriptor)
    for name in WARM_MODULES:
        import_module(name)
    pipe.send(("ready", None))
    with contextlib.suppress(EOFError, OSError):
        while True:
            pipe.send(_perform(*pipe.recv()))


def _perform(
    function: Callable[..., object] | str, args: tuple[object, ...], seconds: float, megabytes: int
) -> tuple[str, Any]:
    """Return the reply to one task, run under its limits."""
    # An orphan must not run on: the alarm's default action ends the process even inside C code.
    signal.setitimer(signal.ITIMER_REAL, 2 * seconds + 1)
    _limit_memory(megabytes << 20)
    try:
        return "value", _found(function)(*args)
    except MemoryError:
        return "memory", megabytes
    except REPORTED as error:
        return "raised", f"{type(error).__name__}: {error}"[:500]
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        _limit_memory(resource.RLIM_INFINITY)


def _found(function: Callable[..., object] | str) -> Callable[..., object]:
    """Return the function that a `module:name` names."""
    if not isinstance(function, str):
        return function
    module, _, name = function.partition(":")
    found: Callable[..., object] = getattr(import_module(module), name)
    return found


def _limit_memory(limit: int) -> None:
    """Set the address-space limit in bytes, within what the hard limit allows."""
    hard = resource.getrlimit(resource.RLIMIT_AS)[1]
    if limit != resource.RLIM_INFINITY:
        limit = max(limit, _mapped_bytes() + HEADROOM_BYTES)
    if hard != resource.RLIM_INFINITY:
        limit = hard if limit == resource.RLIM_INFINITY else min(limit, hard)
    resource.setrlimit(resource.RLIMIT_AS, (limit, hard))


def _mapped_bytes() -> int:
    """Return how much address space this process maps; 0 where the system does not say."""
    try:
        with open("/proc/self/statm", encoding="ascii") as statm:  # noqa: PTH123 - twice as fast
            return int(statm.read().split()[0]) * resource.getpagesize()
    except OSError:
        return 0
