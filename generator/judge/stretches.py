"""Stretches of the real line whose ends have letters: `a < x < b`, `(a, b)`, `x > a`, `x ≠ a`.

Their ends cannot be put in order, but two of them are the same when their ends are, one by one.
"""

from __future__ import annotations

from typing import NamedTuple

from generator.judge.tree import (
    FLIPPED,
    Constant,
    Listing,
    Negative,
    Node,
    Relation,
    SetOperation,
    Symbol,
)

_INFINITY = Constant("infinity")


class Stretch(NamedTuple):
    """Two ends with the signs that hold between them and the unknown (`<` or `≤`), or a hole."""

    name: str
    ends: tuple[Node, ...]
    """Lower and upper end; of a hole (x ≠ a) the one number that is left out."""
    signs: tuple[str, ...]


def stretches(node: Node) -> list[Stretch]:
    """Return the stretches that a node may state, none for anything else.

    `x < a` is one of x and one of a.
    """
    if isinstance(node, Listing) and len(node.elements) == 2 and node.left in ("(", "["):
        signs = ("≤" if node.left == "[" else "<", "≤" if node.right == "]" else "<")
        return [Stretch("", node.elements, signs)]
    if isinstance(node, Relation) and node.signs == ("∈",) and isinstance(node.sides[0], Symbol):
        name = node.sides[0].name
        return [inner._replace(name=name) for inner in stretches(node.sides[1])]
    if isinstance(node, Relation):
        return _stated(node)
    if isinstance(node, SetOperation) and node.name == "union" and len(node.parts) == 2:
        return _hole(*node.parts)
    return []


def _stated(node: Relation) -> list[Stretch]:
    """Return the stretches of `x < b`, `x ≠ a` or `a < x < b`, read in either direction."""
    sides, signs = node.sides, node.signs
    if signs == ("≠",):
        pairs = (sides, sides[::-1])
        return [Stretch(x.name, (a,), ()) for x, a in pairs if isinstance(x, Symbol)]
    if set(signs) <= {">", "≥"}:
        sides, signs = sides[::-1], tuple(FLIPPED[sign] for sign in signs[::-1])
    if not set(signs) <= {"<", "≤"}:
        return []
    if len(sides) == 2:
        sides, signs = (Negative(_INFINITY), *sides, _INFINITY), ("<", *signs, "<")
    places = [k for k in range(1, len(sides) - 1) if isinstance(sides[k], Symbol)]
    return [
        Stretch(sides[k].name, (sides[k - 1], sides[k + 1]), (signs[k - 1], signs[k]))  # type: ignore[union-attr]
        for k in places
        if len(node.sides) < 4
    ]


def _hole(first: Node, second: Node) -> list[Stretch]:
    """Return the hole of (-∞, a) ∪ (a, ∞)."""
    parts = [*stretches(first), *stretches(second)]
    if len(parts) != 2:
        return []
    low, high = sorted(parts, key=_ends_last)
    outer = low.ends[0] == Negative(_INFINITY) and high.ends[-1] == _INFINITY
    if outer and low.signs == high.signs == ("<", "<") and low.ends[1] == high.ends[0]:
        return [Stretch("", (low.ends[1],), ())]
    return []


def _ends_last(part: Stretch) -> bool:
    """Whether a stretch has no upper end."""
    return part.ends[-1] == _INFINITY
