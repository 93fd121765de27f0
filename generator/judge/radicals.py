"""Roots in canonical form: roots of primes, i, and roots of the factors of polynomials.

For real letters an even root of a product is the product of the roots of its factors' absolute
values, wherever it is real; so `√(4x²y)` is 2·|x|·√|y|, under the condition that y is positive.
"""

from __future__ import annotations

from math import gcd

from flint import fmpz_mpoly

from generator.judge.algebra import Algebra, Fraction
from generator.judge.arithmetic import Opaque, exact_root
from generator.judge.polynomials import (
    ONE,
    Polynomial,
    as_polynomial,
    factors,
    multiplied,
    power,
)
from generator.judge.splitting import absolute, factorised, is_sign, parity, require


def root(algebra: Algebra, radicand: Fraction, index: int) -> Fraction:
    """Return the index-th root: of rationals by roots of primes, of others by their factors."""
    top, bottom = map(as_polynomial, algebra.lowest(radicand))
    if top.is_zero():
        return 0, 1
    above, below = content(top), content(bottom)
    scale, under = _number_root(algebra, above, index), _number_root(algebra, below, index)
    top, bottom = top / above, bottom / below
    if top.is_constant() and bottom.is_constant():
        outside: Polynomial = _sign_root(algebra, int(top.leading_coefficient()), index)
        inside: Polynomial = ONE
    elif algebra.imaginary:
        outside, inside = _root_atom(algebra, top, bottom, index), ONE
    else:
        outside, inside = _real_root(algebra, top, bottom, index)
    return multiplied(scale, outside), multiplied(under, inside)


def content(poly: fmpz_mpoly) -> int:
    """Return the greatest common divisor of the coefficients of a polynomial that is not zero."""
    return gcd(*(int(coefficient) for coefficient in poly.coeffs()))


def _root_atom(algebra: Algebra, top: fmpz_mpoly, bottom: fmpz_mpoly, index: int) -> fmpz_mpoly:
    """Return the generator of a complex root; of a polynomial it has a relation."""
    key = ("root", index, f"{top}/{bottom}")
    if not bottom.is_one():
        return algebra.atom(key)
    found = algebra.radical(key, index, top)
    algebra.opaque.add(algebra.place(key))
    return found


def _real_root(algebra: Algebra, top: fmpz_mpoly, bottom: fmpz_mpoly, index: int) -> Fraction:
    """Return the real root of top / bottom, the product of the roots of their factors."""
    algebra.assume_real()
    sign, above = factorised(top)
    below = factorised(bottom)[1]
    parts = [_product(algebra, found, index) for found in (above, below)]
    if index % 2:
        return multiplied(parts[0], sign), parts[1]
    odd = [factor for factor, times in (*above, *below) if times % 2]
    names = [("root", index // gcd(index, n), str(f)) for f, n in (*above, *below) if n % 2]
    require(algebra, odd, sign, names)
    return parts[0], parts[1]


def _product(algebra: Algebra, found: list[tuple[fmpz_mpoly, int]], index: int) -> Polynomial:
    """Return the product of the roots of powers of factors."""
    total: Polynomial = 1
    for factor, times in found:
        whole, rest = divmod(times, index)
        even = index % 2 == 0
        outside = absolute(algebra, factor, whole) if even else power(factor, whole)
        total = multiplied(total, outside)
        if rest:
            total = multiplied(total, _rest(algebra, factor, rest, index))
    return total


def _rest(algebra: Algebra, factor: fmpz_mpoly, times: int, index: int) -> Polynomial:
    """Return |factor|^(times/index) for an even index, factor^(times/index) for an odd one."""
    common = gcd(times, index)
    times, lower = times // common, index // common
    if index % 2 == 0 and is_sign(algebra, factor):
        return 1
    found = _factor_root(algebra, factor, lower)
    if index % 2 == 0 and lower % 2 and times % 2 and parity(algebra, factor):
        return multiplied(power(found, times), algebra.sign(str(factor)))
    return power(found, times)


def _factor_root(algebra: Algebra, factor: fmpz_mpoly, index: int) -> fmpz_mpoly:
    """Return the generator of the root of a factor's absolute value (of the factor, odd ones)."""
    key, name = str(factor), ("root", index, str(factor))
    if name in algebra.gens:
        return algebra.gens[name]
    under: Polynomial = factor
    if index % 2 == 0 and parity(algebra, factor):
        half = algebra.radical(("half", key), 2, 1)
        algebra.opaque.add(algebra.place(("half", key)))
        algebra.halves[key] = algebra.place(("half", key))
        under = multiplied(half, factor)
    found = algebra.radical(name, index, under)
    algebra.opaque.add(algebra.place(name))
    if index % 2 == 0:
        algebra.positive.add(algebra.place(name))
    return found


def _sign_root(algebra: Algebra, sign: int, index: int) -> Polynomial:
    """Return the root of 1 or -1: real for an odd index, i for a square root."""
    if sign == 1:
        return 1
    if index % 2 == 1:
        return -1
    if index == 2:
        return algebra.unit()
    raise Opaque


def _number_root(algebra: Algebra, number: int, index: int) -> Polynomial:
    """Return the root of a whole number from 0 as a product of roots of primes."""
    if number in (0, 1):
        return number
    if number > 10**10:
        return exact_root(number, index)
    total: Polynomial = 1
    for prime, times in factors(number):
        whole, rest = divmod(times, index)
        total = total * prime**whole
        if rest:
            found = algebra.radical(("√", prime, index), index, prime)
            algebra.positive.add(algebra.place(("√", prime, index)))
            total = multiplied(total, power(found, rest))
    return total
