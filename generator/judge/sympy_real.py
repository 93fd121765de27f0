"""Are two real expressions identical, by SymPy? Runs in the helper process.

For expressions in which a difference may hide between points, as in |x² + y² - c|: letters are
taken to be real and nothing else; `sympy_proof` also tries positive ones, having tested points.
"""

from __future__ import annotations

import sympy

from generator.judge.to_sympy import to_sympy
from generator.judge.tree import Node


def identical(left: Node, right: Node) -> bool | None:
    """Return True where SymPy shows that two expressions are one for real letters, else None."""
    difference = to_sympy(left) - to_sympy(right)
    if difference.has(sympy.nan, sympy.zoo, sympy.oo):
        return None
    real = {symbol: sympy.Symbol(symbol.name, real=True) for symbol in difference.free_symbols}
    difference = difference.subs(real)
    if any(simpler(difference) == 0 for simpler in (sympy.expand, sympy.radsimp, sympy.simplify)):
        return True
    return None
