"""How the judge refuses a string, and how its helper process fails."""

from __future__ import annotations

from generator.errors import FailwhereError


class Unparsable(FailwhereError):
    """The string is no mathematics or text that the judge can read; its text says why."""


class TooLarge(FailwhereError):
    """The string is over a limit of length, nesting, digits or size of a power."""


class Timeout(FailwhereError):
    """The helper process did not answer in time and was killed."""


class OutOfMemory(FailwhereError):
    """The helper process hit its memory limit."""


class Crashed(FailwhereError):
    """The helper process ended, or the function it ran raised; the text says what."""
