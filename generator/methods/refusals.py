"""What a server's refusal means: ask again, ask otherwise, give up the call, give up the run.

The texts of servers are only searched, never passed on: they echo keys and addresses.
"""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Mapping
from dataclasses import dataclass
from email.utils import parsedate_to_datetime
from typing import Literal

from generator.errors import CannotRun, FailwhereError
from generator.methods.contract import OVERFLOW, CallFailed
from generator.methods.endpoint import KEY_VARIABLE

Parameter = Literal["stop", "n", "max_tokens", "top_p", "temperature"]
"""What can be done without: replies are cut here, asked for one by one, the limit renamed; and what
is left at its default by everybody need not be said."""
DEFAULT = 1
"""Of `top_p` and `temperature` at every server that refuses them."""

TOO_LONG = re.compile(
    r"context[ _](length|window|size|overflow)|available context|maximum context|too many tokens"
    r"|(prompt|input) is too long|exceed_context|max_new_tokens. must be|must have less than \d"
    r"|maximum number of tokens allowed|(model|input|model.s maximum) length"
    r"|reduce the length of the",
    re.IGNORECASE,
)
NOT_TAKEN = r"(support|allow|unknown|unrecogni|permit|unexpected|extra|cannot)"


def _refused(name: str, *more: str) -> re.Pattern[str]:
    """Return what finds a refusal of a parameter; `name` and `more` are patterns."""
    rules = (
        rf"{name}.{{0,60}}{NOT_TAKEN}",
        rf"{NOT_TAKEN}.{{0,60}}{name}",
        rf"param['\"]: ['\"]?{name}",
        *more,
    )
    return re.compile("|".join(rules), re.IGNORECASE)


REFUSED: dict[Parameter, re.Pattern[str]] = {
    "max_tokens": re.compile(r"max_completion_tokens", re.IGNORECASE),
    "stop": _refused(r"\bstop\b", r"\bstop\b.{0,60}(too long|maximum length)"),
    "n": _refused(
        r"['\"`]n['\"`]",
        r"['\"`]n['\"`].{0,60}(must be|less than|only)|only.{0,60}['\"`]n['\"`]",
        r"(only one|multiple) (completion|choice)|\bn ?(>|must be|!=) ?(1|at most)",
    ),
    # Where a server takes one of the two, it is the temperature that runs differ in.
    "top_p": _refused(r"\btop_p\b"),
    "temperature": _refused(r"\btemperature\b"),
}
NEEDED = {
    "temperature": (REFUSED["temperature"], "give --temperature 1, which need not be sent"),
    "top_p": (REFUSED["top_p"], "leave --top-p away"),
    "seed": (_refused(r"\bseed\b"), "leave --seed away"),
    "grammar": (_refused(r"\bgrammar\b"), "give --set grammar=false"),
    "max_tokens": (
        re.compile(r"max_(completion_)?tokens.{0,20}(too large|must be|at most)", re.IGNORECASE),
        "give a smaller --max-tokens",
    ),
}
"""What cannot be done without, as the run's card would not be true any more, and the cure."""
SCOPE = re.compile(r"\bscopes?\b", re.IGNORECASE)
QUOTA = re.compile(r"insufficient_quota|billing|credit balance", re.IGNORECASE)
PASSING = {408, 409, 425, 429}
LONGEST_WAIT = 60.0
"""Seconds; a server that asks for more is asked again after this."""


ADVICE = {
    "bad_reply": "check whether --base-url is a Chat Completions server",
    OVERFLOW: "give fewer --shots or a smaller --max-tokens",
    "http_400": "check --model, --max-tokens and the method's parameters",
    "http_422": "check --model, --max-tokens and the method's parameters",
    "rate_limited": "give --requests-per-minute or a smaller --concurrency",
    "timeout": "give a longer --timeout or a smaller --concurrency",
}
"""Reason of a failed call -> what may help; the server's own words are not shown."""


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

    def error(self, sent: Mapping[str, object]) -> FailwhereError:
        """Return what to raise; `sent` are the parameters of the request."""
        stop = _hopeless(self.status, self.said)
        if stop:
            return CannotRun(stop)
        if self.status == 413 or (self.status in {400, 422, 500} and TOO_LONG.search(self.said)):
            return CallFailed(OVERFLOW)
        reason = "rate_limited" if self.status == 429 else f"http_{self.status}"
        if self.status in {400, 422, 500, 501}:
            otherwise = self._otherwise(sent)
            if otherwise:
                return otherwise
        if self.status in PASSING or self.status >= 500:
            return Again(reason, self.wait)
        return CallFailed(reason)

    def refuse_key(self) -> None:
        """Raise CannotRun where this is a refusal of the key, not only of a list of models."""
        if self.status in {401, 403} and not SCOPE.search(self.said):
            raise CannotRun(_hopeless(self.status, self.said)) from None

    def _otherwise(self, sent: Mapping[str, object]) -> Otherwise | CannotRun | None:
        """Return what a parameter that the server refuses leads to; None where it names none."""
        for parameter, pattern in REFUSED.items():
            plain = parameter not in {"top_p", "temperature"} or sent.get(parameter) == DEFAULT
            if parameter in sent and plain and pattern.search(self.said):
                return Otherwise(parameter)
        for name, (needed, cure) in NEEDED.items():
            if _has(sent, name) and needed.search(self.said):
                return CannotRun(f"the model server refuses {name} ({self.status}); {cure}")
        return None


def _has(sent: Mapping[str, object], name: str) -> bool:
    """Return whether a parameter was sent, under its own name or beside the usual ones."""
    extra = sent.get("extra_body")
    return name in sent or (isinstance(extra, Mapping) and name in extra)


def _hopeless(status: int, said: str) -> str:
    """Return what to tell the user where no call can succeed; else nothing."""
    if status in {401, 403}:
        cure = f"check {KEY_VARIABLE} in the environment"
        return f"the model server refused the request ({status}); {cure}"
    if status in {404, 405, 410}:
        cure = "check --model and --base-url"
        return f"the server knows no such model or address ({status}); {cure}"
    if 300 <= status < 400:
        cure = "give that one as --base-url"
        return f"the model server says that it has another address ({status}); {cure}"
    if status == 402 or (status == 429 and QUOTA.search(said)):
        cure = "put money on it, or give the key of another one"
        return f"the account at the model server has nothing left to spend ({status}); {cure}"
    return ""


def asked_wait(headers: Mapping[str, str]) -> float | None:
    """Return the wait that an answer's headers ask for, in seconds; None where they ask for none.

    `retry-after` is a number of seconds or a date, which is compared with the server's own clock.
    """
    for name, unit in (("retry-after-ms", 0.001), ("retry-after", 1.0)):
        text = headers.get(name, "").strip()
        if re.fullmatch(r"\d{1,9}(\.\d{1,9})?", text):
            return min(float(text) * unit, LONGEST_WAIT)
    until = _moment(headers.get("retry-after", ""))
    if until is None:
        return None
    now = _moment(headers.get("date", "")) or dt.datetime.now(tz=dt.UTC)
    return min(max((until - now).total_seconds(), 0.0), LONGEST_WAIT)


def _moment(text: str) -> dt.datetime | None:
    """Return the time that a header names, or None for anything else."""
    try:
        found = parsedate_to_datetime(text[:40])
    except (ValueError, OverflowError):
        return None
    return found if found.tzinfo else found.replace(tzinfo=dt.UTC)
