"""Normalise: Response -> Trace. Steps get a kind and an author, and the answer is looked for."""

from __future__ import annotations

from generator.judge.extract import Options, answer, cut_short, option_letters
from generator.records import Author, Message, Problem, Response, Step, StepKind, Trace

ACTION = "Action:"
OUTPUT = "Output:"
FINAL = "Final Answer:"
"""How the lines of CARP's tool traces begin (upstream's ReAct and DELI prompts)."""


def trace(response: Response, problem: Problem) -> Trace:
    """Return the response in normal form; a response with an error has neither steps nor answer.

    Truncated output (`stop_reason` is `length`; without one, a text that breaks off) gets no guess
    but what was said before: a cut-off calculation is no answer. A response with rounds says
    itself what its answer is, or that it has none: the answer of an earlier round is not taken in
    its place.
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
    if response.rounds and not (response.answer or "").strip():
        return Trace(
            problem_id=response.problem_id, attempt=response.attempt, steps=steps, answer=None
        )
    found = answer(
        steps,
        response.answer,
        problem.answer_type,
        options=_options(problem),
        broken_off=cut_short(steps, response.stop_reason),
    )
    return Trace(
        problem_id=response.problem_id, attempt=response.attempt, steps=steps, answer=found
    )


def _options(problem: Problem) -> Options:
    """Return the options of a problem: those of the dataset, else the letters in its question."""
    known = "".join(choice.label for choice in problem.choices)
    contents = tuple(choice.text for choice in problem.choices)
    return Options(letters=known or option_letters(problem.question), contents=contents)


def steps_of(response: Response) -> tuple[Step, ...]:
    """Return the messages as steps, then the text as one more where it is not the last message."""
    steps = tuple(_step(message) for message in response.messages)
    if response.text and (not steps or steps[-1].text != response.text):
        steps += (Step(kind="think", author="model", text=response.text),)
    return steps


def _step(message: Message) -> Step:
    """Return one message as a step; what it says of itself goes before what its words tell."""
    kind, author = _nature(message)
    return Step(
        kind=message.kind or kind,
        author=message.made_by or author,
        text=message.content,
        round=message.round,
    )


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
