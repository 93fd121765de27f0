"""What a method is: it gets a question and a way to call a model, and returns a response.

A method never gets a Problem: the gold answer, solution and graph stay with the caller, so no
method can look at them, by mistake or otherwise.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from typing import Protocol

from generator.errors import FailwhereError
from generator.records import Language, Message, Response


@dataclass(frozen=True, slots=True, kw_only=True)
class Question:
    """A problem as a method sees it: without its gold answer, solution and graph."""

    problem_id: str
    text: str
    """Statement with mathematics between `$`, in `language`."""
    language: Language


@dataclass(frozen=True, slots=True, kw_only=True)
class Reply:
    """What a model said to one call."""

    text: str
    finish_reason: str | None
    """The server's word (`stop`, `length`); None when it did not say."""
    tokens_in: int | None
    """Prompt tokens by the server's count; None when it did not say."""
    tokens_out: int | None
    """Completion tokens by the server's count; None when it did not say."""


class CallFailed(FailwhereError):
    """A call gave no reply; becomes the `error` of that problem's response, the run goes on."""

    def __init__(self, reason: str) -> None:
        """Keep `reason`, a short slug such as `context_overflow`, `timeout` or `http_500`."""
        self.reason = reason
        super().__init__(reason)


class Chat(Protocol):
    """A model behind one endpoint with fixed sampling parameters."""

    async def complete(self, messages: Sequence[Message]) -> Reply:
        """Return the model's next turn; raise CallFailed, or CannotRun if none can succeed."""
        ...


@dataclass(frozen=True, slots=True, kw_only=True)
class Exemplar:
    """A worked problem that stands in a prompt; always from a train split."""

    problem_id: str
    question: str
    solution: str
    answer: str
    """Gold answer in LaTeX, without `$`."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Plan:
    """What is fixed for a whole run before its first problem."""

    language: Language
    exemplars: tuple[Exemplar, ...] = ()


Method = Callable[[Question, Chat], Awaitable[Response]]
"""Answer one question. It may raise CallFailed; it must not keep anything between questions."""


@dataclass(frozen=True, slots=True, kw_only=True)
class MethodInfo:
    """An entry of the table of methods."""

    title: str
    """As a reader should see it."""
    summary: str
    """What it does, in a paragraph for the method's page; plain text."""
    needs_model: bool
    """False: the method runs alone, its runs are filed under the model `none`."""
    shots: int
    """Worked examples in the prompt unless the user says otherwise; 0 forbids them."""
    build: Callable[[Plan], Method]
