"""The values of a card -> what in its texts is no plain text: markup, templates, hidden signs.

Pages escape every text, so none of this could do harm there. It is refused because a card also
travels to places that we do not render: feeds, badges, tables, comments.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import NamedTuple

Path = tuple[str | int, ...]


class Blemish(NamedTuple):
    """One text that is refused."""

    path: Path
    """Keys and positions from the top of the card."""
    message: str
    cure: str


_UNFILLED = re.compile(r"<fill in\b", re.IGNORECASE)
_MARKUP = re.compile(r"<[A-Za-z/!?]")
_TEMPLATE = re.compile(r"\{\{|\{%|\{#")
_HIDDEN = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]")

UNREAD = frozenset({"layout", "source"})
"""Fields that say how files are read, where `<br>` may be what has to be cut out."""
BIBTEX = frozenset({"citation"})
"""Fields in which doubled braces have a meaning."""
SENT = frozenset({"settings"})
"""Fields that quote what was sent to a model, where `</s>` and `{{question}}` are plain values."""


def blemishes(data: Mapping[str, object]) -> Iterator[Blemish]:
    """Yield every text of a card that has to be written in another way."""
    for name, value in data.items():
        yield from _below(value, (name,))


def _below(value: object, path: Path) -> Iterator[Blemish]:
    if isinstance(value, str):
        found = _blemish(value, str(path[0]))
        if found:
            yield Blemish(path, *found)
    elif isinstance(value, Mapping):
        for name, each in value.items():
            yield from _below(each, (*path, str(name)))
    elif isinstance(value, list | tuple):
        for place, each in enumerate(value):
            yield from _below(each, (*path, place))


def _blemish(text: str, field: str) -> tuple[str, str] | None:
    """Return message and cure for one text; None for a plain one."""
    if _UNFILLED.search(text):
        return "is not filled in", "write what is asked for between the pointed brackets"
    if hidden := _HIDDEN.search(text):
        return f"holds the invisible character U+{ord(hidden.group()):04X}", "delete it"
    if field in SENT | UNREAD:
        return None
    if _MARKUP.search(text):
        return "holds markup", "write plain text, with a blank behind a less-than sign"
    if _TEMPLATE.search(text) and field not in BIBTEX:
        return "holds template signs", "write plain text without {{, {% and {#"
    return None
