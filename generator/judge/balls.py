"""Ball arithmetic: rigorous enclosures at points, where disjoint balls prove *different*.

Points are rational and derived from a hash of both strings, so nobody can craft an expression that
agrees at them. Letters are real: a point where a root or logarithm on the way is not real is
outside the domain. If just one side is outside, expressions of one letter differ.
Where i is written, values are complex and principal.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from flint import acb, arb, fmpq

from generator.judge.arithmetic import Opaque, Rules, rational_value
from generator.judge.tree import (
    Call,
    Constant,
    Negative,
    Node,
    Number,
    Power,
    Product,
    Quotient,
    Ratio,
    Root,
    Sum,
    Symbol,
)

MAX_ORDER = 64
"""Bits of the largest exponent."""

Point = Mapping[str, fmpq]
"""Letter -> value."""


class Outside(Opaque):
    """The expression is not real, or not finite, at the point."""


class Evaluator:
    """Values of expressions at one point."""

    __slots__ = ("complex", "point", "size", "steps")

    def __init__(self, point: Point, *, complex_values: bool) -> None:
        """Take the values of letters from `point`."""
        self.point = point
        self.complex = complex_values
        self.steps = 0
        """Nodes evaluated."""
        self.size = 0
        """Bits of all values on the way, of their reciprocals, and of written numbers."""

    def value(self, node: Node) -> acb:
        """Return the ball of a scalar; raises Outside, Opaque for what is no scalar."""
        ball = _RULES[type(node)](self, node)
        if not ball.is_finite():
            raise Outside
        self.size += _magnitude(ball)
        self.steps += 1
        return ball

    def real(self, ball: acb) -> arb:
        """Return the real part of a ball; raises Outside where the imaginary one is not zero."""
        if not ball.imag.contains(0):
            raise Outside
        return ball.real


def _order(ball: acb) -> int | None:
    """Return about log2 |ball|, None for zero."""
    part = ball.real if ball.imag.is_zero() else abs(ball)
    digits, exponent = part.mid().man_exp()
    return int(exponent) + int(digits).bit_length() if digits != 0 else None


def _magnitude(ball: acb) -> int:
    """Return about |log2 |ball||, at least 1; 1 for what may be zero.

    At a precision of SAFETY times the size of both sides what may be zero is taken to be zero.
    """
    order = None if ball.contains(0) else _order(ball)
    return 1 if order is None else 1 + abs(order)


def _number(at: Evaluator, node: Number) -> acb:
    """Ball of a rational."""
    at.size += node.numerator.bit_length() + node.denominator.bit_length()
    return acb(arb(fmpq(node.numerator, node.denominator)))


def _symbol(at: Evaluator, node: Symbol) -> acb:
    """Ball of a letter at the point."""
    return acb(arb(at.point[node.name]))


def _constant(_: Evaluator, node: Constant) -> acb:
    """Ball of π, e or i; infinity is no scalar."""
    if node.name == "infinity":
        raise Opaque
    return {"pi": acb.pi(), "e": acb(1).exp(), "i": acb(0, 1)}[node.name]


def _sum(at: Evaluator, node: Sum) -> acb:
    """Ball of a sum."""
    total = acb(0)
    for term in node.terms:
        total += at.value(term)
    return total


def _product(at: Evaluator, node: Product) -> acb:
    """Ball of a product."""
    total = acb(1)
    for factor in node.factors:
        total *= at.value(factor)
    return total


def _negative(at: Evaluator, node: Negative) -> acb:
    """Ball of a negated term."""
    return -at.value(node.term)


def _quotient(at: Evaluator, node: Quotient) -> acb:
    """Ball of a quotient; raises Outside where the denominator may be zero."""
    bottom = at.value(node.denominator)
    if bottom.contains(0):
        raise Outside
    return at.value(node.numerator) / bottom


def _ratio(at: Evaluator, node: Ratio) -> acb:
    """Ball of a ratio of two terms."""
    if len(node.terms) != 2:
        raise Opaque
    return _quotient(at, Quotient(*node.terms))


def _power(at: Evaluator, node: Power) -> acb:
    """A rational exponent is a power of a root; others need a positive base (or i)."""
    try:
        exponent = rational_value(node.exponent)
    except Opaque:
        return _general_power(at, node)
    base = at.value(node.base)
    if exponent.denominator > 64 or abs(exponent.numerator) > 10**12:
        return _general_power(at, node)
    if exponent.denominator > 1:
        base = _rooted(at, base, exponent.denominator)
    if exponent < 0 and base.contains(0):
        raise Outside
    raised: acb = base.pow(acb(exponent.numerator))
    return raised


def _general_power(at: Evaluator, node: Power) -> acb:
    """Ball of a power with a letter in its exponent; whole values may have any base.

    Raises Outside for exponents over MAX_ORDER bits: FLINT would write them out, and crash.
    """
    base, exponent = at.value(node.base), at.value(node.exponent)
    if (_order(exponent) or 0) > MAX_ORDER:
        raise Outside
    whole = exponent.unique_fmpz() if exponent.imag.is_zero() else None
    if base.contains(0) or (whole is None and not at.complex and not at.real(base) > 0):
        raise Outside
    raised: acb = base.pow(exponent if whole is None else acb(whole))
    return raised


def _root(at: Evaluator, node: Root) -> acb:
    """Ball of a root with a whole index."""
    index = rational_value(node.index)
    if index.denominator != 1 or not 1 <= index <= 64:
        raise Outside
    return _rooted(at, at.value(node.radicand), int(index))


def _rooted(at: Evaluator, radicand: acb, index: int) -> acb:
    """The real root of a real number (odd ones of negatives too), else the principal one."""
    if radicand.imag.contains(0) and radicand.real < 0 and index % 2:
        return -((-radicand).root(index))
    if not at.complex and at.real(radicand) < 0:
        raise Outside
    return radicand.sqrt() if index == 2 else radicand.root(index)


def _call(at: Evaluator, node: Call) -> acb:
    """Ball of a function."""
    values = [at.value(argument) for argument in node.arguments]
    rule = _CALLS.get(node.name)
    if rule is None:
        raise Opaque
    return rule(at, *values)


def _logarithm(at: Evaluator, argument: acb) -> acb:
    """Ball of a natural logarithm; raises Outside where it is not real."""
    if argument.contains(0) or (not at.complex and not at.real(argument) > 0):
        raise Outside
    return argument.log()


def _log(at: Evaluator, argument: acb, base: acb) -> acb:
    """Ball of a logarithm to a base."""
    bottom = _logarithm(at, base)
    if bottom.contains(0):
        raise Outside
    return _logarithm(at, argument) / bottom


def _whole(part: Callable[[arb], arb]) -> Callable[..., acb]:
    """Return the rule for floor or ceil of a real argument."""

    def rule(at: Evaluator, argument: acb) -> acb:
        return acb(part(at.real(argument)))

    return rule


def _plain(name: str) -> Callable[..., acb]:
    """A function that acb has; its value must be real at a real argument unless i is written."""

    def rule(at: Evaluator, argument: acb) -> acb:
        ball: acb = getattr(argument, name)()
        if not at.complex:
            at.real(ball)
        if name in ("tanh", "coth"):
            at.size += _exponent_size(argument)
        return ball

    return rule


def _exponent_size(argument: acb) -> int:
    """Return the bits of e^|2 argument|, which tanh comes as close to 1 as."""
    order = _order(argument)
    return 4 << min(max(order or 0, 0), 40)


def _reciprocal(name: str) -> Callable[..., acb]:
    """The inverse function of a reciprocal: arcsec x = arccos(1/x)."""
    inner = _plain(name)

    def rule(at: Evaluator, argument: acb) -> acb:
        if argument.contains(0):
            raise Outside
        return inner(at, 1 / argument)

    return rule


_CALLS: dict[str, Callable[..., acb]] = {
    **{name: _plain(name) for name in ("sin", "cos", "tan", "cot", "sec", "csc", "exp")},
    **{name: _plain(name) for name in ("sinh", "cosh", "tanh", "coth", "sech", "csch")},
    **{f"arc{name}": _plain(f"a{name}") for name in ("sin", "cos", "tan")},
    **{f"ar{name}": _plain(f"a{name}") for name in ("sinh", "cosh", "tanh")},
    "arccot": _reciprocal("atan"),
    "arcsec": _reciprocal("acos"),
    "arccsc": _reciprocal("asin"),
    "ln": _logarithm,
    "log": _log,
    "abs": lambda _, argument: acb(abs(argument)),
    "floor": _whole(lambda x: x.floor()),
    "ceil": _whole(lambda x: x.ceil()),
    "factorial": lambda _, argument: (argument + 1).gamma(),
    "binomial": lambda _, n, k: (n + 1).gamma() * (k + 1).rgamma() * (n - k + 1).rgamma(),
    "max": lambda at, *values: acb(_extreme(at, values, arb.max)),
    "min": lambda at, *values: acb(_extreme(at, values, arb.min)),
    "base": lambda _, argument, base: argument,  # noqa: ARG005 - the base changes no value
}


def _extreme(at: Evaluator, values: tuple[acb, ...], pick: Callable[[arb, arb], arb]) -> arb:
    """The largest or least of real values."""
    best = at.real(values[0])
    for value in values[1:]:
        best = pick(best, at.real(value))
    return best


_RULES: Rules[acb] = Rules(
    {
        Number: _number,
        Symbol: _symbol,
        Constant: _constant,
        Sum: _sum,
        Product: _product,
        Negative: _negative,
        Quotient: _quotient,
        Power: _power,
        Root: _root,
        Call: _call,
        Ratio: _ratio,
    }
)
