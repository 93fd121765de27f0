"""Level `node`: whether one expression of a derivation is the other, written anew.

Values must be equal and statements must correspond side by side, with both sides of one exchanged
at most. Moving a term or scaling is a derivation of its own, so `2x - 6 = 0`, `2x = 6` and `x = 3`
are three nodes; `x = 3` is not the node `3`.
"""

from __future__ import annotations

from generator.judge.pairing import in_order, same_answer
from generator.judge.scalars import Outcome, compare
from generator.judge.sides import same_sides
from generator.judge.signs import expanded
from generator.judge.survey import has_signs
from generator.judge.tree import (
    Both,
    Either,
    Listing,
    Matrix,
    Node,
    Piecewise,
    Ratio,
    Relation,
    SetBuilder,
    SetOperation,
    Words,
)

_KIND = Outcome(equal=False, rule="kind", why="")


def same_node(left: Node, right: Node, seed: str) -> Outcome:
    """Compare two nodes of a graph."""
    if type(left) is Relation or type(right) is Relation:
        if type(left) is not Relation or type(right) is not Relation:
            return _KIND
        return _relations(left, right, seed)
    if isinstance(left, _STRUCTURES) or isinstance(right, _STRUCTURES):
        return _structures(left, right, seed)
    if has_signs(left) or has_signs(right):
        return _either_sign(expanded(left), expanded(right), seed)
    return compare(left, right, seed)


_STRUCTURES = (Both, Either, Listing, Matrix, Piecewise, SetBuilder, SetOperation, Words)


def _relations(left: Relation, right: Relation, seed: str) -> Outcome:
    """Compare relations side by side; sides that are no scalars, by their own kind."""
    if not any(_structured(side) for relation in (left, right) for side in relation.sides):
        return same_sides(left, right, seed)
    if left.signs != right.signs:
        return Outcome(equal=False, rule="sides", why="their relation signs differ")
    return in_order(left.sides, right.sides, seed, same_node)


def _structured(node: Node) -> bool:
    """Whether a side is no plain scalar."""
    return isinstance(node, _STRUCTURES) or has_signs(node) or _long_ratio(node)


def _long_ratio(node: Node) -> bool:
    """Whether a node is a ratio of three terms or more."""
    return type(node) is Ratio and len(node.terms) > 2


def _either_sign(left: tuple[Node, ...], right: tuple[Node, ...], seed: str) -> Outcome:
    """Compare the values of expressions with ±, in either order."""
    straight = in_order(left, right, seed, compare)
    return straight if straight.equal else in_order(left, right[::-1], seed, compare)


def _structures(left: Node, right: Node, seed: str) -> Outcome:
    """Compare lists, sets, systems, matrices: their kind must agree, then as answers."""
    if type(left) is not type(right):
        return _KIND
    if isinstance(left, Listing) and isinstance(right, Listing) and _brackets(left, right):
        return Outcome(equal=False, rule="kind", why="their brackets differ")
    if isinstance(left, (Both, Either)) and isinstance(right, (Both, Either)):
        return _unordered(left.parts, right.parts, seed)
    return same_answer(left, right, seed)


def _brackets(left: Listing, right: Listing) -> bool:
    """Whether two listings have different brackets."""
    return (left.left, left.right) != (right.left, right.right)


def _unordered(left: tuple[Node, ...], right: tuple[Node, ...], seed: str) -> Outcome:
    """Match parts one to one without order."""
    rest = list(right)
    for node in left:
        found = next((other for other in rest if same_node(node, other, seed).equal), None)
        if found is None or len(left) != len(right):
            return Outcome(equal=False, rule="list", why="a part has no equal")
        rest.remove(found)
    return Outcome(equal=True, rule="list", why="the same parts")
