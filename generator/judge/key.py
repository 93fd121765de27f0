"""Look-up keys: expressions equal as nodes have equal keys, so n x m comparisons become n + m.

Unequal keys prove expressions different (but for the coarse ones); equal keys only make candidates,
which `same(level="node")` confirms exactly.
"""

from __future__ import annotations

from collections.abc import Hashable
from functools import lru_cache

from generator.judge.arithmetic import Opaque, Undefined
from generator.judge.errors import TooLarge, Unparsable
from generator.judge.fingerprint import value
from generator.judge.parse import parse
from generator.judge.tree import FLIPPED, Node, Relation, Words


@lru_cache(maxsize=65536)
def node_key(text: str) -> Hashable | None:
    """Return the key of a string, None where it cannot be read. Memoised.

    A scalar's key is its value in a finite field, a relation's the values of its sides and its
    signs, in one of both directions. What has no such value has the coarse key of its kind.
    """
    try:
        root = parse(text).root
    except (Unparsable, TooLarge):
        return None
    try:
        return _key(root)
    except RecursionError:
        return None


def _key(root: Node) -> Hashable:
    """Return the key of a tree's root."""
    if type(root) is Words:
        return root.text
    if type(root) is not Relation:
        return _scalar_key(root)
    return _relation_key(root)


def _scalar_key(node: Node) -> Hashable:
    """Return a scalar's value in the field, or a coarse key."""
    try:
        return value(node)
    except Undefined:
        return "undefined"
    except Opaque:
        return type(node).__name__ if type(node).__name__ in _STRUCTURES else "opaque"


_STRUCTURES = frozenset(
    ("Both", "Either", "Listing", "Matrix", "Piecewise", "SetBuilder", "SetOperation")
)


def _relation_key(node: Relation) -> Hashable:
    """Return the keys of the sides and the signs; of both directions the one that sorts first."""
    sides = tuple(str(_scalar_key(side)) for side in node.sides)
    straight = (node.signs, sides)
    if any(sign not in FLIPPED for sign in node.signs):
        return straight
    turned = (tuple(FLIPPED[sign] for sign in reversed(node.signs)), sides[::-1])
    return min(straight, turned)
