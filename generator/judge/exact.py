"""Exact canonical form: rational functions of letters, constants, radicals and opaque atoms.

A scalar becomes numerator / denominator in ℤ[g0, g1, ...] (python-flint). A generator is a letter,
π, e, i, a root of a prime, or an opaque atom such as `sin(x)` or `a^n`, known by the canonical form
of its arguments. Roots and i have relations (g^k = radicand), by which numerators are reduced.

Real roots of different primes are independent over the rationals (Besicovitch 1940), i over any
real field, letters and π by themselves; so without opaque atoms a reduced numerator is zero exactly
when the expression is. e and π together are taken as independent. With atoms zero still proves
equality, but its absence proves nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from math import comb

from flint import fmpz_mpoly, fmpz_mpoly_ctx

from generator.judge.arithmetic import Opaque, Undefined, exact_root, integer, rational_value
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

MAX_GENERATORS = 24
"""Most letters, radicals and atoms of one comparison."""
MAX_TERMS = 3000
"""Most terms that a product or power may have, by prediction."""
MAX_BITS = 20_000
"""Largest constant power that is computed."""

_CONTEXT = fmpz_mpoly_ctx.get(tuple(f"g{n}" for n in range(MAX_GENERATORS)), "lex")
_GENERATORS = _CONTEXT.gens()
_ONE = _CONTEXT.constant(1)

Polynomial = int | fmpz_mpoly
"""An integer, or a polynomial in the generators."""
Fraction = tuple[Polynomial, Polynomial]
"""Numerator and denominator, not in lowest terms."""


class Budget(Opaque):
    """The canonical form would have too many terms, digits or generators."""


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
            found = self.gens[key] = _GENERATORS[len(self.gens)]
        return found

    def radical(self, key: Hashable, index: int, radicand: Polynomial) -> fmpz_mpoly:
        """Return the generator `key` with the relation that its index-th power is `radicand`."""
        if key not in self.gens:
            self.atoms |= any(other[:2] == key[:2] for other in self.gens if key[0] == "√")
            self.generator(key)
            self.relations.append((len(self.gens) - 1, index, radicand))
        return self.gens[key]

    def atom(self, key: Hashable) -> fmpz_mpoly:
        """Return the generator of an opaque atom."""
        self.atoms = True
        return self.generator(key)

    def fraction(self, node: Node) -> Fraction:
        """Return a scalar as numerator and denominator; raises Opaque, Undefined or Budget."""
        return _RULES[type(node)](self, node)

    def reduced(self, poly: Polynomial) -> Polynomial:
        """Return `poly` modulo the relations, newest generator first."""
        for generator, index, radicand in reversed(self.relations):
            if isinstance(poly, int):
                break
            poly = _reduced(poly, generator, index, radicand)
        return poly

    def same(self, left: Node, right: Node) -> bool:
        """Whether two scalars have one canonical form; raises as `fraction` does."""
        (a, b), (c, d) = self.fraction(left), self.fraction(right)
        return self.equal((a, b), (c, d))

    def equal(self, left: Fraction, right: Fraction) -> bool:
        """Whether two fractions are equal; raises Undefined when a denominator is zero."""
        (a, b), (c, d) = left, right
        if is_zero(self.reduced(b)) or is_zero(self.reduced(d)):
            raise Undefined
        difference = multiplied(a, d) - multiplied(c, b)
        return is_zero(self.reduced(difference))

    def key(self, node: Node) -> str:
        """Return a spelling of the canonical form, equal for equal forms of this algebra."""
        top, bottom = self.lowest(self.fraction(node))
        return f"{top}/{bottom}"

    def lowest(self, fraction: Fraction) -> Fraction:
        """Return a fraction in lowest terms, the denominator with a positive leading sign."""
        top, bottom = self.reduced(fraction[0]), self.reduced(fraction[1])
        if is_zero(bottom):
            raise Undefined
        if bottom == 1:
            return _polynomial(top), _ONE
        top, bottom = _polynomial(top), _polynomial(bottom)
        common = top.gcd(bottom)
        if bottom.leading_coefficient() < 0:
            common = -common
        return top / common, bottom / common


def is_zero(poly: Polynomial) -> bool:
    """Whether a polynomial is zero."""
    return not poly if isinstance(poly, int) else bool(poly.is_zero())


def _polynomial(poly: Polynomial) -> fmpz_mpoly:
    """Return an integer as a constant polynomial."""
    return _CONTEXT.constant(poly) if isinstance(poly, int) else poly


def _reduced(poly: fmpz_mpoly, generator: int, index: int, radicand: Polynomial) -> Polynomial:
    """Return `poly` with powers of the generator from `index` on replaced by the radicand's."""
    if poly.degrees()[generator] < index:
        return poly
    parts: dict[int, dict[tuple[int, ...], int]] = {}
    for exponents, coefficient in poly.to_dict().items():
        times, rest = divmod(int(exponents[generator]), index)
        lower = (*exponents[:generator], rest, *exponents[generator + 1 :])
        terms = parts.setdefault(times, {})
        terms[lower] = terms.get(lower, 0) + coefficient
    total: Polynomial = 0
    for times, terms in parts.items():
        total = total + multiplied(_CONTEXT.from_dict(terms), power(radicand, times))
    if isinstance(total, int):
        return total
    return _reduced(total, generator, index, radicand)


def multiplied(left: Polynomial, right: Polynomial) -> Polynomial:
    """Return a product; raises Budget when it may have more than MAX_TERMS terms."""
    if not isinstance(left, int) and not isinstance(right, int):
        if len(left) * len(right) > MAX_TERMS and len(left) + len(right) > 8:
            raise Budget
    return left * right


def power(base: Polynomial, exponent: int) -> Polynomial:
    """Return base ^ exponent for an exponent from 0; raises Budget for a large result."""
    if isinstance(base, int):
        if abs(base) > 1 and base.bit_length() * exponent > MAX_BITS:
            raise Budget
        return base**exponent
    terms = len(base)
    if exponent > MAX_BITS or (
        terms > 1 and comb(terms + min(exponent, MAX_TERMS) - 1, terms - 1) > MAX_TERMS
    ):
        raise Budget
    return base**exponent


def added(left: Fraction, right: Fraction) -> Fraction:
    """Return the sum of two fractions."""
    (a, b), (c, d) = left, right
    if isinstance(b, int) and isinstance(d, int):
        return (a + c, b) if b == d else (a * d + c * b, b * d)
    if b == d:
        return a + c, b
    return multiplied(a, d) + multiplied(c, b), multiplied(b, d)


def _raised(algebra: Algebra, base: Fraction, exponent: int) -> Fraction:
    """Return base ^ exponent; raises Undefined for zero to a power that is not positive."""
    if exponent > 0:
        return power(base[0], exponent), power(base[1], exponent)
    if is_zero(algebra.reduced(base[0])):
        raise Undefined
    return power(base[1], -exponent), power(base[0], -exponent)


def _number(_: Algebra, node: Number) -> Fraction:
    """Form of an exact rational."""
    return node.numerator, node.denominator


def _symbol(algebra: Algebra, node: Symbol) -> Fraction:
    """Form of a letter."""
    return algebra.generator(node.name), 1


def _constant(algebra: Algebra, node: Constant) -> Fraction:
    """Form of π, e or i."""
    if node.name == "infinity":
        raise Opaque
    if node.name == "i":
        return algebra.radical("\\i", 2, -1), 1
    return algebra.generator("\\" + node.name), 1


def _sum(algebra: Algebra, node: Sum) -> Fraction:
    """Form of a sum."""
    total: Fraction = (0, 1)
    for term in node.terms:
        total = added(total, algebra.fraction(term))
    return total


def _product(algebra: Algebra, node: Product) -> Fraction:
    """Form of a product."""
    top: Polynomial = 1
    bottom: Polynomial = 1
    for factor in node.factors:
        a, b = algebra.fraction(factor)
        top, bottom = multiplied(top, a), multiplied(bottom, b)
    return top, bottom


def _negative(algebra: Algebra, node: Negative) -> Fraction:
    """Form of a negated term."""
    top, bottom = algebra.fraction(node.term)
    return -top, bottom


def _quotient(algebra: Algebra, node: Quotient) -> Fraction:
    """Form of a quotient."""
    (a, b), (c, d) = algebra.fraction(node.numerator), algebra.fraction(node.denominator)
    if is_zero(algebra.reduced(c)):
        raise Undefined
    return multiplied(a, d), multiplied(b, c)


def _ratio(algebra: Algebra, node: Ratio) -> Fraction:
    """Form of a ratio of two terms, as their quotient."""
    if len(node.terms) != 2:
        raise Opaque
    return _quotient(algebra, Quotient(*node.terms))


def _power(algebra: Algebra, node: Power) -> Fraction:
    """Form of a power: rational exponents by roots, letters in exponents by atoms."""
    try:
        exponent = rational_value(node.exponent)
    except Opaque:
        return _symbolic(algebra, node)
    base = algebra.fraction(node.base)
    if exponent.denominator != 1:
        base = root(algebra, base, exponent.denominator)
    return _raised(algebra, base, exponent.numerator)


def _symbolic(algebra: Algebra, node: Power) -> Fraction:
    """Form of a power with letters in the exponent: one atom for each of the exponent's terms."""
    top, bottom = algebra.lowest(algebra.fraction(node.exponent))
    total: Fraction = (1, 1)
    for base, times in _bases(algebra, node.base):
        for monomial, coefficient in _polynomial(top).to_dict().items():
            if not any(monomial) and bottom == 1:
                part = _raised(algebra, algebra.fraction(base), int(coefficient) * times)
            else:
                key = ("^", algebra.key(base), monomial, str(bottom))
                part = _raised(algebra, (algebra.atom(key), 1), int(coefficient) * times)
            total = multiplied(total[0], part[0]), multiplied(total[1], part[1])
    return total


def _bases(algebra: Algebra, base: Node) -> list[tuple[Node, int]]:
    """Return the base of a symbolic power; a small positive integer as its prime powers."""
    if type(base) is Number and base.denominator == 1 and 1 < base.numerator < 10**6:
        return [(Number(prime), times) for prime, times in factors(base.numerator)]
    del algebra
    return [(base, 1)]


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


def _root(algebra: Algebra, node: Root) -> Fraction:
    """Form of a root with a whole index."""
    index = integer(node.index)
    if not 1 <= index <= 64:
        raise Opaque
    return root(algebra, algebra.fraction(node.radicand), index)


def root(algebra: Algebra, radicand: Fraction, index: int) -> Fraction:
    """Return the index-th root: of rationals by roots of primes, of others by an atom."""
    top, bottom = algebra.lowest(radicand)
    content = top.content() if hasattr(top, "content") else top
    scale = _number_root(algebra, int(content) if not is_zero(top) else 0, index)
    if is_zero(top):
        return 0, 1
    under = _number_root(algebra, int(_polynomial(bottom).content()), index)
    top, bottom = top / int(content), bottom / int(_polynomial(bottom).content())
    sign = 1
    if top.is_constant() and bottom.is_constant():
        sign = int(top.leading_coefficient())
        total = multiplied(scale, _sign_root(algebra, sign, index)), under
    else:
        key = ("root", index, f"{top}/{bottom}")
        algebra.atoms = True
        relation = top if bottom == 1 else None
        part = algebra.radical(key, index, relation) if relation is not None else algebra.atom(key)
        total = multiplied(scale, part), under
    return total


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


def _call(algebra: Algebra, node: Call) -> Fraction:
    """Form of a call: whole-number functions by value, powers of e, others as atoms."""
    if node.name == "exp":
        return _power(algebra, Power(Constant("e"), node.arguments[0]))
    if node.name == "base":
        return algebra.fraction(node.arguments[0])
    try:
        exact = rational_value(node)
    except Opaque:
        pass
    else:
        return exact.numerator, exact.denominator
    key = (node.name, *(algebra.key(argument) for argument in node.arguments))
    return algebra.atom(key), 1


class _Rules(dict[type, Callable[..., Fraction]]):
    """Rules by type of node; a node that is no scalar is opaque."""

    def __missing__(self, key: type) -> Callable[..., Fraction]:
        raise Opaque


_RULES = _Rules(
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
