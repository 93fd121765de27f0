"""expand, factor, collect, complete_the_square: another form of the same (methods.md 3.8-3.11).

All but the last also take an equation or inequality and rewrite both of its sides. What is already
expanded or irreducible comes back unchanged, as an error would only cost a model one more call; of
collect methods.md wants the error all the same.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import sympy
from sympy.core.relational import Relational

from generator.judge.tree import Relation, Sum
from generator.tools import reading
from generator.tools.errors import ToolError
from generator.tools.writing import write

Object = Any
"""A SymPy object; the library ships no types."""


def expand(text: str) -> str:
    """Return an expression, or both sides of a relation, without brackets."""
    return _each_side(text, sympy.expand)


def factor(text: str) -> str:
    """Return an expression, or both sides of a relation, as products over the rationals.

    Raise ToolError for a mere number.
    """
    if not reading.read(text).free_symbols:
        raise ToolError("a number, not a polynomial")
    return _each_side(text, sympy.factor)


def collect(text: str, name: str) -> str:
    """Return an expression, or both sides of a relation, expanded and sorted by powers of a symbol.

    Raise ToolError where the symbol does not occur or nothing is left to collect.
    """
    wanted = reading.symbol(name)
    given = reading.read(text)
    if wanted not in given.free_symbols:
        raise ToolError(f"{name.strip()} does not occur")
    result = _each_side(text, lambda side: sympy.collect(sympy.expand(side), wanted))
    if result == _each_side(text, lambda side: side) and not merged(text):
        raise ToolError("already collected")
    return result


def merged(text: str) -> bool:
    """Whether reading a text has added like terms by itself: `3 x + 2 x`."""
    root, given = reading.tree(text), reading.read_complex(text)
    written = root.sides if isinstance(root, Relation) else (root,)
    kept = given.args if isinstance(given, Relational) else (given,)
    terms = [len(side.terms) if isinstance(side, Sum) else 1 for side in written]
    return sum(terms) > sum(len(sympy.Add.make_args(side)) for side in kept)


def complete_the_square(text: str, name: str | None = None) -> str:
    """Return a quadratic as `a ( x + b ) ^ 2 + c` in its only symbol, or in another.

    Raise ToolError for another degree, an equation, or several symbols and none named.
    """
    given = reading.expression(text)
    wanted = reading.unknown(given) if name is None else reading.symbol(name)
    parts = sympy.Poly(given, wanted).all_coeffs() if given.is_polynomial(wanted) else []
    if len(parts) != 3:
        raise ToolError("not of degree 2")
    square, linear, constant = parts
    shift = sympy.simplify(linear / (2 * square))
    return write(square * (wanted + shift) ** 2 + sympy.simplify(constant - square * shift**2))


def _each_side(text: str, rewrite: Callable[[Object], Object]) -> str:
    """Return the rewritten expression, or the relation between the rewritten sides."""
    given = reading.read(text)
    if isinstance(given, sympy.Expr):
        return write(rewrite(given))
    if isinstance(given, Relational):
        return write(given.func(*map(rewrite, given.args), evaluate=False))
    raise ToolError("not an expression, equation or inequality")
