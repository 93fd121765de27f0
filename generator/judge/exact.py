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

from generator.judge.algebra import Algebra, Fraction, added
from generator.judge.arithmetic import Opaque, Rules, Undefined, integer, rational_value
from generator.judge.calls import REWRITES, RULES
from generator.judge.effort import FORM, spend
from generator.judge.polynomials import (
    CONTEXT,
    Polynomial,
    as_polynomial,
    factors,
    is_zero,
    multiplied,
    power,
)
from generator.judge.radicals import root
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
    spend(FORM)
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
    return algebra.spelling(fraction(algebra, node))


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
                found = _symbolic_atom(algebra, base, monomial, str(bottom))
                part = _raised(algebra, (found, 1), int(coefficient) * times)
            total = multiplied(total[0], part[0]), multiplied(total[1], part[1])
    return total


def _symbolic_atom(
    algebra: Algebra, base: Node, monomial: tuple[int, ...], bottom: str
) -> Polynomial:
    """Return the atom base^(monomial / bottom), whose logarithm is known for e and numbers."""
    key = ("^", spelling(algebra, base), monomial, bottom)
    found = algebra.atom(key)
    number = base.numerator if isinstance(base, Number) and base.denominator == 1 else 0
    if number > 1 or base == Constant("e"):
        algebra.positive.add(algebra.place(key))
        if bottom == "1":
            exponent = CONTEXT.from_dict({monomial: 1})
            algebra.powers[algebra.place(key)] = (number or "e", exponent)
    return found


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
    """Form of a call: rewritten, by the rule of its function, by its rational value, or an atom."""
    rewritten = REWRITES.get(node.name)
    if rewritten is not None and (plain := rewritten(*node.arguments)) is not None:
        return fraction(algebra, plain)
    rule = RULES.get(node.name)
    if rule is not None:
        return rule(algebra, *(fraction(algebra, argument) for argument in node.arguments))
    try:
        exact = rational_value(node)
    except Opaque:
        spelt = (spelling(algebra, argument) for argument in node.arguments)
        return algebra.atom((node.name, *spelt)), 1
    return exact.numerator, exact.denominator


_RULES: Rules[Fraction] = Rules(
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
