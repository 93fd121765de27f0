"""The part of a trace that upstream's evaluator would have been given: the last solution only.

Its methods that go in rounds wrote one file entry per round, and `evaluate_graph.py` reads the last
one (methods.md 5.3, 1): the calls of DELI's last round, not the words between the rounds.
"""

from __future__ import annotations

from dataclasses import replace

from generator.records import Step, Trace

TOOLS = frozenset({"action", "output"})
WORDS = frozenset({"init", "revise"})


def last_solution(trace: Trace) -> Trace:
    """Return the trace with every step emptied that is no part of the last round's solution.

    Steps keep their places, so that what is found in them keeps its index. A trace without rounds
    comes back as it is.
    """
    rounds = [step.round for step in trace.steps if step.round is not None]
    if not rounds:
        return trace
    kinds = TOOLS if any(step.kind in TOOLS for step in trace.steps) else WORDS
    last = max(rounds)
    steps = (
        step if step.round == last and step.kind in kinds else _emptied(step)
        for step in trace.steps
    )
    return replace(trace, steps=tuple(steps))


def _emptied(step: Step) -> Step:
    return replace(step, kind="think", text="")
