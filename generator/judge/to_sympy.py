"""Syntax tree -> SymPy object, by construction: no text is ever parsed here.

Numbers become exact rationals, symbols plain `Symbol`s without assumptions. Relations, `and` and
`or` stay unevaluated, so that a statement which always holds is still that statement. What SymPy
has no object for (ratios, words, a condition on no symbol) becomes a `Tuple` with its name first.
Arithmetic is SymPy's own and unbounded: call it in the helper process.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import reduce, singledispatch
from operator import add, mul
from typing import Any

import sympy
from sympy.core.symbol import Str
from sympy.logic.boolalg import Boolean
from sympy.matrices import MatrixBase

from generator.judge import tree
from generator.judge.errors import Unparsable

Object = Any
"""A SymPy object; the library ships no types."""

CONSTANTS: Mapping[str, Object] = {
    "pi": sympy.pi,
    "e": sympy.E,
    "i": sympy.I,
    "infinity": sympy.oo,
}

FUNCTIONS: Mapping[str, Callable[..., Object]] = {
    **{name: getattr(sympy, name) for name in ("sin", "cos", "tan", "cot", "sec", "csc")},
    **{f"arc{name}": getattr(sympy, f"a{name}") for name in ("sin", "cos", "tan")},
    **{f"arc{name}": getattr(sympy, f"a{name}") for name in ("cot", "sec", "csc")},
    **{name: getattr(sympy, name) for name in ("sinh", "cosh", "tanh", "coth", "sech", "csch")},
    **{f"ar{name}": getattr(sympy, f"a{name}") for name in ("sinh", "cosh", "tanh")},
    "exp": sympy.exp,
    "ln": sympy.log,
    "abs": sympy.Abs,
    "floor": sympy.floor,
    "ceil": sympy.ceiling,
    "factorial": sympy.factorial,
    "log": sympy.log,
    "base": lambda value, _base: value,
    "binomial": sympy.binomial,
    "gcd": lambda *terms: reduce(sympy.gcd, terms),
    "lcm": lambda *terms: reduce(sympy.lcm, terms),
    "max": sympy.Max,
    "min": sympy.Min,
}
"""Name in tree.CALLS -> SymPy's function."""

RELATIONS: Mapping[str, Callable[..., Object]] = {
    "=": sympy.Eq,
    "≠": sympy.Ne,
    "<": sympy.StrictLessThan,
    "≤": sympy.LessThan,
    ">": sympy.StrictGreaterThan,
    "≥": sympy.GreaterThan,
}


def to_sympy(source: tree.Tree | tree.Node) -> Object:
    """Return the SymPy object of a tree.

    `±` gives the set of both values, or `Or` of both statements. Raises Unparsable where the tree
    adds or multiplies something that is no number (`{1,2} + yes`).
    """
    root = source.root if isinstance(source, tree.Tree) else source
    if not has_plus_minus(root):
        return _convert(root)
    both = [_convert(with_sign(root, upper=upper)) for upper in (True, False)]
    if all(isinstance(one, Boolean) for one in both):
        return sympy.Or(*both, evaluate=False)
    return sympy.FiniteSet(*both)


def has_plus_minus(node: object) -> bool:
    """Whether `±` or `∓` stands anywhere in the node."""
    return isinstance(node, tree.PlusMinus) or any(map(has_plus_minus, _children(node)))


def with_sign(node: Object, *, upper: bool) -> Object:
    """Return the node with the upper (or lower) sign of every `±` and `∓` taken."""
    if isinstance(node, tree.PlusMinus):
        term = with_sign(node.term, upper=upper)
        return term if node.upper == upper else tree.Negative(term)
    if isinstance(node, tuple):
        return tuple(with_sign(part, upper=upper) for part in node)
    if not _children(node):
        return node
    return type(node)(*(with_sign(getattr(node, name), upper=upper) for name in node.__slots__))


def _children(node: object) -> tuple[object, ...]:
    """Return the parts of a node (or tuple) that may hold further nodes."""
    if isinstance(node, tuple):
        return node
    parts = (getattr(node, name) for name in getattr(node, "__slots__", ()))
    return tuple(part for part in parts if not isinstance(part, str | int | bool))


@singledispatch
def _convert(node: object) -> Object:
    """Return the SymPy object of one node without `±`."""
    raise Unparsable(f"{type(node).__name__} has no SymPy object")


def _value(node: tree.Node) -> Object:
    """Return the object of a node that has to be a number or a matrix."""
    value = _convert(node)
    if not isinstance(value, sympy.Expr | MatrixBase):
        raise Unparsable(f"{type(node).__name__} stands where a number has to")
    return value


def _tagged(name: str, *parts: Object) -> Object:
    """Return a Tuple that says what it is, for what SymPy does not know."""
    return sympy.Tuple(Str(name), *parts)


@_convert.register
def _(node: tree.Number) -> Object:
    return sympy.Rational(node.numerator, node.denominator)


NUMBER_SETS: Mapping[str, Object] = {
    "mathbb R": sympy.S.Reals,
    "mathbb Q": sympy.S.Rationals,
    "mathbb Z": sympy.S.Integers,
    "mathbb N": sympy.S.Naturals0,
    "mathbb C": sympy.S.Complexes,
}


@_convert.register
def _(node: tree.Symbol) -> Object:
    return NUMBER_SETS.get(node.name) or sympy.Symbol(node.name)


@_convert.register
def _(node: tree.Constant) -> Object:
    return CONSTANTS[node.name]


@_convert.register
def _(node: tree.Sum) -> Object:
    return reduce(add, map(_value, node.terms))


@_convert.register
def _(node: tree.Product) -> Object:
    return reduce(mul, map(_value, node.factors))


@_convert.register
def _(node: tree.Negative) -> Object:
    return -_value(node.term)


@_convert.register
def _(node: tree.Quotient) -> Object:
    return _value(node.numerator) / _value(node.denominator)


@_convert.register
def _(node: tree.Power) -> Object:
    return _value(node.base) ** _value(node.exponent)


@_convert.register
def _(node: tree.Root) -> Object:
    radicand, index = _value(node.radicand), _value(node.index)
    if index.is_odd and radicand.is_extended_negative:
        return -((-radicand) ** (1 / index))
    return radicand ** (1 / index)


@_convert.register
def _(node: tree.Call) -> Object:
    return FUNCTIONS[node.name](*map(_value, node.arguments))


@_convert.register
def _(node: tree.Relation) -> Object:
    sides = [_side(side) for side in node.sides]
    pairs = [
        _relation(sign, left, right)
        for left, sign, right in zip(sides, node.signs, sides[1:], strict=False)
    ]
    return pairs[0] if len(pairs) == 1 else _joined(sympy.And, "both", pairs)


def _side(node: tree.Node) -> Object:
    """Return the object of a side of a relation; there a ratio is its quotient."""
    if isinstance(node, tree.Ratio) and len(node.terms) == 2:
        return _value(tree.Quotient(*node.terms))
    return _convert(node)


def _relation(sign: str, left: Object, right: Object) -> Object:
    if sign in RELATIONS and isinstance(left, sympy.Expr) and isinstance(right, sympy.Expr):
        return RELATIONS[sign](left, right, evaluate=False)
    if sign == "∈" and isinstance(right, sympy.Set):
        return sympy.Contains(left, right, evaluate=False)
    return _tagged(sign, left, right)


def _joined(connective: Callable[..., Object], name: str, parts: list[Object]) -> Object:
    """Return the unevaluated connection of statements, or a tagged tuple of other things."""
    if all(isinstance(part, Boolean) for part in parts):
        return connective(*parts, evaluate=False)
    return _tagged(name, *parts)


@_convert.register
def _(node: tree.Both) -> Object:
    return _joined(sympy.And, "both", [_convert(part) for part in node.parts])


@_convert.register
def _(node: tree.Either) -> Object:
    parts = [_convert(part) for part in node.parts]
    if all(isinstance(part, sympy.Expr) for part in parts):
        return sympy.FiniteSet(*parts)
    return _joined(sympy.Or, "either", parts)


@_convert.register
def _(node: tree.Listing) -> Object:
    parts = [_convert(element) for element in node.elements]
    if (node.left, node.right) in {("", ""), ("{", "}")}:
        return sympy.FiniteSet(*parts)
    if is_interval(node) or _is_closed_interval(node, parts):
        return sympy.Interval(*parts, node.left == "(", node.right == ")")
    return sympy.Tuple(*parts)


def is_interval(node: tree.Listing) -> bool:
    """Whether a listing can be nothing but an interval: mixed brackets or an infinite end."""
    ends = [end.term if isinstance(end, tree.Negative) else end for end in node.elements]
    mixed = {node.left, node.right} in ({"(", "]"}, {"[", ")"})
    return len(ends) == 2 and (mixed or tree.Constant("infinity") in ends)


def _is_closed_interval(node: tree.Listing, parts: list[Object]) -> bool:
    """Whether `[a, b]` holds two numbers in order; as a list it is equal to the same ones."""
    if (node.left, node.right) != ("[", "]") or len(parts) != 2:
        return False
    return (
        all(isinstance(part, sympy.Expr) for part in parts)
        and parts[0].is_number
        and bool((parts[1] - parts[0]).is_positive)
    )


@_convert.register
def _(node: tree.SetBuilder) -> Object:
    element, condition = _convert(node.element), _convert(node.condition)
    base = sympy.S.Reals
    if isinstance(element, sympy.Contains):
        element, base = element.args
    if isinstance(element, sympy.Symbol) and isinstance(condition, Boolean):
        return sympy.ConditionSet(element, condition, base)
    return _tagged("set", element, condition)


SET_OPERATIONS: Mapping[str, Callable[..., Object]] = {
    "union": sympy.Union,
    "intersection": sympy.Intersection,
    "difference": lambda *sets: reduce(sympy.Complement, sets),
}


@_convert.register
def _(node: tree.SetOperation) -> Object:
    parts = [_as_set(_convert(part)) for part in node.parts]
    if all(isinstance(part, sympy.Set) for part in parts):
        return SET_OPERATIONS[node.name](*parts)
    return _tagged(node.name, *parts)


def _as_set(part: Object) -> Object:
    """Return a pair in a union as the open or closed interval that it must be."""
    if isinstance(part, sympy.Tuple) and len(part) == 2 and isinstance(part[0], sympy.Expr):
        return sympy.Interval.open(*part)
    return part


@_convert.register
def _(node: tree.Matrix) -> Object:
    return sympy.ImmutableDenseMatrix([[_value(entry) for entry in row] for row in node.rows])


@_convert.register
def _(node: tree.Piecewise) -> Object:
    branches = [
        (_convert(value), sympy.true if condition is None else _convert(condition))
        for value, condition in node.branches
    ]
    if all(isinstance(v, sympy.Expr) and isinstance(c, Boolean) for v, c in branches):
        return sympy.Piecewise(*branches, evaluate=False)
    return _tagged("cases", *(sympy.Tuple(value, condition) for value, condition in branches))


@_convert.register
def _(node: tree.Ratio) -> Object:
    return _tagged("ratio", *map(_value, node.terms))


@_convert.register
def _(node: tree.Words) -> Object:
    return Str(node.text)
