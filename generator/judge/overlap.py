"""Two scalars at one point: disjoint balls prove them different, an overlap is weighed.

Overlap alone proves nothing, since a planted difference may be smaller than the balls. It counts
when the precision is SAFETY times the bits of all numbers and values on the way: no expression is
known that is not zero and yet smaller than that (the witness conjecture; a hypothesis, no theorem).
"""

from __future__ import annotations

from flint import acb, arb, ctx

from generator.judge.balls import Evaluator, Outside, Point
from generator.judge.effort import spend
from generator.judge.tree import Node

FIRST_BITS = 96
"""Bits of the first comparison at a point; an overlap asks for more."""
SAFETY = 4
"""An overlap counts when the precision is at least so many times the size of both expressions."""


def at_point(
    left: Node, right: Node, point: Point, *, complex_values: bool, most_bits: int
) -> bool | None:
    """Compare two scalars at one point with as many bits as it takes, up to `most_bits`.

    True: the balls overlap at a precision of SAFETY times the size of both. False: they are
    disjoint. None: it would take more bits, or neither side is defined. Where one side is, the
    domains differ: False for expressions of at most one letter; of more letters nothing follows, as
    school algebra takes ln(ab) = ln a + ln b.
    """
    bits = FIRST_BITS
    while True:
        found, needed = _overlap(left, right, point, complex_values=complex_values, bits=bits)
        if found is not None or (needed > most_bits and bits > FIRST_BITS) or bits >= most_bits:
            break
        bits = min(most_bits, max(needed, 2 * bits), 1000 if needed > most_bits else most_bits)
    if found is _HALF:
        return None if len(point) > 1 else False
    return found if isinstance(found, bool) else None


class _Domain:
    """Where a comparison found a side that is not defined."""


_HALF, _NOWHERE = _Domain(), _Domain()


def _overlap(
    left: Node, right: Node, point: Point, *, complex_values: bool, bits: int
) -> tuple[bool | _Domain | None, int]:
    """Return what is known at a precision (None: too little), and the precision that it takes."""
    at = Evaluator(point, complex_values=complex_values)
    with ctx.workprec(bits):
        first, second = _ball(at, left), _ball(at, right)
        spend(at.steps * (1 + bits // 500))
        if first is None or second is None:
            sure = bits >= 4 * FIRST_BITS
            return (_NOWHERE if first is second else _HALF if sure else None), 4 * FIRST_BITS
        difference = first - second
        if not difference.contains(0):
            return False, bits
        needed = SAFETY * at.size + 64
        if bits < needed:
            return None, needed
        return (None if _blurred(difference, first, bits) else True), 2 * bits


def disjoint(left: Node, right: Node, point: Point, *, complex_values: bool) -> bool:
    """Whether both sides are defined at a point and their balls are disjoint."""
    at = Evaluator(point, complex_values=complex_values)
    with ctx.workprec(FIRST_BITS):
        first = _ball(at, left)
        if first is None:
            return False
        second = _ball(at, right)
        spend(at.steps)
        return second is not None and not (first - second).contains(0)


def vanishes(node: Node, bits: int) -> bool:
    """Whether a real constant, which is zero or at least 2^-bits, is shown to be zero."""
    with ctx.workprec(2 * bits + 128):
        at = Evaluator({}, complex_values=False)
        ball = _ball(at, node)
        spend(at.steps * (1 + bits // 250))
        return ball is not None and bool(abs(ball) < arb(2) ** -(bits + 1))


def _blurred(difference: acb, size: acb, bits: int) -> bool:
    """Whether an overlap says nothing, because the balls are as large as their values."""
    limit = (abs(size) + 1) * arb(2) ** (-(bits // 2))
    return not abs(difference) < limit


def _ball(at: Evaluator, node: Node) -> acb | None:
    """Return the value of a scalar at a point, None where it is not defined."""
    try:
        return at.value(node)
    except Outside:
        return None
