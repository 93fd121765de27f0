"""How a tool refuses."""

from __future__ import annotations

from generator.errors import FailwhereError


class ToolError(FailwhereError):
    """The tool has no answer to these arguments; the text says why, in a few words for a model."""
