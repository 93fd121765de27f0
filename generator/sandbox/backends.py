"""The table of backends, and the choice of the first one that holds what it promises."""

from __future__ import annotations

import sys
import threading
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from generator.errors import CannotRun
from generator.sandbox import bubblewrap, landlock
from generator.sandbox.launch import Launch
from generator.sandbox.outcome import BackendName
from generator.sandbox.probes import Probe
from generator.sandbox.probes import probe as try_to_get_out

BACKENDS: Mapping[BackendName, Callable[[], Launch]] = {
    "bubblewrap": bubblewrap.launch,
    "landlock": landlock.launch,
}
"""Name -> how to start it; the first that passes the self-test is used."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Backend:
    """A backend that has passed the self-test on this machine, in this process."""

    name: BackendName
    launch: Launch


_lock = threading.Lock()
_tested: dict[BackendName, Backend | CannotRun] = {}


def chosen(name: BackendName | None = None) -> Backend:
    """Return the backend `name`, or the first that works; each is tested once a process.

    Raises CannotRun with the reason of every backend that was tried.
    """
    reasons = []
    for candidate in BACKENDS if name is None else (name,):
        with _lock:
            if candidate not in _tested:
                _tested[candidate] = _try(candidate)
            found = _tested[candidate]
        if isinstance(found, Backend):
            return found
        reasons.append(f"{candidate}: {found}")
    raise CannotRun("no sandbox works here, so no program is run; " + "; ".join(reasons))


def self_test(name: BackendName) -> tuple[Probe, ...]:
    """Return what every probe found; raises CannotRun where the backend does not even start."""
    if sys.platform != "linux":
        raise CannotRun(f"it needs Linux, this is {sys.platform}")
    return try_to_get_out(BACKENDS[name]())


def _try(name: BackendName) -> Backend | CannotRun:
    """Return the backend, or why it must not be used."""
    try:
        failed = [probe for probe in self_test(name) if not probe.held]
    except CannotRun as error:
        return error
    if failed:
        return CannotRun(f"the self-test failed ({_reasons(failed)})")
    return Backend(name=name, launch=BACKENDS[name]())


def _reasons(failed: list[Probe]) -> str:
    """Return what was found, and by which probes; often all fail for one reason."""
    by_reason: dict[str, list[str]] = {}
    for probe in failed:
        by_reason.setdefault(probe.found, []).append(probe.name)
    return "; ".join(f"{', '.join(names)}: {reason}" for reason, names in by_reason.items())
