"""Messages as other tools write them -> our Messages, and what of them is the reply."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence

from generator.importers.entries import NOBODY
from generator.importers.foreign_json import Row, items, objects
from generator.records import Message, Response, StepKind
from generator.responses.native import Role
from generator.trace import ACTION

ROLES: Mapping[str, Role] = {
    "system": "system",
    "developer": "system",
    "user": "user",
    "human": "user",
    "assistant": "assistant",
    "bot": "assistant",
    "ai": "assistant",
    "gpt": "assistant",
    "model": "assistant",
    "tool": "tool",
    "tool_response": "tool",
    "function": "tool",
    "observation": "tool",
    "environment": "tool",
}
"""A role in small letters -> ours; a role that is not here is a tool's or a harness's word."""


def plain(content: object) -> str:
    """Return the text of a message's content: a string, or parts of which some hold text."""
    if isinstance(content, str):
        return content
    parts = content if isinstance(content, list) else [content]
    return "\n".join(filter(None, (_part(part) for part in parts)))


def _part(part: object) -> str:
    if isinstance(part, str):
        return part
    if not isinstance(part, dict):
        return ""
    for name in ("text", "reasoning", "thinking", "content"):
        value = part.get(name)
        if isinstance(value, str) and value:
            return value
    kind = part.get("type")
    return f"[{kind}]" if isinstance(kind, str) else ""


def messages(rows: object) -> tuple[Message, ...]:
    """Return a conversation; a message that calls tools is an action, with the calls as lines."""
    return tuple(found for row in objects(rows) if (found := _message(row)) is not None)


def _message(row: Row) -> Message | None:
    """Return one message, or None for one that says and does nothing."""
    said = row.get("role", row.get("from", row.get("type")))
    role = ROLES.get(str(said).lower(), "tool")
    body = row.get("content", row.get("prompt", row.get("value")))
    own = [row] if row.get("type") in ("tool_call", "internal_tool_call") else []
    calls = [_call(call) for call in (*objects(row.get("tool_calls")), *own)]
    text = "\n".join(filter(None, [plain(body), *(f"{ACTION} {call}" for call in calls)]))
    if not text:
        return None
    kind: StepKind | None = "action" if calls else None
    return Message(role=role, content=text, kind=kind, parsed="\n".join(calls))


def _call(call: Row) -> str:
    """Return a call as one line, `name(arguments)`."""
    inner = call.get("function")
    source = inner if isinstance(inner, dict) else call
    name = source.get("name", call.get("function", call.get("tool_name", "tool")))
    told = source.get("arguments", call.get("code", ""))
    arguments = told if isinstance(told, str) else json.dumps(told, ensure_ascii=False)
    return f"{name}({arguments})"


def after_prompt(found: Sequence[Message]) -> tuple[Message, ...]:
    """Return a conversation from the first word of the model on; the prompt is no part of it."""
    first = next((i for i, each in enumerate(found) if each.role == "assistant"), len(found))
    return tuple(found[first:])


def prompt_of(found: Sequence[Message]) -> str:
    """Return what was put to the model before its first word, as one text."""
    return "\n".join(each.content for each in found[: len(found) - len(after_prompt(found))])


def reply(found: Sequence[Message]) -> Response:
    """Return a conversation as a reply: its text when the model speaks once, else all of it."""
    turns = after_prompt(found)
    if not turns:
        return NOBODY
    if len(turns) == 1:
        return Response(problem_id="", text=turns[0].content)
    return Response(problem_id="", messages=turns)


def texts(row: Mapping[str, object], name: str) -> list[str]:
    """Return the texts in a field that holds one or a list of them."""
    value = row.get(name)
    return [plain(each) for each in items(row, name)] if isinstance(value, list) else [plain(value)]
