"""Our own format: a line of responses.jsonl -> Response.

A line has the fields of the record without those that are None or empty; a reply that is empty
keeps `text: ""`. Exactly one of `text`, `messages` and `error` says what came back, except that a
conversation that broke off may have both `messages` and `error`.

A message has a role and a content, and may say more of itself: see `Message`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Literal, TypeVar, get_args

from generator.errors import Fault, FaultsFound
from generator.fields import Fields
from generator.files import Row
from generator.records import Author, Message, Response, Round, StepKind
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
    "rounds",
    "exemplars",
    "left_out",
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
KINDS: Mapping[str, StepKind] = {kind: kind for kind in get_args(StepKind)}
AUTHORS: Mapping[str, Author] = {author: author for author in get_args(Author)}
MESSAGE = ("role", "content", "kind", "made_by", "round", "parsed", "error", "discarded")
"""Fields of a message; the first two it must have."""
ROUND = ("number", "tool_answer", "text_answer", "noted")
"""Fields of a round; the first it must have."""

Word = TypeVar("Word", bound=str)


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
        rounds=tuple(map(_round, fields.objects("rounds"))) if "rounds" in fields else (),
        exemplars=fields.texts("exemplars") if "exemplars" in fields else (),
        left_out=fields.optional_whole("left_out"),
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
        entry.only(MESSAGE)
    return tuple(message(entry) for entry in entries)


def message(entry: Fields) -> Message:
    """Return one message; faults are in `entry`."""
    return Message(
        role=_one_of(entry, "role", ROLES) or "user",
        content=entry.text("content"),
        kind=_one_of(entry, "kind", KINDS) if "kind" in entry else None,
        made_by=_one_of(entry, "made_by", AUTHORS) if "made_by" in entry else None,
        round=entry.optional_whole("round"),
        parsed=entry.optional_text("parsed") or "",
        error=entry.optional_text("error") or "",
        discarded=entry.optional_text("discarded") or "",
    )


def _one_of(entry: Fields, name: str, words: Mapping[str, Word]) -> Word | None:
    """Return a field that has to be one of a few words; None, with a fault, where it is not."""
    found = words.get(entry.text(name))
    if found is None:
        entry.fault(name, f"is none of the {name}s", f"write one of {', '.join(words)}")
    return found


def _round(entry: Fields) -> Round:
    """Return one round; faults are in `entry`."""
    entry.only(ROUND)
    return Round(
        number=entry.whole("number"),
        tool_answer=entry.optional_text("tool_answer") or "",
        text_answer=entry.optional_text("text_answer") or "",
        noted=entry.texts("noted") if "noted" in entry else (),
    )
