"""Generators, relations and fractions of one comparison; the arithmetic of canonical forms."""

from __future__ import annotations

from collections.abc import Hashable, Mapping

from flint import fmpz_mpoly

from generator.judge.arithmetic import Undefined
from generator.judge.polynomials import (
    GENERATORS,
    MAX_GENERATORS,
    ONE,
    Budget,
    Polynomial,
    as_polynomial,
    is_zero,
    multiplied,
    reduced,
)

Fraction = tuple[Polynomial, Polynomial]
"""Numerator and denominator, not in lowest terms."""


class Algebra:
    """The generators and relations shared by the expressions of one comparison."""

    __slots__ = ("atoms", "gens", "relations")

    def __init__(self) -> None:
        """Start without generators."""
        self.gens: dict[Hashable, fmpz_mpoly] = {}
        self.relations: list[tuple[int, int, Polynomial]] = []
        """(index of the generator, k, radicand): its k-th power is the radicand."""
        self.atoms = False
        """Whether a generator is opaque, so that only equality can be proved."""

    def generator(self, key: Hashable) -> fmpz_mpoly:
        """Return the generator known by `key`, a new one at first; raises Budget without room."""
        found = self.gens.get(key)
        if found is None:
            if len(self.gens) >= MAX_GENERATORS:
                raise Budget
            found = self.gens[key] = GENERATORS[len(self.gens)]
        return found

    def radical(self, key: Hashable, index: int, radicand: Polynomial) -> fmpz_mpoly:
        """Return the generator `key` with the relation that its index-th power is `radicand`."""
        if key not in self.gens:
            self.atoms |= _clashes(key, self.gens)
            self.generator(key)
            self.relations.append((len(self.gens) - 1, index, radicand))
        return self.gens[key]

    def atom(self, key: Hashable) -> fmpz_mpoly:
        """Return the generator of an opaque atom."""
        self.atoms = True
        return self.generator(key)

    def reduced(self, poly: Polynomial) -> Polynomial:
        """Return `poly` modulo the relations, newest generator first."""
        for generator, index, radicand in reversed(self.relations):
            if isinstance(poly, int):
                break
            poly = reduced(poly, generator, index, radicand)
        return poly

    def equal(self, left: Fraction, right: Fraction) -> bool:
        """Whether two fractions are equal; raises Undefined when a denominator is zero."""
        (a, b), (c, d) = left, right
        if is_zero(self.reduced(b)) or is_zero(self.reduced(d)):
            raise Undefined
        difference = multiplied(a, d) - multiplied(c, b)
        return is_zero(self.reduced(difference))

    def lowest(self, fraction: Fraction) -> Fraction:
        """Return a fraction in lowest terms, the denominator with a positive leading sign."""
        top, bottom = self.reduced(fraction[0]), self.reduced(fraction[1])
        if is_zero(bottom):
            raise Undefined
        if bottom == 1:
            return as_polynomial(top), ONE
        top, bottom = as_polynomial(top), as_polynomial(bottom)
        common = top.gcd(bottom)
        if bottom.leading_coefficient() < 0:
            common = -common
        return top / common, bottom / common


def _clashes(key: Hashable, gens: Mapping[Hashable, fmpz_mpoly]) -> bool:
    """Whether another root of the same prime is a generator, so that the two are dependent."""
    if not isinstance(key, tuple) or key[0] != "√":
        return False
    return any(isinstance(other, tuple) and other[:2] == key[:2] for other in gens)


def added(left: Fraction, right: Fraction) -> Fraction:
    """Return the sum of two fractions."""
    (a, b), (c, d) = left, right
    if isinstance(b, int) and isinstance(d, int):
        return (a + c, b) if b == d else (a * d + c * b, b * d)
    if b == d:
        return a + c, b
    return multiplied(a, d) + multiplied(c, b), multiplied(b, d)
