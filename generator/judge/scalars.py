"""Are two scalars equal? Fingerprint, exact canonical form, balls, separation bound."""

from __future__ import annotations

from typing import NamedTuple

from generator.judge.algebra import Algebra
from generator.judge.arithmetic import Opaque, Undefined
from generator.judge.balls import Point
from generator.judge.bends import Hidden, cells
from generator.judge.exact import same_form
from generator.judge.fingerprint import value
from generator.judge.overlap import at_point, disjoint, vanishes
from generator.judge.points import far_point, points
from generator.judge.rootbound import separation
from generator.judge.survey import Survey, survey
from generator.judge.tree import Constant, Negative, Node, Number, Sum


class Outcome(NamedTuple):
    """What a rung found."""

    equal: bool | None
    """None when no rung could tell."""
    rule: str
    why: str


VALID_POINTS = 12
"""Points where both sides are defined that are asked for before balls count as equal."""
FEWEST_POINTS = 3
"""Fewest such points, when the domain is small."""
CONSTANT_BITS = 20_000
"""Most bits for expressions without letters, where there is but one point."""
POINT_BITS = 6_000
"""Most bits at a point; where it would take more, the point says nothing."""
FAR_BITS = 12_000
"""Bits at the point with large exponents, whose terms are up to 2^4096 apart."""


_DIFFERENT = Outcome(equal=False, rule="fingerprint", why="their values differ")
_EXACT = {equal: Outcome(equal=equal, rule="exact", why="") for equal in (False, True)}


def compare(left: Node, right: Node, seed: str) -> Outcome:
    """Compare two scalars; `seed` is made of both strings and chooses the points."""
    if type(left) is Number and type(right) is Number:
        return _numbers(left, right)
    try:
        first, second = value(left), value(right)
    except Undefined:
        return Outcome(equal=False, rule="undefined", why="a denominator is zero")
    except Opaque:
        return _opaque(left, right, seed)
    if first != second:
        return _DIFFERENT
    return confirmed(left, right, seed)


def _numbers(left: Number, right: Number) -> Outcome:
    """Compare two exact rationals."""
    equal = left.numerator == right.numerator and left.denominator == right.denominator
    return Outcome(equal=equal, rule="number", why="")


def confirmed(left: Node, right: Node, seed: str) -> Outcome:
    """Confirm a match of fingerprints exactly."""
    try:
        equal = same_form(Algebra(), left, right)
    except Undefined:
        return Outcome(equal=False, rule="undefined", why="a denominator is zero")
    except Opaque:
        equal = None
    if equal is not None:
        return _EXACT[equal]
    try:
        seen = survey(left, right)
        return _formal(left, right, seen, seed) or _numeric(left, right, seen, seed)
    except Undefined:
        return Outcome(equal=False, rule="undefined", why="a denominator is zero")


def _opaque(left: Node, right: Node, seed: str) -> Outcome:
    """Compare scalars with functions, or roots of letters: one point, formally, more points."""
    try:
        seen = survey(left, right)
        if _apart(left, right, seen, seed):
            return Outcome(equal=False, rule="balls", why="")
        return _formal(left, right, seen, seed) or _numeric(left, right, seen, seed)
    except Undefined:
        return Outcome(equal=False, rule="undefined", why="a denominator is zero")


def _apart(left: Node, right: Node, seen: Survey, seed: str) -> bool:
    """Whether two scalars have disjoint balls at the first point, both being defined there."""
    point = next(points(seen.names, seen.whole, seed))
    try:
        return disjoint(left, right, point, complex_values=seen.imaginary)
    except Undefined:
        raise
    except Opaque:
        return False


def _formal(left: Node, right: Node, seen: Survey, seed: str) -> Outcome | None:
    """Compare canonical forms; None where opaque atoms leave it open."""
    algebra = Algebra(imaginary=seen.imaginary)
    try:
        equal = same_form(algebra, left, right)
    except Undefined:
        raise
    except Opaque:
        return None
    if equal is None or (equal and algebra.conditions and not _meet(left, right, seen, seed)):
        return None
    return Outcome(equal=equal, rule="exact", why="")


def _meet(left: Node, right: Node, seen: Survey, seed: str) -> bool:
    """Whether two scalars of one form are both defined, and then equal, at one of the points."""
    found = points(seen.names, seen.whole, seed)
    return any(
        at_point(left, right, point, complex_values=False, most_bits=POINT_BITS) for point in found
    )


def _numeric(left: Node, right: Node, seen: Survey, seed: str) -> Outcome:
    """Compare by balls at points derived from both strings."""
    signed = _infinities(left, right)
    if signed is not None:
        return signed
    try:
        if not seen.names:
            return _constants(left, right, complex_values=seen.imaginary)
        outcome = _sampled(left, right, seen, seed)
        if outcome.equal is None and not seen.imaginary:
            outcome = _sampled(left, right, seen._replace(imaginary=True), seed)
    except Opaque:
        return Outcome(equal=left == right, rule="structure", why="")
    return outcome


def _infinities(left: Node, right: Node) -> Outcome | None:
    """Compare when a side is plus or minus infinity; None when neither is."""
    signs = _infinity(left), _infinity(right)
    if signs == (0, 0):
        return None
    return Outcome(equal=signs[0] == signs[1], rule="infinity", why="")


def _infinity(node: Node) -> int:
    """Return the sign of an infinity, 0 for other scalars."""
    if type(node) is Negative:
        return -_infinity(node.term)
    return 1 if node == Constant("infinity") else 0


def _constants(left: Node, right: Node, *, complex_values: bool) -> Outcome:
    """Compare constants: of roots with a proof, others at a precision that fits their size."""
    if not complex_values and _proved(left, right):
        return Outcome(equal=True, rule="root bound", why="")
    found = at_point(left, right, {}, complex_values=complex_values, most_bits=CONSTANT_BITS)
    if found is None:
        return Outcome(
            equal=None, rule="undecided", why="no precision in reach can tell them apart"
        )
    if not found:
        return Outcome(equal=False, rule="balls", why="")
    return Outcome(equal=True, rule="numeric", why="they agree at a precision that fits their size")


def _proved(left: Node, right: Node) -> bool:
    """Whether the difference of two constants is proved to be zero by its separation bound."""
    difference = Sum((left, Negative(right)))
    bits = separation(difference)
    return bits is not None and vanishes(difference, bits)


def _sampled(left: Node, right: Node, seen: Survey, seed: str) -> Outcome:
    """Compare at points until they differ, or enough of them agree and no cell is left out."""
    valid = 0
    for point in points(seen.names, seen.whole, seed):
        found = _at(left, right, point, seen)
        if found is False:
            return Outcome(equal=False, rule="balls", why="")
        valid += found is True
        if valid == VALID_POINTS:
            break
    try:
        inside = [
            _at(left, right, point, seen)
            for point in cells((left, right), seen.names, seen.whole, seed)
        ]
    except Hidden:
        return Outcome(equal=None, rule="hidden", why="a difference may hide between points")
    return _weighed(left, right, seen, seed, [*inside, *[True] * valid])


def _weighed(left: Node, right: Node, seen: Survey, seed: str, found: list[bool | None]) -> Outcome:
    """Return the outcome of what was found at points, none of the first ones being a difference."""
    if False in found:
        return Outcome(equal=False, rule="balls", why="")
    valid = found.count(True)
    if valid < FEWEST_POINTS:
        return Outcome(equal=None, rule="undecided", why="there is no point to compare them at")
    if seen.stepped or (seen.whole and not _far(left, right, seen, seed)):
        return Outcome(equal=False, rule="balls", why="nothing proves them equal")
    return Outcome(
        equal=True, rule="numeric", why=f"they agree at {valid} points, each closely enough"
    )


def _far(left: Node, right: Node, seen: Survey, seed: str) -> bool:
    """Whether two scalars agree where letters in exponents are large whole numbers."""
    point = far_point(seen.names, seen.whole, seed)
    found = at_point(left, right, point, complex_values=seen.imaginary, most_bits=FAR_BITS)
    return found is not False


def _at(left: Node, right: Node, point: Point, seen: Survey) -> bool | None:
    """Compare at one point."""
    return at_point(left, right, point, complex_values=seen.imaginary, most_bits=POINT_BITS)
