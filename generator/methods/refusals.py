"""What a server's refusal means: ask again, ask otherwise, give up the call, give up the run.

The texts of servers are only searched, never passed on: they echo keys and addresses.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Literal

from generator.errors import CannotRun, FailwhereError
from generator.methods.contract import OVERFLOW, CallFailed
from generator.methods.endpoint import KEY_VARIABLE

Parameter = Literal["stop", "n", "max_tokens"]
"""What can be done without: replies are cut here, asked for one by one, the limit renamed."""

TOO_LONG = re.compile(
    r"context[ _](length|window|size|overflow)|available context|maximum context|too many tokens"
    r"|prompt is too long|exceed_context|max_new_tokens. must be|maximum number of tokens allowed",
    re.IGNORECASE,
)
REFUSED: dict[Parameter, re.Pattern[str]] = {
    "max_tokens": re.compile(r"max_completion_tokens", re.IGNORECASE),
    "stop": re.compile(
        r"\bstop\b.{0,60}(support|allow|unknown|unrecogni|permit|too long|maximum length)"
        r"|(support|allow|unknown|unrecogni|permit|unexpected|extra).{0,60}\bstop\b"
        r"|param['\"]: ['\"]stop\b",
        re.IGNORECASE,
    ),
    "n": re.compile(
        r"['\"`]n['\"`].{0,60}(support|allow|unknown|unrecogni|permit|must be|less than|only)"
        r"|(support|allow|unknown|unrecogni|permit|only|unexpected|extra).{0,60}['\"`]n['\"`]"
        r"|(only one|multiple) (completion|choice)|\bn ?(>|must be|!=) ?(1|at most)"
        r"|param['\"]: ['\"]n['\"]",
        re.IGNORECASE,
    ),
}
QUOTA = re.compile(r"insufficient_quota|billing|credit balance", re.IGNORECASE)
PASSING = {408, 409, 425, 429}
LONGEST_WAIT = 60.0
"""Seconds; a server that asks for more is asked again after this."""


class Again(FailwhereError):
    """A try failed in a way that passes; `wait` is what the server asks for, in seconds."""

    def __init__(self, reason: str, wait: float | None = None) -> None:
        """Keep the slug that the call ends with when no try is left."""
        self.reason = reason
        self.wait = wait
        super().__init__(reason)


class Otherwise(FailwhereError):
    """The server refuses a parameter that can be done without."""

    def __init__(self, parameter: Parameter) -> None:
        """Keep which one."""
        self.parameter = parameter
        super().__init__(parameter)


@dataclass(frozen=True, slots=True, kw_only=True)
class Refusal:
    """An HTTP answer that is no reply."""

    status: int
    said: str
    """Its body; searched, never shown."""
    wait: float | None = None
    """Seconds after which to come again, by its headers."""

    def error(self, sent: frozenset[str]) -> FailwhereError:
        """Return what to raise; `sent` are the names of the parameters of the request."""
        stop = _hopeless(self.status, self.said)
        if stop:
            return CannotRun(stop)
        if self.status in {400, 413, 422, 500} and TOO_LONG.search(self.said):
            return CallFailed(OVERFLOW)
        if self.status in {400, 422, 500, 501}:
            for parameter, pattern in REFUSED.items():
                if parameter in sent and pattern.search(self.said):
                    return Otherwise(parameter)
        reason = "rate_limited" if self.status == 429 else f"http_{self.status}"
        if self.status in PASSING or self.status >= 500:
            return Again(reason, self.wait)
        return CallFailed(reason)


def _hopeless(status: int, said: str) -> str:
    """Return what to tell the user where no call can succeed; else nothing."""
    if status in {401, 403}:
        cure = f"check {KEY_VARIABLE} in the environment"
        return f"the model server refused the request ({status}); {cure}"
    if status == 404:
        return "the server knows no such model or address (404)"
    if status in {402, 429} and QUOTA.search(said):
        return f"the account at the model server has nothing left to spend ({status})"
    return ""


def asked_wait(milliseconds: str | None, seconds: str | None) -> float | None:
    """Return the wait that the headers `retry-after-ms` and `retry-after` ask for, in seconds.

    None where they ask for none, or for a date, which needs a clock that agrees with the server's.
    """
    for text, unit in ((milliseconds, 0.001), (seconds, 1.0)):
        if text and re.fullmatch(r"\d{1,9}(\.\d{1,9})?", text.strip()):
            return min(float(text) * unit, LONGEST_WAIT)
    return None
