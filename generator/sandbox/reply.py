"""A supervisor's reply -> an Outcome.

What a program's own process wrote is data: capped, of the right type, and believed in nothing.
"""

from __future__ import annotations

import os
import signal

from generator.errors import FaultsFound
from generator.sandbox.outcome import BackendName, Limits, Outcome
from generator.strict_json import parse

MOST_CHARS = 20_000
"""Longest text of a value or an error, as in `inside/cell/programs.py`."""

ENDED: dict[str, str] = {
    "flood": "what it returned is too long",
    "unreadable": "what it returned could not be read",
}


def outcome(reply: dict[str, object], limits: Limits, backend: BackendName) -> Outcome:
    """Return what became of the program that `reply` is about."""
    output = _text(reply.get("output"), limits.output_bytes) or ""
    truncated = reply.get("truncated") is True
    if reply.get("end") == "timeout" or reply.get("interrupted") is True:
        found = Outcome(status="timeout", error=late(limits.seconds), backend=backend)
    elif reply.get("end") == "result":
        found = _result(str(reply.get("result")), backend)
    else:
        found = _ended(reply, limits, backend)
    return Outcome(
        status=found.status,
        output=output,
        value=found.value,
        echo=found.echo,
        error=found.error,
        line=found.line,
        truncated=truncated,
        state_lost=reply.get("end") != "result",
        backend=backend,
    )


def late(seconds: float) -> str:
    """Return the sentence about a program that was stopped after `seconds`."""
    return f"stopped after {seconds:g} s"


def _result(line: str, backend: BackendName) -> Outcome:
    """Return what the program's own process says about it."""
    try:
        value = parse(line.partition("\n")[0], file="result")
    except FaultsFound:
        value = None
    status = value.get("status") if isinstance(value, dict) else None
    if not isinstance(value, dict) or status not in {"ok", "error", "memory"}:
        return Outcome(status="died", error=ENDED["unreadable"], backend=backend)
    number = value.get("line")
    return Outcome(
        status="ok" if status == "ok" else "memory" if status == "memory" else "error",
        value=_text(value.get("value"), MOST_CHARS),
        echo=_text(value.get("echo"), MOST_CHARS),
        error=_text(value.get("error"), MOST_CHARS) or "",
        line=number if isinstance(number, int) and not isinstance(number, bool) else None,
        backend=backend,
    )


def _ended(reply: dict[str, object], limits: Limits, backend: BackendName) -> Outcome:
    """Return the outcome of a program whose process is no more."""
    status = reply.get("status")
    if reply.get("end") == "flood" or not isinstance(status, int):
        return Outcome(status="died", error=ENDED["flood"], backend=backend)
    if not os.WIFSIGNALED(status):
        code = os.waitstatus_to_exitcode(status)
        return Outcome(status="died", error=f"ended with exit code {code}", backend=backend)
    number = os.WTERMSIG(status)
    if number == signal.SIGXCPU:
        return Outcome(status="timeout", error=late(limits.session_seconds), backend=backend)
    return Outcome(status="died", error=f"ended by {_name(number)}", backend=backend)


def _name(number: int) -> str:
    """Return the name of a signal."""
    try:
        return signal.Signals(number).name
    except ValueError:
        return f"signal {number}"


def _text(value: object, most: int) -> str | None:
    """Return a text of at most `most` characters, or None when it is no text."""
    return value[:most] if isinstance(value, str) else None
