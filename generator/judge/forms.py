"""The written form of a syntax tree: equal when two strings differ only in the order of writing.

It knows no algebra, so `2(x + 3)` and `2x + 6` differ; it tells a restatement from a step.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping
from dataclasses import fields
from math import prod
from typing import get_args

from generator.judge.survey import children
from generator.judge.tree import (
    FLIPPED,
    Call,
    Constant,
    Negative,
    Node,
    Number,
    Power,
    Product,
    Quotient,
    Relation,
    Root,
    Sum,
    Symbol,
)

Form = tuple[Hashable, ...]
NODES = get_args(Node)
FIELDS = {kind: tuple(field.name for field in fields(kind)) for kind in NODES}


def written(node: Node, *, swap: bool) -> Form:
    """Return the written form of a tree: terms of sums and factors of products in one order.

    With `swap` the two sides of an equation or inequality may be exchanged too.
    """
    if isinstance(node, Sum | Product):
        parts = node.terms if isinstance(node, Sum) else node.factors
        return (type(node).__name__, *sorted((written(p, swap=swap) for p in parts), key=repr))
    if isinstance(node, Relation) and swap and len(node.signs) == 1:
        left, right = (written(side, swap=True) for side in node.sides)
        sign = node.signs[0]
        if sign in FLIPPED and repr(right) < repr(left):
            left, right, sign = right, left, FLIPPED[sign]
        return ("Relation", left, sign, right)
    return (type(node).__name__, *(_value(value, swap=swap) for value in _values(node)))


def _values(node: Node) -> list[object]:
    """Return the values of a node's fields, in order."""
    return [getattr(node, name) for name in FIELDS[type(node)]]


def _value(value: object, *, swap: bool) -> Hashable:
    """Return the form of a field: of a node, of a tuple of them, or the plain value itself."""
    if isinstance(value, NODES):
        return written(value, swap=swap)
    if isinstance(value, tuple):
        return tuple(_value(part, swap=swap) for part in value)
    return repr(value)


def symbols(node: Node) -> frozenset[str]:
    """Return the names of the symbols of a tree, as SymPy has them: e is one, i is none."""
    if isinstance(node, Symbol):
        return frozenset({node.name})
    if isinstance(node, Constant):
        return frozenset({node.name} & {"e"})
    return frozenset[str]().union(*(symbols(part) for part in children(node)))


def calls(node: Node) -> bool:
    """Return whether a tree has a function call in it."""
    return isinstance(node, Call) or any(calls(part) for part in children(node))


def folded(node: Node) -> bool:
    """Return whether something in a tree would have to be expanded before terms can cancel.

    That is a product with a sum in it and more than a number beside it, or a power of a sum.
    """
    if isinstance(node, Power) and isinstance(node.base, Sum):
        return True
    if isinstance(node, Product):
        others = [part for part in node.factors if not isinstance(part, Number)]
        if len(others) > 1 and any(isinstance(part, Sum) for part in others):
            return True
    return any(folded(part) for part in children(node))


def value(node: Node) -> float | None:
    """Return the value of a tree of numbers, roots and absolute values, or None for all others."""
    try:
        return _float(node)
    except (ArithmeticError, ValueError, TypeError):
        return None


def _float(node: Node) -> float:
    """Return the value of a tree; raises ValueError for what it does not know."""
    if isinstance(node, Number):
        return node.numerator / node.denominator
    if type(node) not in ARITHMETIC or (isinstance(node, Call) and node.name != "abs"):
        raise ValueError
    found = ARITHMETIC[type(node)](*(_float(part) for part in children(node)))
    if isinstance(found, complex):
        raise ValueError  # noqa: TRY004 the root of a negative number is no fault of the caller
    return found


ARITHMETIC: Mapping[type, Callable[..., float | complex]] = {
    Sum: lambda *parts: sum(parts),
    Product: lambda *parts: prod(parts),
    Negative: lambda part: -part,
    Quotient: lambda upper, lower: upper / lower,
    Power: lambda base, exponent: base**exponent,
    Root: lambda radicand, index: radicand ** (1 / index),
    Call: abs,
}
"""Kind of node -> its value from those of its children, in the order of its fields."""
