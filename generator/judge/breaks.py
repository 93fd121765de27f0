"""Break points of conditions on the real line: their balls and their order."""

from __future__ import annotations

from functools import cmp_to_key
from typing import NamedTuple

from flint import arb, ctx

from generator.judge.arithmetic import Opaque
from generator.judge.balls import Evaluator
from generator.judge.scalars import compare
from generator.judge.survey import letters
from generator.judge.tree import Node

MAX_BREAKS = 64
"""Most break points of a region."""


class Break(NamedTuple):
    """A break point: its expression, for exact comparison, and a ball around it."""

    node: Node
    ball: arb


class Unordered(Exception):
    """The node is no region of one unknown with known break points."""


def break_point(node: Node) -> Break:
    """Return a break point; raises Unordered for letters and for values that are not real."""
    if letters(node):
        raise Unordered
    try:
        with ctx.workprec(256):
            ball = Evaluator({}, complex_values=False).value(node).real
    except (Opaque, KeyError) as refusal:
        raise Unordered from refusal
    return Break(node, ball)


def ordered(breaks: tuple[Break, ...]) -> list[list[Break]]:
    """Return break points in ascending order, equal ones together.

    Raises Unordered where balls overlap and nothing shows that they are one number.
    """
    if len(breaks) > MAX_BREAKS:
        raise Unordered
    groups: list[list[Break]] = []
    unique = {b.node: b for b in breaks}.values()
    for point in sorted(unique, key=cmp_to_key(_order)):
        if not groups or groups[-1][0].ball < point.ball:
            groups.append([point])
        elif compare(groups[-1][0].node, point.node, "").equal:
            groups[-1].append(point)
        else:
            raise Unordered
    return groups


def _order(first: Break, second: Break) -> int:
    """Compare the middles of two break points."""
    one, other = first.ball.mid(), second.ball.mid()
    return (one > other) - (one < other)
