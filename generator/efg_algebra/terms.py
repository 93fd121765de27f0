"""Our own small expression trees: what a family writes, what is printed and what is proved.

One tree has one printed form (`printer.latex`) and one meaning (`meaning.to_sympy`), so the text of
a problem and its proof cannot drift apart. Nothing is evaluated: `2 ( x + 3 )` stays as it is.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction


@dataclass(frozen=True, slots=True)
class Num:
    """An exact rational number."""

    value: Fraction


@dataclass(frozen=True, slots=True)
class Var:
    """A letter, or a letter with an index such as `x_1`."""

    name: str


@dataclass(frozen=True, slots=True)
class Add:
    """A sum of at least two terms, in reading order."""

    terms: tuple[Expr, ...]


@dataclass(frozen=True, slots=True)
class Neg:
    """Minus something."""

    of: Expr


@dataclass(frozen=True, slots=True)
class Mul:
    """A product of at least two factors, in reading order."""

    factors: tuple[Expr, ...]


@dataclass(frozen=True, slots=True)
class Div:
    """A fraction (`bar`) or a quotient with a division sign."""

    above: Expr
    below: Expr
    bar: bool = True


@dataclass(frozen=True, slots=True)
class Pow:
    """A power."""

    base: Expr
    exponent: Expr


@dataclass(frozen=True, slots=True)
class Fn:
    """`sqrt` or `abs` of something."""

    name: str
    of: Expr


@dataclass(frozen=True, slots=True)
class Rel:
    """A relation, or a chain of them: `sides[0] ops[0] sides[1] ...`; ops are `= < > <= >= !=`."""

    sides: tuple[Expr, ...]
    ops: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Point:
    """A point of the plane by its coordinates."""

    x: Expr
    y: Expr


Expr = Num | Var | Add | Neg | Mul | Div | Pow | Fn | Rel | Point


def add(terms: list[Expr]) -> Expr:
    """Return the sum, flat and without zeros."""
    flat: list[Expr] = []
    for term in terms:
        flat.extend(term.terms if isinstance(term, Add) else [term])
    kept = [term for term in flat if term != Num(Fraction(0))]
    if not kept:
        return Num(Fraction(0))
    return kept[0] if len(kept) == 1 else Add(tuple(kept))


def neg(of: Expr) -> Expr:
    """Return minus `of`, without double minus signs; numbers carry their own sign."""
    if isinstance(of, Num):
        return Num(-of.value)
    return of.of if isinstance(of, Neg) else Neg(of)


def mul(factors: list[Expr]) -> Expr:
    """Return the product, flat, without factors 1, a minus sign of the first factor in front."""
    flat: list[Expr] = []
    for factor in factors:
        flat.extend(factor.factors if isinstance(factor, Mul) else [factor])
    if Num(Fraction(0)) in flat:
        return Num(Fraction(0))
    first = flat[0]
    if isinstance(first, Neg):
        return neg(mul([first.of, *flat[1:]]))
    if isinstance(first, Num) and first.value < 0:
        return neg(mul([Num(-first.value), *flat[1:]]))
    kept = [factor for factor in flat if factor != Num(Fraction(1))]
    if len(kept) > 1:
        return Mul(tuple(kept))
    return kept[0] if kept else Num(Fraction(1))


def div(above: Expr, below: Expr, *, bar: bool = True) -> Expr:
    """Return the quotient; a minus sign of the numerator goes in front, a denominator 1 goes."""
    if below == Num(Fraction(1)):
        return above
    if isinstance(above, Num) and above.value < 0:
        return neg(div(Num(-above.value), below, bar=bar))
    return neg(div(above.of, below, bar=bar)) if isinstance(above, Neg) else Div(above, below, bar)


def power(base: Expr, exponent: Expr) -> Expr:
    """Return the power; an exponent 1 goes."""
    return base if exponent == Num(Fraction(1)) else Pow(base, exponent)


def parts(expr: Expr) -> tuple[Expr, ...]:  # noqa: PLR0911 - one return per kind
    """Return the direct parts of `expr`, in reading order."""
    match expr:
        case Add(terms):
            return terms
        case Mul(factors):
            return factors
        case Neg(of) | Fn(_, of):
            return (of,)
        case Div(above, below, _):
            return (above, below)
        case Pow(base, exponent):
            return (base, exponent)
        case Rel(sides, _):
            return sides
        case Point(x, y):
            return (x, y)
        case _:
            return ()


def walk(expr: Expr) -> Iterator[Expr]:
    """Yield `expr` and everything in it, outermost first."""
    yield expr
    for part in parts(expr):
        yield from walk(part)


def names(expr: Expr) -> tuple[str, ...]:
    """Return the letters of `expr`, each once, in order of appearance."""
    return tuple(dict.fromkeys(part.name for part in walk(expr) if isinstance(part, Var)))
