"""The judge: whether two expressions are the same.

`same` decides on two strings; `parse.parse` reads one, `key.node_key` gives look-up keys.
Importing this package does not import SymPy; the last rung runs it in a process of its own.
"""

from __future__ import annotations

from generator.judge.ladder import same

JUDGE_VERSION = "1.0.0"
"""Changes whenever a verdict may change; stored with every lock of verdicts."""

__all__ = ["JUDGE_VERSION", "same"]
