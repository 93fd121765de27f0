"""Sets of real numbers of one unknown: intervals, inequalities, conditions joined by and / or.

A condition is a boolean function on the real line that changes only at finitely many break points.
Two conditions are equal when they agree at every break point of either and between them. Only
conditions that are already solved count (linear in the unknown): x^2 > 4 is no answer to a
question whose answer is x < -2 or x > 2.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from flint import fmpq

from generator.judge.algebra import Algebra, Fraction, added
from generator.judge.arithmetic import Opaque
from generator.judge.breaks import Break, Unordered, break_point, ordered
from generator.judge.exact import fraction
from generator.judge.polynomials import as_polynomial
from generator.judge.survey import letters
from generator.judge.tree import (
    FLIPPED,
    Both,
    Call,
    Constant,
    Either,
    Listing,
    Negative,
    Node,
    Number,
    Relation,
    SetBuilder,
    SetOperation,
    Symbol,
)


class Region(NamedTuple):
    """A set of real numbers."""

    name: str
    """The unknown; empty where none is named, as in an interval."""
    breaks: tuple[Break, ...]
    holds: Callable[[Place], bool]
    """Whether a place belongs to the set."""


class Place(NamedTuple):
    """A break point, or a gap between two; compared with break points by rank."""

    rank: int
    """2k + 1 at the k-th break point, even in the gaps around them."""
    ranks: dict[Node, int]
    """Rank of every break point's expression."""


Test = Callable[[Place], bool]


def region(node: Node) -> Region:
    """Return the region that a node states; raises Unordered where it is none."""
    if isinstance(node, (Both, Either)):
        return _combined([region(part) for part in node.parts], every=type(node) is Both)
    if type(node) is Relation:
        return _relation(node)
    if type(node) is SetOperation:
        return _operation(node)
    if type(node) is Listing:
        return _listing(node)
    if type(node) is SetBuilder:
        return _built(node)
    if type(node) is Symbol:
        return _named_set(node)
    raise Unordered


def _combined(parts: list[Region], *, every: bool) -> Region:
    """Return the intersection (`every`) or union of regions of one unknown."""
    names = {part.name for part in parts if part.name}
    if len(names) > 1:
        raise Unordered
    tests = [part.holds for part in parts]
    holds = _all_of(tests) if every else _any_of(tests)
    return Region(next(iter(names), ""), tuple(b for part in parts for b in part.breaks), holds)


def _all_of(tests: list[Test]) -> Test:
    """Return the test that all of `tests` hold."""
    return lambda place: all(test(place) for test in tests)


def _any_of(tests: list[Test]) -> Test:
    """Return the test that one of `tests` holds."""
    return lambda place: any(test(place) for test in tests)


def _relation(node: Relation) -> Region:
    """Return the region of a relation or chain; chains hold pair by pair."""
    pairs = list(zip(node.sides, node.signs, node.sides[1:], strict=False))
    if len(pairs) == 1:
        return _pair(*pairs[0])
    return _combined([_pair(*pair) for pair in pairs], every=True)


def _pair(left: Node, sign: str, right: Node) -> Region:
    """Return the region of one relation of an unknown and a constant, or of membership."""
    if sign in ("∈", "∉") and type(left) is Symbol:
        inner = region(right)
        if sign == "∈":
            return inner._replace(name=left.name)
        return Region(left.name, inner.breaks, lambda place: not inner.holds(place))
    if sign not in FLIPPED:
        raise Unordered
    if _is_absolute(left) or _is_absolute(right):
        sides = (left, sign, right) if _is_absolute(left) else (right, FLIPPED[sign], left)
        return _absolute(*sides)
    name, bound, sign = _solved(left, sign, right)
    if type(bound) is Listing and not bound.left and sign in ("=", "≠"):
        parts = [_threshold(name, element, sign) for element in bound.elements]
        return _combined(parts, every=sign == "≠")
    return _threshold(name, bound, sign)


def _is_absolute(node: Node) -> bool:
    """Whether a node is |u|."""
    return type(node) is Call and node.name == "abs"


def _absolute(left: Node, sign: str, bound: Node) -> Region:
    """Return the region of |u| < c as -c < u < c, of |u| > c as the rest, for a positive c."""
    if sign in ("=", "≠") or type(left) is not Call or not break_point(bound).ball > 0:
        raise Unordered
    inside = left.arguments[0]
    below = _pair(Negative(bound), sign if sign in "<≤" else FLIPPED[sign], inside)
    above = _pair(inside, sign, bound)
    if sign in (">", "≥"):
        below = _pair(inside, FLIPPED[sign], Negative(bound))
    return _combined([below, above], every=sign in ("<", "≤"))


def _solved(left: Node, sign: str, right: Node) -> tuple[str, Node, str]:
    """Return (unknown, bound, sign) of a relation, solving a linear one."""
    if type(left) is Symbol and not letters(right):
        return left.name, right, sign
    if type(right) is Symbol and not letters(left):
        return right.name, left, FLIPPED[sign]
    return _linear(left, sign, right)


def _linear(left: Node, sign: str, right: Node) -> tuple[str, Node, str]:
    """Solve a·x + b ? 0 with rational a and b; raises Unordered for anything else."""
    algebra = Algebra()
    try:
        top, bottom = map(as_polynomial, algebra.lowest(_difference(algebra, left, right)))
    except Opaque as refusal:
        raise Unordered from refusal
    if len(algebra.gens) != 1 or algebra.relations or algebra.opaque or not bottom.is_constant():
        raise Unordered
    terms = {exponents[0]: int(value) for exponents, value in top.to_dict().items()}
    slope = terms.pop(1, 0)
    if not slope or set(terms) - {0}:
        raise Unordered
    root = fmpq(-terms.get(0, 0), slope)
    name = str(next(iter(algebra.gens)))
    bound = Number(int(root.p), int(root.q))
    return name, bound, sign if slope * int(bottom.leading_coefficient()) > 0 else FLIPPED[sign]


def _difference(algebra: Algebra, left: Node, right: Node) -> Fraction:
    """Return left - right as a fraction."""
    top, bottom = fraction(algebra, right)
    return added(fraction(algebra, left), (-top, bottom))


def _infinite(node: Node) -> int:
    """Return the sign of an infinity, 0 for others."""
    if type(node) is Negative:
        return -_infinite(node.term)
    return int(node == Constant("infinity"))


def _threshold(name: str, bound: Node, sign: str) -> Region:
    """Return the region of `name sign bound`."""
    infinite = _infinite(bound)
    if infinite:
        holds = (sign in ("<", "≤", "≠")) == (infinite > 0) or sign == "≠"
        return Region(name, (), lambda _: holds and sign != "=")
    at = break_point(bound)
    return Region(name, (at,), _ranked(at.node, sign))


_RANKED: dict[str, Callable[[int, int], bool]] = {
    "=": lambda place, bound: place == bound,
    "≠": lambda place, bound: place != bound,
    "<": lambda place, bound: place < bound,
    "≤": lambda place, bound: place <= bound,
    ">": lambda place, bound: place > bound,
    "≥": lambda place, bound: place >= bound,
}


def _ranked(node: Node, sign: str) -> Test:
    """Return the test that compares a place with a break point."""
    compare = _RANKED[sign]
    return lambda place: compare(place.rank, place.ranks[node])


def _listing(node: Listing) -> Region:
    """Return the region of an interval, or of a set of numbers."""
    if node.left == "{" or not node.left:
        points = [_threshold("", element, "=") for element in node.elements]
        return _combined(points, every=False) if points else Region("", (), lambda _: False)
    if len(node.elements) != 2:
        raise Unordered
    low = _threshold("", node.elements[0], "≥" if node.left == "[" else ">")
    high = _threshold("", node.elements[1], "≤" if node.right == "]" else "<")
    if low.breaks and high.breaks and not low.breaks[0].ball < high.breaks[0].ball:
        raise Unordered
    return _combined([low, high], every=True)


def _operation(node: SetOperation) -> Region:
    """Return the region of a union, intersection or difference."""
    parts = [region(part) for part in node.parts]
    if node.name != "difference":
        return _combined(parts, every=node.name == "intersection")
    first, second = parts
    inverse = second._replace(holds=lambda place: not second.holds(place))
    return _combined([first, inverse], every=True)


def _named_set(node: Symbol) -> Region:
    """Return all real numbers for ℝ; other names are no known set."""
    if node.name != "mathbb R":
        raise Unordered
    return Region("", (), lambda _: True)


def _built(node: SetBuilder) -> Region:
    """Return the region of {x | condition}; the unknown's name is bound and does not count."""
    element = node.element
    if (
        type(element) is Relation
        and element.signs == ("∈",)
        and element.sides[1] == Symbol("mathbb R")
    ):
        element = element.sides[0]
    if type(element) is not Symbol:
        raise Unordered
    inner = region(node.condition)
    if inner.name not in ("", element.name):
        raise Unordered
    return inner._replace(name="")


def same_region(first: Region, second: Region) -> bool:
    """Whether two regions hold the same numbers; unknowns must agree where both are named.

    Raises Unordered when break points cannot be put in order, and for two conditions that hold
    nowhere or everywhere: they say the same of the numbers, but not as answers.
    """
    if first.name and second.name and first.name != second.name:
        return False
    groups = ordered((*first.breaks, *second.breaks))
    ranks = {b.node: 2 * k + 1 for k, group in enumerate(groups) for b in group}
    places = [Place(rank, ranks) for rank in range(2 * len(groups) + 1)]
    held = [(first.holds(place), second.holds(place)) for place in places]
    if groups and len(set(held)) == 1:
        raise Unordered
    return all(one == other for one, other in held)
