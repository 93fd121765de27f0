"""Points in every cell between the places where a function may change its form or its domain.

|u|, max, even roots, logarithms and inverse functions are analytic but where something is zero.
When all such places are zeros of polynomials in one letter each, the cells between them are boxes,
and a point in every box tests every piece of an expression. Other places cannot be walled in, so
that a bump may hide there: then no number of points makes two expressions equal.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import combinations, pairwise, product
from math import prod

from flint import acb, ctx, fmpq, fmpz_mpoly, fmpz_poly

from generator.judge.algebra import Algebra
from generator.judge.arithmetic import Opaque, integer
from generator.judge.exact import fraction
from generator.judge.points import chance
from generator.judge.polynomials import as_polynomial
from generator.judge.survey import children, letters
from generator.judge.tree import Call, Negative, Node, Number, Power, Product, Root, Sum

MAX_SITES = 40
"""Most arguments whose zeros are sought."""
MAX_DEGREE = 12
"""Largest degree of such an argument."""
MAX_CELLS = 64
"""Most cells that are tested."""
MAX_VARIANTS = 16
"""Most readings of an argument that has |u| or max inside."""


class Hidden(Exception):
    """The places where a function changes its form cannot all be found."""


Gap = tuple[Fraction, Fraction]
"""A stretch of the line; both ends are one whole number for letters that are whole."""


def cells(
    nodes: tuple[Node, ...], names: list[str], whole: set[str], seed: str
) -> list[dict[str, fmpq]]:
    """Return a point for every cell; raises Hidden where the cells cannot be told apart.

    Letters in `whole` get an even and an odd number. No point at all where nothing changes its
    form, so that there is but one cell.
    """
    found = sites(*nodes)
    if not found:
        return []
    zeros: dict[str, set[Fraction]] = {name: set() for name in names}
    for node in found:
        for variant in _variants(node):
            for name, places in _zeros(variant).items():
                zeros[name] |= places
    gaps = {name: _between(sorted(places)) for name, places in zeros.items()}
    gaps |= {name: [(n, n) for n in (Fraction(6), Fraction(7))] for name in whole}
    if prod(map(len, gaps.values())) > MAX_CELLS:
        raise Hidden
    return list(_inside(gaps, seed))


def _inside(gaps: dict[str, list[Gap]], seed: str) -> Iterator[dict[str, fmpq]]:
    """Yield a point in every box."""
    for number, box in enumerate(product(*gaps.values())):
        point = {}
        for name, (low, high) in zip(gaps, box, strict=True):
            value = low + (high - low) * Fraction(chance(seed, number, name), 1 << 48)
            point[name] = fmpq(value.numerator, value.denominator)
        yield point


def sites(*nodes: Node) -> list[Node]:
    """Return the expressions at whose zeros a function changes; raises Hidden for too many."""
    found: list[Node] = []
    pending = list(nodes)
    while pending:
        node = pending.pop()
        pending.extend(children(node))
        found.extend(part for part in _critical(node) if letters(part))
        if len(found) > MAX_SITES:
            raise Hidden
    return found


def _critical(node: Node) -> tuple[Node, ...]:
    """Return the expressions at whose zeros this node, apart from its parts, changes."""
    if isinstance(node, Root):
        odd = isinstance(node.index, Number) and node.index.numerator % 2
        return () if odd else (node.radicand,)
    if isinstance(node, Power):
        return () if _whole(node.exponent) else (node.base,)
    return _CALLS[node.name](node) if isinstance(node, Call) and node.name in _CALLS else ()


def _whole(exponent: Node) -> bool:
    """Whether an exponent is a whole number, or made of letters that stand for whole numbers."""
    try:
        integer(exponent)
    except Opaque:
        return False
    return True


def _inverse(node: Call) -> tuple[Node, ...]:
    """Zeros, poles and the places ±1 of the argument of an inverse function."""
    argument = node.arguments[0]
    return argument, Sum((argument, Number(1))), Sum((argument, Number(-1)))


def _extremes(node: Call) -> tuple[Node, ...]:
    """The differences of the arguments of max or min."""
    return tuple(Sum((a, Negative(b))) for a, b in combinations(node.arguments, 2))


_CALLS: dict[str, Callable[[Call], tuple[Node, ...]]] = {
    **dict.fromkeys(("abs", "ln", "log"), lambda node: node.arguments),
    **dict.fromkeys(("max", "min"), _extremes),
    **{f"arc{name}": _inverse for name in ("sin", "cos", "tan", "cot", "sec", "csc")},
    **{f"ar{name}": _inverse for name in ("sinh", "cosh", "tanh")},
}
"""Functions that change their form or domain where something is zero."""


def _variants(node: Node) -> list[Node]:
    """Return an argument with every bend inside it read in every way; raises Hidden for many."""
    if isinstance(node, Call) and node.name in ("abs", "max", "min"):
        found = [variant for part in node.arguments for variant in _variants(part)]
        if node.name == "abs":
            found += [Negative(variant) for variant in found]
    elif isinstance(node, Sum):
        found = [Sum(parts) for parts in _choices(node.terms)]
    elif isinstance(node, Product):
        found = [Product(parts) for parts in _choices(node.factors)]
    elif isinstance(node, Negative):
        found = [Negative(variant) for variant in _variants(node.term)]
    else:
        return [node]
    if len(found) > MAX_VARIANTS:
        raise Hidden
    return found


def _choices(parts: tuple[Node, ...]) -> list[tuple[Node, ...]]:
    """Return all combinations of the variants of parts."""
    variants = [_variants(part) for part in parts]
    if prod(map(len, variants)) > MAX_VARIANTS:
        raise Hidden
    return list(product(*variants))


def _between(zeros: list[Fraction]) -> list[Gap]:
    """Return the gaps between zeros, and a stretch beyond the outermost ones."""
    if not zeros:
        return [(Fraction(-4), Fraction(4))]
    far = 1 + abs(zeros[0]) + abs(zeros[-1])
    edges = [zeros[0] - far, *zeros, zeros[-1] + far]
    return list(pairwise(edges))


def _zeros(node: Node) -> dict[str, set[Fraction]]:
    """Return letter -> real zeros and poles, nearly; raises Hidden for more than one letter."""
    algebra = Algebra()
    try:
        parts = [as_polynomial(part) for part in algebra.lowest(fraction(algebra, node))]
    except Opaque:
        raise Hidden from None
    names = list(algebra.gens)
    zeros: dict[str, set[Fraction]] = {}
    for part in parts:
        used = [place for place, degree in enumerate(part.degrees()) if degree > 0]
        if not used:
            continue
        name = names[used[0]]
        if len(used) > 1 or not isinstance(name, str) or name[0] == "\\":
            raise Hidden
        zeros.setdefault(name, set()).update(_real_zeros(part, used[0]))
    return zeros


def _real_zeros(poly: fmpz_mpoly, place: int) -> list[Fraction]:
    """Return the real zeros of a polynomial in one generator; raises Hidden for a high degree."""
    terms = {int(powers[place]): int(value) for powers, value in poly.to_dict().items()}
    degree = max(terms)
    if degree > MAX_DEGREE:
        raise Hidden
    with ctx.workprec(256):
        plain = fmpz_poly([terms.get(power, 0) for power in range(degree + 1)])
        roots: list[tuple[acb, int]] = plain.complex_roots()  # type: ignore[assignment]
    return [_exact(root) for root, _ in roots if root.imag == 0]


def _exact(root: acb) -> Fraction:
    """Return the middle of a real ball."""
    digits, exponent = root.real.mid().man_exp()
    return Fraction(int(digits)) * Fraction(2) ** int(exponent)
