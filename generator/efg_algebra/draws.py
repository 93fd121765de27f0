"""Choosing the numbers of a problem."""

from __future__ import annotations

from random import Random

LETTERS = ("x", "y", "t", "z", "u")
"""Letters for an unknown; letters that are read as numbers or units elsewhere are left out."""


SHORT = 0.4
"""Share of the problems of a family that skip intermediate steps, so that its levels differ."""


def nonzero(rng: Random, bound: int) -> int:
    """Return a whole number in -bound..bound that is not 0."""
    return rng.choice((-1, 1)) * rng.randint(1, bound)


def distinct(rng: Random, bound: int, *others: int) -> int:
    """Return a non-zero number in -bound..bound that is none of `others`."""
    while (found := nonzero(rng, bound)) in others:
        pass
    return found


def letter(rng: Random) -> str:
    """Return the letter of an unknown."""
    return rng.choice(LETTERS)
