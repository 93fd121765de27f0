"""Iterative CoT and Iterative ReAct: the paper's own variants without the other half of DELI.

methods.md 1.9; no code was published. Each turn has two calls or stages: the model judges its
present solution, then solves again with that judgement before it. It stops where the new solution
is the old one, or where the answer stayed and the judgement found no error; else after `max_turns`.
"""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable

from generator.methods import answers
from generator.methods.contract import Method, Plan
from generator.methods.initial import initialiser
from generator.methods.invoking import invoke
from generator.methods.prompting import Prompt, user
from generator.methods.prompts import fill
from generator.methods.session import Ending, Session, method
from generator.records import Round

NO_ERROR = re.compile(r"^\W*no errors?\b|^\W*没有(?:发现)?错误|^\W*无错误", re.IGNORECASE)

Again = Callable[[Session, str, str], Awaitable[tuple[str, str]]]
"""Session, present solution, judgement -> new solution and its answer."""


def build_iterative_cot(plan: Plan) -> Method:
    """Return Iterative CoT on the initialiser that the settings name."""
    begin = initialiser(plan)

    async def procedure(session: Session) -> Ending:
        session.round = 0
        text = await begin(session)
        answer = answers.of_text(text, session.question.answer_type)
        session.rounds.append(Round(number=0, text_answer=answer))
        return await _iterate(session, (text, answer), "judge-cot", _refined)

    return method(procedure, plan)


def build_iterative_react(plan: Plan) -> Method:
    """Return Iterative ReAct."""

    async def procedure(session: Session) -> Ending:
        session.round = 0
        solution = await invoke(session)
        session.rounds.append(Round(number=0, tool_answer=solution.answer))
        return await _iterate(session, (solution.text, solution.answer), "judge-trace", _invoked)

    return method(procedure, plan)


async def _iterate(session: Session, start: tuple[str, str], part: str, again: Again) -> Ending:
    """Judge and solve again, up to `max_turns` times."""
    text, answer = start
    for number in range(1, session.plan.settings.max_turns + 1):
        session.round = number
        judgement = await session.told(_judge(session, part, text), "select")
        new_text, new_answer = await again(session, text, judgement)
        noted = _seen(session, (text, answer), (new_text, new_answer), judgement)
        tool = part == "judge-trace"
        session.rounds.append(
            Round(
                number=number,
                tool_answer=new_answer if tool else "",
                text_answer="" if tool else new_answer,
                noted=noted,
            )
        )
        text, answer = new_text, new_answer
        if noted:
            return Ending(stop_reason="converged", answer=answer or None)
    return Ending(stop_reason="max_turns", answer=answer or None)


def _seen(
    session: Session, old: tuple[str, str], new: tuple[str, str], judgement: str
) -> tuple[str, ...]:
    """Return which of the two reasons to stop hold."""
    kind = session.question.answer_type
    if new[0] == old[0]:
        return ("converged",)
    if NO_ERROR.search(judgement.strip()) and answers.agree(new[1], old[1], kind):
        return ("no_error",)
    return ()


def _judge(session: Session, part: str, text: str) -> Prompt:
    parts = {"question": session.question.text, "solution": text, "verification": text}
    return Prompt(tail=(user(fill(part, session.plan.language, **parts)),))


async def _refined(session: Session, text: str, judgement: str) -> tuple[str, str]:
    """Return a new solution in words, and its answer."""
    parts = {"question": session.question.text, "solution": text, "judgement": judgement}
    prompt = Prompt(tail=(user(fill("refine-cot", session.plan.language, **parts)),))
    new = await session.told(prompt, "revise")
    return new, answers.of_text(new, session.question.answer_type)


async def _invoked(session: Session, text: str, judgement: str) -> tuple[str, str]:
    """Return a new solution with tools, and its answer; the trial is the old one and judgement."""
    parts = {"verification": text, "judgement": judgement}
    solution = await invoke(session, fill("tools-again", session.plan.language, **parts))
    return solution.text, solution.answer
