r"""SymPy object -> LaTeX in CARP's tokenised form: `\frac { 1 } { 4 }` (methods.md 3.0).

The order of terms is that of SymPy's LaTeX printer, so that outputs compare with upstream's; what
it prints is taken apart into tokens and joined with single blanks. Sets of numbers are written as
the conditions they are, from left to right on the number line.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any

import sympy

from generator.tools.deciding import is_real
from generator.tools.errors import ToolError

Object = Any
"""A SymPy object; the library ships no types."""

TOKEN = re.compile(r"\\[a-zA-Z]+|\\.|\d+(?:\.\d+)?|\S")
DIGITS = 6
"""Of a number that is written approximately."""
LONGEST = 2000
"""Characters of an output; a longer one helps nobody."""
SPELLING = {r"\leq": r"\le", r"\geq": r"\ge", r"\cdot": r"\times"}
"""SymPy's word -> CARP's."""
DROPPED = {r"\left", r"\right", r"\,", r"\;", "~"}
SIGNS: dict[str, str] = {
    "==": "=",
    "!=": r"\neq",
    "<": "<",
    "<=": r"\le",
    ">": ">",
    ">=": r"\ge",
}
GE = r"\ge"
AND = r" \wedge "
OR = r" \vee "
EVERYTHING = "all real numbers"
NOTHING = "no solution"


def write(value: Object, *, decimal: bool = False) -> str:
    """Return a SymPy expression or relation as tokenised LaTeX.

    `decimal` writes a rational number as a decimal fraction where that is exact. Raise ToolError
    for what is no expression over the complex numbers, or too long to be of use.
    """
    if isinstance(value, sympy.core.relational.Relational):
        left, right = (write(side, decimal=decimal) for side in value.args)
        return f"{left} {SIGNS[value.rel_op]} {right}"
    if value.has(sympy.nan, sympy.zoo, sympy.oo):
        raise ToolError("not defined: division by zero or the like")
    if value.has(sympy.CRootOf):
        raise ToolError("no solution in radicals")
    if any(max(abs(each.p), each.q) >= 10**LONGEST for each in value.atoms(sympy.Rational)):
        raise ToolError("the result is too long")
    exact = _decimal(value) if decimal else None
    text = exact or tokenised(sympy.latex(value, ln_notation=True, inv_trig_style="full"))
    if len(text) > LONGEST:
        raise ToolError("the result is too long")
    return text


def tokenised(latex: str) -> str:
    """Return LaTeX with one blank between its tokens, without sizes of brackets and thin blanks."""
    tokens = TOKEN.findall(latex)
    return " ".join(SPELLING.get(token, token) for token in tokens if token not in DROPPED)


def equation(symbol: Object, value: Object) -> str:
    r"""Return `symbol = value`; `symbol \approx value` for a real number without real radicals."""
    if value.has(sympy.CRootOf) or (value.has(sympy.I) and value.is_number and is_real(value)):
        return rf"{write(symbol)} \approx {write(sympy.re(value.evalf(DIGITS)))}"
    return f"{write(symbol)} = {write(value)}"


def conditions(symbol: Object, values: Object) -> str:
    """Return a subset of the real line as conditions on `symbol`, from left to right.

    Raise ToolError for a set that is not made of finitely many intervals and points.
    """
    if values == sympy.S.Reals:
        return EVERYTHING
    if values is sympy.S.EmptySet:
        return NOTHING
    return OR.join(_written(symbol, group) for group in _groups(_intervals(values)))


def ascending(values: Iterable[Object]) -> list[Object]:
    """Return real numbers by their value."""
    return sorted(values, key=float)


def _intervals(values: Object) -> list[Object]:
    """Return the intervals of a set (a point is one of length 0) by their lower ends."""
    parts = values.args if isinstance(values, sympy.Union) else [values]
    found = [interval for part in parts for interval in _as_intervals(part)]
    return sorted(found, key=lambda interval: float(interval.inf))


def _as_intervals(part: Object) -> list[Object]:
    if isinstance(part, sympy.FiniteSet):
        return [Point(point) for point in part]
    if isinstance(part, sympy.Interval):
        return [part]
    raise ToolError("the solution is no union of intervals")


class Point:
    """An interval of length 0, which SymPy has no object for."""

    left_open = right_open = False

    def __init__(self, value: Object) -> None:
        """Keep the number."""
        self.inf = self.sup = value


def _groups(intervals: list[Object]) -> list[list[Object]]:
    """Put intervals together that only lack the point between them: `x >= 0` without `x = 1`."""
    groups: list[list[Object]] = []
    for interval in intervals:
        if groups and groups[-1][-1].sup == interval.inf:
            groups[-1].append(interval)
        else:
            groups.append([interval])
    return groups


def _written(symbol: Object, group: list[Object]) -> str:
    """Return the conditions of one group of neighbouring intervals."""
    first, last = group[0], group[-1]
    name, low, high = write(symbol), first.inf, last.sup
    if low == high:
        return f"{name} = {write(low)}"
    below, above = "<" if first.left_open else r"\le", "<" if last.right_open else r"\le"
    ends = []
    if low != -sympy.oo and high != sympy.oo:
        ends = [f"{write(low)} {below} {name}", f"{name} {above} {write(high)}"]
        if first.left_open and not last.right_open:  # the one order of upstream's that is not ours
            ends.reverse()
    elif low != -sympy.oo:
        ends = [f"{name} {'>' if first.left_open else GE} {write(low)}"]
    elif high != sympy.oo:
        ends = [f"{name} {above} {write(high)}"]
    holes = [rf"{name} \neq {write(interval.sup)}" for interval in group[:-1]]
    return AND.join(ends + holes)


def _decimal(value: Object) -> str | None:
    """Return a rational number as a decimal fraction; None where that would not be exact."""
    if not isinstance(value, sympy.Rational):
        return None
    places = _places(int(value.q))
    if places is None:
        return None
    digits = f"{abs(int(value.p)) * 10**places // int(value.q):0{places + 1}}"
    text = f"{digits[:-places]}.{digits[-places:]}" if places else digits
    return f"- {text}" if value < 0 else text


def _places(denominator: int) -> int | None:
    """Return the decimal places that a fraction with this denominator has; None for endless."""
    twos = fives = 0
    while denominator % 2 == 0:
        denominator, twos = denominator // 2, twos + 1
    while denominator % 5 == 0:
        denominator, fives = denominator // 5, fives + 1
    return max(twos, fives) if denominator == 1 else None
