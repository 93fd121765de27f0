"""The two ways in which the judge refuses a string."""

from __future__ import annotations

from generator.errors import FailwhereError


class Unparsable(FailwhereError):
    """The string is no mathematics or text that the judge can read; its text says why."""


class TooLarge(FailwhereError):
    """The string is over a limit of length, nesting, digits or size of a power."""
