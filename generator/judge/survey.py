"""What stands in a tree: its letters, whether i or ± is written, whether something bends."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from generator.judge.tree import (
    Both,
    Call,
    Constant,
    Either,
    Listing,
    Matrix,
    Negative,
    Node,
    Number,
    Piecewise,
    PlusMinus,
    Power,
    Product,
    Quotient,
    Ratio,
    Relation,
    Root,
    SetBuilder,
    SetOperation,
    Sum,
    Symbol,
    Words,
)

_CHILDREN: dict[type, Callable[..., tuple[Node, ...]]] = {
    **dict.fromkeys((Number, Symbol, Constant, Words), lambda _: ()),
    **dict.fromkeys((Sum, Ratio), lambda node: node.terms),
    **dict.fromkeys((Negative, PlusMinus), lambda node: (node.term,)),
    **dict.fromkeys((Both, Either, SetOperation), lambda node: node.parts),
    Product: lambda node: node.factors,
    Quotient: lambda node: (node.numerator, node.denominator),
    Power: lambda node: (node.base, node.exponent),
    Root: lambda node: (node.radicand, node.index),
    Call: lambda node: node.arguments,
    Relation: lambda node: node.sides,
    Listing: lambda node: node.elements,
    SetBuilder: lambda node: (node.element, node.condition),
    Matrix: lambda node: tuple(entry for row in node.rows for entry in row),
    Piecewise: lambda node: tuple(part for branch in node.branches for part in branch if part),
}


def children(node: Node) -> tuple[Node, ...]:
    """Return the nodes directly under a node."""
    return _CHILDREN[type(node)](node)


def letters(node: Node) -> set[str]:
    """Return the names in a tree."""
    found: set[str] = set()
    pending = [node]
    while pending:
        node = pending.pop()
        if type(node) is Symbol:
            found.add(node.name)
        else:
            pending.extend(_CHILDREN[type(node)](node))
    return found


def has_signs(node: Node) -> bool:
    """Whether ± or ∓ is written in a tree."""
    pending = [node]
    while pending:
        node = pending.pop()
        if type(node) is PlusMinus:
            return True
        pending.extend(_CHILDREN[type(node)](node))
    return False


class Survey(NamedTuple):
    """What the ball rung needs to know of two trees."""

    names: list[str]
    """Letters, sorted."""
    imaginary: bool
    """Whether i is written."""
    bent: bool
    """Whether a function is written that changes its form: |x|, an even root, max."""
    whole: set[str]
    """Letters in exponents of bases that are not positive numbers; they are whole numbers."""
    stepped: bool
    """Whether floor or ceil is written, which change everywhere."""


_BENT = frozenset(("abs", "max", "min"))


def survey(*nodes: Node) -> Survey:
    """Return what stands in trees."""
    names: set[str] = set()
    whole: set[str] = set()
    imaginary = bent = stepped = False
    pending = list(nodes)
    while pending:
        node = pending.pop()
        kind = type(node)
        if type(node) is Symbol:
            names.add(node.name)
        elif type(node) is Constant:
            imaginary |= node.name == "i"
        else:
            bent |= kind is Root or (type(node) is Call and node.name in _BENT) or _half(node)
            stepped |= isinstance(node, Call) and node.name in ("floor", "ceil")
            if isinstance(node, Power) and not _positive(node.base):
                whole |= letters(node.exponent)
            pending.extend(_CHILDREN[kind](node))
    return Survey(sorted(names), imaginary, bent, whole, stepped)


def _positive(node: Node) -> bool:
    """Whether a node is plainly a positive number."""
    if isinstance(node, Constant):
        return node.name in ("pi", "e")
    return isinstance(node, Number) and node.numerator > 0


def _half(node: Node) -> bool:
    """Whether a node is a power with a fraction as exponent."""
    if type(node) is not Power or type(node.exponent) is not Number:
        return False
    return node.exponent.denominator > 1
