"""A prompt as its parts: instruction, worked problems that may be left out, the question.

Which of them fit is methods.md 0.3: worked problems are added one at a time, the nearest to the
question first, and the first that does not fit ends the adding.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Literal

from generator.methods.contract import Plan
from generator.records import Message

PIECE = re.compile(r"[A-Za-z]{1,4}|\d|[^\sA-Za-z\d]")
PER_MESSAGE = 4
"""Tokens that a chat format puts around a message."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Shot:
    """A worked problem as turns of a conversation."""

    problem_id: str
    turns: tuple[Message, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Prompt:
    """A conversation to be continued by the model."""

    head: tuple[Message, ...] = ()
    shots: tuple[Shot, ...] = ()
    """Worked problems in the order in which they are shown."""
    tail: tuple[Message, ...]
    """The question, then what has been said about it so far."""
    nearest: Literal["first", "last"] = "first"
    """Which of the worked problems is the last to be left out."""
    opening: Mapping[Message, Message] = field(default_factory=dict)
    """How a turn is written where it is the first after `head`: with the instruction in it."""

    def messages(self) -> tuple[Message, ...]:
        """Return the conversation."""
        turns = [*(turn for shot in self.shots for turn in shot.turns), *self.tail]
        return (*self.head, self.opening.get(turns[0], turns[0]), *turns[1:])

    def ids(self) -> tuple[str, ...]:
        """Return the ids of the worked problems that are shown, in their order."""
        return tuple(shot.problem_id for shot in self.shots if shot.problem_id)

    def without_farthest(self) -> Prompt:
        """Return the prompt with one worked problem less."""
        kept = self.shots[:-1] if self.nearest == "first" else self.shots[1:]
        return replace(self, shots=kept)

    def fitted(self, plan: Plan) -> Prompt:
        """Return the prompt with as many worked problems as the context has room for.

        Tokens are estimated, on the high side; without a `context` in the settings all are kept.
        What has been said about the question counts in any case (methods.md 2.2).
        """
        limit = plan.settings.context
        if not limit:
            return self
        said = self.tail if plan.settings.count_question else self.tail[1:]
        room = limit - plan.reply_tokens - tokens((*self.head, *said)) - self._preamble()
        order = self.shots if self.nearest == "first" else self.shots[::-1]
        kept = 0
        for shot in order:
            room -= tokens(shot.turns)
            # Below, not up to: upstream adds while tokens + max_tokens < limit.
            if room <= 0:
                break
            kept += 1
        shown = self.shots[:kept] if self.nearest == "first" else self.shots[len(order) - kept :]
        return replace(self, shots=shown)

    def _preamble(self) -> int:
        """Return the tokens that the first turn after `head` has on account of being the first."""
        turn = self.tail[0]
        return tokens((self.opening.get(turn, turn),)) - tokens((turn,))


def tokens(messages: Iterable[Message]) -> int:
    """Return about how many tokens some messages are; no tokenizer of any model gives more than a
    little above it, as words count by four letters and every other sign by itself.
    """
    return sum(PER_MESSAGE + len(PIECE.findall(turn.content)) for turn in messages)


def user(content: str) -> Message:
    """Return a message of the user."""
    return Message(role="user", content=content)


def assistant(content: str) -> Message:
    """Return a message of the model, as a prompt has it."""
    return Message(role="assistant", content=content)
