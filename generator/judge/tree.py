"""The abstract syntax tree of the judge: frozen nodes, exact numbers, n-ary sums and products.

Sums and products are n-ary so that a long expression is wide, not deep: the depth of a tree is
bounded by the parser's nesting limit (64), so plain recursion over it is safe.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal, TypeAlias

from generator.judge.constructors import quicken

Bracket = Literal["", "(", "[", "{", ")", "]", "}"]
Sign = Literal["=", "≠", "<", "≤", ">", "≥", "≈", "≡", "∈", "∉", "⊂", "⊆", "∥", "⊥", "∼", "≅"]
FLIPPED: Mapping[str, Sign] = {"=": "=", "≠": "≠", "<": ">", "≤": "≥", ">": "<", "≥": "≤"}
"""A relation sign -> the one that holds with exchanged sides; only the listed ones have one."""

CALLS: Mapping[str, int] = {
    **dict.fromkeys(("sin", "cos", "tan", "cot", "sec", "csc"), 1),
    **dict.fromkeys(("arcsin", "arccos", "arctan", "arccot", "arcsec", "arccsc"), 1),
    **dict.fromkeys(("sinh", "cosh", "tanh", "coth", "sech", "csch"), 1),
    **dict.fromkeys(("arsinh", "arcosh", "artanh"), 1),
    **dict.fromkeys(("exp", "ln", "abs", "floor", "ceil", "factorial"), 1),
    **dict.fromkeys(("base", "log", "binomial", "gcd", "lcm", "max", "min"), 2),
}
"""Names a Call may have -> number of arguments. `log` is (argument, base); `\\log x` without a base
has base 10, `exp` is e to the argument; `gcd`, `lcm`, `max`, `min` take two or more. `base` is
(value, base): the value, and the base its digits were written in."""


@dataclass(frozen=True, slots=True)
class Number:
    """The exact rational numerator / denominator, in lowest terms."""

    numerator: int
    denominator: int = 1
    """At least 1."""


@dataclass(frozen=True, slots=True)
class Symbol:
    """A name: `x`, `x_1`, `V_AB`, `alpha`, `f'`, `∠ABC`. Case matters."""

    name: str
    """Base, then `_` and the subscript without braces or blanks; Greek letters in words."""


@dataclass(frozen=True, slots=True)
class Constant:
    """A number with a name; the letters e and i always mean these."""

    name: Literal["pi", "e", "i", "infinity"]
    """`infinity` is positive; the negative one is Negative(Constant("infinity"))."""


@dataclass(frozen=True, slots=True)
class Sum:
    """terms[0] + terms[1] + ..., at least two."""

    terms: tuple[Node, ...]


@dataclass(frozen=True, slots=True)
class Product:
    """factors[0] * factors[1] * ..., at least two."""

    factors: tuple[Node, ...]


@dataclass(frozen=True, slots=True)
class Negative:
    """-term."""

    term: Node


@dataclass(frozen=True, slots=True)
class Quotient:
    """numerator / denominator."""

    numerator: Node
    denominator: Node


@dataclass(frozen=True, slots=True)
class Power:
    """base ^ exponent, the principal value."""

    base: Node
    exponent: Node


@dataclass(frozen=True, slots=True)
class Root:
    """The index-th root of the radicand; real (odd) roots of negative numbers are real."""

    radicand: Node
    index: Node
    """Number(2) for a square root."""


@dataclass(frozen=True, slots=True)
class Call:
    """A known function applied to its arguments."""

    name: str
    """A key of CALLS."""
    arguments: tuple[Node, ...]


@dataclass(frozen=True, slots=True)
class PlusMinus:
    """Both signs of a term. All upper signs of an expression go together, `∓` is the lower one."""

    term: Node
    upper: bool
    """True for `±`, False for `∓`."""


@dataclass(frozen=True, slots=True)
class Relation:
    """sides[0] signs[0] sides[1] signs[1] ...: an equation, an inequality or a chain."""

    sides: tuple[Node, ...]
    """At least two."""
    signs: tuple[Sign, ...]
    """One fewer than sides."""


@dataclass(frozen=True, slots=True)
class Both:
    """All parts hold: 且, and, a system in braces; at least two."""

    parts: tuple[Node, ...]


@dataclass(frozen=True, slots=True)
class Either:
    """One of the parts holds, or the answer is one of them: 或, or; at least two."""

    parts: tuple[Node, ...]


@dataclass(frozen=True, slots=True)
class Listing:
    """Elements with commas: bare, a tuple, an interval, or (with braces) a set.

    `(2,5)` is a point as well as an interval and `[1,4]` a list as well as an interval; only the
    comparison can tell, by the other side.
    """

    elements: tuple[Node, ...]
    """Two or more when bare; a set may have none."""
    left: Bracket = ""
    right: Bracket = ""


@dataclass(frozen=True, slots=True)
class SetBuilder:
    """{element | condition}."""

    element: Node
    condition: Node


@dataclass(frozen=True, slots=True)
class SetOperation:
    """Union, intersection or difference of sets; two parts or more."""

    name: Literal["union", "intersection", "difference"]
    parts: tuple[Node, ...]


@dataclass(frozen=True, slots=True)
class Matrix:
    """A matrix; all rows have the same length, at least 1."""

    rows: tuple[tuple[Node, ...], ...]


@dataclass(frozen=True, slots=True)
class Piecewise:
    """Branches (value, condition); the condition of an `otherwise` branch is None."""

    branches: tuple[tuple[Node, Node | None], ...]


@dataclass(frozen=True, slots=True)
class Ratio:
    """a : b : c, two terms or more."""

    terms: tuple[Node, ...]


@dataclass(frozen=True, slots=True)
class Words:
    """Text that is no mathematics, folded: lower case, single blanks, no final full stop."""

    text: str


Node: TypeAlias = (
    Number
    | Symbol
    | Constant
    | Sum
    | Product
    | Negative
    | Quotient
    | Power
    | Root
    | Call
    | PlusMinus
    | Relation
    | Both
    | Either
    | Listing
    | SetBuilder
    | SetOperation
    | Matrix
    | Piecewise
    | Ratio
    | Words
)


@dataclass(frozen=True, slots=True)
class Tree:
    """What the parser read, and what it left out."""

    root: Node
    units: tuple[str, ...] = ()
    """Units of measure that were taken off, each once, in order: `cm^2`, `degree`."""
    dropped: tuple[str, ...] = ()
    """Everything else that was left out: text around a box, labels such as `answer:`."""


for _kind in (Number, Symbol, Sum, Product, Negative, Quotient, Power, Relation, Listing, Tree):
    quicken(_kind)
