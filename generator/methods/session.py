"""One problem being worked on: calls to the model, what they said, and the response at the end."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass

from generator.methods.contract import (
    OVERFLOW,
    CallFailed,
    Chat,
    Method,
    Options,
    Plan,
    Question,
    Reply,
)
from generator.methods.prompting import Prompt
from generator.records import Author, Message, Response, Round, StepKind

PLAIN = Options()


@dataclass(frozen=True, slots=True, kw_only=True)
class Ending:
    """How a method ended."""

    stop_reason: str | None
    """Of methods.md 0.2, or the server's finish reason for a method of one call."""
    answer: str | None = None
    """What the method returns apart from its text; None where it has nothing to return."""
    error: str | None = None
    """Why there is no answer, as a short slug; None where that is not a failure of the run."""


class Session:
    """The state of one question; a new one for each, so nothing goes from one to the next."""

    def __init__(self, question: Question, chat: Chat, plan: Plan) -> None:
        """Begin with nothing said."""
        self.question = question
        self.plan = plan
        self.messages: list[Message] = []
        self.rounds: list[Round] = []
        self.round: int | None = None
        """Round that what is said now belongs to."""
        self.exemplars: tuple[str, ...] | None = None
        """Ids of the worked problems in the latest prompt that had any."""
        self.left_out: int | None = None
        """Most worked problems that a prompt had no room for; None while there was room for all."""
        self._chat = chat
        self._tokens_in: int | None = 0
        self._tokens_out: int | None = 0

    async def ask(self, prompt: Prompt, options: Options = PLAIN) -> Reply:
        """Return the reply to a prompt without noting it as a message; raise CallFailed.

        Where the server says that the prompt is too long, its farthest worked problem is left out
        and it is asked again (methods.md 0.1).
        """
        shown = prompt.fitted(self.plan)
        while True:
            try:
                reply = await self._complete(shown.messages(), options)
            except CallFailed as failure:
                if failure.reason != OVERFLOW or not shown.shots:
                    raise
                shown = shown.without_farthest()
                continue
            self._count(reply)
            self._note_shots(prompt, shown)
            return reply

    def _note_shots(self, whole: Prompt, shown: Prompt) -> None:
        """Note which worked problems were shown, and how many were not (methods.md 0.3)."""
        if whole.shots:
            self.left_out = max(self.left_out or 0, len(whole.shots) - len(shown.shots)) or None
        if whole.ids():
            self.exemplars = shown.ids()

    async def _complete(self, messages: Sequence[Message], options: Options) -> Reply:
        """Call the model; a call without wishes of its own is the plain one."""
        if options == PLAIN:
            return await self._chat.complete(messages)
        return await self._chat.complete(messages, options)

    async def told(self, prompt: Prompt, kind: StepKind, options: Options = PLAIN) -> str:
        """Return the text of the reply to a prompt, noted as a message of the model."""
        reply = await self.ask(prompt, options)
        self.say("assistant", reply.text, kind=kind, made_by="model")
        return reply.text

    def say(
        self,
        role: str,
        content: str,
        *,
        kind: StepKind,
        made_by: Author,
        **more: str,
    ) -> Message:
        """Note a message of the present round; `more` are `parsed`, `error` and `discarded`."""
        message = Message(
            role="tool" if role == "tool" else "assistant",
            content=content,
            kind=kind,
            made_by=made_by,
            round=self.round,
            **more,
        )
        self.messages.append(message)
        return message

    def response(self, ending: Ending, *, text: str = "") -> Response:
        """Return all of it as a response; `text` is that of a method of one call."""
        own = tuple(shot.problem_id for shot in self.plan.exemplars)
        shown = self.exemplars if self.exemplars is not None and self.exemplars != own else ()
        return Response(
            problem_id=self.question.problem_id,
            text=text,
            messages=tuple(self.messages),
            answer=ending.answer,
            error=ending.error,
            stop_reason=ending.stop_reason,
            tokens_in=self._tokens_in,
            tokens_out=self._tokens_out,
            rounds=tuple(self.rounds),
            exemplars=shown,
            left_out=self.left_out,
        )

    def _count(self, reply: Reply) -> None:
        """Add a reply's tokens; once a server has not said, nobody knows the sum."""
        self._tokens_in = _sum(self._tokens_in, reply.tokens_in)
        self._tokens_out = _sum(self._tokens_out, reply.tokens_out)


Procedure = Callable[[Session], Awaitable[Ending]]
"""What a method does with one question."""


def method(procedure: Procedure, plan: Plan) -> Method:
    """Return a procedure as a method; what a failed call leaves behind is kept in the response."""

    async def answer(question: Question, chat: Chat) -> Response:
        session = Session(question, chat, plan)
        try:
            ending = await procedure(session)
        except CallFailed as failure:
            if not session.messages:
                raise
            ending = Ending(stop_reason=stopped_by(failure.reason), error=failure.reason)
        return session.response(ending)

    return answer


def stopped_by(reason: str) -> str:
    """Return the stop reason of methods.md 0.2 for a call that failed."""
    return "overflow" if reason == OVERFLOW else "error"


def _sum(one: int | None, other: int | None) -> int | None:
    return None if one is None or other is None else one + other
