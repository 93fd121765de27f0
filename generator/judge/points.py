"""Points for the ball rung: rational, and derived from a hash of both strings."""

from __future__ import annotations

from collections.abc import Iterator
from hashlib import sha256

from flint import fmpq

POINTS = 24
"""Points in signs and sizes of all kinds."""
_SIZES = (4, 60, 2000)
LARGEST_WHOLE = 4096
"""Largest whole number that a letter in an exponent gets at a far point."""


def chance(seed: str, number: int, name: str) -> int:
    """Return 48 bits that depend on all three."""
    digest = sha256(f"{seed}\0{number}\0{name}".encode("utf-8", "replace")).digest()
    return int.from_bytes(digest[:6], "big")


def points(names: list[str], whole: set[str], seed: str) -> Iterator[dict[str, fmpq]]:
    """Yield points derived from `seed`: signs in all patterns, sizes from small to large.

    Letters in `whole` are whole numbers from 2 to 12.
    """
    for number in range(POINTS):
        point = {}
        for position, name in enumerate(names):
            bits = chance(seed, number, name)
            size = fmpq(bits + 1, 1 << 48) * _SIZES[number % 3]
            sign = _sign(number, position, bits)
            point[name] = fmpq(bits % 11 + 2) if name in whole else size * sign
        yield point


def far_point(names: list[str], whole: set[str], seed: str) -> dict[str, fmpq]:
    """Return a point with large whole numbers for letters in exponents, other letters near 1."""
    point = {}
    for name in names:
        bits = chance(seed, -2, name)
        near = fmpq(bits + (1 << 47), 1 << 48)
        point[name] = fmpq(bits % LARGEST_WHOLE + 2) if name in whole else near
    return point


def _sign(number: int, position: int, bits: int) -> int:
    """Return the sign of a letter: all plus, all minus, both alternations, then by chance."""
    patterns = (0, 1, position % 2, (position + 1) % 2)
    negative = patterns[number % 4] if number < 12 else (bits >> 20) % 2
    return -1 if negative else 1
