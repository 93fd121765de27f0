"""Brackets: groups, tuples, intervals, sets, absolute values, floors."""

from __future__ import annotations

from collections.abc import Callable

from generator.judge.errors import Unparsable
from generator.judge.numerals import quotient
from generator.judge.reader import Reader
from generator.judge.tree import Both, Bracket, Call, Listing, Matrix, Node, SetBuilder


def bars(r: Reader) -> Node:
    """Read an absolute value."""
    r.enter()
    r.bars += 1
    node = r.rules.total(r)
    r.bars -= 1
    r.leave()
    r.expect("|")
    return Call("abs", (node,))


def enclosed(name: str, closer: str) -> Callable[[Reader], Node]:
    r"""Return the rule for `\lfloor ... \rfloor` and its like."""

    def rule(r: Reader) -> Node:
        node = bracketed(r)
        r.expect(closer)
        return Call(name, (node,))

    return rule


def bracketed(r: Reader) -> Node:
    """Read what stands inside a bracket, up to its closer."""
    r.enter()
    bars, r.bars = r.bars, 0
    node = r.rules.answers(r)
    r.bars = bars
    r.leave()
    return node


def group(left: Bracket, closers: str) -> Callable[[Reader], Node]:
    """Return the rule for a round or square bracket: grouping, a tuple or an interval."""

    def rule(r: Reader) -> Node:
        node = bracketed(r)
        right = r.tokens[r.at]
        if right not in (")", "]"):
            raise Unparsable(f"{left} is never closed")
        r.at += 1
        if type(node) is Listing and not node.left:
            return _enclosing(node.elements, left, "]" if right == "]" else ")")
        if right != closers:
            raise Unparsable(f"{left} is closed by {right}")
        return node

    return rule


def _enclosing(elements: tuple[Node, ...], left: Bracket, right: Bracket) -> Node:
    """Return a listing in brackets; a Matrix for lists of one length, as programs print it."""
    rows = [e.elements for e in elements if type(e) is Listing and (e.left, e.right) == ("[", "]")]
    if left == "[" and len(rows) == len(elements) and len({len(row) for row in rows}) == 1:
        return Matrix(tuple(rows))
    return Listing(elements, left, right)


def braces(r: Reader) -> Node:
    """Read a LaTeX group; with commas inside it is a set, as programs print one."""
    node = bracketed(r)
    if r.tokens[r.at] == "\\over":
        r.at += 1
        node = quotient(node, bracketed(r))
    r.expect("}")
    if type(node) is Listing and not node.left:
        return Listing(node.elements, "{", "}")
    return node


def set_(r: Reader) -> Node:
    """Read a set in escaped braces, or a system behind one brace."""
    if r.tokens[r.at] == "\\}":
        r.at += 1
        return Listing((), "{", "}")
    if r.tokens[r.at] == "\\begin":
        node = r.rules.atom(r)
        r.at += r.tokens[r.at] == "\\}"
        return node
    r.enter()
    bars, r.bars = r.bars, -1
    node = _set_content(r)
    r.bars = bars
    r.leave()
    r.expect("\\}")
    return node


def _set_content(r: Reader) -> Node:
    """Read the elements of a set, or its element and condition."""
    units = len(r.units)
    element = r.rules.answers(r)
    if r.tokens[r.at] in ("|", ":") and len(r.units) == units:
        r.at += 1
        bars, r.bars = r.bars, 0
        condition = r.rules.answers(r)
        r.bars = bars
        if type(condition) is Listing and not condition.left:
            condition = Both(condition.elements)
        return SetBuilder(element, condition)
    if type(element) is Listing and not element.left:
        return Listing(element.elements, "{", "}")
    return Listing((element,), "{", "}")


def angle_brackets(r: Reader) -> Node:
    """Read a vector between angle brackets as a tuple."""
    node = bracketed(r)
    r.expect("\\rangle")
    if type(node) is Listing and not node.left:
        return Listing(node.elements, "(", ")")
    raise Unparsable("angle brackets hold a vector")
