"""Natural logarithms in canonical form: sums over the factors of their arguments."""

from __future__ import annotations

from collections.abc import Hashable

from generator.judge.algebra import Algebra, Fraction
from generator.judge.arithmetic import Undefined
from generator.judge.polynomials import (
    GENERATORS,
    Polynomial,
    as_polynomial,
    factors,
    multiplied,
)
from generator.judge.radicals import content
from generator.judge.splitting import factorised, is_sign, require

LARGEST = 10**10
"""Larger whole numbers are not taken apart."""


def logarithm(algebra: Algebra, argument: Fraction) -> Polynomial:
    """Return ln(u) as the sum of ln |f| over u's factors f; notes that u must be positive.

    Raises Undefined for ln 0, Opaque where u is plainly negative.
    """
    algebra.assume_real()
    top, bottom = map(as_polynomial, algebra.lowest(argument))
    if top.is_zero():
        raise Undefined
    total: Polynomial = 0
    sign, odd, names = 1, [], []
    for poly, direction in ((top, 1), (bottom, -1)):
        size = content(poly)
        total = total + direction * _number(algebra, size)
        turn, found = factorised(poly / size)
        sign *= turn
        for factor, times in found:
            total = total + direction * times * _factor(algebra, str(factor), factor)
            if times % 2:
                odd.append(factor)
                names.append(("ln", 1, str(factor)))
    require(algebra, odd, sign, names)
    return total


def _number(algebra: Algebra, number: int) -> Polynomial:
    """Return the logarithm of a positive whole number by those of its primes."""
    if number > LARGEST:
        return algebra.atom(("ln", 1, str(number)))
    total: Polynomial = 0
    for prime, times in factors(number):
        total = total + times * algebra.atom(("ln", 1, str(prime)))
    return total


def _factor(algebra: Algebra, key: str, factor: object) -> Polynomial:
    """Return ln |f|: 1 for e, 0 for a sign, a generator for others."""
    if algebra.gens.get("\\e") == factor:
        return 1
    if is_sign(algebra, factor):  # type: ignore[arg-type]
        return 0
    for place, (base, exponent) in algebra.powers.items():
        if GENERATORS[place] == factor:
            return (
                exponent if base == "e" else multiplied(exponent, _number(algebra, int(str(base))))
            )
    name: Hashable = ("ln", 1, key)
    return algebra.atom(name)
