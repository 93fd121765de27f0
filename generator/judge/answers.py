"""Whole answers: lists, conditions joined by words, relations, set operations, ratios, units."""

from __future__ import annotations

from generator.judge.atoms import atom
from generator.judge.grammar import power, product, starts, total
from generator.judge.measures import connector, measured
from generator.judge.reader import Reader, Rules
from generator.judge.tree import (
    FLIPPED,
    Both,
    Either,
    Listing,
    Node,
    Product,
    Ratio,
    Relation,
    SetOperation,
    Sign,
    Symbol,
)

_SIGNS: dict[str, Sign] = {
    sign: sign
    for sign in ("=", "≠", "<", "≤", ">", "≥", "≈", "≡", "∈", "∉", "⊂", "⊆", "∥", "⊥", "∼", "≅")
}
_OPERATIONS = {"\\cup": "union", "\\cap": "intersection", "\\setminus": "difference"}
_CONDITIONS = (Relation, Both, Either)
_ENDS = frozenset(("", "}", ")", "]", "|", "\\}"))
"""Tokens after which no list goes on."""
_SEPARATORS = frozenset((",", ";", "\\\\"))


def answers(r: Reader) -> Node:
    """Read everything up to the end or a closing bracket: alternatives of lists of elements."""
    node = _leading(r)
    if r.tokens[r.at] in _ENDS:
        return _labelled_point(node) if type(node) is Product else node
    first = _joined(r, node)
    if r.tokens[r.at] in _ENDS or connector(r) != "or":
        return first
    parts = [first]
    while connector(r) == "or":
        r.at += 1
        parts.append(_joined(r, _leading(r)))
    return Either(tuple(part for listed in parts for part in _spread(listed)))


def _spread(part: Node) -> tuple[Node, ...]:
    """Return the elements of a bare list, which in `a, b or c` are alternatives themselves."""
    if type(part) is Listing and not part.left and not _stated(part.elements):
        return part.elements
    return (part,)


def _stated(elements: tuple[Node, ...]) -> bool:
    """Whether a list states something about more than one name, as in `x=1, y=2`."""
    names = {e.sides[0] for e in elements if type(e) is Relation}
    return len(names) > 1


def _leading(r: Reader) -> Node:
    """Read the sum that an element begins with; a sign before it that says nothing is dropped."""
    if r.tokens[r.at] == "≈":
        r.dropped.append("≈")
        r.at += 1
    return total(r)


def _joined(r: Reader, leading: Node) -> Node:
    """Read elements with commas, semicolons or `and` between them, the first one begun."""
    first = _element(r, leading)
    lexeme = r.tokens[r.at]
    if lexeme in _ENDS or (lexeme not in _SEPARATORS and not connector(r)):
        return first
    elements, joins = [first], set()
    while True:
        join = _join(r)
        if not join:
            break
        joins.add(join)
        elements.append(_element(r, _leading(r)))
    return _list(elements, joins) if len(elements) > 1 else first


def _join(r: Reader) -> str:
    """Step over a separator, a connector, or both; empty (and no step) where the list ends."""
    start = r.at
    if r.tokens[r.at] in _SEPARATORS:
        r.at += 1
    word = connector(r)
    if word == "or":
        return ""
    if word:
        r.at += 1
        return word
    if r.at == start:
        return ""
    if r.tokens[r.at] in ("", "}", "\\}", ")", "]"):
        r.dropped.append(r.tokens[start])
        return ""
    return ","


def _list(elements: list[Node], joins: set[str]) -> Node:
    """Return conditions that must all hold, or a bare list."""
    stated = [type(element) in _CONDITIONS for element in elements]
    if "all" in joins or ("and" in joins and all(stated) and not _one_unknown(elements)):
        return Both(tuple(elements))
    if stated[0] and not any(stated[1:]):
        shared = _shared(elements)
        if shared is not None:
            return shared
    return Listing(tuple(elements))


def _one_unknown(elements: list[Node]) -> bool:
    """Whether elements are values of one name, as in `x=1 and x=2`, which lists its values."""
    names = {e.sides[0] if type(e) is Relation and e.signs == ("=",) else None for e in elements}
    return len(names) == 1 and type(names.pop()) is Symbol


def _shared(elements: list[Node]) -> Node | None:
    """Return `n = 2, 3` as n = (the list 2, 3); None where the first has no single name."""
    first = elements[0]
    if type(first) is Relation and first.signs in (("=",), ("≠",)):
        listing = Listing((first.sides[1], *elements[1:]))
        return Relation((first.sides[0], listing), first.signs)
    return None


def _element(r: Reader, leading: Node) -> Node:
    """Read the rest of a relation or a value, and the unit after it."""
    node = _side(r, leading)
    if r.tokens[r.at] not in _SIGNS:
        return _labelled_point(node) if type(node) is Product else node
    sides: list[Node] = [node]
    signs: list[Sign] = []
    while r.tokens[r.at] in _SIGNS:
        signs.append(_sign(r))
        sides.append(_side(r, total(r)))
    return Relation(tuple(sides), tuple(signs))


def _labelled_point(node: Product) -> Node:
    """Return `A(1, 2)` as A = (1, 2), other products as they are."""
    if len(node.factors) != 2:
        return node
    name, point = node.factors
    if type(name) is Symbol and name.name.isupper() and type(point) is Listing:
        return Relation((name, point), ("=",))
    return node


def _sign(r: Reader) -> Sign:
    """Step over a relation sign; `<` or `>` with `=` after it is one sign."""
    sign = _SIGNS[r.tokens[r.at]]
    r.at += 1
    if r.tokens[r.at] == "=" and sign in ("<", ">"):
        r.at += 1
        return "≤" if sign == "<" else "≥"
    return sign


def _side(r: Reader, node: Node) -> Node:
    """Read what follows a sum: other terms of a ratio or an operation on sets; then the unit."""
    lexeme = r.tokens[r.at]
    if lexeme in _PLAIN_ENDS:
        return node
    if lexeme == ":" and r.bars >= 0:
        node = _ratio(r, node)
    elif lexeme in _OPERATIONS and not _joins_conditions(r):
        node = _operation(r, node)
    return measured(r, node) if r.tokens[r.at] not in _PLAIN_ENDS else node


_PLAIN_ENDS = frozenset(("", ",", ")", "]", "}", "\\}", "|", *_SIGNS, "或", "且"))


def _ratio(r: Reader, first: Node) -> Node:
    """Read the other terms of a ratio."""
    terms = [first]
    while r.tokens[r.at] == ":":
        r.at += 1
        terms.append(total(r))
    return Ratio(tuple(terms))


def _joins_conditions(r: Reader) -> bool:
    """Whether the ∪ or ∩ at the cursor stands between conditions; it is made 或 or 且 then."""
    depth = 0
    for lexeme in r.tokens[r.at + 1 :]:
        depth += (lexeme in "([{") - (lexeme in ")]}") if lexeme else 0
        if depth < 0 or lexeme in ("", ",", ";", "或", "且", *_OPERATIONS):
            return False
        if depth == 0 and lexeme in FLIPPED and lexeme != "=":
            r.tokens[r.at] = {"\\cup": "或", "\\cap": "且"}.get(r.tokens[r.at], "")
            return r.tokens[r.at] != ""
    return False


def _operation(r: Reader, first: Node) -> Node:
    """Read unions and intersections from left to right."""
    node = first
    while r.tokens[r.at] in _OPERATIONS:
        name = _OPERATIONS[r.tokens[r.at]]
        r.at += 1
        part = total(r)
        if type(node) is SetOperation and node.name == name != "difference":
            node = SetOperation(node.name, (*node.parts, part))
        else:
            node = SetOperation(name, (node, part))  # type: ignore[arg-type]
    return node


RULES = Rules(answers=answers, atom=atom, total=total, product=product, power=power, starts=starts)
"""The grammar, for a Reader."""
