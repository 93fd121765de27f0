"""Learning to Program: a procedure in words, learned from wrong answers before the run.

A re-implementation from the method's public description (Guo et al., arXiv 2304.10464; methods.md
1.7): its code was never within reach, so its numbers are not the paper's. Every version of the
procedure is kept, with its score on the validation slice.
"""

from __future__ import annotations

import asyncio
import json
import math
import random
from collections.abc import Sequence
from dataclasses import dataclass, field

from generator.methods import answers
from generator.methods.contract import (
    OVERFLOW,
    CallFailed,
    Chat,
    Exemplar,
    Method,
    Options,
    Plan,
    Question,
)
from generator.methods.prompting import Prompt, user
from generator.methods.prompts import fill
from generator.methods.session import Ending, Session
from generator.records import Response

SEED = 0
SLICES = 3
"""Validation problems per training problem of a batch."""
TEMPERATURE = 0.7
"""Of revisions; answers have the run's own."""
WRONG_SHOWN = 3
"""Wrong answers of a batch that a revision is asked for, one each."""


@dataclass(slots=True)
class Lesson:
    """Where the learning stands."""

    program: str = ""
    score: float = -1.0
    versions: list[dict[str, object]] = field(default_factory=list)

    def keep(self, program: str, score: float, step: str) -> None:
        """Make `program` the present one."""
        self.program, self.score = program, score
        self.versions.append({"step": step, "score": score, "program": program})


def build_learning(plan: Plan) -> Method:
    """Return the method with the learned program of `plan`: one call, in words."""

    async def answer(question: Question, chat: Chat) -> Response:
        session = Session(question, chat, plan)
        program = json.loads(plan.program)["program"] if plan.program else ""
        reply = await session.ask(_solving(plan, program, question.text))
        return session.response(Ending(stop_reason=reply.finish_reason), text=reply.text)

    return answer


async def learn(plan: Plan, chat: Chat) -> str:
    """Return the learned program with all its versions as JSON; `plan.pool` are the problems."""
    settings = plan.settings
    check, train = slices(plan)
    lesson = Lesson()
    start = await _told(chat, fill("lp-start", plan.language))
    lesson.keep(start, await _score(plan, chat, start, check), "start")
    for epoch in range(settings.epochs):
        for at in range(0, len(train), settings.batch):
            batch = train[at : at + settings.batch]
            await _improve(plan, chat, lesson, (batch, check), f"{epoch}.{at}")
    found = {"program": lesson.program, "score": lesson.score, "versions": lesson.versions}
    return json.dumps(found, ensure_ascii=False, indent=1)


def slices(plan: Plan) -> tuple[list[Exemplar], list[Exemplar]]:
    """Return the problems that programs are scored on, and those that revisions are asked for."""
    settings = plan.settings
    draw = random.Random(SEED).sample(range(len(plan.pool)), len(plan.pool))  # noqa: S311
    order = [plan.pool[k] for k in draw]
    cut = min(SLICES * settings.batch, len(order) // 2)
    return order[:cut], order[cut : cut + settings.batches * settings.batch]


def bound(plan: Plan) -> tuple[int, int]:
    """Return least and most calls of `learn`: no batch with a wrong answer, or all with them."""
    settings = plan.settings
    check, train = map(len, slices(plan))
    least = 1 + check + settings.epochs * train
    batches = settings.epochs * math.ceil(train / settings.batch)
    # A revision is asked for, compressed, and scored.
    return least, least + batches * settings.candidates * (2 + check)


async def _improve(
    plan: Plan,
    chat: Chat,
    lesson: Lesson,
    problems: tuple[Sequence[Exemplar], Sequence[Exemplar]],
    step: str,
) -> None:
    """Try revisions for the wrong answers of a batch, and keep the best that scores well enough."""
    batch, check = problems
    found = await _wrong(plan, chat, lesson.program, batch)
    for_each = range(plan.settings.candidates if found else 0)
    points = [await _revision(plan, chat, lesson.program, found, k) for k in for_each]
    texts = [
        await _short(plan, chat, f"{lesson.program}\n{point}")
        for point in dict.fromkeys(points)
        if point
    ]
    scores = [await _score(plan, chat, text, check) for text in texts]
    if scores and _well_enough(plan, max(scores), lesson.score):
        best = scores.index(max(scores))
        lesson.keep(texts[best], scores[best], step)


def _well_enough(plan: Plan, new: float, old: float) -> bool:
    """Whether a revision with this score takes the place of a program with that one.

    The threshold alone lets a revision through that solves as little as the program, nothing
    included; where `must_improve` is set it has to solve more.
    """
    improved = new > old or not plan.settings.must_improve
    return improved and new >= plan.settings.threshold * old


async def _revision(
    plan: Plan, chat: Chat, program: str, found: Sequence[tuple[Exemplar, str]], k: int
) -> str:
    """Return the k-th proposal of what is missing, for one of the wrong answers in turn.

    It is empty where the problem and its solution leave no room in the context.
    """
    shot, wrong = found[k % min(WRONG_SHOWN, len(found))]
    parts = {"question": shot.question, "solution": shot.solution, "wrong": wrong or "-"}
    text = fill("lp-revise", plan.language, program=program, **parts)
    return await _told(chat, text, Options(temperature=TEMPERATURE, seed=k))


async def _short(plan: Plan, chat: Chat, program: str) -> str:
    """Return a program that is not longer than allowed; the model shortens it, else it is cut."""
    limit = plan.settings.program_chars
    if len(program) <= limit:
        return program
    text = fill("lp-compress", plan.language, program=program, length=str(limit))
    return (await _told(chat, text) or program)[:limit]


async def _wrong(
    plan: Plan, chat: Chat, program: str, batch: Sequence[Exemplar]
) -> list[tuple[Exemplar, str]]:
    """Return the problems of a batch that are answered wrongly, with the wrong answers."""
    said = await _answers(plan, chat, program, batch)
    pairs = zip(batch, said, strict=True)
    return [(shot, each) for shot, each in pairs if not _right(each, shot)]


async def _score(plan: Plan, chat: Chat, program: str, check: Sequence[Exemplar]) -> float:
    """Return the share of problems that are answered rightly with a program, 0..1."""
    said = await _answers(plan, chat, program, check)
    right = sum(_right(each, shot) for each, shot in zip(said, check, strict=True))
    return right / len(check) if check else 0.0


async def _answers(plan: Plan, chat: Chat, program: str, shots: Sequence[Exemplar]) -> list[str]:
    """Return the answers to some problems, in their order; the client limits the calls at once."""
    prompts = [_solving(plan, program, shot.question) for shot in shots]
    replies = await asyncio.gather(*(_reply(chat, prompt) for prompt in prompts))
    pairs = zip(replies, shots, strict=True)
    return [answers.of_text(text, shot.answer_type) for text, shot in pairs]


async def _reply(chat: Chat, prompt: Prompt) -> str:
    """Return a reply; a call that fails is an empty one, so that it does not end the learning."""
    try:
        return (await chat.complete(prompt.messages())).text
    except CallFailed:
        return ""


def _right(answer: str, shot: Exemplar) -> bool:
    return answers.agree(answer, shot.answer, shot.answer_type)


def _solving(plan: Plan, program: str, question: str) -> Prompt:
    text = fill("lp-solve", plan.language, program=program, question=question)
    return Prompt(tail=(user(text),))


async def _told(chat: Chat, text: str, options: Options | None = None) -> str:
    """Return the reply to one message; an empty one where it is longer than the context."""
    messages = (user(text),)
    try:
        reply = await (chat.complete(messages, options) if options else chat.complete(messages))
    except CallFailed as failure:
        if failure.reason != OVERFLOW:
            raise
        return ""
    return reply.text.strip()
