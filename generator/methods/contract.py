"""What a method is: it gets a question and a way to call a model, and returns a response.

A method never gets a Problem: the gold answer, solution and graph stay with the caller, so no
method can look at them, by mistake or otherwise.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from typing import Literal, Protocol, runtime_checkable

from generator.errors import FailwhereError
from generator.methods.settings import Settings
from generator.records import AnswerType, Language, Message, Response


@dataclass(frozen=True, slots=True, kw_only=True)
class Question:
    """A problem as a method sees it: without its gold answer, solution and graph."""

    problem_id: str
    text: str
    """Statement with mathematics between `$`, in `language`."""
    language: Language
    answer_type: AnswerType = "expression"
    """What the answers of its dataset are; known to everybody, as it is on the dataset's card."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Options:
    """What one call asks for beside the run's own sampling parameters."""

    stop: tuple[str, ...] = ()
    """The reply ends before the first of these, whether or not the server knows how."""
    max_tokens: int | None = None
    """Longest reply in tokens; None for the run's."""
    temperature: float | None = None
    """None for the run's."""
    seed: int | None = None
    """Tells apart several replies to the same messages; None for the run's."""
    grammar: str = ""
    """GBNF that the reply has to follow, for servers that know it; empty for none."""
    number: int = 0
    """Which of several replies to the same request is meant, from 0; never sent, but added to the
    seed where there is one."""


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


OVERFLOW = "context_overflow"
"""Reason of a call whose messages are longer than the model's context."""


class Chat(Protocol):
    """A model behind one endpoint with the run's sampling parameters."""

    async def complete(self, messages: Sequence[Message], options: Options = ...) -> Reply:
        """Return the model's next turn; raise CallFailed, or CannotRun if none can succeed."""
        ...


@runtime_checkable
class Sampler(Chat, Protocol):
    """A Chat that can give several replies to one request (`n`)."""

    async def several(
        self, messages: Sequence[Message], count: int, options: Options = ...
    ) -> tuple[Reply, ...]:
        """Return `count` replies to the same messages, at least 1; raise as `complete` does."""
        ...


@dataclass(frozen=True, slots=True, kw_only=True)
class Exemplar:
    """A worked problem that stands in a prompt; always from a train split."""

    problem_id: str
    question: str
    solution: str
    answer: str
    """Gold answer in LaTeX, without `$`."""
    answer_type: AnswerType = "expression"
    complexity: int = 0
    """Steps of the solution, by the measure that the run's card names."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Plan:
    """What is fixed for a whole run before its first problem."""

    language: Language
    exemplars: tuple[Exemplar, ...] = ()
    """Worked problems that all questions share, in prompt order."""
    settings: Settings = Settings()  # noqa: RUF009 - frozen
    measure: str = ""
    """What the complexity of worked problems counts: derived expressions, lines or sentences."""
    pool: tuple[Exemplar, ...] = ()
    """All solved problems of the train split, for a method that looks among them."""
    held_out: frozenset[str] = frozenset()
    """Ids of all problems outside the train split: none of them may be in `pool`."""
    shots: int = 0
    """Worked problems a method takes from `pool` for one question."""
    reply_tokens: int = 512
    """Longest reply of the run, which has to fit into the context beside the prompt."""
    program: str = ""
    """What a method has learned before the first question; empty where it learns nothing."""


Method = Callable[[Question, Chat], Awaitable[Response]]
"""Answer one question. It may raise CallFailed; it must not keep anything between questions."""

Learner = Callable[[Plan, Chat], Awaitable[str]]
"""Ask the model about `plan.pool` before a run and return a JSON text with all that was learned."""

Selection = Literal["none", "random", "complex", "retrieval", "init"]
"""Where worked problems come from: a fixed draw, those with most steps, those nearest to the
question; `init`: as the method's initialiser says."""


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
    exemplars: Selection = "none"
    """Where they come from."""
    parameters: tuple[str, ...] = ()
    """Fields of Settings that the method looks at."""
    prompts: tuple[str, ...] = ("cot-",)
    """Beginnings of the names of its prompt files."""
    max_turns: int = 3
    """Rounds unless the user says otherwise, where `max_turns` is among the parameters."""
    calls: Callable[[Settings], tuple[int, int]] = lambda _: (1, 1)
    """Least and most model calls for one problem."""
    learn: Learner | None = None
    """What is to be done before the first question."""
    learning: Callable[[Plan], tuple[int, int]] = lambda _: (0, 0)
    """Least and most model calls that this takes."""
    inits: tuple[str, ...] = ()
    """Methods that can give the initial solution, the default first."""
    sandboxed: bool = False
    """Whether it runs programs that the model wrote."""
