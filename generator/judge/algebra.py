"""Generators, relations and fractions of one comparison; the arithmetic of canonical forms."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping
from typing import NamedTuple

from flint import fmpz_mpoly

from generator.judge.arithmetic import Opaque, Undefined
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


class Condition(NamedTuple):
    """What must hold for a root or logarithm to be real: a product of factors has a sign."""

    factors: frozenset[str]
    sign: int
    """1 or -1."""
    witnesses: frozenset[int]
    """The generators of that root or logarithm; without them in a form the condition is void."""


class Algebra:
    """The generators and relations shared by the expressions of one comparison."""

    __slots__ = (
        *("conditions", "gens", "halves", "imaginary", "opaque", "positive", "powers", "real"),
        "relations",
    )

    def __init__(self, *, imaginary: bool = False) -> None:
        """Start without generators; `imaginary` says that i is written, so values are complex."""
        self.gens: dict[Hashable, fmpz_mpoly] = {}
        self.relations: list[tuple[int, int, Polynomial]] = []
        """(index of the generator, k, radicand): its k-th power is the radicand."""
        self.opaque: set[int] = set()
        """Indices of generators that may depend on others: with them zero is not decided."""
        self.positive: set[int] = set()
        """Indices of generators that are positive wherever they are defined."""
        self.halves: dict[str, int] = {}
        """Factor f -> index of the generator p with r^k = p f for its even roots r; p is sign f."""
        self.powers: dict[int, tuple[Hashable, Polynomial]] = {}
        """Index of an atom b^u with a positive constant b -> (b, u)."""
        self.conditions: list[Condition] = []
        self.imaginary = imaginary
        self.real = False
        """Whether rules were used that hold for real values only."""

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
            dependent = _clashes(key, self.gens)
            self.generator(key)
            self.relations.append((len(self.gens) - 1, index, radicand))
            if dependent:
                self.opaque.add(len(self.gens) - 1)
        return self.gens[key]

    def atom(self, key: Hashable) -> fmpz_mpoly:
        """Return the generator of an opaque atom."""
        found = self.generator(key)
        self.opaque.add(self.place(key))
        return found

    def unit(self) -> fmpz_mpoly:
        """Return i; raises Opaque after rules for real numbers."""
        self.imaginary = True
        return self._consistent(self.radical("\\i", 2, -1))

    def assume_real(self) -> None:
        """Note that a rule for real numbers is used; raises Opaque where i is written."""
        self.real = True
        self._consistent(ONE)

    def _consistent(self, found: fmpz_mpoly) -> fmpz_mpoly:
        """Return `found`; raises Opaque where both complex and real values are assumed."""
        if self.real and self.imaginary:
            raise Opaque
        return found

    def place(self, key: Hashable) -> int:
        """Return the index of a generator."""
        return GENERATORS.index(self.gens[key])

    def letters(self) -> int:
        """Return how many letters are generators."""
        return sum(isinstance(key, str) and key[0] != "\\" for key in self.gens)

    def reduced(self, poly: Polynomial) -> Polynomial:
        """Return `poly` modulo the relations, newest generator first."""
        for generator, index, radicand in reversed(self.relations):
            if isinstance(poly, int):
                break
            poly = reduced(poly, generator, index, radicand)
        return poly

    def final(self, poly: Polynomial) -> Polynomial:
        """Return `poly` reduced, the signs under roots being those that the conditions ask for."""
        poly = self.reduced(poly)
        for key, half in self.halves.items():
            if isinstance(poly, int):
                break
            signs = {c.sign for c in self.conditions if c.factors == {key}}
            if len(signs) > 1:
                raise Opaque
            sign: Polynomial = signs.pop() if signs else self.sign(key)
            poly = reduced(poly, half, 1, sign)
        return self.reduced(poly)

    def sign(self, key: str) -> fmpz_mpoly:
        """Return the generator of the sign of a factor; its square is 1."""
        found = self.radical(("sign", key), 2, 1)
        self.opaque.add(self.place(("sign", key)))
        return found

    def verdict(self, left: Fraction, right: Fraction) -> bool | None:
        """Whether two fractions are equal; None where opaque generators leave it open.

        Raises Undefined when a denominator is zero.
        """
        if any(is_zero(self.reduced(ratio[1])) for ratio in (left, right)):
            raise Undefined
        difference = self.final(added(left, (-right[0], right[1]))[0])
        if is_zero(difference):
            return True
        return None if self._open(difference) else False

    def _open(self, poly: Polynomial) -> bool:
        """Whether an opaque generator stands in a polynomial."""
        if isinstance(poly, int) or not self.opaque:
            return False
        degrees = poly.degrees()
        return any(degrees[place] for place in self.opaque)

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

    def spelling(self, fraction: Fraction) -> str:
        """Return a spelling of a fraction, equal for equal fractions."""
        top, bottom = self.lowest(fraction)
        return f"{top}/{bottom}"

    def remaining(self, conditions: Iterable[Condition], fraction: Fraction) -> set[Condition]:
        """Return the conditions whose root or logarithm is still there in lowest terms."""
        held = list(conditions)
        if not held:
            return set()
        parts = [as_polynomial(part).degrees() for part in self.lowest(fraction)]
        present = {place for degrees in parts for place, n in enumerate(degrees) if n > 0}
        return {c._replace(witnesses=frozenset()) for c in held if c.witnesses & present}


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
