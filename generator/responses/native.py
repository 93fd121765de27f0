"""Our own format: a line of responses.jsonl -> Response.

A line has the fields of the record without those that are None or empty; a reply that is empty
keeps `text: ""`. Exactly one of `text`, `messages` and `error` says what came back, except that a
conversation that broke off may have both `messages` and `error`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Literal

from generator.errors import Fault, FaultsFound
from generator.fields import Fields
from generator.files import Row
from generator.records import Message, Response
from generator.responses.coverage import Located

FIELDS = (
    "problem_id",
    "attempt",
    "text",
    "messages",
    "answer",
    "error",
    "stop_reason",
    "tokens_in",
    "tokens_out",
    "claimed",
    "rank_score",
)
"""Every field that a line may have; the first two it must have."""
MAX_ATTEMPTS = 1000
"""Attempts on one problem."""

Role = Literal["system", "user", "assistant", "tool"]
ROLES: Mapping[str, Role] = {
    "system": "system",
    "user": "user",
    "assistant": "assistant",
    "tool": "tool",
}
"""Roles of a message."""


def read(rows: Sequence[Row], shown: str) -> tuple[Located, ...]:
    """Return the responses of a file with their lines.

    Raises:
        FaultsFound: every field that is unknown, missing or of a wrong type.

    """
    faults: list[Fault] = []
    located = tuple(
        (line, _response(Fields(row, file=shown, line=line, faults=faults))) for line, row in rows
    )
    if faults:
        raise FaultsFound(faults)
    return located


def _response(fields: Fields) -> Response:
    fields.only(FIELDS)
    _check_reply(fields)
    return Response(
        problem_id=fields.text("problem_id", blank=False),
        attempt=_attempt(fields),
        text=fields.optional_text("text") or "",
        messages=messages(fields) if "messages" in fields else (),
        answer=fields.optional_text("answer"),
        error=fields.text("error", blank=False) if "error" in fields else None,
        stop_reason=fields.optional_text("stop_reason"),
        tokens_in=fields.optional_whole("tokens_in"),
        tokens_out=fields.optional_whole("tokens_out"),
        claimed=fields.optional_text("claimed"),
        rank_score=fields.optional_number("rank_score"),
    )


def _attempt(fields: Fields) -> int:
    attempt = fields.whole("attempt")
    if attempt >= MAX_ATTEMPTS:
        fields.fault("attempt", f"is not below {MAX_ATTEMPTS}", "number the attempts 0, 1, 2")
    return attempt


def _check_reply(fields: Fields) -> None:
    found = {name for name in ("text", "messages", "error") if name in fields}
    if len(found) != 1 and found != {"messages", "error"}:
        said = " and ".join(sorted(found)) or "none"
        cure = "give `text`, or `messages`, or `error` for an attempt that failed"
        fields.fault("", f"has {said} of text, messages and error", cure)


def messages(fields: Fields) -> tuple[Message, ...]:
    """Return the conversation in the field `messages`; faults are in `fields`."""
    entries = fields.objects("messages")
    if not entries:
        fields.fault("messages", "holds no message", "leave it out, or give the conversation")
    for entry in entries:
        entry.only(("role", "content"))
    return tuple(message(entry) for entry in entries)


def message(entry: Fields) -> Message:
    """Return one message; faults are in `entry`."""
    role = ROLES.get(entry.text("role"))
    if role is None:
        entry.fault("role", "is none of the roles", f"write one of {', '.join(ROLES)}")
    return Message(role=role or "user", content=entry.text("content"))
