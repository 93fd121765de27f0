"""Judged runs -> which of them differ, and how sure that is: paired, exact, corrected for many.

`outcomes` reduces a run to its share right per problem, `compare` tests two runs, `compare_all`
every pair of a board, and `standings` says what that leaves of the ranks.
"""

from __future__ import annotations

from generator.compare.comparing import (
    SIGNIFICANT,
    Comparison,
    Incomparable,
    compare,
    compare_all,
)
from generator.compare.flips import Flip, flips
from generator.compare.outcomes import Basis, Outcomes, outcomes, shared
from generator.compare.standing import Standing, standings

__all__ = [
    "SIGNIFICANT",
    "Basis",
    "Comparison",
    "Flip",
    "Incomparable",
    "Outcomes",
    "Standing",
    "compare",
    "compare_all",
    "flips",
    "outcomes",
    "shared",
    "standings",
]
