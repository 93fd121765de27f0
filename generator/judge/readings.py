"""The ways to understand a node as an answer.

A node has one or more readings: `x = 3` is the value 3 of x and an equation, `(2, 5)` a point and
an interval. Two nodes are the same answer when a reading of one equals a reading of the same kind
of the other. Written rules: `x = v` is `v` (a name on one side only is forgiven, two names must
agree); a worked chain stands for its last side, if all its sides agree; bare lists have no order,
bracketed ones have; a bare list and a set of the same values are one answer; conditions of one
unknown are compared as sets of numbers; equations up to a factor, inequalities up to a positive
one.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise
from typing import NamedTuple

from generator.judge.scalars import compare as compare_scalars
from generator.judge.signs import expanded
from generator.judge.survey import has_signs, letters
from generator.judge.tree import (
    FLIPPED,
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

SCALARS = (Number, Symbol, Constant, Sum, Product, Negative, Quotient, Power, Root, Call, PlusMinus)
MAX_ELEMENTS = 60
"""Most elements of a list that are matched."""


class Reading(NamedTuple):
    """One way to understand a node."""

    kind: str
    """value, finite, point, row, region, chain, equation, inequality, system, matrix, piecewise,
    ratio, words, structure."""
    name: str
    """Name that the answer is given to (`x` in `x = 3`), empty without one."""
    nodes: tuple[Node, ...]
    """What it consists of."""
    distinct: bool = False
    """Whether repeated values count once, as in a set."""


def readings(node: Node) -> list[Reading]:
    """Return the ways to understand a node, the most usual first."""
    return _READINGS[type(node)](node)


def _scalar(node: Node) -> list[Reading]:
    """A value, or with ± the finite set of its values."""
    if has_signs(node):
        return [Reading("finite", "", expanded(node))]
    if node == Symbol("mathbb R"):
        return [Reading("value", "", (node,)), Reading("region", "", (node,))]
    return [Reading("value", "", (node,))]


def _listing(node: Listing) -> list[Reading]:
    """A set, a point, an interval, a bare list of values or of statements."""
    if node.left == "{":
        listed = Reading("finite", "", _flat(node.elements), distinct=True)
        return [listed, Reading("region", "", (node,))]
    if node.left:
        found = []
        if (node.left, node.right) == ("(", ")"):
            found.append(Reading("point", "", node.elements))
        elif (node.left, node.right) == ("[", "]"):
            found.append(Reading("row", "", node.elements))
        return [*found, Reading("region", "", (node,))]
    if any(isinstance(element, (Relation, Both, Either)) for element in node.elements):
        return _statements(node.elements)
    return [Reading("finite", "", _flat(node.elements))]


def _flat(elements: tuple[Node, ...]) -> tuple[Node, ...]:
    """Return elements with those that have ± replaced by both values."""
    return tuple(e for element in elements for e in _values(element))


def _values(element: Node) -> tuple[Node, ...]:
    """Return the values of one element of a list."""
    return expanded(element) if isinstance(element, SCALARS) or has_signs(element) else (element,)


def _statements(elements: tuple[Node, ...]) -> list[Reading]:
    """Statements with commas: values of one name, a system, or conditions that hold together."""
    found = []
    pairs = [_assignment(element) for element in elements]
    names = [pair[0] if pair else "" for pair in pairs]
    if all(pairs) and _one_name(names):
        values = tuple(pair[1] for pair in pairs if pair)
        found.append(Reading("finite", _stem(names[0]), _flat(values)))
    elif all(pairs) and len(set(names)) == len(names):
        ordered = sorted(zip(names, pairs, strict=True), key=lambda pair: pair[0])
        values = tuple(pair[1] for _, pair in ordered if pair)
        found.append(Reading("point", ",".join(sorted(names)), values))
    else:
        found.append(Reading("region", "", (Both(elements),)))
        found.append(Reading("region", "", (Either(elements),)))
    return [*found, Reading("system", "", elements)]


def _one_name(names: list[str]) -> bool:
    """Whether names are one name, or one letter numbered 1, 2, ..."""
    numbered = [f"{_stem(names[0])}_{k}" for k in range(1, len(names) + 1)]
    return len(set(names)) == 1 or sorted(names) == sorted(numbered)


def _stem(name: str) -> str:
    """Return a name without its number."""
    stem, _, number = name.rpartition("_")
    return stem if number.isdigit() and stem else name


def _assignment(node: Node) -> tuple[str, Node] | None:
    """Return (name, value) for `x = v`, `f(x) = v`, chains `x = u = v` and `x_1 = x_2 = v`."""
    if type(node) is not Relation or set(node.signs) != {"="}:
        return None
    equal = [side.name for side in node.sides[:-1] if type(side) is Symbol]
    if len(equal) == len(node.sides) - 1 > 1 and _stem(equal[0]) != equal[0] and _one_name(equal):
        return _stem(equal[0]), node.sides[-1]
    left, right = node.sides[0], node.sides[-1]
    name = _named(left)
    if name is None and len(node.sides) == 2:
        left, right = right, left
        name = _named(left)
    if name is None or name in letters(right) or (type(right) is Symbol and len(node.sides) == 2):
        return None
    return (name, right) if len(node.sides) == 2 or _agree(node.sides[1:]) else None


def _named(node: Node) -> str | None:
    """Return the name that a left side gives an answer to, None when it is none."""
    if type(node) is Symbol:
        return node.name
    if type(node) is Listing and node.left == "(":
        names = [n.name for n in node.elements if type(n) is Symbol]
        return (
            ",".join(names) if len(names) == len(node.elements) and names == sorted(names) else None
        )
    if type(node) is Product and len(node.factors) == 2:
        first, second = node.factors
        if first in _FUNCTION_NAMES and type(second) in (Symbol, Number):
            return f"{first.name}()"
    return None


_FUNCTION_NAMES = tuple(Symbol(name) for name in ("f", "g", "h", "F", "P", "f'", "p", "q"))


def _agree(sides: tuple[Node, ...]) -> bool:
    """Whether the sides of a worked chain are all equal."""
    return all(compare_scalars(a, b, "chain").equal for a, b in pairwise(sides))


def _relation(node: Relation) -> list[Reading]:
    """An assignment, a worked chain, an equation, an inequality, a membership."""
    found: list[Reading] = []
    pair = _assignment(node)
    if pair is not None:
        found += [inner._replace(name=pair[0]) for inner in readings(pair[1]) if not inner.name]
    elif set(node.signs) == {"="} and _agree(node.sides):
        found.append(Reading("value", "", (node.sides[-1],)))
    if len(node.signs) == 1 and node.signs[0] == "=":
        return [*found, Reading("equation", "", node.sides)]
    if set(node.signs) == {"="}:
        found.append(Reading("chain", "", node.sides))
    if node.signs == ("∈",) and type(node.sides[0]) is Symbol:
        found += [inner._replace(name=node.sides[0].name) for inner in readings(node.sides[1])]
    kind = "inequality" if len(node.signs) == 1 and node.signs[0] in FLIPPED else "structure"
    return [*found, Reading("region", "", (node,)), Reading(kind, "", (node,))]


def _both(node: Both) -> list[Reading]:
    """A region of one unknown, or a system of statements."""
    if any(_assignment(part) is None for part in node.parts):
        return [Reading("region", "", (node,)), Reading("system", "", node.parts)]
    found = _statements(node.parts)
    names = {pair[0] for part in node.parts if (pair := _assignment(part))}
    if len(names) == 1:
        return [Reading("contradiction", "", node.parts)]
    return found


def _either(node: Either) -> list[Reading]:
    """Alternative values of one name, a region of one unknown, or alternative systems."""
    pairs = [_assignment(part) for part in node.parts]
    names = [pair[0] for pair in pairs if pair]
    found = []
    if names and _one_name([names[0]] * (len(pairs) - len(names)) + names):
        values = [pair[1] if pair else part for pair, part in zip(pairs, node.parts, strict=True)]
        if all(isinstance(v, SCALARS) or has_signs(v) or type(v) is Listing for v in values):
            found.append(Reading("finite", _stem(names[0]), _flat(_opened(values))))
    elif not names:
        found.append(Reading("finite", "", _flat(_opened(list(node.parts)))))
    return [*found, Reading("region", "", (node,)), Reading("alternatives", "", node.parts)]


def _opened(values: list[Node]) -> tuple[Node, ...]:
    """Return values with bare lists replaced by their elements."""
    found: list[Node] = []
    for value in values:
        found.extend(value.elements if type(value) is Listing and not value.left else (value,))
    return tuple(found)


def _ratio(node: Ratio) -> list[Reading]:
    """A ratio; of two terms also their quotient."""
    found = [Reading("ratio", "", node.terms)]
    return [*found, Reading("value", "", (node,))] if len(node.terms) == 2 else found


def _as(kind: str) -> Callable[[Node], list[Reading]]:
    """Return the rule for a node that has one reading."""
    return lambda node: [Reading(kind, "", (node,))]


_READINGS: dict[type, Callable[..., list[Reading]]] = {
    **dict.fromkeys(SCALARS, _scalar),
    Ratio: _ratio,
    Listing: _listing,
    Relation: _relation,
    Both: _both,
    Either: _either,
    SetOperation: _as("region"),
    SetBuilder: lambda node: [Reading("region", "", (node,)), Reading("structure", "", (node,))],
    Matrix: _as("matrix"),
    Piecewise: _as("piecewise"),
    Words: _as("words"),
}
