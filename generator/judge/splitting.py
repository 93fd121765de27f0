"""Polynomials in real generators as products of factors with known or unknown signs."""

from __future__ import annotations

from flint import fmpz_mpoly

from generator.judge.algebra import Algebra, Condition
from generator.judge.arithmetic import Opaque
from generator.judge.polynomials import GENERATORS, Polynomial, multiplied, power

MAX_TERMS = 40
MAX_DEGREE = 24
"""Longer polynomials, or of higher degree, count as one factor."""


def factorised(poly: fmpz_mpoly) -> tuple[int, list[tuple[fmpz_mpoly, int]]]:
    """Return the sign and the irreducible factors of a polynomial of content 1, with exponents.

    Factors have a positive leading coefficient.
    """
    sign = 1
    if poly.leading_coefficient() < 0:
        sign, poly = -1, -poly
    if poly.is_one():
        return sign, []
    if len(poly) == 1:
        return sign, [(GENERATORS[k], int(n)) for k, n in enumerate(poly.degrees()) if n]
    degree = poly.total_degree()
    if degree == 1 or degree > MAX_DEGREE or len(poly) > MAX_TERMS:
        return sign, [(poly, 1)]
    try:
        constant, found = poly.factor()
    except OverflowError:  # FLINT sorts factors and gives up on coefficients beyond 64 bits
        return sign, [(poly, 1)]
    turned = []
    if constant < 0:
        sign = -sign
    for factor, times in found:
        negative = factor.leading_coefficient() < 0
        sign = -sign if negative and times % 2 else sign
        turned.append((-factor if negative else factor, int(times)))
    return sign, turned


def parity(algebra: Algebra, factor: fmpz_mpoly) -> frozenset[str]:
    """Return what the sign of a factor depends on: nothing, the factor itself, or a known sign."""
    if _positive(algebra, factor):
        return frozenset()
    for key, generator in algebra.gens.items():
        if isinstance(key, tuple) and key[0] == "sign" and generator == factor:
            return frozenset((key[1],))
    return frozenset((str(factor),))


def _positive(algebra: Algebra, factor: fmpz_mpoly) -> bool:
    """Whether a polynomial has only positive coefficients, and squares or positive generators."""
    if any(coefficient < 0 for coefficient in factor.coeffs()):
        return False
    return all(
        n % 2 == 0 or place in algebra.positive
        for exponents in factor.monoms()
        for place, n in enumerate(exponents)
    )


def is_sign(algebra: Algebra, factor: fmpz_mpoly) -> bool:
    """Whether a factor is the generator of a sign, whose absolute value is 1."""
    return parity(algebra, factor) not in (frozenset(), frozenset((str(factor),)))


def require(
    algebra: Algebra, odd: list[fmpz_mpoly], sign: int, names: list[tuple[str, int, str]]
) -> None:
    """Note that `sign` times the product of the factors must be positive, for what `names` are.

    Raises Opaque where it is plainly negative.
    """
    held: frozenset[str] = frozenset()
    for factor in odd:
        held ^= parity(algebra, factor)
    if held:
        witnesses = frozenset(algebra.place(name) for name in names if name in algebra.gens)
        algebra.conditions.append(Condition(held, sign, witnesses))
    elif sign < 0:
        raise Opaque


def absolute(algebra: Algebra, factor: fmpz_mpoly, times: int) -> Polynomial:
    """Return |factor|^times."""
    if is_sign(algebra, factor):
        return 1
    raised = power(factor, times)
    if times % 2 == 0 or not parity(algebra, factor):
        return raised
    return multiplied(raised, algebra.sign(str(factor)))
