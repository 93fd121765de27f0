"""Exact arithmetic on constant trees: rationals, whole-number functions, integers of exponents."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from functools import lru_cache
from hashlib import blake2b
from math import ceil, comb, factorial, floor, gcd, lcm, prod

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


class Opaque(Exception):  # noqa: N818 - a signal between rungs, not a fault
    """The expression has no value in the field: a function, or a root of a letter, stands in it."""


class Undefined(Opaque):
    """The expression divides by zero, here or everywhere."""


@lru_cache(maxsize=4096)
def point(name: str) -> int:
    """Return the fixed integer, 2^44 to 2^45, that a letter or constant stands for.

    It is an integer, not a residue, because letters may also stand in exponents.
    """
    digest = blake2b(name.encode(), digest_size=8, person=b"failwhere").digest()
    return (1 << 44) + int.from_bytes(digest, "big") % (1 << 44)


def rational_value(node: Node) -> Fraction:
    """Return the exact value of a tree of rationals; raises Opaque for anything else."""
    if type(node) is Number:
        return Fraction(node.numerator, node.denominator)
    if type(node) is Sum:
        return sum((rational_value(term) for term in node.terms), Fraction())
    if type(node) is Product:
        return prod((rational_value(factor) for factor in node.factors), start=Fraction(1))
    if type(node) is Negative:
        return -rational_value(node.term)
    if type(node) is Power:
        return _rational_power(rational_value(node.base), integer(node.exponent))
    if type(node) is Quotient and (bottom := rational_value(node.denominator)):
        return rational_value(node.numerator) / bottom
    if type(node) is Call and (rule := _CALLS.get(node.name)):
        return rule([rational_value(argument) for argument in node.arguments])
    if type(node) is Root:
        return _rational_root(rational_value(node.radicand), integer(node.index))
    raise Opaque


def _rational_power(base: Fraction, exponent: int) -> Fraction:
    """Return base ** exponent within MAX_INTEGER_BITS; raises Opaque beyond, and for 0 ** -1."""
    bits = max(base.numerator.bit_length(), base.denominator.bit_length())
    if bits * abs(exponent) > MAX_INTEGER_BITS or (not base and exponent <= 0):
        raise Opaque
    return base**exponent


def integer(node: Node) -> int:
    """Return the integer that an exponent stands for; raises Opaque where it is none or huge."""
    if type(node) is Number and node.denominator == 1:
        return node.numerator
    if type(node) is Symbol:
        return point(node.name)
    if type(node) is Negative:
        return -integer(node.term)
    if type(node) is Sum:
        return sum(integer(term) for term in node.terms)
    if type(node) is Product:
        return _bounded(prod(integer(factor) for factor in node.factors))
    if type(node) is Power:
        base, exponent = integer(node.base), integer(node.exponent)
        if exponent < 0 or base.bit_length() * exponent > MAX_INTEGER_BITS:
            raise Opaque
        return base**exponent
    raise Opaque


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
