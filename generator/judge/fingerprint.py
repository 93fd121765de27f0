"""The value of an expression in a finite field: a fast proof of *different*, and a look-up key.

Reading every letter, e and π as a fixed integer and roots as roots in the field is a ring
homomorphism, so equal expressions have equal values and unequal values prove expressions
different. Equal values prove nothing: the points are public, whoever knows them can craft an
expression that agrees there; the ladder confirms every match exactly.

The prime is 1 modulo 8 and modulo every odd prime to 61, so that -1 and all primes to 61 have
square roots in the field (quadratic reciprocity), and surds of everyday size have a value.
"""

from __future__ import annotations

from functools import lru_cache
from math import isqrt, prod

from generator.judge.arithmetic import Opaque, Rules, Undefined, integer, point, rational_value
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

_ODD_PRIMES = (3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37, 41, 43, 47, 53, 59, 61)
PRIME = 1 + 12 * 8 * prod(_ODD_PRIMES)
"""83 bits; the smallest prime of its form."""


def _prime_roots() -> dict[int, int]:
    """Return fixed square roots of -1, 2 and the odd primes to 61 in the field.

    Tonelli and Shanks' method; the order of two in PRIME - 1 is small.
    """
    odd, twos = PRIME - 1, 0
    while odd % 2 == 0:
        odd, twos = odd // 2, twos + 1
    other = next(z for z in range(2, 10_000) if pow(z, (PRIME - 1) // 2, PRIME) == PRIME - 1)
    return {p: _field_root(p % PRIME, odd, twos, other) for p in (-1, 2, *_ODD_PRIMES)}


def _field_root(residue: int, odd: int, twos: int, other: int) -> int:
    """Return the smaller root of a residue; `other` is none and PRIME - 1 is odd * 2^twos."""
    root, check = pow(residue, (odd + 1) // 2, PRIME), pow(residue, odd, PRIME)
    generator, order = pow(other, odd, PRIME), twos
    while check != 1:
        power, square = 0, check
        while square != 1:
            square, power = square * square % PRIME, power + 1
        factor = pow(generator, 1 << (order - power - 1), PRIME)
        generator, order = factor * factor % PRIME, power
        root, check = root * factor % PRIME, check * generator % PRIME
    return min(root, PRIME - root)


_ROOTS = _prime_roots()
"""Computed once, in about a millisecond: it took longer than all the rest of a comparison."""


@lru_cache(maxsize=4096)
def _square_root(value: int) -> int:
    """Return the root of an integer in the field; raises Opaque for a prime factor over 61."""
    root, rest = (_ROOTS[-1] if value < 0 else 1), abs(value)
    for prime in (2, *_ODD_PRIMES):
        while rest and rest % prime == 0:
            rest //= prime
            root = root * _ROOTS[prime] % PRIME
    exact = isqrt(rest)
    if exact * exact != rest:
        raise Opaque
    return root * exact % PRIME


_INVERSES = {n: pow(n, -1, PRIME) for n in range(1, 101)}
"""The denominators that are written most often -> their inverses."""


@lru_cache(maxsize=4096)
def _inverse(value: int) -> int:
    """Return 1 / value in the field; raises Undefined for zero."""
    if value in _INVERSES:
        return _INVERSES[value]
    if value % PRIME == 0:
        raise Undefined
    return pow(value, -1, PRIME)


def value(node: Node) -> int:
    """Return the value of a scalar node, 0 .. PRIME - 1; raises Opaque where it has none."""
    return _RULES[type(node)](node)


def _number(node: Number) -> int:
    """Value of an exact rational."""
    if node.denominator == 1:
        return node.numerator % PRIME
    return node.numerator * _inverse(node.denominator) % PRIME


_POINTS = {chr(code): point(chr(code)) for code in (*range(65, 91), *range(97, 123))}
"""The integers of the letters, which are asked for all the time."""


def _symbol(node: Symbol) -> int:
    """Value of a letter."""
    return _POINTS.get(node.name) or point(node.name)


def _constant(node: Constant) -> int:
    """Value of π, e or i; infinity has none."""
    if node.name == "i":
        return _ROOTS[-1]
    if node.name == "infinity":
        raise Opaque
    return point("\\" + node.name)


def _sum(node: Sum) -> int:
    """Value of a sum."""
    rules, total = _RULES, 0
    for term in node.terms:
        total += rules[type(term)](term)
    return total % PRIME


def _product(node: Product) -> int:
    """Value of a product."""
    rules, total = _RULES, 1
    for factor in node.factors:
        total = total * rules[type(factor)](factor) % PRIME
    return total


def _negative(node: Negative) -> int:
    """Value of a negated term."""
    return -value(node.term) % PRIME


def _quotient(node: Quotient) -> int:
    """Value of a quotient; raises Undefined where the denominator is zero in the field."""
    bottom = value(node.denominator)
    if bottom == 0:
        raise Undefined
    inverse = _INVERSES.get(bottom) or pow(bottom, -1, PRIME)
    return value(node.numerator) * inverse % PRIME


def _ratio(node: Ratio) -> int:
    """Value of a ratio of two terms, as their quotient."""
    if len(node.terms) != 2:
        raise Opaque
    return _quotient(Quotient(*node.terms))


def _power(node: Power) -> int:
    """Value of a power with an integer or half-integer exponent."""
    exponent = node.exponent
    if type(exponent) is Number and exponent.denominator == 1:
        whole = exponent.numerator
        if whole == 2:
            base = value(node.base)
            return base * base % PRIME
    elif type(exponent) is Number and exponent.denominator == 2:
        return _raise(_root(Root(node.base, Number(2))), exponent.numerator)
    else:
        whole = integer(exponent)
    return _raise(value(node.base), whole)


def _raise(base: int, whole: int) -> int:
    """Return base ^ whole in the field; raises Undefined for zero to a power up to zero."""
    if whole <= 0 and base == 0:
        raise Undefined
    return pow(base, whole, PRIME)


def _root(node: Root) -> int:
    """Value of a square root of a rational, or of an exact root."""
    radicand, index = node.radicand, node.index
    if type(radicand) is not Number:
        exact = rational_value(radicand)
        radicand = Number(exact.numerator, exact.denominator)
    if index == Number(2):
        bottom = _square_root(radicand.denominator)
        return _square_root(radicand.numerator) * _inverse(bottom) % PRIME
    raise Opaque


def _call(node: Call) -> int:
    """Value of a call that has one: whole-number functions of rationals, whole powers of e."""
    if node.name == "exp":
        return _power(Power(Constant("e"), node.arguments[0]))
    if node.name == "base":
        return value(node.arguments[0])
    exact = rational_value(node)
    return exact.numerator * _inverse(exact.denominator) % PRIME


_RULES: Rules[int] = Rules(
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
