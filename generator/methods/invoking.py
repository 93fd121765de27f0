"""Solving with tools, s_t = invoke(p, s_n, tools): the loop of ReAct and of DELI (methods.md 2.2).

The model writes an Action, the tool's result is put after it as Output, and so on up to a Final
Answer. Where a tool gives nothing (`think`, an unknown name, an unreadable call, an error), the
model writes the Output itself, in the same conversation with the roles exchanged.
"""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from generator.methods import answers, grammar
from generator.methods.calls import Call, NotRead, positional
from generator.methods.contract import Options, Plan
from generator.methods.interfaces import CALLABLE, listed
from generator.methods.prompting import Prompt, Shot, assistant, user
from generator.methods.prompts import fill, rows
from generator.methods.replies import Turn, made_up_output, understand
from generator.methods.session import Session
from generator.records import Message, StepKind
from generator.tools.calling import action, call, shown
from generator.tools.errors import ToolError

BEFORE_OUTPUT = Options(stop=("\nOutput:",))
BEFORE_ACTION = Options(stop=("\nAction:", "\nOutput:", "\nFinal Answer:"))


@dataclass(frozen=True, slots=True, kw_only=True)
class ToolSolution:
    """What a solution with tools came to."""

    answer: str
    """Empty where the loop ended without one: the failure mark of methods.md 2.2."""
    stop_reason: str
    """final_answer, no_action or max_steps."""
    turns: tuple[Message, ...]
    """The scratchpad: actions, outputs, final answer."""

    @property
    def text(self) -> str:
        """The scratchpad as it is shown to the model, and compared with that of another round."""
        return "\n".join(turn.content for turn in self.turns)


async def invoke(session: Session, trial: str | None = None) -> ToolSolution:
    """Solve the session's question with tools; `trial` is a solution to start from.

    Raise CallFailed where the model gives no reply.
    """
    start = len(session.messages)
    base = tool_prompt(session.plan, session.question.text, trial)
    for _ in range(session.plan.settings.max_steps):
        scratchpad = session.messages[start:]
        reply = await session.ask(_with(base, scratchpad), _held(session, BEFORE_OUTPUT))
        turn = understand(reply.text)
        if turn.kind != "action":
            _note_end(session, turn)
            return _solution(session, start, turn)
        await _act(session, turn, base, start)
    turns = tuple(session.messages[start:])
    return ToolSolution(answer="", stop_reason="max_steps", turns=turns)


def _held(session: Session, options: Options) -> Options:
    """Return the options of a call, with its grammar where the settings wish it."""
    settings = session.plan.settings
    if not settings.grammar:
        return options
    rules = grammar.step(settings.tools) if options == BEFORE_OUTPUT else grammar.output()
    return replace(options, grammar=rules)


def tool_prompt(plan: Plan, question: str, trial: str | None) -> Prompt:
    """Return instruction, worked traces and the question; with their trials where it has one."""
    settings, language = plan.settings, plan.language
    words = fill("tools-instruction", language, interfaces=listed(settings.tools, language))
    head = Message(role="system" if settings.system else "user", content=words)
    shots = tuple(
        Shot(problem_id="", turns=tuple(_worked(plan, row, with_trial=trial is not None)))
        for row in rows("tools-traces", language)[: settings.traces]
    )
    return Prompt(head=(head,), shots=shots, tail=(_asked(plan, question, trial),))


def _asked(plan: Plan, question: str, trial: str | None) -> Message:
    part = "tools-question" if trial is None else "tools-trial"
    return user(fill(part, plan.language, question=question, trial=trial or ""))


def _worked(plan: Plan, row: Mapping[str, Any], *, with_trial: bool) -> list[Message]:
    """Return the turns of a worked trace."""
    turns = [_asked(plan, str(row["question"]), str(row["trial"]) if with_trial else None)]
    for written, output in row["steps"]:
        turns += [assistant(f"Action: {written}"), user(f"Output: {output}")]
    return [*turns, assistant(f"Final Answer: {row['final']}")]


def _with(base: Prompt, scratchpad: Sequence[Message]) -> Prompt:
    """Return the prompt with the scratchpad after the question: outputs are the user's turns."""
    turns = [
        assistant(turn.content) if turn.kind == "action" else user(turn.content)
        for turn in scratchpad
    ]
    return replace(base, tail=(*base.tail, *turns))


def _exchanged(prompt: Prompt) -> Prompt:
    """Return the prompt with user and assistant exchanged but for the instruction."""
    shots = tuple(replace(shot, turns=tuple(map(_other, shot.turns))) for shot in prompt.shots)
    return replace(prompt, shots=shots, tail=tuple(map(_other, prompt.tail)))


def _other(turn: Message) -> Message:
    return assistant(turn.content) if turn.role == "user" else user(turn.content)


def _note_end(session: Session, turn: Turn) -> None:
    """Note the reply that ends the loop."""
    kind: StepKind = "output" if turn.kind == "final" else "think"
    more = {"discarded": turn.discarded} if turn.discarded else {}
    session.say("assistant", turn.text, kind=kind, made_by="model", **more)


def _solution(session: Session, start: int, turn: Turn) -> ToolSolution:
    turns = tuple(session.messages[start:])
    # Without a label the reply itself is no part of the solution: the last output answers.
    searched = turns if turn.kind == "final" else turns[:-1]
    return ToolSolution(
        answer=answers.of_conversation(searched, session.question.answer_type),
        stop_reason="final_answer" if turn.kind == "final" else "no_action",
        turns=searched,
    )


async def _act(session: Session, turn: Turn, base: Prompt, start: int) -> None:
    """Note the action, and its output by the tool, or else by the model."""
    output, parsed, error = await _result(session, turn)
    more = {"parsed": parsed, "error": error, "discarded": turn.discarded}
    given = {name: value for name, value in more.items() if value}
    session.say("assistant", turn.text, kind="action", made_by="model", **given)
    if output is None and error and session.plan.settings.feedback:
        output = f"error, {error}"
    if output is not None:
        session.say("tool", f"Output: {output}", kind="output", made_by="tool")
        return
    prompt = _exchanged(_with(base, session.messages[start:]))
    reply = await session.ask(prompt, _held(session, BEFORE_ACTION))
    text, rest = made_up_output(reply.text)
    dropped = {"discarded": rest} if rest else {}
    session.say("assistant", f"Output: {text}", kind="output", made_by="model", **dropped)


async def _result(session: Session, turn: Turn) -> tuple[str | None, str, str]:
    """Return the tool's output or None, the call that was run, and what went wrong."""
    if turn.call is None or turn.call.name == "think":
        return None, "", turn.error
    if turn.call.name not in CALLABLE:
        return None, "", f"no tool {turn.call.name[:40]!r}"
    try:
        given = positional(turn.call)
    except NotRead as unread:
        return None, "", str(unread)
    written = action(turn.call.name, *given)
    output, error = await asyncio.to_thread(_run, replace(turn.call, arguments=given), session)
    return output or None, written, error


def _run(written: Call, session: Session) -> tuple[str, str]:
    """Return the output and what went wrong; one of them is empty. An own thread waits for it."""
    compat = session.plan.settings.compat
    try:
        return shown(call(written.name, *written.arguments, compat=compat)), ""
    except ToolError as error:
        return "", str(error)
