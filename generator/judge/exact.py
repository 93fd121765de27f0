"""Exact canonical form: rational functions of letters, constants, radicals and opaque atoms.

A scalar becomes numerator / denominator in ℤ[g0, g1, ...] (python-flint). A generator is a letter,
π, e, i, a root of a prime, or an opaque atom such as `sin(x)` or `a^n`, known by the canonical form
of its arguments. Roots and i have relations (g^k = radicand), by which numerators are reduced.

Real roots of different primes are independent over the rationals (Besicovitch 1940), i over any
real field, letters and π by themselves; so without opaque atoms a reduced numerator is zero exactly
when the expression is. e and π together are taken as independent. With atoms zero still proves
equality, but its absence proves nothing.
"""

from __future__ import annotations

from collections.abc import Callable

from generator.judge.algebra import Algebra, Fraction, added
from generator.judge.arithmetic import Opaque, Undefined, integer, rational_value
from generator.judge.logarithms import logarithm
from generator.judge.polynomials import (
    Polynomial,
    as_polynomial,
    factors,
    is_zero,
    multiplied,
    power,
)
from generator.judge.radicals import content, root
from generator.judge.splitting import absolute, factorised
from generator.judge.tree import (
    Call,
    Constant,
    Negative,
    Node,
    Number,
    Power,
    Product,
    Quotient,
    Ratio,
    Root,
    Sum,
    Symbol,
)


def _raised(algebra: Algebra, base: Fraction, exponent: int) -> Fraction:
    """Return base ^ exponent; raises Undefined for zero to a power that is not positive."""
    if exponent > 0:
        return power(base[0], exponent), power(base[1], exponent)
    if is_zero(algebra.reduced(base[0])):
        raise Undefined
    return power(base[1], -exponent), power(base[0], -exponent)


def fraction(algebra: Algebra, node: Node) -> Fraction:
    """Return a scalar as numerator and denominator; raises Opaque, Undefined or Budget."""
    return _RULES[type(node)](algebra, node)


def same_form(algebra: Algebra, left: Node, right: Node) -> bool | None:
    """Whether two scalars have one canonical form; None where that is open.

    It is, where opaque atoms are left over, or where forms of one letter are equal but the roots
    and logarithms in them are real for different reasons. Raises as `fraction` does.
    """
    first = fraction(algebra, left)
    count = len(algebra.conditions)
    second = fraction(algebra, right)
    found = algebra.verdict(first, second)
    if not found or algebra.letters() > 1 or not algebra.conditions:
        return found
    held = algebra.conditions[:count], algebra.conditions[count:]
    same = algebra.remaining(held[0], first) == algebra.remaining(held[1], second)
    return True if same else None


def spelling(algebra: Algebra, node: Node) -> str:
    """Return a spelling of the canonical form, equal for equal forms of this algebra."""
    top, bottom = algebra.lowest(fraction(algebra, node))
    return f"{top}/{bottom}"


def _number(_: Algebra, node: Number) -> Fraction:
    """Form of an exact rational."""
    return node.numerator, node.denominator


def _symbol(algebra: Algebra, node: Symbol) -> Fraction:
    """Form of a letter."""
    return algebra.generator(node.name), 1


def _constant(algebra: Algebra, node: Constant) -> Fraction:
    """Form of π, e or i."""
    if node.name == "infinity":
        raise Opaque
    if node.name == "i":
        return algebra.unit(), 1
    found = algebra.generator("\\" + node.name)
    algebra.positive.add(algebra.place("\\" + node.name))
    return found, 1


def _sum(algebra: Algebra, node: Sum) -> Fraction:
    """Form of a sum."""
    total: Fraction = (0, 1)
    for term in node.terms:
        total = added(total, fraction(algebra, term))
    return total


def _product(algebra: Algebra, node: Product) -> Fraction:
    """Form of a product."""
    top: Polynomial = 1
    bottom: Polynomial = 1
    for factor in node.factors:
        a, b = fraction(algebra, factor)
        top, bottom = multiplied(top, a), multiplied(bottom, b)
    return top, bottom


def _negative(algebra: Algebra, node: Negative) -> Fraction:
    """Form of a negated term."""
    top, bottom = fraction(algebra, node.term)
    return -top, bottom


def _quotient(algebra: Algebra, node: Quotient) -> Fraction:
    """Form of a quotient."""
    (a, b), (c, d) = fraction(algebra, node.numerator), fraction(algebra, node.denominator)
    if is_zero(algebra.reduced(c)):
        raise Undefined
    return multiplied(a, d), multiplied(b, c)


def _ratio(algebra: Algebra, node: Ratio) -> Fraction:
    """Form of a ratio of two terms, as their quotient."""
    if len(node.terms) != 2:
        raise Opaque
    return _quotient(algebra, Quotient(*node.terms))


def _power(algebra: Algebra, node: Power) -> Fraction:
    """Form of a power: rational exponents by roots, letters in exponents by atoms."""
    try:
        exponent = rational_value(node.exponent)
    except Opaque:
        return _symbolic(algebra, node)
    base = fraction(algebra, node.base)
    if exponent.denominator != 1:
        base = root(algebra, base, exponent.denominator)
    return _raised(algebra, base, exponent.numerator)


def _symbolic(algebra: Algebra, node: Power) -> Fraction:
    """Form of a power with letters in the exponent: one atom for each of the exponent's terms."""
    top, bottom = algebra.lowest(fraction(algebra, node.exponent))
    total: Fraction = (1, 1)
    for base, times in _bases(node.base):
        for monomial, coefficient in as_polynomial(top).to_dict().items():
            if not any(monomial) and bottom == 1:
                part = _raised(algebra, fraction(algebra, base), int(coefficient) * times)
            else:
                key = ("^", spelling(algebra, base), monomial, str(bottom))
                part = _raised(algebra, (algebra.atom(key), 1), int(coefficient) * times)
            total = multiplied(total[0], part[0]), multiplied(total[1], part[1])
    return total


def _bases(base: Node) -> list[tuple[Node, int]]:
    """Return the parts of the base of a symbolic power, whose exponents are whole numbers.

    So (ab)^n is a^n b^n and (a/b)^n is a^n b^-n; a small whole number splits into primes.
    """
    if isinstance(base, Number) and base.denominator == 1 and 1 < base.numerator < 10**6:
        return [(Number(prime), times) for prime, times in factors(base.numerator)]
    if isinstance(base, Product):
        return [part for factor in base.factors for part in _bases(factor)]
    if isinstance(base, Quotient):
        below = [(part, -times) for part, times in _bases(base.denominator)]
        return [*_bases(base.numerator), *below]
    return [(base, 1)]


def _root(algebra: Algebra, node: Root) -> Fraction:
    """Form of a root with a whole index."""
    index = integer(node.index)
    if not 1 <= index <= 64:
        raise Opaque
    return root(algebra, fraction(algebra, node.radicand), index)


def _call(algebra: Algebra, node: Call) -> Fraction:
    """Form of a call: by the rule of its function, by its rational value, or an atom."""
    rule = _CALLS.get(node.name)
    if rule is not None:
        return rule(algebra, *node.arguments)
    try:
        exact = rational_value(node)
    except Opaque:
        pass
    else:
        return exact.numerator, exact.denominator
    return _atom(algebra, node.name, node.arguments)


def _atom(algebra: Algebra, name: str, arguments: tuple[Node, ...]) -> Fraction:
    """Form of a call as an opaque atom."""
    return algebra.atom((name, *(spelling(algebra, argument) for argument in arguments))), 1


def _exponential(algebra: Algebra, argument: Node) -> Fraction:
    """Form of e to a power."""
    return _power(algebra, Power(Constant("e"), argument))


def _absolute(algebra: Algebra, argument: Node) -> Fraction:
    """Form of |u|: the product of its factors and their signs."""
    if algebra.imaginary:
        return _atom(algebra, "abs", (argument,))
    algebra.assume_real()
    parts: list[Polynomial] = []
    for poly in map(as_polynomial, algebra.lowest(fraction(algebra, argument))):
        if poly.is_constant():
            parts.append(abs(int(poly.leading_coefficient())) if not poly.is_zero() else 0)
            continue
        size: Polynomial = content(poly)
        for factor, times in factorised(poly / size)[1]:
            size = multiplied(size, absolute(algebra, factor, times))
        parts.append(size)
    return parts[0], parts[1]


def _logarithm(algebra: Algebra, argument: Node, base: Node | None = None) -> Fraction:
    """Form of a logarithm as a quotient of natural ones, which are sums over factors."""
    if algebra.imaginary:
        return _atom(algebra, "log", (argument, base or Constant("e")))
    top = logarithm(algebra, fraction(algebra, argument)), 1
    if base is None:
        return top
    bottom = algebra.reduced(logarithm(algebra, fraction(algebra, base)))
    if is_zero(bottom):
        raise Undefined
    return top[0], bottom


def _odd(name: str) -> Callable[..., Fraction]:
    """Return the rule for an odd function: its argument gets a positive leading coefficient."""

    def rule(algebra: Algebra, argument: Node) -> Fraction:
        top, bottom = algebra.lowest(fraction(algebra, argument))
        if is_zero(top):
            return 0, 1
        negative = as_polynomial(top).leading_coefficient() < 0
        found = algebra.atom((name, f"{-top if negative else top}/{bottom}"))
        return (-found if negative else found), 1

    return rule


def _trigonometric(algebra: Algebra, argument: Node) -> tuple[Polynomial, Polynomial]:
    """Return sine and cosine of an argument; they have the relation cos² = 1 - sin²."""
    sine, _ = _odd("sin")(algebra, argument)
    if isinstance(sine, int):
        return 0, 1
    plain = as_polynomial(sine)
    cosine = _cosine_of(algebra, argument, plain * plain)
    return sine, cosine


def _cosine_of(algebra: Algebra, argument: Node, square: Polynomial) -> Polynomial:
    """Return the generator of a cosine whose sine has the given square."""
    top, bottom = algebra.lowest(fraction(algebra, argument))
    if as_polynomial(top).leading_coefficient() < 0:
        top = -top
    key = ("cos", f"{top}/{bottom}")
    found = algebra.radical(key, 2, 1 - square)
    algebra.opaque.add(algebra.place(key))
    return found


def _circular(above: int | None, below: int | None) -> Callable[..., Fraction]:
    """Return the rule for a quotient of sine (0), cosine (1) and 1 (None)."""

    def rule(algebra: Algebra, argument: Node) -> Fraction:
        pair = _trigonometric(algebra, argument)
        top = 1 if above is None else pair[above]
        return top, 1 if below is None else pair[below]

    return rule


def _hyperbolic(above: int | None, below: int | None) -> Callable[..., Fraction]:
    """Return the rule for a quotient of hyperbolic sine (0), cosine (1) and 1 (None)."""

    def rule(algebra: Algebra, argument: Node) -> Fraction:
        a, b = _exponential(algebra, argument)
        squares = multiplied(a, a), multiplied(b, b)
        double = 2 * multiplied(a, b)
        pair = squares[0] - squares[1], squares[0] + squares[1]
        top = double if above is None else pair[above]
        return top, double if below is None else pair[below]

    return rule


def _extreme(sign: int) -> Callable[..., Fraction]:
    """Return the rule for max (1) or min (-1): of two it is (a + b ± |a - b|) / 2."""

    def rule(algebra: Algebra, *arguments: Node) -> Fraction:
        if len(arguments) != 2 or algebra.imaginary:
            return _atom(algebra, "max" if sign > 0 else "min", arguments)
        first, second = arguments
        gap = Call("abs", (Sum((first, Negative(second))),))
        top, bottom = _sum(algebra, Sum((first, second, gap if sign > 0 else Negative(gap))))
        return top, 2 * bottom

    return rule


_CALLS: dict[str, Callable[..., Fraction]] = {
    "exp": _exponential,
    "base": lambda algebra, argument, _: fraction(algebra, argument),
    "abs": _absolute,
    "max": _extreme(1),
    "min": _extreme(-1),
    "ln": _logarithm,
    "log": _logarithm,
    **{name: _odd(name) for name in ("arcsin", "arctan", "arccsc", "arsinh", "artanh")},
    "sin": _circular(0, None),
    "cos": _circular(1, None),
    "tan": _circular(0, 1),
    "cot": _circular(1, 0),
    "sec": _circular(None, 1),
    "csc": _circular(None, 0),
    "sinh": _hyperbolic(0, None),
    "cosh": _hyperbolic(1, None),
    "tanh": _hyperbolic(0, 1),
    "coth": _hyperbolic(1, 0),
    "sech": _hyperbolic(None, 1),
    "csch": _hyperbolic(None, 0),
}
"""Functions with rules of their own."""


class _Rules(dict[type, Callable[..., Fraction]]):
    """Rules by type of node; a node that is no scalar is opaque."""

    def __missing__(self, key: type) -> Callable[..., Fraction]:
        raise Opaque


_RULES = _Rules(
    {
        Number: _number,
        Symbol: _symbol,
        Constant: _constant,
        Sum: _sum,
        Product: _product,
        Negative: _negative,
        Quotient: _quotient,
        Power: _power,
        Root: _root,
        Call: _call,
        Ratio: _ratio,
    }
)
