"""Canonical forms of functions: some are rewritten, some have rules, others are opaque atoms."""

from __future__ import annotations

from collections.abc import Callable

from generator.judge.algebra import Algebra, Fraction
from generator.judge.arithmetic import Undefined
from generator.judge.logarithms import logarithm
from generator.judge.polynomials import Polynomial, as_polynomial, is_zero, multiplied
from generator.judge.radicals import content
from generator.judge.splitting import absolute, factorised
from generator.judge.tree import Call, Constant, Negative, Node, Number, Power, Quotient, Sum


def _exponential(argument: Node) -> Node:
    """Return e^u."""
    return Power(Constant("e"), argument)


def _sinh(argument: Node) -> Node:
    """Return e^u - e^-u, twice the hyperbolic sine."""
    return Sum((_exponential(argument), Negative(_exponential(Negative(argument)))))


def _cosh(argument: Node) -> Node:
    """Return e^u + e^-u, twice the hyperbolic cosine."""
    return Sum((_exponential(argument), _exponential(Negative(argument))))


def _two(_: Node) -> Node:
    """Return 2."""
    return Number(2)


def _ratio(above: Callable[[Node], Node], below: Callable[[Node], Node]) -> Callable[..., Node]:
    """Return the rewriting of a function as a quotient."""
    return lambda argument: Quotient(above(argument), below(argument))


def _extreme(sign: int) -> Callable[..., Node | None]:
    """Return the rewriting of max (1) or min (-1): of two it is (a + b ± |a - b|) / 2."""

    def rewritten(*arguments: Node) -> Node | None:
        if len(arguments) != 2:
            return None
        first, second = arguments
        gap = Call("abs", (Sum((first, Negative(second))),))
        return Quotient(Sum((first, second, gap if sign > 0 else Negative(gap))), Number(2))

    return rewritten


REWRITES: dict[str, Callable[..., Node | None]] = {
    "exp": _exponential,
    "base": lambda argument, _: argument,
    "max": _extreme(1),
    "min": _extreme(-1),
    "sinh": _ratio(_sinh, _two),
    "cosh": _ratio(_cosh, _two),
    "tanh": _ratio(_sinh, _cosh),
    "coth": _ratio(_cosh, _sinh),
    "sech": _ratio(_two, _cosh),
    "csch": _ratio(_two, _sinh),
}
"""Function -> what it is by definition; None where it has no other form."""


def _absolute(algebra: Algebra, argument: Fraction) -> Fraction:
    """Form of |u|: the product of its factors and their signs."""
    if algebra.imaginary:
        return algebra.atom(("abs", algebra.spelling(argument))), 1
    algebra.assume_real()
    top, bottom = map(as_polynomial, algebra.lowest(argument))
    return _sizes(algebra, top), _sizes(algebra, bottom)


def _sizes(algebra: Algebra, poly: Polynomial) -> Polynomial:
    """Return the product of the absolute values of a polynomial's factors."""
    plain = as_polynomial(poly)
    if plain.is_constant():
        return 0 if plain.is_zero() else abs(int(plain.leading_coefficient()))
    size: Polynomial = content(plain)
    for factor, times in factorised(plain / content(plain))[1]:
        size = multiplied(size, absolute(algebra, factor, times))
    return size


def _natural(algebra: Algebra, argument: Fraction) -> Fraction:
    """Form of a natural logarithm, a sum over the factors of its argument."""
    if algebra.imaginary:
        return algebra.atom(("ln", algebra.spelling(argument))), 1
    return logarithm(algebra, argument), 1


def _logarithm(algebra: Algebra, argument: Fraction, base: Fraction) -> Fraction:
    """Form of a logarithm as a quotient of natural ones."""
    top, bottom = _natural(algebra, argument)[0], algebra.reduced(_natural(algebra, base)[0])
    if is_zero(bottom):
        raise Undefined
    return top, bottom


def _upright(algebra: Algebra, argument: Fraction) -> tuple[int, str]:
    """Return the sign of an argument's leading coefficient (0 for zero), and |argument| spelt."""
    top, bottom = algebra.lowest(argument)
    plain = as_polynomial(top)
    if plain.is_zero():
        return 0, ""
    sign = -1 if plain.leading_coefficient() < 0 else 1
    return sign, f"{sign * plain}/{bottom}"


def _odd(name: str) -> Callable[..., Fraction]:
    """Return the rule for an odd function: its argument gets a positive leading coefficient."""

    def rule(algebra: Algebra, argument: Fraction) -> Fraction:
        sign, spelt = _upright(algebra, argument)
        return (sign * algebra.atom((name, spelt)) if sign else 0), 1

    return rule


def _trigonometric(algebra: Algebra, argument: Fraction) -> tuple[Polynomial, Polynomial]:
    """Return sine and cosine of an argument; they have the relation cos² = 1 - sin²."""
    sign, spelt = _upright(algebra, argument)
    if not sign:
        return 0, 1
    sine = algebra.atom(("sin", spelt))
    cosine = algebra.radical(("cos", spelt), 2, 1 - sine * sine)
    algebra.opaque.add(algebra.place(("cos", spelt)))
    return sign * sine, cosine


def _circular(above: int | None, below: int | None) -> Callable[..., Fraction]:
    """Return the rule for a quotient of sine (0), cosine (1) and 1 (None)."""

    def rule(algebra: Algebra, argument: Fraction) -> Fraction:
        pair = _trigonometric(algebra, argument)
        bottom = 1 if below is None else pair[below]
        if is_zero(bottom):
            raise Undefined
        return 1 if above is None else pair[above], bottom

    return rule


RULES: dict[str, Callable[..., Fraction]] = {
    "abs": _absolute,
    "ln": _natural,
    "log": _logarithm,
    **{name: _odd(name) for name in ("arcsin", "arctan", "arccsc", "arsinh", "artanh")},
    "sin": _circular(0, None),
    "cos": _circular(1, None),
    "tan": _circular(0, 1),
    "cot": _circular(1, 0),
    "sec": _circular(None, 1),
    "csc": _circular(None, 0),
}
"""Function -> its form from the forms of its arguments."""
