"""Tools outside the paper's list (methods.md 3.12): runs that offer them are reported separately.

mod, base_conversion and is_equal are in upstream's runtime only; gcd, lcm, comb, perm are ours.
"""

from __future__ import annotations

import math
import re
import string
from collections.abc import Callable, Sequence

import sympy
from sympy.core.relational import Relational

from generator.tools import reading
from generator.tools.deciding import is_zero
from generator.tools.errors import ToolError
from generator.tools.writing import LONGEST, write

DIGITS = string.digits + string.ascii_uppercase
BASED = re.compile(r"\s*([0-9A-Za-z]+)\s*_\s*(\d+)\s*")


def mod(dividend: str, divisor: str) -> str:
    """Return the remainder, with the sign of the divisor.

    Raise ToolError for a divisor of 0.
    """
    number, by = reading.expression(dividend), reading.expression(divisor)
    if is_zero(by):
        raise ToolError("division by zero")
    return write(sympy.Mod(number, by), decimal=reading.has_decimal(dividend, divisor))


def base_conversion(number: str, base: str) -> str:
    """Return a whole number such as `1011_2` in another base, 2 to 36, written likewise.

    As in upstream's runtime, a base of two digits has braces in the result and none in `number`.
    """
    if len(number) > reading.LONGEST:
        raise ToolError("the argument is too long")
    found = BASED.fullmatch(number)
    if found is None:
        raise ToolError("write the number with its base and no braces, such as 1011_2")
    value = _of_base(found[1], int(found[2]))
    wanted = _whole(base)
    if not 2 <= wanted <= 36:
        raise ToolError("a base is from 2 to 36")
    digits = ""
    while value:
        if len(digits) == LONGEST:
            raise ToolError("the result is too long")
        value, digit = divmod(value, wanted)
        digits = DIGITS[digit] + digits
    return f"{digits or '0'}_{wanted}" if wanted < 10 else f"{digits or '0'}_{{{wanted}}}"


def is_equal(first: str, second: str) -> str:
    """Return `True` or `False`: whether two texts say the same; symmetric.

    An equation is never equal to its right side; `x < 1` and `1 > x` are the same.
    """
    one, other = reading.read(first), reading.read(second)
    if isinstance(one, Relational) or isinstance(other, Relational):
        both = isinstance(one, Relational) and isinstance(other, Relational)
        return str(both and _same_relation(one, other))
    if not (isinstance(one, sympy.Expr) and isinstance(other, sympy.Expr)):
        return str(one == other)
    return str(is_zero(one - other))


def gcd(numbers: Sequence[str]) -> str:
    """Return the greatest common divisor of one or more whole numbers."""
    return write(sympy.Integer(sympy.igcd(0, *_wholes(numbers))))


def lcm(numbers: Sequence[str]) -> str:
    """Return the least common multiple of one or more whole numbers; 0 where one is 0."""
    return write(sympy.Integer(sympy.ilcm(1, *_wholes(numbers))))


def comb(n: str, k: str) -> str:
    """Return how many sets of k out of n things there are; both are 0 or more."""
    many, taken = _counts(n, k)
    fewer = min(taken, many - taken)
    return _within(lambda: sympy.binomial(many, fewer), many, fewer)


def perm(n: str, k: str) -> str:
    """Return how many orders of k out of n things there are; both are 0 or more."""
    many, taken = _counts(n, k)
    return _within(lambda: sympy.ff(many, taken), many, taken)


def _within(number: Callable[[], int], many: int, taken: int) -> str:
    """Return a number of choices that has at least (many / taken) ^ taken as its value."""
    if taken < 0 or taken > many:
        return "0"
    if taken * math.log10(max(many / max(taken, 1), 1.5)) > LONGEST:
        raise ToolError("the result is too long")
    return write(sympy.Integer(number()))


def finish(answer: str) -> str:
    """Return the answer as it is: upstream's runtime has it."""
    return answer


def _same_relation(one: Relational, other: Relational) -> bool:
    for given in (other, other.reversed):
        sides = zip(one.args, given.args, strict=True)
        if one.rel_op == given.rel_op and all(is_zero(left - right) for left, right in sides):
            return True
    return False


def _of_base(digits: str, base: int) -> int:
    """Return the value of some digits; raise ToolError where they are not of that base."""
    if not 2 <= base <= 36:
        raise ToolError("a base is from 2 to 36")
    try:
        return int(digits, base)
    except ValueError:
        raise ToolError(f"{digits} is no number of base {base}") from None


def _whole(text: str) -> int:
    """Return a whole number; raise ToolError for anything else."""
    value = reading.expression(text)
    if not value.is_Integer:
        raise ToolError("not a whole number")
    return int(value)


def _wholes(texts: Sequence[str]) -> list[int]:
    if not texts:
        raise ToolError("no numbers")
    return [_whole(text) for text in texts]


def _counts(n: str, k: str) -> tuple[int, int]:
    """Return two counts; raise ToolError below 0."""
    many, taken = _whole(n), _whole(k)
    if many < 0 or taken < 0:
        raise ToolError("a count is 0 or more")
    return many, taken
