"""PAL: the model writes one program, a sandbox runs it, its result is the answer (methods.md 1.5).

Every problem has a sandbox process of its own, so no name of one program is there for the next. A
program that fails makes an error of its problem, with the reason; text is never run in here, and
its backslashes are left as they are.
"""

from __future__ import annotations

import asyncio
import re

from generator.methods import grammar
from generator.methods.contract import Method, Options, Plan, Question
from generator.methods.prompting import Prompt, Shot, assistant, user
from generator.methods.prompts import fill, rows
from generator.methods.session import Ending, Session, method
from generator.records import Message
from generator.sandbox import Limits, Outcome, run

PYTHON_FENCE = re.compile(
    r"```[ \t]*(?:python|py)[ \t]*\n(.*?)(?:```|\Z)", re.DOTALL | re.IGNORECASE
)
FENCE = re.compile(r"```[^\n]*\n(.*?)(?:```|\Z)", re.DOTALL)
CALL = "\n\nsolution()\n"
LIMITS = Limits(seconds=10.0)
LONGEST = 2000
"""Characters of a result; a longer one is no answer."""


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
    outcome = await asyncio.to_thread(run, program + CALL, limits=LIMITS)
    trouble = trouble_of(outcome)
    shown = outcome.value or outcome.error or outcome.status
    errors = {"error": trouble} if trouble else {}
    session.say("tool", f"Output: {shown[:LONGEST]}", kind="repl", made_by="tool", **errors)
    if trouble:
        return Ending(stop_reason="error", error=trouble)
    return Ending(stop_reason="final_answer", answer=outcome.value)


def pal_prompt(plan: Plan, question: Question) -> Prompt:
    """Return the instruction, worked programs and the question."""
    language = plan.language
    role = "system" if plan.settings.system else "user"
    head = Message(role=role, content=fill("pal-instruction", language))  # type: ignore[arg-type]
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
    kinds = ("SyntaxError", "IndentationError", "TabError")
    return "syntax_error" if outcome.error.startswith(kinds) else "exception"
