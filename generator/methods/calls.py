r"""A tool call that a model wrote -> name and arguments. Read by hand: nothing is evaluated.

Arguments are strings between quotes of any kind, numbers, and lists of them, by position or by
name, over one line or several. Backslashes are LaTeX's: `"\ne"` holds no line break. A doubled one
before a letter, as in JSON, is one.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field

from generator.tools.calling import Argument
from generator.tools.signatures import ALIASES, SIGNATURES

HEAD = re.compile(r"([A-Za-z_]\w*)\s*\(")
BLANK = re.compile(r"\s*")
NAME = re.compile(r"([A-Za-z_]\w*)\s*=\s*(?=[\"'“‘\[(\d-])")
NUMBER = re.compile(r"-?\d+(?:\.\d+)?")
QUOTES = {'"': '"', "'": "'", "“": "”", "‘": "’"}
DOUBLED = re.compile(r"\\\\(?=[A-Za-z])")
MOST = 40
"""Arguments, or entries of a list."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Call:
    """A call as it was read."""

    name: str
    arguments: tuple[Argument, ...]
    keywords: Mapping[str, Argument] = field(default_factory=dict)
    end: int
    """Offset behind its closing bracket in the text."""


class NotRead(ValueError):
    """The text is no call with literal arguments; its words say why not."""


def read_call(text: str) -> Call:
    """Return the first call in a text; raise NotRead."""
    head = HEAD.search(text)
    if head is None:
        raise NotRead("no call")
    arguments, keywords, end = _arguments(text, head.end())
    name = ALIASES.get(head[1], head[1])
    return Call(name=name, arguments=arguments, keywords=keywords, end=end)


def positional(call: Call) -> tuple[Argument, ...]:
    """Return all arguments by position, named ones in the places that the signature gives them.

    Raise NotRead for a name that it does not have, or one that is given twice.
    """
    names = [name.rstrip("[]?") for name in SIGNATURES.get(call.name, ())]
    found = dict(zip(names, call.arguments, strict=False))
    if len(call.arguments) > len(names) and call.keywords:
        raise NotRead("too many arguments")
    for name, value in call.keywords.items():
        if name not in names or name in found:
            raise NotRead(f"no argument {name!r}" if name not in names else f"{name!r} twice")
        found[name] = value
    if not call.keywords:
        return call.arguments
    ordered = [name for name in names if name in found]
    if ordered != names[: len(ordered)]:
        raise NotRead("an argument is missing")
    return tuple(found[name] for name in ordered)


def listed(text: str) -> tuple[str, ...] | None:
    """Return the entries of a list of strings, as a tool prints one; None for any other text."""
    if not text.startswith("["):
        return None
    try:
        value, end = _list(text, 0)
    except NotRead:
        return None
    return None if text[end:].strip() else value


def _arguments(text: str, at: int) -> tuple[tuple[Argument, ...], dict[str, Argument], int]:
    """Return what stands before the closing bracket, from behind the opening one."""
    found: list[Argument] = []
    named: dict[str, Argument] = {}
    at = _skip(text, at)
    while text[at : at + 1] != ")":
        name = NAME.match(text, at)
        value, at = _value(text, name.end() if name else at)
        if name:
            named[name[1]] = value
        elif named:
            raise NotRead("an argument without a name after one with a name")
        else:
            found.append(value)
        at = _comma(text, at, ")")
        if len(found) + len(named) > MOST:
            raise NotRead("too many arguments")
    return tuple(found), named, at + 1


def _value(text: str, at: int) -> tuple[Argument, int]:
    """Return the literal that begins at `at`, and the offset behind it."""
    mark = text[at : at + 1]
    if mark in QUOTES and mark:
        return _string(text, at)
    if mark and mark in "[(":
        return _list(text, at)
    number = NUMBER.match(text, at)
    if number is None:
        raise NotRead("an argument is no string, number or list")
    return number[0], number.end()


def _string(text: str, at: int) -> tuple[str, int]:
    """Return a string between quotes, on one line, and the offset behind it."""
    mark = text[at] * 3 if text[at : at + 3] == text[at] * 3 else text[at]
    close = mark if len(mark) == 3 else QUOTES[mark]
    end = text.find(close, at + len(mark))
    while end > 0 and text[end - 1] == "\\" and text[end - 2] != "\\":
        end = text.find(close, end + 1)
    if end < 0:
        raise NotRead("a string without an end")
    inner = text[at + len(mark) : end].replace(f"\\{close[0]}", close[0])
    return DOUBLED.sub(r"\\", " ".join(inner.split("\n"))).strip(), end + len(close)


def _list(text: str, at: int) -> tuple[tuple[str, ...], int]:
    """Return a list of strings and numbers, and the offset behind it."""
    close = {"[": "]", "(": ")"}[text[at]]
    found: list[str] = []
    at = _skip(text, at + 1)
    while text[at : at + 1] != close:
        if text[at : at + 1] in ("[", "("):  # asked before reading it: no nesting, no recursion
            raise NotRead("a list in a list")
        value, at = _value(text, at)
        found.append(str(value))
        at = _comma(text, at, close)
        if len(found) > MOST:
            raise NotRead("a list that is too long")
    return tuple(found), at + 1


def _comma(text: str, at: int, close: str) -> int:
    """Return the offset of the next value, or of the closing bracket."""
    at = _skip(text, at)
    if text[at : at + 1] == ",":
        return _skip(text, at + 1)
    if text[at : at + 1] != close:
        raise NotRead("no comma or bracket after an argument")
    return at


def _skip(text: str, at: int) -> int:
    """Return the offset of the next character that is no blank."""
    found = BLANK.match(text, at)
    return found.end() if found else at
