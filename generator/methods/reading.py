"""The body of a server's answer -> replies. Any field may be missing, or of any type."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass, replace

from generator.methods.contract import CallFailed, Reply

LONGEST = 1_000_000
"""Characters of a reply; longer ones are no answer to a problem."""
LONGEST_BODY = 20_000_000
"""Bytes of an answer."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    """What a server answered to one request."""

    replies: tuple[Reply, ...]
    """At least one. The tokens of all of them stand on the first, 0 on the others."""
    model: str | None
    """Its name for the model; None when it did not say."""


def read(body: bytes, secret: str = "") -> Answer | None:
    """Return what a body says, without `secret`; None where it lacks what we need.

    Raise CallFailed for a reply that is too long.
    """
    if len(body) > LONGEST_BODY:
        raise CallFailed("reply_too_long")
    try:
        whole = json.loads(body)
    except (ValueError, RecursionError):
        return None
    choices = whole.get("choices") if isinstance(whole, dict) else None
    if not isinstance(choices, list):
        return None
    usage = whole.get("usage")
    counts = usage if isinstance(usage, dict) else {}
    replies = [reply for each in choices if (reply := _reply(each, counts, secret))]
    if not replies or len(replies) != len(choices):
        return None
    rest = [replace(each, tokens_in=_none(each.tokens_in), tokens_out=_none(each.tokens_out))
            for each in replies[1:]]  # fmt: skip
    return Answer(replies=(replies[0], *rest), model=_word(whole.get("model"), secret))


def cut(reply: Reply, stop: Sequence[str]) -> Reply:
    """Return the reply up to the first stop text in it; the server may not know about them."""
    ends = [place for each in stop if (place := reply.text.find(each)) >= 0]
    if not ends:
        return reply
    return replace(reply, text=reply.text[: min(ends)], finish_reason="stop")


def _reply(choice: object, usage: dict[str, object], secret: str) -> Reply | None:
    """Return one choice with the counts of the whole answer."""
    message = choice.get("message") if isinstance(choice, dict) else None
    text = _joined(message.get("content")) if isinstance(message, dict) else 0
    if not isinstance(choice, dict) or not isinstance(text, str | None):
        return None
    if len(text or "") > LONGEST:
        raise CallFailed("reply_too_long")
    return Reply(
        text=_storable(text or "", secret),
        finish_reason=_word(choice.get("finish_reason"), secret),
        tokens_in=_count(usage.get("prompt_tokens")),
        tokens_out=_count(usage.get("completion_tokens")),
    )


def _joined(content: object) -> object:
    """Return a content in parts as the text of its text parts; thoughts and pictures are none."""
    if not isinstance(content, list):
        return content
    parts = [part for part in content if isinstance(part, dict) and part.get("type") == "text"]
    return "".join(text for part in parts if isinstance(text := part.get("text"), str))


def _word(value: object, secret: str) -> str | None:
    """Return a short text, or None for anything else."""
    return _storable(value, secret)[:80] if isinstance(value, str) else None


def _storable(text: str, secret: str) -> str:
    """Replace lone surrogates, which JSON can carry and UTF-8 cannot; take out the secret."""
    sound = text.encode("utf-8", "replace").decode("utf-8")
    return sound.replace(secret, "[key]") if secret else sound


def _count(value: object) -> int | None:
    """Return a token count, or None for anything that is none."""
    whole = isinstance(value, int) and not isinstance(value, bool)
    return value if whole and isinstance(value, int) and 0 <= value < 10**12 else None


def _none(count: int | None) -> int | None:
    """Return 0 for a count that another reply carries; unknown stays unknown."""
    return None if count is None else 0
