"""Number tokens to exact rationals: groups, e-notation, repeating decimals, bases."""

from __future__ import annotations

import re
from functools import lru_cache
from math import gcd

from generator.judge.errors import TooLarge, Unparsable
from generator.judge.tree import Call, Node, Number, Quotient

MAX_EXPONENT = 10_000
"""Largest absolute exponent of e-notation; larger ones are refused, not computed."""

_PLAIN = re.compile(r"(\d*)(?:\.(\d+))?(?:[eE]([+-]?\d+))?")
_GROUPING = re.compile(r"[^0-9.eE+-]")
_DIGITS = re.compile(r"\d+")


def rational(numerator: int, denominator: int) -> Number:
    """Return numerator / denominator in lowest terms; the denominator is not zero."""
    common = gcd(numerator, denominator)
    if denominator < 0:
        common = -common
    return Number(numerator // common, denominator // common)


def quotient(numerator: Node, denominator: Node) -> Node:
    """Return a Quotient; of numbers, the Number (division by zero stays a Quotient)."""
    if type(numerator) is Number and type(denominator) is Number and denominator.numerator:
        return rational(
            numerator.numerator * denominator.denominator,
            numerator.denominator * denominator.numerator,
        )
    return Quotient(numerator, denominator)


SMALL = {str(value): Number(value) for value in range(1000)}
"""The whole numbers that are written most often -> their nodes."""


@lru_cache(maxsize=4096)
def number(lexeme: str) -> Number:
    """Return the value of a number token; raises TooLarge for a huge exponent."""
    if lexeme.isdigit():
        return Number(int(lexeme))
    if "\\o" in lexeme or "\\d" in lexeme or "\\b" in lexeme or "(" in lexeme:
        return _repeating(lexeme)
    match = _PLAIN.fullmatch(_GROUPING.sub("", lexeme))
    if match is None:
        raise Unparsable(f"{lexeme} is no number")
    whole, part, exponent = match[1], match[2] or "", int(match[3] or "0")
    if abs(exponent) > MAX_EXPONENT:
        raise TooLarge(f"ten to the power {exponent}")
    power = exponent - len(part)
    digits = int((whole + part) or "0")
    return Number(digits * 10**power) if power >= 0 else rational(digits, 10**-power)


def _repeating(lexeme: str) -> Number:
    """Return a decimal whose period is under a bar, or between (or under) dots."""
    head, _, rest = lexeme.replace("(", "\\").partition("\\")
    whole, _, fixed = head.replace("{", "").strip().partition(".")
    period = "".join(_DIGITS.findall(rest))
    shift, nines = 10 ** len(fixed), 10 ** len(period) - 1
    base = int((whole + fixed) or "0")
    return rational(base * nines + int(period), shift * nines)


@lru_cache(maxsize=1024)
def in_base(lexeme: str) -> Node:
    """Return `digits_base` as Call("base", (value, base)); raises Unparsable for a wrong digit."""
    digits, _, subscript = lexeme.partition("_")
    base = int("".join(_DIGITS.findall(subscript)))
    whole, _, part = "".join(digits.split()).partition(".")
    values = [int(digit, 36) for digit in whole + part]
    if not 2 <= base <= 36 or max(values) >= base:
        raise Unparsable(f"{lexeme} has a digit that its base lacks")
    value = int(whole + part, base)
    return Call("base", (rational(value, base ** len(part)), Number(base)))
