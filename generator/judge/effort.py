"""How much work one comparison may be: a count, not a clock; no verdict depends on the load.

A list of sixty elements that all nearly agree is thousands of comparisons; each alone is fast.
"""

from __future__ import annotations

import threading

from generator.judge.errors import TooLarge

LIMIT = 300_000
"""Steps, of which one is a node evaluated at low precision, about a microsecond."""
FORM = 150
"""Steps of bringing two expressions to their canonical forms."""


class _Effort(threading.local):
    """What is left to this thread's comparison; None outside of one."""

    left: int | None = None


_effort = _Effort()


def begin() -> None:
    """Give the comparison that starts now its steps."""
    _effort.left = LIMIT


def end() -> None:
    """End the comparison; what others evaluate after it is not counted."""
    _effort.left = None


def spend(steps: int) -> None:
    """Take steps away; raises TooLarge when there are none left."""
    if _effort.left is not None:
        _effort.left -= steps
        if _effort.left < 0:
            raise TooLarge("the comparison takes too many steps")
