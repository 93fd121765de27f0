"""`E("a*(x+b) == c", a=2, b=-3, c=8)`: write an expression of a family as a line of text.

The lines are literals of this package; they are read with Python's own grammar into our trees and
are never evaluated. A keyword gives a value to a letter: a number, another letter, or a tree.
"""

from __future__ import annotations

import ast
from fractions import Fraction
from functools import cache

from generator.efg_algebra.terms import (
    Expr,
    Fn,
    Num,
    Point,
    Rel,
    Var,
    add,
    div,
    mul,
    neg,
    power,
)

Value = int | Fraction | str | Expr

OPS: dict[type[ast.cmpop], str] = {
    ast.Eq: "=",
    ast.NotEq: "!=",
    ast.Lt: "<",
    ast.LtE: "<=",
    ast.Gt: ">",
    ast.GtE: ">=",
}


@cache
def _read(text: str) -> ast.expr:
    return ast.parse(text, mode="eval").body


def value(of: Value) -> Expr:
    """Return a number, a letter or a tree as a tree."""
    if isinstance(of, int | Fraction):
        return Num(Fraction(of))
    return Var(of) if isinstance(of, str) else of


def E(text: str, **values: Value) -> Expr:  # noqa: N802 - short, as it stands in every line
    """Return the tree of `text` with `values` put in; raises ValueError on an unknown construct."""
    return _build(_read(text), values)


def _build(node: ast.expr, values: dict[str, Value]) -> Expr:  # noqa: PLR0911 - one per kind
    match node:
        case ast.Constant(value=int() as number):
            return Num(Fraction(number))
        case ast.Name(id=name):
            return value(values.get(name, name))
        case ast.UnaryOp(op=ast.USub(), operand=operand):
            return neg(_build(operand, values))
        case ast.BinOp(left=left, op=op, right=right):
            return _binary(op, _build(left, values), _build(right, values))
        case ast.Call(func=ast.Name(id="sqrt" | "abs" as name), args=[argument]):
            return Fn(name, _build(argument, values))
        case ast.Tuple(elts=[x, y]):
            return Point(_build(x, values), _build(y, values))
        case ast.Compare(left=left, ops=ops, comparators=others):
            sides = tuple(_build(side, values) for side in (left, *others))
            return Rel(sides, tuple(OPS[type(op)] for op in ops))
    raise ValueError(f"no such construct in a template: {ast.unparse(node)}")


def _binary(op: ast.operator, left: Expr, right: Expr) -> Expr:
    match op:
        case ast.Add():
            return add([left, right])
        case ast.Sub():
            return add([left, neg(right)])
        case ast.Mult():
            return mul([left, right])
        case ast.Div() | ast.FloorDiv():
            return div(left, right, bar=isinstance(op, ast.Div))
        case ast.Pow():
            return power(left, right)
    raise ValueError(f"no such operator in a template: {op}")
