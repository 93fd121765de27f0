"""Points on both sides of every place where |u|, max, min or an even root may change its form.

Along one letter such an expression is made of analytic pieces that meet where an argument is zero.
Points between all neighbouring zeros, and beyond the outermost, test every piece, so a bump hidden
far out cannot pass unseen.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import combinations, pairwise

from flint import acb, fmpq, fmpz_mpoly, fmpz_poly

from generator.judge.algebra import Algebra
from generator.judge.arithmetic import Opaque
from generator.judge.exact import fraction
from generator.judge.points import chance
from generator.judge.polynomials import as_polynomial
from generator.judge.survey import children
from generator.judge.tree import Call, Negative, Node, Product, Root, Sum

MAX_ARGUMENTS = 40
"""Most arguments whose zeros are sought."""
MAX_DEGREE = 12
"""Largest degree of such an argument in one letter."""
MAX_LINES = 3
"""Most letters along which points are put."""


def arguments(*nodes: Node) -> list[Node]:
    """Return what stands under the functions that bend, differences for max and min."""
    found: list[Node] = []
    pending = list(nodes)
    while pending and len(found) < MAX_ARGUMENTS:
        node = pending.pop()
        pending.extend(children(node))
        if isinstance(node, Root):
            found.append(node.radicand)
        elif isinstance(node, Call) and node.name == "abs":
            found.append(node.arguments[0])
        elif isinstance(node, Call) and node.name in ("max", "min"):
            pairs = combinations(node.arguments[:6], 2)
            found.extend(Sum((first, Negative(second))) for first, second in pairs)
    return [variant for node in found for variant in _variants(node)]


def _variants(node: Node) -> tuple[Node, ...]:
    """Return an argument with the bends inside it read one way and the other."""
    ways = (_unbent(node, first=True), _unbent(node, first=False))
    return ways if ways[0] != ways[1] else ways[:1]


def _unbent(node: Node, *, first: bool) -> Node:
    """Return a sum, product or bend with |u| read as u or -u, and max as its first or last."""
    if isinstance(node, Sum):
        return Sum(tuple(_unbent(term, first=first) for term in node.terms))
    if isinstance(node, Product):
        return Product(tuple(_unbent(factor, first=first) for factor in node.factors))
    if isinstance(node, Negative):
        return Negative(_unbent(node.term, first=first))
    if isinstance(node, Call) and node.name in ("abs", "max", "min"):
        inner = _unbent(node.arguments[0 if first else -1], first=first)
        return inner if first or node.name != "abs" else Negative(inner)
    return node


def around_bends(nodes: tuple[Node, ...], names: list[str], seed: str) -> Iterator[dict[str, fmpq]]:
    """Yield points between the zeros of all arguments, along each of the first letters."""
    inner = arguments(*nodes)
    for letter in names[:MAX_LINES]:
        fixed = {name: _value(seed, name) for name in names if name != letter}
        zeros = sorted({zero for node in inner for zero in _zeros(node, letter, fixed)})
        for number, place in enumerate(_between(zeros)):
            low, high = place
            share = Fraction(chance(seed, number, letter), 1 << 48)
            value = low + (high - low) * share
            yield {name: _flint(size) for name, size in (*fixed.items(), (letter, value))}


def _value(seed: str, name: str) -> Fraction:
    """Return a rational from -4 to 4 for a letter that is held fixed."""
    return Fraction(chance(seed, -1, name), 1 << 45) - 4


def _flint(value: Fraction) -> fmpq:
    """Return a rational as FLINT's."""
    return fmpq(value.numerator, value.denominator)


def _between(zeros: list[Fraction]) -> list[tuple[Fraction, Fraction]]:
    """Return the gaps between zeros, and a stretch beyond the outermost ones."""
    if not zeros:
        return []
    far = 1 + abs(zeros[0]) + abs(zeros[-1])
    edges = [zeros[0] - far, *zeros, zeros[-1] + far]
    return list(pairwise(edges))


def _zeros(node: Node, letter: str, fixed: dict[str, Fraction]) -> list[Fraction]:
    """Return the real zeros of a polynomial argument in one letter, nearly; none for others."""
    algebra = Algebra()
    try:
        top = as_polynomial(algebra.lowest(fraction(algebra, node))[0])
    except Opaque:
        return []
    names = list(algebra.gens)
    if algebra.relations or letter not in names or not all(isinstance(n, str) for n in names):
        return []
    values = [fixed.get(str(name), Fraction(1)) for name in names]
    return _real_zeros(_along(top, names.index(letter), values))


def _along(top: fmpz_mpoly, place: int, values: list[Fraction]) -> dict[int, Fraction]:
    """Return a polynomial with values for all generators but one, as degree -> coefficient."""
    sums: dict[int, Fraction] = {}
    for exponents, coefficient in top.to_dict().items():
        term = Fraction(int(coefficient))
        for index, value in enumerate(values):
            if index != place:
                term *= value ** int(exponents[index])
        degree = int(exponents[place])
        sums[degree] = sums.get(degree, Fraction()) + term
    return sums


def _real_zeros(sums: dict[int, Fraction]) -> list[Fraction]:
    """Return the real zeros of a polynomial given as degree -> coefficient."""
    degree = max(sums)
    if not 1 <= degree <= MAX_DEGREE:
        return []
    scale = 1
    for value in sums.values():
        scale *= value.denominator
    poly = fmpz_poly([int(sums.get(power, 0) * scale) for power in range(degree + 1)])
    roots: list[tuple[acb, int]] = poly.complex_roots()  # type: ignore[assignment]
    return [Fraction(float(root.real.mid())) for root, _ in roots if root.imag == 0]
