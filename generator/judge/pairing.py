"""Level `answer`: two trees are the same answer when a reading of each is."""

from __future__ import annotations

from collections.abc import Callable
from itertools import product
from typing import TypeAlias

from generator.judge.breaks import Unordered
from generator.judge.readings import Reading, readings
from generator.judge.regions import region, same_region
from generator.judge.scalars import Outcome, compare
from generator.judge.sides import same_equation, same_inequality, same_sides
from generator.judge.stretches import stretches
from generator.judge.tree import (
    Call,
    Listing,
    Matrix,
    Node,
    Piecewise,
    Product,
    Relation,
    SetBuilder,
)

Nodes: TypeAlias = tuple[Node, ...]
Same: TypeAlias = Callable[[Node, Node, str], Outcome]
"""(one element, another, seed) -> whether they are the same."""
MAX_ELEMENTS = 60
"""Most elements of a list that are matched."""
_DIFFERENT_KIND = Outcome(equal=False, rule="kind", why="")


def same_answer(left: Node, right: Node, seed: str) -> Outcome:
    """Compare two nodes as answers; the outcome of the first readings of one kind stands."""
    first: Outcome | None = None
    undecided: Outcome | None = None
    for one, other in product(readings(left), readings(right)):
        if one.kind != other.kind or (one.name and other.name and one.name != other.name):
            continue
        outcome = _KINDS[one.kind](one, other, seed)
        if outcome.equal:
            return outcome
        if outcome.equal is None:
            undecided = undecided or outcome
        first = first or outcome
    return undecided or first or _DIFFERENT_KIND


def _value(one: Reading, other: Reading, seed: str) -> Outcome:
    """Compare scalars; a number in a base equals only numbers written in that base."""
    left, right = one.nodes[0], other.nodes[0]
    if _written_base(left) != _written_base(right):
        return Outcome(equal=False, rule="base", why="they are written in different bases")
    return compare(left, right, seed)


def _written_base(node: Node) -> Node | None:
    """Return the base that a number is written in, None where none is."""
    return node.arguments[1] if type(node) is Call and node.name == "base" else None


def _finite(one: Reading, other: Reading, seed: str) -> Outcome:
    """Compare collections without order; with a set on a side repeated values count once."""
    left, right = one.nodes, other.nodes
    if one.distinct or other.distinct:
        left, right = _once(left, seed), _once(right, seed)
    return _matched(left, right, seed, same_answer)


def _once(nodes: Nodes, seed: str) -> Nodes:
    """Return the nodes without repeated values."""
    found: list[Node] = []
    for node in nodes[:MAX_ELEMENTS]:
        if not any(same_answer(node, other, seed).equal for other in found):
            found.append(node)
    return tuple(found)


def _matched(left: Nodes, right: Nodes, seed: str, same: Same) -> Outcome:
    """Match elements one to one without order."""
    if len(left) != len(right):
        return Outcome(equal=False, rule="list", why=f"{len(left)} elements against {len(right)}")
    if len(left) > MAX_ELEMENTS:
        return Outcome(equal=None, rule="too large", why="too_large: a list of too many elements")
    rest = list(right)
    for node in left:
        found = next((other for other in rest if same(node, other, seed).equal), None)
        if found is None:
            return Outcome(equal=False, rule="list", why="an element has no equal")
        rest.remove(found)
    return Outcome(equal=True, rule="list", why="the same elements")


def _ordered(one: Reading, other: Reading, seed: str) -> Outcome:
    """Compare elements in order."""
    return in_order(one.nodes, other.nodes, seed, same_answer)


def in_order(left: Nodes, right: Nodes, seed: str, same: Same) -> Outcome:
    """Compare elements one by one."""
    if len(left) != len(right):
        return Outcome(equal=False, rule="tuple", why=f"{len(left)} elements against {len(right)}")
    for place, (a, b) in enumerate(zip(left, right, strict=True), start=1):
        outcome = same(a, b, seed)
        if not outcome.equal:
            return Outcome(outcome.equal, "tuple", f"they differ at place {place}")
    return Outcome(equal=True, rule="tuple", why="the same elements in the same order")


def _region(one: Reading, other: Reading, seed: str) -> Outcome:
    """Compare sets of real numbers; those that have letters in their ends, by their form."""
    left, right = one.nodes[0], other.nodes[0]
    try:
        first, second = region(left), region(right)
        first = first._replace(name=one.name or first.name)
        second = second._replace(name=other.name or second.name)
        if first.name and second.name and first.name != second.name:
            return Outcome(equal=False, rule="region", why="they are about different names")
        equal = same_region(first, second)
    except Unordered:
        return _stretches(one, other, seed)
    return Outcome(equal=equal, rule="region", why="")


def _stretches(one: Reading, other: Reading, seed: str) -> Outcome:
    """Compare stretches whose ends have letters by their ends, all others by their form."""
    left, right = one.nodes[0], other.nodes[0]
    for first, second in product(stretches(left), stretches(right)):
        names = {one.name or first.name, other.name or second.name} - {""}
        if len(names) > 1 or first.signs != second.signs:
            continue
        outcome = in_order(first.ends, second.ends, seed, same_answer)
        if outcome.equal:
            return outcome
    return same_form(left, right, seed)


def same_form(left: Node, right: Node, seed: str) -> Outcome:
    """Compare two nodes part by part."""
    if type(left) is not type(right):
        return _DIFFERENT_KIND
    if type(left) is Relation and type(right) is Relation:
        return same_sides(left, right, seed)
    if isinstance(left, (Matrix, Piecewise)) or not hasattr(left, "parts"):
        return _listed_form(left, right, seed)
    if getattr(left, "name", "") != getattr(right, "name", ""):
        return _DIFFERENT_KIND
    return _matched(left.parts, right.parts, seed, same_form)  # type: ignore[union-attr]


def _listed_form(left: Node, right: Node, seed: str) -> Outcome:
    """Compare intervals and set builders by their brackets and parts; scalars by value."""
    if isinstance(left, Listing) and isinstance(right, Listing):
        if (left.left, left.right) != (right.left, right.right):
            return Outcome(equal=False, rule="interval", why="their brackets differ")
        return in_order(left.elements, right.elements, seed, same_answer)
    if isinstance(left, SetBuilder) and isinstance(right, SetBuilder):
        outcome = same_answer(left.element, right.element, seed)
        return same_answer(left.condition, right.condition, seed) if outcome.equal else outcome
    return compare(left, right, seed)


def _equation(one: Reading, other: Reading, seed: str) -> Outcome:
    """Compare equations of two sides."""
    return same_equation(Relation(one.nodes, ("=",)), Relation(other.nodes, ("=",)), seed)


def _inequality(one: Reading, other: Reading, seed: str) -> Outcome:
    """Compare inequalities of two sides."""
    left, right = one.nodes[0], other.nodes[0]
    if type(left) is Relation and type(right) is Relation:
        return same_inequality(left, right, seed)
    return _DIFFERENT_KIND


def _structure(one: Reading, other: Reading, seed: str) -> Outcome:
    """Compare by form."""
    return same_form(one.nodes[0], other.nodes[0], seed)


def _chain(one: Reading, other: Reading, seed: str) -> Outcome:
    """Compare the sides of a = b = c without order."""
    return _matched(one.nodes, other.nodes, seed, same_form)


def _system(one: Reading, other: Reading, seed: str) -> Outcome:
    """Compare statements without order."""
    return _matched(one.nodes, other.nodes, seed, same_answer)


def _matrix(one: Reading, other: Reading, seed: str) -> Outcome:
    """Compare matrices entry by entry."""
    left, right = one.nodes[0], other.nodes[0]
    if type(left) is not Matrix or type(right) is not Matrix:
        return _DIFFERENT_KIND
    shapes = [(len(m.rows), len(m.rows[0])) for m in (left, right)]
    if shapes[0] != shapes[1]:
        return Outcome(equal=False, rule="matrix", why=f"shape {shapes[0]} against {shapes[1]}")
    entries = [tuple(entry for row in m.rows for entry in row) for m in (left, right)]
    return in_order(entries[0], entries[1], seed, same_answer)._replace(rule="matrix")


def _piecewise(one: Reading, other: Reading, seed: str) -> Outcome:
    """Compare branches without order."""
    left, right = one.nodes[0], other.nodes[0]
    if type(left) is not Piecewise or type(right) is not Piecewise:
        return _DIFFERENT_KIND
    if len(left.branches) != len(right.branches):
        return Outcome(equal=False, rule="piecewise", why="a different number of branches")
    rest = list(right.branches)
    for branch in left.branches:
        found = next((b for b in rest if _same_branch(branch, b, seed)), None)
        if found is None:
            return Outcome(equal=False, rule="piecewise", why="a branch has no equal")
        rest.remove(found)
    return Outcome(equal=True, rule="piecewise", why="the same branches")


def _same_branch(one: tuple[Node, Node | None], other: tuple[Node, Node | None], seed: str) -> bool:
    """Whether two branches have the same value and condition."""
    if (one[1] is None) != (other[1] is None):
        return False
    pairs = [(a, b) for a, b in zip(one, other, strict=True) if a is not None and b is not None]
    return all(same_answer(a, b, seed).equal for a, b in pairs)


def _ratio(one: Reading, other: Reading, seed: str) -> Outcome:
    """Compare ratios up to a common factor."""
    left, right = one.nodes, other.nodes
    if len(left) != len(right):
        return Outcome(equal=False, rule="ratio", why=f"{len(left)} terms against {len(right)}")
    for a, b in zip(left[1:], right[1:], strict=True):
        outcome = compare(Product((a, right[0])), Product((b, left[0])), seed)
        if not outcome.equal:
            return Outcome(outcome.equal, "ratio", "the terms are not in proportion")
    return Outcome(equal=True, rule="ratio", why="the terms are in proportion")


def _words(one: Reading, other: Reading, _: str) -> Outcome:
    """Compare folded text."""
    return Outcome(equal=one.nodes == other.nodes, rule="words", why="")


_KINDS: dict[str, Callable[[Reading, Reading, str], Outcome]] = {
    "value": _value,
    "finite": _finite,
    "point": _ordered,
    "row": _ordered,
    "region": _region,
    "equation": _equation,
    "inequality": _inequality,
    "structure": _structure,
    "chain": _chain,
    "system": _system,
    "alternatives": _system,
    "matrix": _matrix,
    "piecewise": _piecewise,
    "ratio": _ratio,
    "words": _words,
    "contradiction": _system,
}
