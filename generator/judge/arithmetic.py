"""Exact arithmetic on constant trees: rationals, whole-number functions, integers of exponents."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from functools import lru_cache
from hashlib import blake2b
from math import ceil, comb, factorial, floor, gcd, lcm, prod
from typing import TypeVar

from generator.judge.tree import (
    Call,
    Negative,
    Node,
    Number,
    Power,
    Product,
    Quotient,
    Root,
    Sum,
    Symbol,
)

MAX_INTEGER_BITS = 8192
"""Largest integer that is computed for an exponent."""
MAX_FACTORIAL = 3000
"""Largest n whose factorial is computed."""


class Opaque(Exception):
    """The expression has no value in the field: a function, or a root of a letter, stands in it."""


class Undefined(Opaque):
    """The expression divides by zero, here or everywhere."""


Value = TypeVar("Value")


class Rules(dict[type, Callable[..., Value]]):
    """Type of a node -> its rule in some field; a node that is no scalar there is opaque."""

    def __missing__(self, key: type) -> Callable[..., Value]:
        """Raise Opaque."""
        raise Opaque


@lru_cache(maxsize=4096)
def point(name: str) -> int:
    """Return the fixed integer, 2^44 to 2^45, that a letter or constant stands for.

    It is an integer, not a residue, because letters may also stand in exponents.
    """
    digest = blake2b(name.encode(), digest_size=8, person=b"failwhere").digest()
    return (1 << 44) + int.from_bytes(digest, "big") % (1 << 44)


def rational_value(node: Node) -> Fraction:
    """Return the exact value of a tree of rationals; raises Opaque for anything else."""
    if isinstance(node, Number):
        return Fraction(node.numerator, node.denominator)
    rule = _RATIONAL.get(type(node))
    if rule is None:
        raise Opaque
    return rule(node)


def _sum(node: Sum) -> Fraction:
    """Return the value of a sum."""
    return sum((rational_value(term) for term in node.terms), Fraction())


def _product(node: Product) -> Fraction:
    """Return the value of a product."""
    return prod((rational_value(factor) for factor in node.factors), start=Fraction(1))


def _negative(node: Negative) -> Fraction:
    """Return the value of a negated term."""
    return -rational_value(node.term)


def _power(node: Power) -> Fraction:
    """Return the value of a power with a whole exponent."""
    return _rational_power(rational_value(node.base), integer(node.exponent))


def _quotient(node: Quotient) -> Fraction:
    """Return the value of a quotient; raises Opaque for a division by zero."""
    bottom = rational_value(node.denominator)
    if not bottom:
        raise Opaque
    return rational_value(node.numerator) / bottom


def _call(node: Call) -> Fraction:
    """Return the value of a function that has rational values."""
    rule = _CALLS.get(node.name)
    if rule is None:
        raise Opaque
    return rule([rational_value(argument) for argument in node.arguments])


def _root(node: Root) -> Fraction:
    """Return the value of an exact root."""
    return _rational_root(rational_value(node.radicand), integer(node.index))


def _rational_power(base: Fraction, exponent: int) -> Fraction:
    """Return base ** exponent within MAX_INTEGER_BITS; raises Opaque beyond, and for 0 ** -1."""
    bits = max(base.numerator.bit_length(), base.denominator.bit_length())
    if bits * abs(exponent) > MAX_INTEGER_BITS or (not base and exponent <= 0):
        raise Opaque
    return base**exponent


def integer(node: Node) -> int:
    """Return the integer that an exponent stands for; raises Opaque where it is none or huge."""
    if isinstance(node, Number) and node.denominator == 1:
        return node.numerator
    if isinstance(node, Symbol):
        return point(node.name)
    if isinstance(node, Negative):
        return -integer(node.term)
    if isinstance(node, Sum):
        return sum(integer(term) for term in node.terms)
    return _larger_integer(node)


def _larger_integer(node: Node) -> int:
    """Return the integer of a product or power, within MAX_INTEGER_BITS; raises Opaque beyond."""
    if isinstance(node, Product):
        return _bounded(prod(integer(factor) for factor in node.factors))
    if not isinstance(node, Power):
        raise Opaque
    base, exponent = integer(node.base), integer(node.exponent)
    if exponent < 0 or base.bit_length() * exponent > MAX_INTEGER_BITS:
        raise Opaque
    return int(base**exponent)


def _bounded(number: int) -> int:
    """Return `number`; raises Opaque over MAX_INTEGER_BITS."""
    if number.bit_length() > MAX_INTEGER_BITS:
        raise Opaque
    return number


def _rational_root(radicand: Fraction, index: int) -> Fraction:
    """Return an exact root; raises Opaque where it is irrational or not real."""
    if index not in range(1, 65) or (radicand < 0 and index % 2 == 0):
        raise Opaque
    sign = -1 if radicand < 0 else 1
    top = exact_root(abs(radicand.numerator), index)
    return Fraction(sign * top, exact_root(radicand.denominator, index))


def exact_root(number: int, index: int) -> int:
    """Return the whole index-th root of a number from 0; raises Opaque when there is none."""
    low, high = 0, 1 << (number.bit_length() // index + 1)
    while low < high:
        middle = (low + high) // 2
        if middle**index < number:
            low = middle + 1
        else:
            high = middle
    if low**index != number:
        raise Opaque
    return low


def _whole(exact: Fraction) -> int:
    """Return a whole number from 0 to MAX_FACTORIAL; raises Opaque for others."""
    if exact.denominator != 1 or not 0 <= exact <= MAX_FACTORIAL:
        raise Opaque
    return exact.numerator


def _integers(values: list[Fraction]) -> list[int]:
    """Return whole numbers as integers; raises Opaque for others."""
    if any(value.denominator != 1 for value in values):
        raise Opaque
    return [value.numerator for value in values]


_CALLS: dict[str, Callable[[list[Fraction]], Fraction]] = {
    "factorial": lambda values: Fraction(factorial(_whole(values[0]))),
    "binomial": lambda values: Fraction(comb(_whole(values[0]), _whole(values[1]))),
    "abs": lambda values: abs(values[0]),
    "floor": lambda values: Fraction(floor(values[0])),
    "ceil": lambda values: Fraction(ceil(values[0])),
    "max": max,
    "min": min,
    "gcd": lambda values: Fraction(gcd(*_integers(values))),
    "lcm": lambda values: Fraction(lcm(*_integers(values))),
    "base": lambda values: values[0],
}
"""Functions with rational values at rational arguments."""

_RATIONAL: dict[type, Callable[..., Fraction]] = {
    Sum: _sum,
    Product: _product,
    Negative: _negative,
    Power: _power,
    Quotient: _quotient,
    Call: _call,
    Root: _root,
}
