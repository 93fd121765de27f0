"""Judged runs with their traces -> how their methods got there: turns, effort, stops, tools.

Everything is counted in whole numbers over the responses that are there; rates come last. Nothing
is told of a run whose traces do not hold it. Definitions stand on metrics.html#from-traces.
"""

from __future__ import annotations

from generator.trace_analysis.effort import Effort, effort
from generator.trace_analysis.failures import failure
from generator.trace_analysis.lines import Line, accuracy, lines
from generator.trace_analysis.same import MIN_PROBLEMS, Shared, shared
from generator.trace_analysis.stops import ENDS, STOPS, stop_of, stops
from generator.trace_analysis.tool_use import ToolUse, made_up, tool_use
from generator.trace_analysis.turns import Curve, Point, answer_after, curve, is_right, right_after
from generator.trace_analysis.unsolved import Unsolved, unsolved
from generator.trace_analysis.upon import Upon, upon

__all__ = [
    "ENDS",
    "MIN_PROBLEMS",
    "STOPS",
    "Curve",
    "Effort",
    "Line",
    "Point",
    "Shared",
    "ToolUse",
    "Unsolved",
    "Upon",
    "accuracy",
    "answer_after",
    "curve",
    "effort",
    "failure",
    "is_right",
    "lines",
    "made_up",
    "right_after",
    "shared",
    "stop_of",
    "stops",
    "tool_use",
    "unsolved",
    "upon",
]
