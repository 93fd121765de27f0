r"""LaTeX of our trees in one consistent style: tokens separated by blanks, as CARP writes them.

`- \frac { 1 } { 2 } x ^ { 2 } + 3 x - 1`; never `+ -`, never a coefficient 1.
"""

from __future__ import annotations

from fractions import Fraction

from generator.efg_algebra.terms import Add, Div, Expr, Fn, Mul, Neg, Num, Point, Pow, Rel, Var

SIGNS = {"=": "=", "<": "<", ">": ">", "<=": r"\le", ">=": r"\ge", "!=": r"\neq"}


def latex(expr: Expr) -> str:  # noqa: C901, PLR0911 - one case per kind of tree
    r"""Return `expr` in LaTeX without `$`."""
    match expr:
        case Num(value):
            return _number(value)
        case Var(name):
            letter, _, index = name.partition("_")
            return f"{letter} _ {{ {index} }}" if index else letter
        case Neg(of):
            return f"- {_factor(of) if isinstance(of, Add) else latex(of)}"
        case Add(terms):
            return _sum(terms)
        case Mul(factors):
            return _product(factors)
        case Div(above, below, bar):
            if bar:
                return rf"\frac {{ {latex(above)} }} {{ {latex(below)} }}"
            return rf"{_factor(above)} \div {_factor(below)}"
        case Pow(base, exponent):
            return f"{_base(base)} ^ {{ {latex(exponent)} }}"
        case Fn(name, of):
            return rf"\sqrt {{ {latex(of)} }}" if name == "sqrt" else f"| {latex(of)} |"
        case Rel(sides, ops):
            return _relation(sides, ops)
        case Point(x, y):
            return f"( {latex(x)} , {latex(y)} )"


def math(expr: Expr) -> str:
    """Return `expr` as it stands in a sentence, between `$`."""
    return f"${latex(expr)}$"


def _number(value: Fraction) -> str:
    if value < 0:
        return f"- {_number(-value)}"
    if value.denominator == 1:
        return str(value.numerator)
    return rf"\frac {{ {value.numerator} }} {{ {value.denominator} }}"


def _relation(sides: tuple[Expr, ...], ops: tuple[str, ...]) -> str:
    text = latex(sides[0])
    for op, side in zip(ops, sides[1:], strict=True):
        text += f" {SIGNS[op]} {latex(side)}"
    return text


def _sum(terms: tuple[Expr, ...]) -> str:
    text = latex(terms[0])
    for term in terms[1:]:
        part = latex(term)
        text += f" {part}" if part.startswith("- ") else f" + {part}"
    return text


def _product(factors: tuple[Expr, ...]) -> str:
    text = _factor(factors[0])
    for factor in factors[1:]:
        part = _factor(factor)
        # Figures side by side would be read as one number, `3 \frac 1 2` as a mixed one, bars
        # side by side as one pair.
        cross = part[0].isdigit() or part.startswith((r"\frac", "|")) or _negative(factor)
        text += rf" \times {part}" if cross else f" {part}"
    return text


def _negative(expr: Expr) -> bool:
    return isinstance(expr, Neg) or (isinstance(expr, Num) and expr.value < 0)


def _factor(expr: Expr) -> str:
    """Return `expr` as a factor: sums and negative things in brackets."""
    bracket = isinstance(expr, Add) or _negative(expr) or (isinstance(expr, Div) and not expr.bar)
    return f"( {latex(expr)} )" if bracket else latex(expr)


def _base(expr: Expr) -> str:
    """Return `expr` as the base of a power: all but letters and natural numbers in brackets."""
    plain = isinstance(expr, Var | Fn) or (
        isinstance(expr, Num) and expr.value >= 0 and expr.value.denominator == 1
    )
    return latex(expr) if plain else f"( {latex(expr)} )"
