r"""The text of an argument -> SymPy objects, by the judge's own parser; nothing is executed.

What the parser leaves to its caller stands here: numbers with a base (`1011_2`), `mod`, and the
refusal of what is no ordinary number. `50\%` and `3 \frac { 1 } { 2 }` are the parser's.
"""

from __future__ import annotations

import re
from typing import Any

import sympy
from sympy.core.relational import Relational

from generator.judge.errors import TooLarge, Unparsable
from generator.judge.parse import parse
from generator.judge.to_sympy import to_sympy
from generator.tools.errors import ToolError

Object = Any
"""A SymPy object; the library ships no types."""

LONGEST = 1000
"""Characters of an argument."""
BASED = re.compile(r"(?<![\w.])([0-9A-Z]+)\s*_\s*(?:\{\s*(\d{1,2})\s*\}|(\d{1,2}))(?!\w)")
DEGREES = re.compile(r"(\d+(?:\.\d+)?)\s*(?:\^\s*\{?\s*\\circ\s*\}?|°)")
FUNCTION = re.compile(r"(?<![a-zA-Z\\])f\s*\(")
DECIMAL = re.compile(r"\d\s*\.\s*\d")


def read(text: str) -> Object:
    """Return the SymPy object that `text` says; raise ToolError where it says none of use."""
    if not text.strip() or len(text) > LONGEST:
        raise ToolError("the argument is empty" if not text.strip() else "the argument is too long")
    if FUNCTION.search(text):
        raise ToolError("f is not known as a function")
    try:
        value = to_sympy(parse(_plain(text)))
    except (Unparsable, TooLarge) as error:
        raise ToolError(f"syntax: {error}") from None
    if value.has(sympy.zoo, sympy.nan):
        raise ToolError("division by zero")
    return value


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


def equation(text: str) -> Object:
    """Return an equation; raise ToolError for anything else."""
    value = relation(text)
    if not isinstance(value, sympy.Eq):
        raise ToolError("not an equation")
    return value


def inequality(text: str) -> Object:
    """Return a relation that is no equation; raise ToolError for anything else."""
    value = relation(text)
    if isinstance(value, sympy.Eq):
        raise ToolError("not an inequality")
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
    """Write numbers with a base in base ten, and degrees as parts of pi."""
    text = BASED.sub(_value, text)
    return DEGREES.sub(r"(\1 \\times \\frac { \\pi } { 180 })", text)


def _value(match: re.Match[str]) -> str:
    base = int(match[2] or match[3])
    try:
        return str(int(match[1], base))
    except ValueError:
        raise ToolError(f"{match[1]} is no number of base {base}") from None
