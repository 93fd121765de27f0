"""Points for the ball rung: rational, and derived from a hash of both strings."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from hashlib import sha256

from flint import fmpq


def points(
    names: list[str], whole: set[str], seed: str, marks: list[Fraction]
) -> Iterator[dict[str, fmpq]]:
    """Yield points derived from `seed`: signs in all patterns, sizes from small to large.

    `marks` are numbers near which something may change its sign, as in |x - 5|; letters are also
    put a little below and above them. Letters in `whole` are whole numbers from 2 to 12.
    """
    for number in range(POINTS + 4 * len(marks)):
        point = {}
        for position, name in enumerate(names):
            digest = sha256(f"{seed}\0{number}\0{name}".encode("utf-8", "replace")).digest()
            size = fmpq(int.from_bytes(digest[:6], "big") % (1 << 42) + 1, 1 << 42)
            if name in whole:
                point[name] = fmpq(digest[7] % 11 + 2)
            elif number < POINTS:
                point[name] = (
                    size
                    * _SIZES[(number // 4 + digest[7] % 2) % 3]
                    * _sign(number, position, digest[6])
                )
            else:
                mark = marks[(number - POINTS) // 4]
                near = fmpq(mark.numerator, mark.denominator) + (size if number % 2 else -size)
                point[name] = near if number % 4 < 2 else -near
        yield point


POINTS = 24
"""Points without those near marks."""
_SIZES = (4, 60, 2000)


def _sign(number: int, position: int, chance: int) -> int:
    """Return the sign of a letter: all plus, all minus, both alternations, then by chance."""
    patterns = (0, 1, position % 2, (position + 1) % 2)
    negative = patterns[number % 4] if number < 12 else chance % 2
    return -1 if negative else 1
