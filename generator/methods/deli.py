"""DELI: deliberation over a solution with tools and one in words (CARP paper, Algorithm 1).

In every round the model solves with tools, starting from the solution in words, and then writes a
new solution in words from both (methods.md 2). The loop ends where the two answers of a round
agree, where both texts are those of the round before, or after `max_turns` rounds; it returns the
last answer of the tools.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from generator.judge.extract import answer as extracted
from generator.methods import answers
from generator.methods.contract import Method, Plan
from generator.methods.initial import Initialiser, initialiser
from generator.methods.interfaces import listed
from generator.methods.invoking import ToolSolution, invoke
from generator.methods.prompting import Prompt, Shot, assistant, user
from generator.methods.prompts import fill, rows
from generator.methods.session import Ending, Session, method
from generator.records import Message, Round, Step

BEGINNING = re.compile(r"^|[.!?][ \t]+(?=[^\d\s])|[。！？]|\n")
"""Where a sentence begins: at the start of the text, after the end of another, on a new line."""


@dataclass(frozen=True, slots=True, kw_only=True)
class State:
    """Both solutions after a round."""

    tool: ToolSolution | None
    """None after the initial solution."""
    text: str


def build_deli(plan: Plan) -> Method:
    """Return DELI on the initialiser that the settings name."""
    begin = initialiser(plan)

    async def procedure(session: Session) -> Ending:
        return await _deliberate(session, begin)

    return method(procedure, plan)


async def _deliberate(session: Session, begin: Initialiser) -> Ending:
    """Go through Algorithm 1."""
    kind = session.question.answer_type
    session.round = 0
    state = State(tool=None, text=await begin(session))
    session.rounds.append(Round(number=0, text_answer=answers.of_text(state.text, kind)))
    for number in range(1, session.plan.settings.max_turns + 1):
        session.round = number
        after = await _round(session, state.text)
        noted, stop = _stops(session, number, state, after)
        tool = after.tool.answer if after.tool else ""
        found = Round(
            number=number,
            tool_answer=tool,
            text_answer=answers.of_text(after.text, kind),
            noted=noted,
        )
        session.rounds.append(found)
        state = after
        if stop:
            return _returned(session, stop)
    return _returned(session, "max_turns")


async def _round(session: Session, text: str) -> State:
    """Solve with tools from the solution in words, then integrate the two."""
    settings = session.plan.settings
    trial = without_answer(text) if settings.strip_answer else text
    tool = await invoke(session, trial)
    prompt = revision_prompt(session.plan, session.question.text, text, tool.text)
    # No stop text here: a solution may quote an Output line.
    return State(tool=tool, text=await session.told(prompt, "revise"))


def _stops(
    session: Session, number: int, before: State, after: State
) -> tuple[tuple[str, ...], str]:
    """Return what the rules saw, and the reason to stop, empty for going on.

    `converged` needs the tool solution of an earlier round, so it cannot be seen before round 2.
    """
    kind = session.question.answer_type
    tool = after.tool.answer if after.tool else ""
    unchanged = after.text == before.text
    calls = [state.tool.text if state.tool else None for state in (before, after)]
    seen = {
        "agree": answers.agree(answers.of_text(after.text, kind), tool, kind),
        "converged": number > 1 and unchanged and calls[0] == calls[1],
        "converged_nl": unchanged,
        "tool_failed": not tool,
    }
    noted = tuple(name for name, held in seen.items() if held)
    if seen["agree"]:
        return noted, "agree"
    early = unchanged and session.plan.settings.stop_on_converged_nl
    return noted, "converged" if seen["converged"] or early else ""


def _returned(session: Session, stop: str) -> Ending:
    """Return the last answer of the tools, or, where that is wished, of the words in its place."""
    last = session.rounds[-1]
    if last.tool_answer or not session.plan.settings.fallback_to_cot or not last.text_answer:
        return Ending(stop_reason=stop, answer=last.tool_answer or None)
    session.rounds[-1] = replace(last, noted=(*last.noted, "fallback_to_cot"))
    return Ending(stop_reason=stop, answer=last.text_answer)


def without_answer(text: str) -> str:
    """Return a solution without the sentence that states its answer, to the end of its line."""
    found = extracted(
        [Step(kind="think", author="model", text=text)], None, "expression", truncated=True
    )
    if found is None:
        return text
    begin = max(each.end() for each in BEGINNING.finditer(text, 0, found.start))
    end = text.find("\n", found.end)
    return (text[:begin].rstrip() + ("" if end < 0 else text[end:])).strip()


def revision_prompt(plan: Plan, question: str, solution: str, verification: str) -> Prompt:
    """Return instruction, worked revisions, and the two solutions to be integrated (2.4)."""
    settings, language = plan.settings, plan.language
    words = fill("revise-instruction", language, interfaces=listed(settings.tools, language))
    shots = tuple(
        Shot(problem_id="", turns=(_corrected(plan, row), assistant(row["revision"])))
        for row in rows("tools-traces", language)[: settings.traces]
    )
    head = Message(role="system" if settings.system else "user", content=words)
    return Prompt(head=(head,), shots=shots, tail=(_given(plan, question, solution, verification),))


def _corrected(plan: Plan, row: Mapping[str, Any]) -> Message:
    """Return the user's turn of a worked revision."""
    return _given(plan, row["question"], row["trial"], trace_of(row["steps"], row["final"]))


def trace_of(steps: list[list[str]], final: str) -> str:
    """Return a worked trace as the text of a scratchpad."""
    lines = [f"Action: {written}\nOutput: {output}" for written, output in steps]
    return "\n".join([*lines, f"Final Answer: {final}"])


def _given(plan: Plan, question: str, solution: str, verification: str) -> Message:
    parts = {"question": question, "solution": solution, "verification": verification}
    return user(fill("revise-given", plan.language, **parts))
