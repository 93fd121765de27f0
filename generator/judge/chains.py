"""The last formula of a text: the last piece of delimited maths, of a chain its last side."""

from __future__ import annotations

import re

from generator.judge import spans
from generator.judge.spans import Span

TOKEN = re.compile(
    r"(?P<open>\\begin\{\w+\*?\}|\\left\s*\\?[.({\[|]|\\\{|[({\[])"
    r"|(?P<close>\\end\{\w+\*?\}|\\right\s*\\?[.)}\]|]|\\\}|[)}\]])"
    r"|(?P<cut>\\(?:implies|iff|(?:Long)?[rR]ightarrow)(?![A-Za-z])|\\\\|⇒)"
    r"|(?P<skip>\\[A-Za-z]+|[<>!]=)"
    r"|(?P<sign>=)"
)
LAYOUT = re.compile(r"\s*\\begin\{(?:align|aligned|gather|gathered|split)\*?\}")
NAME = re.compile(r"[\s&]*\\?[A-Za-z]+(?:_\S+)?\s*")
ANOTHER = re.compile(
    r"(?:[,;，；、或且和]|\bor\b|\band\b|\\text\{[^{}]*\}|\\q?quad)[\s\\,;]{0,9}[A-Za-z](?:_\w+)?\s*$"
)
"""The end of one equation and the name that the next one is about: `1, y` of `x = 1, y = 2`."""
UNKNOWN = re.compile(r"(?<![\^_\d{.])\d[\d.]*\s*[a-z](?![A-Za-z(])")
"""A letter with a number before it: an unknown that has to be solved for."""
NUMBER = re.compile(r"\s*[-+]?[\d.,]+\s*")


def last_expression(text: str) -> Span | None:
    """Return the last piece of delimited maths; of a chain, or of `3 + 4 = 7`, the last side."""
    found = list(spans.maths(text))
    return last_side(text, *found[-1]) if found else None


def last_side(text: str, start: int, end: int) -> Span | None:
    """Return the last side of the last relation of text[start:end], by the signs outside brackets.

    Whole is kept where the right side alone is no result: an equation for a name (`x = 7`), several
    of them (`x = 1, y = 2`), and one that still has to be solved (`6x - 40 = 8`).
    """
    start, end = _without_layout(text, start, end)
    sides = _sides(text, start, end)
    whole = (sides[0][0], end)
    named = NAME.fullmatch(text, *sides[0]) is not None
    if named and all(ANOTHER.search(text[slice(*side)]) for side in sides[1:-1]):
        return spans.trim_inside(text, *whole)
    if len(sides) == 2 and _open_equation(text, *sides):
        return spans.trim_inside(text, *whole)
    last = spans.trim_inside(text, *sides[-1])
    return last or spans.trim_inside(text, *whole)


def _without_layout(text: str, start: int, end: int) -> Span:
    """Return the inside where the span is one environment that only sets lines."""
    match = LAYOUT.match(text, start, end)
    closing = text.rfind("\\end{", start, end)
    return (match.end(), closing) if match and closing > match.end() else (start, end)


def _sides(text: str, start: int, end: int) -> list[Span]:
    r"""Return the sides of the last relation outside all brackets; arrows and lines cut.

    Nothing is cut at the very end, so `a = b \\` ends with b.
    """
    while end > start and (text[end - 1].isspace() or text[end - 1] == "\\"):
        end -= 1
    sides: list[Span] = []
    depth, last = 0, start
    for match in TOKEN.finditer(text, start, end):
        kind = match.lastgroup
        depth = max(0, depth + (kind == "open") - (kind == "close"))
        if depth or kind not in {"cut", "sign"}:
            continue
        sides = [*sides, (last, match.start())] if kind == "sign" else []
        last = match.end()
        while last < end and text[last] == "&":
            last += 1
    return [*sides, (last, end)]


def _open_equation(text: str, left: Span, right: Span) -> bool:
    """Return whether a number is given for a left side with a multiple of an unknown."""
    return bool(NUMBER.fullmatch(text, *right) and UNKNOWN.search(text, *left))
