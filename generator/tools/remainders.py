r"""`mod` and `%` in an expression: `2 ( 17 \mod 5 ) + 1`.

The sign binds as a product does, as in upstream's runtime: `17 \mod 5 + 1` is 3, `3 + 17 \mod 5`
is 5. `%` is one where a number or letter follows it, else per cent.
"""

from __future__ import annotations

import re
from typing import Any

import sympy

from generator.tools.errors import ToolError
from generator.tools.reading import expression

Object = Any
"""A SymPy object; the library ships no types."""

MOD = re.compile(
    r"\\[bp]?mod(?![a-zA-Z])|(?<![a-zA-Z\\])mod(?![a-zA-Z])"
    r"|(?<!\\)%(?=\s*(?:[\d(]|(?!of\b)[a-zA-Z]|\\(?:[dt]?frac|sqrt)))"
)
OPENING, CLOSING = "([{", ")]}"
TIMES = re.compile(r"\\(?:times|cdot|div)\s*$")
OPERATOR = re.compile(r"[-+*/=<>,×÷·]|\\(?:times|cdot|div)(?![a-zA-Z])|" + MOD.pattern)
PLACE = r"( \Xi _ {{ {} }} )"
"""What stands for a remainder while the rest is read."""


def with_remainders(text: str) -> Object:
    """Return the value of an expression, remainders in it; raise ToolError as the reading does."""
    remainders: dict[Object, Object] = {}
    while found := MOD.search(text):
        start, end = _start(text, found.start()), _end(text, found.end())
        number = expression(text[start : found.start()]).xreplace(remainders)
        divisor = expression(text[found.end() : end]).xreplace(remainders)
        key = 900 + len(remainders)
        remainders[sympy.Symbol(f"Xi_{key}")] = _remainder(number, divisor)
        text = text[:start] + PLACE.format(key) + text[end:]
    return expression(text).xreplace(remainders)


def _remainder(number: Object, divisor: Object) -> Object:
    """Return the remainder with the sign of the divisor."""
    if divisor == 0:
        raise ToolError("division by zero")
    return sympy.Mod(number, divisor)


def _start(text: str, at: int) -> int:
    """Return where the term that ends at `at` begins: behind a sum's sign or an open bracket."""
    depth = 0
    for place in range(at - 1, -1, -1):
        mark = text[place]
        depth += (mark in CLOSING) - (mark in OPENING)
        if depth < 0 or (depth == 0 and mark in "+-=,<>" and _joins(text[:place])):
            return place + 1
    return 0


def _joins(before: str) -> bool:
    """Whether a sign behind this text adds or subtracts; else it belongs to a number."""
    before = before.rstrip()
    return bool(before) and before[-1] not in "+-*/^=([{" and not TIMES.search(before)


def _end(text: str, at: int) -> int:
    """Return where the factor that begins at `at` ends: at an operator or a closing bracket."""
    begin = re.compile(r"\s*[-+]?").match(text, at)
    depth = 0
    for place in range(begin.end() if begin else at, len(text)):
        depth += (text[place] in OPENING) - (text[place] in CLOSING)
        if depth < 0 or (depth == 0 and OPERATOR.match(text, place)):
            return place
    return len(text)
