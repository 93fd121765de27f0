"""Roots in canonical form: roots of primes, i, and atoms with a relation for polynomials."""

from __future__ import annotations

from math import gcd

from flint import fmpz_mpoly

from generator.judge.algebra import Algebra, Fraction
from generator.judge.arithmetic import Opaque, exact_root
from generator.judge.polynomials import Polynomial, as_polynomial, factors, multiplied, power


def root(algebra: Algebra, radicand: Fraction, index: int) -> Fraction:
    """Return the index-th root: of rationals by roots of primes, of others by an atom."""
    top, bottom = map(as_polynomial, algebra.lowest(radicand))
    if top.is_zero():
        return 0, 1
    above, below = _content(top), _content(bottom)
    scale, under = _number_root(algebra, above, index), _number_root(algebra, below, index)
    top, bottom = top / above, bottom / below
    if top.is_constant() and bottom.is_constant():
        part = _sign_root(algebra, int(top.leading_coefficient()), index)
    else:
        part = _root_atom(algebra, top, bottom, index)
    return multiplied(scale, part), under


def _content(poly: fmpz_mpoly) -> int:
    """Return the greatest common divisor of the coefficients of a polynomial that is not zero."""
    return gcd(*(int(coefficient) for coefficient in poly.coeffs()))


def _root_atom(algebra: Algebra, top: fmpz_mpoly, bottom: fmpz_mpoly, index: int) -> fmpz_mpoly:
    """Return the generator of the root of top / bottom; of a polynomial it has a relation."""
    key = ("root", index, f"{top}/{bottom}")
    if not bottom.is_one():
        return algebra.atom(key)
    algebra.atoms = True
    return algebra.radical(key, index, top)


def _sign_root(algebra: Algebra, sign: int, index: int) -> Polynomial:
    """Return the root of 1 or -1: real for an odd index, i for a square root."""
    if sign == 1:
        return 1
    if index % 2 == 1:
        return -1
    if index == 2:
        return algebra.radical("\\i", 2, -1)
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
            total = multiplied(
                total, power(algebra.radical(("√", prime, index), index, prime), rest)
            )
    return total
