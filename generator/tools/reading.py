r"""The text of an argument -> SymPy objects, by the judge's own parser; nothing is executed.

What the parser leaves to its caller stands here: numbers with a base (`1011_2`), degrees, and the
refusal of what is no real number. `50\%` and `3 \frac { 1 } { 2 }` are the parser's.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any

import sympy
from sympy.core.relational import Relational

from generator.judge.errors import TooLarge, Unparsable
from generator.judge.parse import parse
from generator.judge.survey import children
from generator.judge.to_sympy import to_sympy
from generator.judge.tree import Constant, Node
from generator.tools.errors import ToolError

Object = Any
"""A SymPy object; the library ships no types."""

LONGEST = 1000
"""Characters of an argument."""
BASED = re.compile(
    r"(?<![\w.\\])(\d[0-9A-Z]*|[A-Z][0-9A-Z]+)\s*_\s*(?:\{\s*(\d{1,2})\s*\}|(\d{1,2}))(?!\w)"
)
"""A number with its base; one capital letter alone is a symbol with an index: `A_1`."""
DEGREES = re.compile(r"(\d+(?:\.\d+)?)\s*(?:\^\s*\{?\s*\\circ\s*\}?|°)")
SLASHES = re.compile(r"(?<=[^:])//")
FUNCTION = re.compile(r"(?<![a-zA-Z\\])(f)\s*\(|(?<![a-zA-Z])\\?(gcd|lcm)(?![a-zA-Z])")
"""What upstream's tools do not take for a function either."""
DECIMAL = re.compile(r"\d\s*\.\s*\d")


def read(text: str) -> Object:
    """Return the SymPy object that `text` says; raise ToolError where it says none of use.

    Numbers are real ones unless the text itself has the imaginary unit.
    """
    value = read_complex(text)
    if value.has(sympy.I) and not _has_unit(tree(text)):
        raise ToolError("no real number")
    return value


def read_complex(text: str) -> Object:
    """Return the same, with the complex numbers that even roots of negative ones are."""
    if not text.strip() or len(text) > LONGEST:
        raise ToolError("the argument is empty" if not text.strip() else "the argument is too long")
    if found := FUNCTION.search(text):
        raise ToolError(f"{found[1] or found[2]} is not known as a function")
    try:
        value = to_sympy(tree(text))
    except (Unparsable, TooLarge) as error:
        raise ToolError(f"syntax: {error}") from None
    if value.has(sympy.zoo, sympy.nan):
        raise ToolError("not defined: division by zero or the like")
    return value


def tree(text: str) -> Node:
    """Return the syntax tree of a text; raise Unparsable or TooLarge."""
    return parse(_plain(text)).root


def _has_unit(node: Node) -> bool:
    """Whether the imaginary unit is written in a tree."""
    return node == Constant("i") or any(map(_has_unit, children(node)))


def expression(text: str) -> Object:
    """Return a number or term; raise ToolError for anything else."""
    value = read(text)
    if not isinstance(value, sympy.Expr):
        raise ToolError("not an expression")
    return value


def relation(text: str) -> Object:
    """Return an equation, inequation or inequality; raise ToolError for anything else."""
    value = read(text)
    if not isinstance(value, Relational):
        raise ToolError("not an equation or inequality")
    return value


def relations(texts: Iterable[str]) -> list[Object]:
    """Return what several texts say, a chain `1 < x < 3` and a list `x = 1, y = 2` taken apart.

    Raise ToolError for anything that is no relation.
    """
    found: list[Object] = []
    for value in map(read, texts):
        parts = value.args if isinstance(value, sympy.And | sympy.FiniteSet) else [value]
        if not all(isinstance(part, Relational) for part in parts):
            raise ToolError("not an equation or inequality")
        found += parts
    return found


def equation(text: str) -> Object:
    """Return an equation; raise ToolError for anything else."""
    value = relation(text)
    if not isinstance(value, sympy.Eq):
        raise ToolError("not an equation")
    return value


def symbol(text: str) -> Object:
    """Return an unknown; raise ToolError for anything else."""
    value = read(text)
    if not isinstance(value, sympy.Symbol):
        raise ToolError("not a symbol")
    return value


def symbols(value: Object) -> list[Object]:
    """Return the unknowns of an object by name."""
    return sorted(value.free_symbols, key=lambda each: str(each.name))


def unknown(value: Object) -> Object:
    """Return the only unknown of an object; raise ToolError where there are none or several."""
    found = symbols(value)
    if len(found) > 1:
        raise ToolError("several unknowns: " + ", ".join(each.name for each in found))
    if not found:
        raise ToolError("no unknown")
    return found[0]


def has_decimal(*texts: str) -> bool:
    """Whether a decimal fraction was given, so that the result is to be one as well."""
    return any(DECIMAL.search(text) for text in texts)


def _plain(text: str) -> str:
    """Write numbers with a base in base ten, degrees as parts of pi, and `//` as one `/`."""
    text = BASED.sub(_value, SLASHES.sub("/", text))
    return DEGREES.sub(r"(\1 \\times \\frac { \\pi } { 180 })", text)


def _value(match: re.Match[str]) -> str:
    digits, base = match[1], int(match[2] or match[3])
    try:
        return f"({int(digits, base)})"
    except ValueError:
        if not digits.isdigit():
            return match[0]  # `2A_1` is twice A_1
        raise ToolError(f"{digits} is no number of base {base}") from None
