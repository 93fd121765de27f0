"""Why the methods stopped, counted."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Literal

from generator.aggregate import Run
from generator.records import Response
from generator.trace_analysis.lines import lines

STOPS: Mapping[str, str] = {
    "final_answer": "the method came to a final answer",
    "agree": "two answers agreed",
    "converged": "nothing changed any more",
    "vote": "a vote was taken",
    "answer_tag": "the model tagged an answer",
    "stop": "the model ended its reply",
    "no_action": "a reply had neither an action nor a final answer",
    "max_turns": "all rounds were used up",
    "max_steps": "all actions were used up",
    "length": "the reply was cut off at its longest",
    "overflow": "the prompt did not fit into the context",
    "error": "a call or a program failed",
}
"""Reason -> what it means (methods.md 0.2)."""

End = Literal["aim", "lost", "limit", "failed"]
ENDS: Mapping[str, End] = {
    **dict.fromkeys(("final_answer", "agree", "converged", "vote", "answer_tag", "stop"), "aim"),
    "no_action": "lost",
    **dict.fromkeys(("max_turns", "max_steps", "length"), "limit"),
    **dict.fromkeys(("overflow", "error"), "failed"),
}
"""Reason -> an end that methods aim at, a lost format, a limit, or a failure."""


def stops(run: Run) -> Mapping[str, int]:
    """Return reason -> responses, in the order of STOPS, then by name; empty where none is stated.

    A response that is an error and states nothing counts as `error`; others that state nothing as
    `not stated`.
    """
    found = Counter(stop_of(line.response) for line in lines(run))
    if set(found) <= {NOT_STATED}:
        return {}
    places = {name: place for place, name in enumerate(STOPS)}
    order = sorted(found, key=lambda name: (places.get(name, len(places)), name))
    return {name: found[name] for name in order}


NOT_STATED = "not stated"


def stop_of(response: Response) -> str:
    """Return why one response ended."""
    return response.stop_reason or ("error" if response.error is not None else NOT_STATED)
