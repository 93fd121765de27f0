"""One short sentence for a reader on every pair."""

from __future__ import annotations

from generator.judge.scalars import Outcome
from generator.judge.tree import Node


def sentence(left: Node, right: Node, outcome: Outcome) -> str:
    """Return why two nodes are equal or different."""
    return "equal" if outcome.equal else "different"
