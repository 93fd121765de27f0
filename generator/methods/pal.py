"""PAL: the model writes one program, a sandbox runs it, its result is the answer (methods.md 1.5).

The tools of CARP are there as functions, all but `think`: nobody answers inside a program. Every
problem has a sandbox process of its own, so no name of one program is there for the next. A program
that fails makes an error of its problem, with the reason; text is never run in here, and its
backslashes are left as they are.
"""

from __future__ import annotations

import asyncio
import re

from generator.methods import grammar
from generator.methods.contract import Method, Options, Plan, Question
from generator.methods.interfaces import listed
from generator.methods.prompting import Prompt, Shot, assistant, user
from generator.methods.prompts import fill, rows
from generator.methods.session import Ending, Session, method
from generator.records import Message
from generator.sandbox import Limits, Outcome, run
from generator.tools import offered

PYTHON_FENCE = re.compile(
    r"```[ \t]*(?:python|py)[ \t]*\n(.*?)(?:```|\Z)", re.DOTALL | re.IGNORECASE
)
FENCE = re.compile(r"```[^\n]*\n(.*?)(?:```|\Z)", re.DOTALL)
CALL = "\n\nsolution()\n"
QUOTED = re.compile(r'"([^"]*)"')
LIMITS = Limits(seconds=10.0)
LONGEST = 2000
"""Characters of a result; a longer one is no answer."""
PRINTED = 1000
"""Characters that are kept of what a program printed before its result."""
RAISED = ("exception", "tool_error")
"""Troubles that happened at a line of the program."""


def build_pal(plan: Plan) -> Method:
    """Return PAL."""
    return method(_pal, plan)


async def _pal(session: Session) -> Ending:
    options = Options(grammar=grammar.program() if session.plan.settings.grammar else "")
    reply = await session.ask(pal_prompt(session.plan, session.question), options)
    program = code_of(reply.text)
    more = {"parsed": program} if program else {"error": "no_code"}
    session.say("assistant", reply.text, kind="code", made_by="model", **more)
    if not program:
        return Ending(stop_reason="error", error="no_code")
    tools = offered.setup(compat=session.plan.settings.compat)
    outcome = await asyncio.to_thread(
        run, program + CALL, setup=tools, limits=LIMITS, preload=(offered.__name__,)
    )
    trouble = trouble_of(outcome)
    errors = {"error": trouble} if trouble else {}
    shown = f"Output: {_shown(outcome, trouble)}"
    session.say("tool", shown, kind="repl", made_by="tool", **errors)
    if trouble:
        return Ending(stop_reason="error", error=trouble)
    return Ending(stop_reason="final_answer", answer=outcome.value)


def _shown(outcome: Outcome, trouble: str) -> str:
    """Return what a program printed, then what it returned or why it failed, and where."""
    place = f" (line {outcome.line})" if trouble in RAISED and outcome.line else ""
    result = (outcome.value or outcome.error or "no value") + place
    return outcome.output[:PRINTED] + result[:LONGEST]


def pal_prompt(plan: Plan, question: Question) -> Prompt:
    """Return the instruction, worked programs and the question."""
    language = plan.language
    interfaces = _as_python(listed(plan.settings.tools, language, without="think"))
    words = fill("pal-instruction", language, interfaces=interfaces)
    head = Message(role="system" if plan.settings.system else "user", content=words)
    shots = tuple(
        Shot(
            problem_id="",
            turns=(
                user(fill("pal-question", language, question=row["question"])),
                assistant(f"```python\n{row['program']}\n```"),
            ),
        )
        for row in rows("pal-programs", language)[: plan.settings.programs]
    )
    tail = (user(fill("pal-question", language, question=question.text)),)
    return Prompt(head=(head,), shots=shots, tail=tail)


def _as_python(text: str) -> str:
    """Return a text whose strings between double quotes are raw where they hold a backslash."""
    return QUOTED.sub(lambda found: ("r" if "\\" in found[1] else "") + found[0], text)


def code_of(reply: str) -> str:
    """Return the program in a reply: of the first Python block, else of any block, else all."""
    found = PYTHON_FENCE.search(reply) or FENCE.search(reply)
    return (found[1] if found else reply).strip()


def trouble_of(outcome: Outcome) -> str:
    """Return why a program gave no answer, as a slug; empty where it gave one."""
    if outcome.status != "ok":
        return _failed(outcome)
    value = (outcome.value or "").strip()
    if not value:
        return "no_value"
    return "long_value" if len(value) > LONGEST else ""


def _failed(outcome: Outcome) -> str:
    if outcome.status != "error":
        return f"program_{outcome.status}"
    if outcome.error.startswith("NameError") and "'solution'" in outcome.error:
        return "no_solution"
    if outcome.error.startswith("ToolError"):
        return "tool_error"
    kinds = ("SyntaxError", "IndentationError", "TabError")
    return "syntax_error" if outcome.error.startswith(kinds) else "exception"
