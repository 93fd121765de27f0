"""Integer polynomials in a fixed set of generators, with limits on their size."""

from __future__ import annotations

from math import comb

from flint import fmpz_mpoly, fmpz_mpoly_ctx

from generator.judge.arithmetic import Opaque

MAX_GENERATORS = 24
"""Most letters, radicals and atoms of one comparison."""
MAX_TERMS = 3000
"""Most terms that a product or power may have, by prediction."""
MAX_BITS = 20_000
"""Largest constant power that is computed."""

CONTEXT = fmpz_mpoly_ctx.get(tuple(f"g{n}" for n in range(MAX_GENERATORS)), "lex")
GENERATORS = CONTEXT.gens()
ONE = CONTEXT.constant(1)

Polynomial = int | fmpz_mpoly
"""An integer, or a polynomial in the generators."""


class Budget(Opaque):
    """The canonical form would have too many terms, digits or generators."""


def is_zero(poly: Polynomial) -> bool:
    """Whether a polynomial is zero."""
    return not poly if isinstance(poly, int) else bool(poly.is_zero())


def as_polynomial(poly: Polynomial) -> fmpz_mpoly:
    """Return an integer as a constant polynomial."""
    return CONTEXT.constant(poly) if isinstance(poly, int) else poly


def reduced(poly: fmpz_mpoly, generator: int, index: int, radicand: Polynomial) -> Polynomial:
    """Return `poly` with powers of the generator from `index` on replaced by the radicand's."""
    if poly.degrees()[generator] < index:
        return poly
    parts: dict[int, dict[tuple[int, ...], int]] = {}
    for exponents, coefficient in poly.to_dict().items():
        times, rest = divmod(int(exponents[generator]), index)
        lower = (*exponents[:generator], rest, *exponents[generator + 1 :])
        terms = parts.setdefault(times, {})
        terms[lower] = terms.get(lower, 0) + int(coefficient)
    total: Polynomial = 0
    for times, terms in parts.items():
        total = total + multiplied(CONTEXT.from_dict(terms), power(radicand, times))
    if isinstance(total, int):
        return total
    return reduced(total, generator, index, radicand)


def multiplied(left: Polynomial, right: Polynomial) -> Polynomial:
    """Return a product; raises Budget when it may have more than MAX_TERMS terms."""
    if isinstance(left, int) or isinstance(right, int):
        return left * right
    if len(left) * len(right) > MAX_TERMS:
        raise Budget
    return left * right


def power(base: Polynomial, exponent: int) -> Polynomial:
    """Return base ^ exponent for an exponent from 0; raises Budget for a large result."""
    if isinstance(base, int):
        if abs(base) > 1 and base.bit_length() * exponent > MAX_BITS:
            raise Budget
        return int(base**exponent)
    terms = len(base)
    if exponent > MAX_BITS or (
        terms > 1 and comb(terms + min(exponent, MAX_TERMS) - 1, terms - 1) > MAX_TERMS
    ):
        raise Budget
    return base**exponent


def factors(number: int) -> list[tuple[int, int]]:
    """Return the prime factors of 1 .. 10^12 with their exponents, by trial division."""
    found, prime = [], 2
    while prime * prime <= number:
        times = 0
        while number % prime == 0:
            number, times = number // prime, times + 1
        if times:
            found.append((prime, times))
        prime += 1 if prime == 2 else 2
    return [*found, (number, 1)] if number > 1 else found
