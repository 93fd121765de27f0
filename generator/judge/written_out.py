r"""Finite sums, products and determinants, written out while they are read.

`\sum_{k=1}^{3} k^2` becomes 1^2 + 2^2 + 3^2 and a determinant its expansion; nothing is computed
here. Both bounds must be whole numbers. What stands under the sign reaches as far as a product
does: `\sum_{k=1}^{3} 2k - 1` is (2 + 4 + 6) - 1.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import fields, replace
from typing import Any

from generator.judge.errors import TooLarge, Unparsable
from generator.judge.reader import Reader
from generator.judge.survey import children
from generator.judge.tree import Constant, Negative, Node, Number, Product, Sum, Symbol

MAX_TERMS = 100
MAX_NODES = 3000
"""Most nodes that one sum, product or determinant may become."""
MAX_ROWS = 4

Join = type[Sum] | type[Product]


def ranged(join: Join) -> Callable[[Reader], Node]:
    r"""Return the rule for `\sum` and `\prod`: bounds in either order, then a product.

    Raises Unparsable for bounds that are no whole numbers, TooLarge for too many terms.
    """

    def rule(r: Reader) -> Node:
        name, first, last = _bounds(r)
        r.enter()
        body = r.rules.product(r)
        r.leave()
        if (last - first + 1) > MAX_TERMS or _size(body) * (last - first + 1) > MAX_NODES:
            raise TooLarge(f"a sum or product of {last - first + 1} terms is not written out")
        terms = tuple(_put(body, name, Number(k)) for k in range(first, last + 1))
        return terms[0] if len(terms) == 1 else join(terms) if terms else _empty(join)

    return rule


def _empty(join: Join) -> Number:
    """Return the value of no terms."""
    return Number(0 if join is Sum else 1)


def _bounds(r: Reader) -> tuple[Node, int, int]:
    """Read the letter and both bounds."""
    lower: tuple[Node, int] | None = None
    upper: int | None = None
    while r.tokens[r.at] in ("_", "^", "\\limits"):
        r.at += 1
        mark = r.tokens[r.at - 1]
        if mark == "_" and lower is None:
            lower = _lower(r)
        elif mark == "^" and upper is None:
            upper = _upper(r)
    if lower is None or upper is None:
        raise Unparsable("a sum or product without two bounds is not read")
    return (*lower, upper)


def _lower(r: Reader) -> tuple[Node, int]:
    """Read `{k=1}`."""
    end = r.closing("{", "}")
    name, sign, *value = (*r.tokens[r.at + 1 : end], "", "")
    if len(name) != 1 or not (name.isascii() and name.isalpha()) or sign != "=":
        raise Unparsable("a sum or product needs a letter and its first value")
    r.at = end + 1
    letter: Node = Constant(name) if name in ("e", "i") else Symbol(name)  # type: ignore[arg-type]
    return letter, _whole("".join(value))


def _whole(text: str) -> int:
    """Return a bound."""
    digits = text.removeprefix("-")
    if not (digits.isdecimal() and digits.isascii()) or len(digits) > 9:
        raise Unparsable("a bound of a sum or product is no whole number")
    return int(text)


def _upper(r: Reader) -> int:
    """Read the last value."""
    r.enter()
    node = r.rules.atom(r)
    r.leave()
    number = node.term if isinstance(node, Negative) else node
    if not isinstance(number, Number) or number.denominator != 1:
        raise Unparsable("a bound of a sum or product is no whole number")
    return -number.numerator if isinstance(node, Negative) else number.numerator


def _size(node: Node) -> int:
    """Return how many nodes a tree has."""
    return 1 + sum(_size(each) for each in children(node))


def _put(node: Node, name: Node, value: Number) -> Node:
    """Return a tree with a value in the place of a letter."""
    if node == name:
        return value
    if not children(node):
        return node
    parts = {each.name: _part(getattr(node, each.name), name, value) for each in fields(node)}
    return replace(node, **parts)


def _part(part: Any, name: Node, value: Number) -> Any:  # noqa: ANN401 - any field of any node
    """Return a field of a node with a value in the place of a letter."""
    if isinstance(part, tuple):
        return tuple(_part(each, name, value) for each in part)
    return _put(part, name, value) if isinstance(part, Node) else part


def determinant(rows: tuple[tuple[Node, ...], ...]) -> Node:
    """Return the expansion of a determinant along its first row.

    Raises Unparsable where it is not square or has more than MAX_ROWS rows.
    """
    if len(rows) > MAX_ROWS or any(len(row) != len(rows) for row in rows):
        raise Unparsable(f"a determinant has as many columns as rows, and {MAX_ROWS} at most")
    if len(rows) == 1:
        return rows[0][0]
    return Sum(tuple(_minor(rows, column) for column in range(len(rows))))


def _minor(rows: tuple[tuple[Node, ...], ...], column: int) -> Node:
    """Return one term of the expansion, with its sign."""
    rest = tuple(row[:column] + row[column + 1 :] for row in rows[1:])
    term = Product((rows[0][column], determinant(rest)))
    return Negative(term) if column % 2 else term
