"""One short sentence for a reader on every pair; the rich ones take longer than deciding."""

from __future__ import annotations

from collections.abc import Mapping

from flint import acb, ctx, fmpq

from generator.judge.algebra import Algebra, Fraction
from generator.judge.arithmetic import Opaque
from generator.judge.balls import Evaluator
from generator.judge.exact import fraction
from generator.judge.scalars import Outcome
from generator.judge.survey import survey
from generator.judge.tree import Listing, Node, Number, Relation

MAX_SENTENCE = 90
"""Longest expression that is written into a sentence, in characters."""
_SUPERSCRIPTS = str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹")

_KINDS: Mapping[str, str] = {
    "Number": "a number",
    "Symbol": "a name",
    "Both": "several conditions",
    "Either": "several alternatives",
    "SetBuilder": "a set",
    "SetOperation": "a union or intersection",
    "Matrix": "a matrix",
    "Piecewise": "a piecewise definition",
    "Ratio": "a ratio",
    "Words": "text",
}
_PLAIN: Mapping[tuple[str, bool], str] = {
    ("fingerprint", False): "their values differ",
    ("balls", False): "their values differ at a point",
    ("exact", False): "their canonical forms differ",
    ("exact", True): "both have the same canonical form",
    ("sides", True): "the same relation side by side",
    ("root bound", True): "their difference is zero by its separation bound",
    ("region", True): "the same set of numbers",
    ("region", False): "they hold for different numbers",
    ("words", True): "the same words",
    ("words", False): "different words",
    ("infinity", True): "both are the same infinity",
    ("infinity", False): "one is infinite, the other is not",
    ("structure", True): "the same form",
    ("structure", False): "different forms",
}


def sentence(pred: Node, gold: Node, outcome: Outcome) -> str:
    """Return a sentence that costs nothing: what kind of thing differs, or which two numbers."""
    if outcome.rule == "kind":
        return f"gold is {kind_of(gold)}, prediction {kind_of(pred)}"
    if type(pred) is Number and type(gold) is Number:
        if outcome.equal:
            return f"both are {_written(pred)}"
        return f"{_written(pred)} against {_written(gold)}"
    default = "they are equal" if outcome.equal else "they differ"
    return outcome.why or _PLAIN.get((outcome.rule, bool(outcome.equal)), default)


def kind_of(node: Node) -> str:
    """Return what a node is, in words."""
    if type(node) is Relation:
        if len(node.signs) > 1:
            return "a chain"
        return "an equation" if node.signs == ("=",) else "an inequality"
    if type(node) is Listing:
        if node.left == "{":
            return "a set"
        if not node.left:
            return "a list"
        return "a tuple" if (node.left, node.right) == ("(", ")") else "an interval"
    return _KINDS.get(type(node).__name__, "an expression")


def rich_sentence(pred: Node, gold: Node, outcome: Outcome) -> str:
    """Return what both expand to, or a place where they differ; else the plain sentence."""
    found = None
    if outcome.rule in ("exact", "fingerprint", "balls", "root bound", "numeric"):
        left, right = _scalars(pred, gold)
        if left is not None and right is not None:
            found = _expanded(left) if outcome.equal else _difference(left, right)
    return found or sentence(pred, gold, outcome)


def _scalars(pred: Node, gold: Node) -> tuple[Node | None, Node | None]:
    """Return the values to talk about: the nodes, or the right sides of `x = u` and `x = v`."""
    if type(pred) is Relation and type(gold) is Relation:
        if pred.sides[0] == gold.sides[0] and len(pred.signs) == len(gold.signs) == 1:
            return pred.sides[1], gold.sides[1]
        return None, None
    return _value(pred), _value(gold)


def _value(node: Node) -> Node | None:
    """Return a scalar, or the last side of an equation; None for other nodes."""
    if type(node) is Relation:
        return node.sides[-1] if set(node.signs) == {"="} else None
    return node


def _difference(left: Node, right: Node) -> str | None:
    """Return `differ at x = 2: 7 against 5`; None where no such place is found."""
    names = survey(left, right).names
    for start in (2, 3, 5, -1):
        point = {name: fmpq(start + step) for step, name in enumerate(names)}
        values = [_at(node, point) for node in (left, right)]
        if None not in values and values[0] != values[1]:
            against = f"{values[0]} against {values[1]}"
            where = ", ".join(f"{name} = {value}" for name, value in point.items())
            return f"differ at {where}: {against}" if names else against
    return None


def _at(node: Node, point: dict[str, fmpq]) -> str | None:
    """Return the value of a scalar at a point as a short decimal; None where it has none."""
    try:
        with ctx.workprec(80):
            return _decimal(Evaluator(point, complex_values=False).value(node))
    except Opaque:
        return None


def _decimal(ball: acb) -> str:
    """Return a real ball as text, to ten digits."""
    return f"{float(ball.real.mid()):.10g}".replace("e+0", "e+")


def _expanded(node: Node) -> str | None:
    """Return `both expand to 4x² - 9`; None for long or opaque forms."""
    algebra = Algebra()
    try:
        text = _fraction(algebra, algebra.lowest(fraction(algebra, node)))
    except Opaque:
        return None
    if text is None or len(text) > MAX_SENTENCE:
        return None
    return f"both expand to {text}" if survey(node).names else f"both are {text}"


def _fraction(algebra: Algebra, ratio: Fraction) -> str | None:
    """Return a canonical form as text; None with generators that have no plain name."""
    names = [_name(key) for key in algebra.gens]
    if None in names:
        return None
    plain = [name or "" for name in names]
    top, bottom = (_polynomial(part, plain) for part in ratio)
    if bottom == "1":
        return top
    return f"({top})/({bottom})" if " " in top else f"{top}/({bottom})"


def _name(key: object) -> str | None:
    """Return the name of a generator: a letter, π, e, i, or the root of a prime."""
    if isinstance(key, str):
        return {"\\pi": "π", "\\e": "e", "\\i": "i"}.get(key, key)
    if isinstance(key, tuple) and key[0] == "√":
        return f"√{key[1]}" if key[2] == 2 else f"{key[1]}^(1/{key[2]})"
    return None


def _polynomial(poly: object, names: list[str]) -> str:
    """Return a polynomial as text, terms in the order of its monomials."""
    if isinstance(poly, int):
        return str(poly)
    text = ""
    for exponents, coefficient in poly.to_dict().items():  # type: ignore[attr-defined]
        number = int(coefficient)
        body = "".join(
            name + (str(int(e)).translate(_SUPERSCRIPTS) if e > 1 else "")
            for name, e in zip(names, exponents, strict=False)
            if e
        )
        size = "" if abs(number) == 1 and body else str(abs(number))
        sign = ("-" if number < 0 else "") if not text else (" - " if number < 0 else " + ")
        text += sign + size + body
    return text or "0"


def _written(number: Number) -> str:
    """Return a rational as text, long ones in words."""
    if max(number.numerator.bit_length(), number.denominator.bit_length()) > 4 * MAX_SENTENCE:
        return "a long number"
    text = str(number.numerator)
    if number.denominator != 1:
        text = f"{text}/{number.denominator}"
    return text
