"""Normalise: Response -> Trace. Steps get a kind and an author, and the answer is looked for."""

from __future__ import annotations

from generator.judge.extract import answer, option_letters
from generator.records import Author, Message, Problem, Response, Step, StepKind, Trace

ACTION = "Action:"
OUTPUT = "Output:"
FINAL = "Final Answer:"
"""How the lines of CARP's tool traces begin (upstream's ReAct and DELI prompts)."""


def trace(response: Response, problem: Problem) -> Trace:
    """Return the response in normal form; a response with an error has neither steps nor answer.

    Truncated output (`stop_reason` is `length`) gets no fallback answer: a cut-off calculation
    is no answer.
    """
    if response.error is not None:
        return Trace(
            problem_id=response.problem_id,
            attempt=response.attempt,
            steps=(),
            answer=None,
            error=response.error,
        )
    steps = steps_of(response)
    found = answer(
        steps,
        response.answer,
        problem.answer_type,
        letters=option_letters(problem.question),
        truncated=response.stop_reason == "length",
    )
    return Trace(
        problem_id=response.problem_id, attempt=response.attempt, steps=steps, answer=found
    )


def steps_of(response: Response) -> tuple[Step, ...]:
    """Return the messages as steps, then the text as one more where it is not the last message."""
    steps = tuple(_step(message) for message in response.messages)
    if response.text and (not steps or steps[-1].text != response.text):
        steps += (Step(kind="think", author="model", text=response.text),)
    return steps


def _step(message: Message) -> Step:
    """Return one message as a step."""
    kind, author = _nature(message)
    return Step(kind=kind, author=author, text=message.content)


def _nature(message: Message) -> tuple[StepKind, Author]:
    """Return kind and author of a message.

    An output or a final answer written by the model has kind `output` and author `model`, so a
    conversation with any of them is a tool trace.
    """
    text = message.content.lstrip()
    if message.role == "assistant":
        if text.startswith(ACTION):
            return "action", "model"
        return ("output" if text.startswith((OUTPUT, FINAL)) else "think"), "model"
    if message.role == "tool" or text.startswith(OUTPUT):
        return "output", "tool"
    return "init", "prompt"
