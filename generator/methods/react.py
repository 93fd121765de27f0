"""ReAct with CARP's tools: the loop with tools alone, without a solution to start from.

methods.md 1.6: up to 15 actions, and no thought lines; the interface `think` plays their part.
"""

from __future__ import annotations

from generator.methods.contract import Method, Plan
from generator.methods.invoking import invoke
from generator.methods.session import Ending, Session, method
from generator.records import Round


def build_react(plan: Plan) -> Method:
    """Return ReAct."""
    return method(_react, plan)


async def _react(session: Session) -> Ending:
    session.round = 1
    solution = await invoke(session)
    session.rounds.append(Round(number=1, tool_answer=solution.answer))
    return Ending(stop_reason=solution.stop_reason, answer=solution.answer or None)
