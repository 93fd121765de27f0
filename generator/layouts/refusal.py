"""Raised inside transforms and tables, which know what is wrong with a value, not where it is."""

from __future__ import annotations

from generator.errors import FailwhereError


class Refused(FailwhereError):
    """An upstream value is not what the card's layout promises; the text is one sentence."""
