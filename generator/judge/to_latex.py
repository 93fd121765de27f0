r"""Syntax tree -> LaTeX that reads back as the same tree.

`parse(to_latex(parse(text))) == parse(text)` for every string the parser takes as mathematics;
units and what was dropped are left out. Every product is written with `\cdot` and brackets
stand wherever the grammar could regroup, so the result is exact rather than pretty.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import singledispatch

from generator.judge import tree
from generator.judge.errors import TooLarge
from generator.judge.tokens import MAX_DIGITS
from generator.judge.tree import Node
from generator.judge.words import GREEK

CONSTANTS: Mapping[str, str] = {"pi": "\\pi", "e": "e", "i": "i", "infinity": "\\infty"}

SIGNS: Mapping[str, str] = {
    "≠": "\\ne", "≤": "\\le", "≥": "\\ge", "≈": "\\approx", "≡": "\\equiv", "∈": "\\in",
    "∉": "\\notin", "⊂": "\\subset", "⊆": "\\subseteq", "∥": "\\parallel", "⊥": "\\perp",
    "∼": "\\sim", "≅": "\\cong", "=": "=", "<": "<", ">": ">",
}  # fmt: skip

STATEMENTS = tree.Relation | tree.Both | tree.Either

OPERATIONS: Mapping[str, str] = {
    "union": " \\cup ",
    "intersection": " \\cap ",
    "difference": " \\setminus ",
}

_FENCED: Mapping[str, str] = {
    "abs": "\\left| {} \\right|",
    "floor": "\\lfloor {} \\rfloor",
    "ceil": "\\lceil {} \\rceil",
}
"""Calls that are written with fences around their argument."""

_FIGURES: Mapping[str, str] = {"∠": "\\angle", "△": "\\triangle", "⊙": "\\odot"}


def to_latex(source: tree.Tree | Node) -> str:
    """Return the LaTeX of a tree, without dollar signs."""
    return _latex(source.root if isinstance(source, tree.Tree) else source)


def _bracketed(node: Node) -> str:
    return f"\\left({_latex(node)}\\right)"


def _factor(node: Node) -> str:
    """Return a factor of a product, or what a sign stands before."""
    loose = isinstance(node, tree.Sum | tree.Product | tree.Negative | tree.PlusMinus | STATEMENTS)
    return _bracketed(node) if loose or _is_below_zero(node) else _latex(node)


def _term(node: Node) -> str:
    """Return a term of a sum; it brings its own sign if it is negative."""
    return _bracketed(node) if isinstance(node, tree.Sum | STATEMENTS) else _latex(node)


def _base(node: Node) -> str:
    """Return what an exponent or a factorial sign stands behind."""
    bare = isinstance(node, tree.Symbol | tree.Constant) or (
        isinstance(node, tree.Number) and node.denominator == 1 and node.numerator >= 0
    )
    return _latex(node) if bare else _bracketed(node)


def _is_below_zero(node: Node) -> bool:
    return isinstance(node, tree.Number) and node.numerator < 0


@singledispatch
def _latex(node: Node) -> str:
    """Return the LaTeX of one node."""
    raise TypeError(f"{type(node).__name__} is no node of a syntax tree")


@_latex.register
def _(node: tree.Number) -> str:
    sign, top = ("-", -node.numerator) if node.numerator < 0 else ("", node.numerator)
    if node.denominator == 1:
        return sign + _whole(top)
    return f"{sign}\\frac{{{_whole(top)}}}{{{_whole(node.denominator)}}}"


def _whole(number: int) -> str:
    """Return a whole number's digits, a long one's with its zeros as a power of ten.

    Raises TooLarge where even so there are more digits than the parser reads.
    """
    power = 0
    if number >= 10**MAX_DIGITS:
        while number % 10 == 0:
            number, power = number // 10, power + 1
    if number >= 10**MAX_DIGITS:
        raise TooLarge(f"too_large: a number of more than {MAX_DIGITS} digits")
    return f"{number}e{power}" if power else str(number)


@_latex.register
def _(node: tree.Symbol) -> str:
    return name_in_latex(node.name)


def name_in_latex(name: str) -> str:
    r"""Return a symbol's name in LaTeX: `alpha_1` becomes `\alpha_{1}`, `∠ABC` `\angle{ABC}`."""
    if name[0] in _FIGURES:
        return f"{_FIGURES[name[0]]}{{{name[1:]}}}"
    if " " in name:
        command, _, label = name.partition(" ")
        return f"\\{command}{{{label}}}"
    bare = name.rstrip("'")
    base, _, label = bare.partition("_")
    letters = f"\\{base}" if base in GREEK else base if len(base) == 1 else f"\\mathrm{{{base}}}"
    return letters + (f"_{{{label}}}" if label else "") + name[len(bare) :]


@_latex.register
def _(node: tree.Constant) -> str:
    return CONSTANTS[node.name]


@_latex.register
def _(node: tree.Sum) -> str:
    first, *rest = map(_term, node.terms)
    return first + "".join(
        f" {term}" if term.startswith(("-", "\\pm", "\\mp")) else f" + {term}" for term in rest
    )


@_latex.register
def _(node: tree.Product) -> str:
    return " \\cdot ".join(map(_factor, node.factors))


@_latex.register
def _(node: tree.Negative) -> str:
    return f"-{_latex(node.term) if isinstance(node.term, tree.Product) else _factor(node.term)}"


@_latex.register
def _(node: tree.PlusMinus) -> str:
    term = _latex(node.term) if isinstance(node.term, tree.Product) else _factor(node.term)
    sign = "\\pm" if node.upper else "\\mp"
    return f"{sign} {term}"


@_latex.register
def _(node: tree.Quotient) -> str:
    return f"\\frac{{{_latex(node.numerator)}}}{{{_latex(node.denominator)}}}"


@_latex.register
def _(node: tree.Power) -> str:
    return f"{_base(node.base)}^{{{_latex(node.exponent)}}}"


@_latex.register
def _(node: tree.Root) -> str:
    index = "" if node.index == tree.Number(2) else f"[{_latex(node.index)}]"
    return f"\\sqrt{index}{{{_latex(node.radicand)}}}"


@_latex.register
def _(node: tree.Call) -> str:
    written = [_latex(argument) for argument in node.arguments]
    if node.name in _FENCED:
        return _FENCED[node.name].format(written[0])
    if node.name == "factorial":
        return f"{_base(node.arguments[0])}!"
    if node.name == "binomial":
        return f"\\binom{{{written[0]}}}{{{written[1]}}}"
    if node.name == "base":
        return _in_base(*node.arguments)
    if node.name == "log":
        return f"\\log_{{{written[1]}}}\\left({written[0]}\\right)"
    return f"\\operatorname{{{node.name}}}\\left({', '.join(written)}\\right)"


def _in_base(value: Node, base: Node) -> str:
    """Return a number with its base as a subscript."""
    if not (isinstance(value, tree.Number) and isinstance(base, tree.Number)):
        raise TypeError("a base belongs to numbers")
    places, top = 0, value.numerator
    while top % value.denominator:
        places, top = places + 1, top * base.numerator
    digits = _digits(top // value.denominator, base.numerator).rjust(places + 1, "0")
    point = len(digits) - places
    return digits[:point] + ("." + digits[point:] if places else "") + f"_{{{base.numerator}}}"


def _digits(number: int, base: int) -> str:
    """Return the digits of a whole number in a base up to 36."""
    digits = ""
    while number:
        number, digit = divmod(number, base)
        digits = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"[digit] + digits
    return digits or "0"


@_latex.register
def _(node: tree.Relation) -> str:
    first, *rest = map(_side, node.sides)
    signs = (SIGNS[sign] for sign in node.signs)
    return first + "".join(f" {sign} {side}" for sign, side in zip(signs, rest, strict=True))


def _side(node: Node) -> str:
    """Return a side of a relation; statements in it are set apart."""
    return _bracketed(node) if isinstance(node, STATEMENTS) else _latex(node)


def _rows(parts: tuple[str, ...]) -> str:
    return "\\begin{cases} " + " \\\\ ".join(parts) + " \\end{cases}"


@_latex.register
def _(node: tree.Both) -> str:
    return _rows(tuple(map(_latex, node.parts)))


@_latex.register
def _(node: tree.Either) -> str:
    return " \\text{ or } ".join(map(_latex, node.parts))


@_latex.register
def _(node: tree.Listing) -> str:
    inner = ", ".join(map(_latex, node.elements))
    fences = {"{": "\\{", "}": "\\}"}
    return fences.get(node.left, node.left) + inner + fences.get(node.right, node.right)


@_latex.register
def _(node: tree.SetBuilder) -> str:
    return f"\\{{{_latex(node.element)} \\mid {_latex(node.condition)}\\}}"


@_latex.register
def _(node: tree.SetOperation) -> str:
    return OPERATIONS[node.name].join(map(_part, node.parts))


def _part(node: Node) -> str:
    """Return a part of a union; a union in it is set apart."""
    return _bracketed(node) if isinstance(node, tree.SetOperation) else _latex(node)


@_latex.register
def _(node: tree.Matrix) -> str:
    rows = (" & ".join(map(_latex, row)) for row in node.rows)
    return "\\begin{pmatrix} " + " \\\\ ".join(rows) + " \\end{pmatrix}"


@_latex.register
def _(node: tree.Piecewise) -> str:
    return _rows(tuple(f"{_latex(value)} & {_when(when)}" for value, when in node.branches))


def _when(condition: Node | None) -> str:
    return "\\text{otherwise}" if condition is None else _latex(condition)


@_latex.register
def _(node: tree.Ratio) -> str:
    return " : ".join(map(_factor, node.terms))


@_latex.register
def _(node: tree.Words) -> str:
    text = re.sub(r"[{}\\\\$]", " ", node.text)
    return f"\\text{{{text}}}"
