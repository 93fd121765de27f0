"""One reply of a model that solves with tools -> what it is (methods.md 2.2).

Labels count at the beginning of a line only: a word `End` inside a call, or `问题` in a thought,
ends nothing. Where a reply holds an Action and more, the Action is taken and the rest is dropped:
outputs and final answers that follow it are made up.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Literal

from generator.methods.calls import Call, NotRead, read_call

MARK = r"[ \t*_#]{0,6}"
ACTION = re.compile(rf"^{MARK}Action[ \t]*\d{{0,3}}[*_]{{0,3}}[ \t]*[:：]", re.MULTILINE)
FINAL = re.compile(rf"^{MARK}Final[ \t]?Answer[*_]{{0,3}}[ \t]*[:：]", re.MULTILINE)
STOP = re.compile(
    rf"^{MARK}(?:(?:Question|Trial|问题|解题过程)[*_]{{0,3}}[ \t]*[:：]"
    r"|End[ \t]*(?:\(\))?[ \t]*[.:。]?[ \t]*$)",
    re.MULTILINE,
)
OUTPUT = re.compile(rf"^{MARK}Output[*_]{{0,3}}[ \t]*[:：]", re.MULTILINE)


@dataclass(frozen=True, slots=True, kw_only=True)
class Turn:
    """A reply as it was understood."""

    kind: Literal["action", "final", "neither"]
    text: str
    """What is kept of it."""
    discarded: str = ""
    """What is not."""
    call: Call | None = None
    """The call of an action, where it could be read."""
    error: str = ""
    """Why it could not."""


def understand(reply: str) -> Turn:
    """Return what a reply is: an action, a final answer, or neither of them."""
    stop = STOP.search(reply)
    body = reply[: stop.start()] if stop else reply
    action = ACTION.search(body)
    if action:
        return _action(reply, body, action)
    final = FINAL.search(body)
    if final:
        return _kept(reply, _end_of_final(body, final), "final")
    return Turn(kind="neither", text=reply.strip())


def made_up_output(reply: str) -> tuple[str, str]:
    """Return the output that a model wrote, without its label, and what it wrote after that."""
    label = OUTPUT.match(reply.lstrip())
    body = reply.lstrip()[label.end() :] if label else reply
    ends = [found.start() for rule in (ACTION, FINAL, OUTPUT, STOP) if (found := rule.search(body))]
    end = min(ends, default=len(body))
    return body[:end].strip(), body[end:].strip()


def _action(reply: str, body: str, label: re.Match[str]) -> Turn:
    """Return the first action of a reply; all behind its call is dropped."""
    following = [
        found for rule in (ACTION, FINAL, OUTPUT) if (found := rule.search(body, label.end()))
    ]
    end = min((found.start() for found in following), default=len(body))
    written = body[label.end() : end]
    try:
        call = read_call(written)
    except NotRead as error:
        # A label inside a string of several lines is no label, but then the call would have ended.
        return _kept(reply, end, "action", error=str(error))
    return _kept(reply, label.end() + call.end, "action", call=call)


def _end_of_final(body: str, label: re.Match[str]) -> int:
    """Return where the final answer ends: at another label of the form."""
    ends = [found.start() for rule in (ACTION, OUTPUT) if (found := rule.search(body, label.end()))]
    return min(ends, default=len(body))


def _kept(
    reply: str,
    end: int,
    kind: Literal["action", "final"],
    *,
    call: Call | None = None,
    error: str = "",
) -> Turn:
    """Return the reply up to `end`."""
    text, rest = reply[:end].strip(), reply[end:].strip()
    return Turn(kind=kind, text=text, discarded=rest, call=call, error=error)
