"""What upstream's tools answered, faults included (CARP `src/utils/tool_utils.py`, methods.md 3).

For comparison with published traces only; the tools for use are in the other modules. Text is read
by the judge's own parser here as well, so what upstream's parser misread is put into its words.
Refusals are ToolErrors; their words are ours.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence

import sympy
from sympy.core.relational import Relational

from generator.tools import compat_solving, extras
from generator.tools.compat_solving import Solved, solve
from generator.tools.compat_writing import Object, latex, simplified
from generator.tools.deciding import is_zero
from generator.tools.errors import ToolError
from generator.tools.reading import read_complex, symbol, symbols
from generator.tools.rewriting import merged

COMMA = re.compile(r"(?<=\d),(?=\d{3})")
MIXED = re.compile(r"(?<=\d)\s*(?=\\[dt]?frac)")
LOOSE_END = re.compile(r"[+\-*/\s]+$")
MODULO = re.compile(r"\\b?mod(?![a-zA-Z])|(?<!\\)%(?=\s*\S)")
REFUSED = re.compile(r"\\%|\bgcd\b")
BY_ZERO = re.compile(r"/\s*0\s*$")
BASED = re.compile(r"([0-9A-Za-z]+)_(\d+)")


def parse(text: str) -> Object:
    r"""Return what upstream's parser made of a text; raise ToolError where it raised.

    It took `3 \frac 1 2` for a product, ignored an operator at the end, and refused `50\%`.
    """
    if REFUSED.search(text):
        raise ToolError("not read")
    parts = MODULO.split(text)
    if len(parts) == 2:
        return sympy.Mod(*map(parse, parts))
    words = MIXED.sub(r" \\times ", COMMA.sub("", LOOSE_END.sub("", text)))
    return sympy.zoo if BY_ZERO.search(words) else read_complex(words)


def calculate(text: str) -> str:
    """Simplify anything: a relation, complex numbers; 1 / 0 is infinity."""
    return latex(simplified(simplified(parse(text))), text)


def substitute(text: str, conditions: Sequence[str]) -> str:
    """Replace left sides by right sides, then solve one condition for one symbol that is left.

    Which symbol was a matter of the hash seed; here it is the first by name.
    """
    given = parse(text)
    known = {each.lhs: each.rhs for each in map(parse, conditions) if isinstance(each, sympy.Eq)}
    if isinstance(given, Relational):
        return _related(given, [_replaced(side, known) for side in given.args])
    value = _replaced(given, known)
    if is_zero(value - given):
        value = _solved(_replaced(sympy.simplify(given), known), known, given)
    return latex(value, text, *conditions)


def _related(given: Object, sides: Sequence[Object]) -> str:
    if tuple(sides) == given.args or sides[0] == sides[1]:
        raise ToolError("pointless call")
    return latex(given.func(*sides, evaluate=False))


def _replaced(given: Object, known: Mapping[Object, Object]) -> Object:
    """Return an expression after replacing whole subtrees, else as SymPy substitutes."""
    whole = given.xreplace(dict(known))
    return sympy.simplify(whole if whole.is_number else given.subs(dict(known)))


def _solved(value: Object, known: Mapping[Object, Object], given: Object) -> Object:
    """Return the value with one of its symbols solved for in the first condition that has it."""
    if value.is_number:
        return value
    first = symbols(value)[0]
    for left, right in known.items():
        if first not in left.free_symbols | right.free_symbols:
            continue
        found = sympy.solve(sympy.Eq(left - right, 0), first)
        if not found:
            continue
        value = _replaced(value, {first: found[0]})
        if is_zero(value - given):
            raise ToolError("pointless call")
        break
    return value


def solve_one(text: str) -> Solved:
    """Solve an equation or inequality; an expression is taken for an equation with 0."""
    return solve([parse(text)])


def solve_all(texts: Sequence[str]) -> Solved:
    """Solve several together; a list of one is that one."""
    if not texts:
        raise ToolError("nothing to solve")
    return solve([parse(text) for text in texts])


def partial_solve(text: str, name: str) -> Solved:
    """Solve for one symbol."""
    return compat_solving.solve_for(parse(text), symbol(name))


def _rewritten(text: str, rewrite: Callable[[Object], Object], *, done: bool) -> str:
    """Return a rewritten expression or relation; an unchanged one is a pointless call.

    `done` says that reading the text has already changed it: SymPy multiplies a number into a sum
    and adds like terms by itself, which upstream's parser kept it from.
    """
    given = parse(text)
    result = rewrite(given)
    if result == given and not done:
        raise ToolError("pointless call")
    return latex(result)


def _sides(given: Object, rewrite: Callable[[Object], Object]) -> Object:
    if isinstance(given, Relational):
        return given.func(*map(rewrite, given.args), evaluate=False)
    return rewrite(given)


def expand(text: str) -> str:
    """Expand, or refuse where there is nothing to expand."""
    done = "(" in text or merged(text)
    return _rewritten(text, lambda given: _sides(given, sympy.expand), done=done)


def factor(text: str) -> str:
    """Factor; the two sides of an equation are simplified together afterwards."""
    given = parse(text)
    if not given.free_symbols:
        raise ToolError("pointless call")
    return latex(_sides(given, sympy.factor))


def collect(text: str, name: str) -> str:
    """Collect without expanding brackets first; an equation was beyond it."""
    wanted = symbol(name)
    if isinstance(parse(text), Relational):
        raise ToolError("not an expression")
    return _rewritten(text, lambda given: sympy.collect(given, wanted), done=merged(text))


def complete_the_square(text: str) -> str:
    """Complete the square in the only symbol; of degree 1 that is not a number."""
    given = parse(text)
    if not isinstance(given, sympy.Expr) or len(given.free_symbols) != 1:
        raise ToolError("not an expression in one symbol")
    factored = sympy.factor(given)
    if factored.is_Pow:
        return latex(factored)
    (name,) = given.free_symbols
    square, linear, constant = (sympy.expand(given).coeff(name, k) for k in (2, 1, 0))
    if square == 0:
        return latex(sympy.nan)
    half = linear / square / 2
    return latex(square * ((name + half) ** 2 - half**2 + constant / square))


def mod(dividend: str, divisor: str) -> str:
    """Return the remainder; raise ToolError for 0."""
    return extras.mod(dividend, divisor)


def base_conversion(number: str, base: str) -> str:
    """Convert; zero had no digit at all."""
    if BASED.fullmatch(number) is None:
        raise ToolError("not a number with its base")
    result = extras.base_conversion(number, base)
    return result[1:] if result.startswith("0_") else result


def is_equal(first: str, second: str) -> str:
    """Compare; an equation with a number on its right was equal to that number, not the reverse."""
    one, other = parse(first), parse(second)
    if isinstance(one, sympy.Eq) and one.rhs.is_number and isinstance(other, sympy.Expr):
        return str(other.is_number and is_zero(one.rhs - other))
    return extras.is_equal(first, second)


COMPAT: Mapping[str, Callable[..., Solved]] = {
    "calculate": calculate,
    "substitute": substitute,
    "solve_eq": solve_one,
    "solve_ineq": solve_one,
    "solve_multi_eq": solve_all,
    "solve_multi_ineq": solve_all,
    "partial_solve": partial_solve,
    "expand": expand,
    "factor": factor,
    "collect": collect,
    "complete_the_square": complete_the_square,
    "mod": mod,
    "base_conversion": base_conversion,
    "is_equal": is_equal,
    "gcd": extras.gcd,
    "lcm": extras.lcm,
    "comb": extras.comb,
    "perm": extras.perm,
    "finish": extras.finish,
}
"""Tool -> upstream's behaviour; gcd, lcm, comb and perm it did not have."""
