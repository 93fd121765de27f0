"""Read the literals of a tool call or of a printed list, without executing anything.

CARP's tool traces hold Python-like text: `Action: solve_eq("x = 1")`, `Output: ["x = 1"]`. A
string runs to the next same quote on its line; a backslash is a character like any other (LaTeX).
"""

from __future__ import annotations

import re
from typing import TypeAlias

Span: TypeAlias = tuple[int, int]

TOKEN = re.compile(
    r"\s*(?:'(?P<single>[^'\n]*)'|\"(?P<double>[^\"\n]*)\"|(?P<number>-?\d+(?:\.\d+)?)"
    r"|(?P<name>True|False|None)\b|(?P<open>[\[({])|(?P<close>[\])}])|(?P<mark>[,:]))\s*"
)
CALL = re.compile(r"\w+\((.*)\)")
PAIRS = {"]": "[", ")": "(", "}": "{"}


def strings(text: str, start: int, end: int) -> list[Span] | None:
    """Return the spans of the literals in text[start:end], containers flattened, in order.

    Keys of a dict are left out. None when the text is anything but literals, commas, colons and
    balanced brackets.
    """
    found: list[Span] = []
    waiting: list[str] = []
    while start < end:
        match = TOKEN.match(text, start, end)
        if match is None or not _take(match, found, waiting):
            return None
        start = match.end()
    return None if waiting else found


def _take(match: re.Match[str], found: list[Span], waiting: list[str]) -> bool:
    """Add one token to the literals or the open brackets; False when a bracket does not fit."""
    kind = match.lastgroup or ""
    if kind == "open":
        waiting.append(match[kind])
    elif kind == "close":
        return bool(waiting) and waiting.pop() == PAIRS[match[kind]]
    elif kind == "mark":
        if match[kind] == ":" and found:
            found.pop()
    else:
        found.append(match.span(kind))
    return True


def arguments(text: str) -> list[Span] | None:
    """Return the spans of the literal arguments of the last `Action: name(...)` of a text.

    None where there is no call or its arguments are no literals.
    """
    start = text.rfind("Action: ") + len("Action: ") if "Action: " in text else 0
    call = CALL.search(text, start)
    return strings(text, *call.span(1)) if call else None


def printed(text: str, start: int, end: int) -> list[Span] | None:
    """Return the elements of a printed list or dict, or None when the text is something else."""
    while start < end and text[start].isspace():
        start += 1
    return strings(text, start, end) if text[start : start + 1] in {"[", "{"} else None
