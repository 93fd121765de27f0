"""A model that says what a test wrote down, and keeps what it was asked."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence

from generator.methods.contract import (
    CallFailed,
    Exemplar,
    Method,
    Options,
    Plan,
    Question,
    Reply,
)
from generator.methods.settings import Preset
from generator.methods.variants import settings
from generator.records import AnswerType, Language, Message, Response

Say = str | CallFailed


class Scripted:
    """Gives its replies in their order; one too few is a fault of the test."""

    def __init__(self, *replies: Say) -> None:
        self.left = list(replies)
        self.asked: list[tuple[tuple[Message, ...], Options]] = []

    async def complete(
        self,
        messages: Sequence[Message],
        options: Options = Options(),  # noqa: B008
    ) -> Reply:
        self.asked.append((tuple(messages), options))
        said = self.left.pop(0)
        if isinstance(said, CallFailed):
            raise said
        return Reply(text=said, finish_reason="stop", tokens_in=10, tokens_out=3)

    def prompt(self, number: int) -> str:
        """All text of the messages of a call, 0-based."""
        return "\n".join(turn.content for turn in self.asked[number][0])


class Endless(Scripted):
    """Answers every call by a function of how many there were before."""

    def __init__(self, say: Callable[[int], str]) -> None:
        super().__init__()
        self._say = say

    async def complete(
        self,
        messages: Sequence[Message],
        options: Options = Options(),  # noqa: B008
    ) -> Reply:
        self.left = [self._say(len(self.asked))]
        return await super().complete(messages, options)


SHOTS = tuple(
    Exemplar(
        problem_id=f"d/train-{k:04}",
        question=f"Solve $w - {k} = 3$.",
        solution=f"We add ${k}$ and get $w = {k + 3}$.",
        answer=f"w = {k + 3}",
        complexity=k,
    )
    for k in range(4)
)


def plan(
    method: str, name: Preset = "fixed", *, language: Language = "en", **changes: object
) -> Plan:
    """A plan with four worked problems; `init` of the iterating methods is random-cot."""
    if method in {"deli", "iterative-cot"}:
        changes.setdefault("init", "random-cot")
    return Plan(
        language=language,
        exemplars=SHOTS,
        settings=settings(method, name, **changes),
        pool=SHOTS,
        shots=2,
    )


def question(text: str = "Find $2 v$ where $v = 21$.", kind: AnswerType = "expression") -> Question:
    return Question(problem_id="d/test-0000", text=text, language="en", answer_type=kind)


def answered(method: Method, chat: Scripted, asked: Question | None = None) -> Response:
    return asyncio.run(method(asked or question(), chat))
