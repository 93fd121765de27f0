"""Several replies to the same request, told apart by a number: each has its place in the cache."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

from generator.methods.contract import Chat, Options, Reply, Sampler
from generator.records import Message

PLAIN = Options()


class Numbered:
    """The Chat of one question: the second time something is asked, a second reply is meant.

    Numbers depend on what the method asked before and on nothing else, so a method that is taken
    up after a kill finds its own replies again.
    """

    def __init__(self, chat: Chat) -> None:
        """Begin a question."""
        self._chat = chat
        self._asked: Counter[tuple[tuple[Message, ...], Options]] = Counter()

    async def complete(self, messages: Sequence[Message], options: Options = PLAIN) -> Reply:
        """Return the model's next turn, as Chat does."""
        numbered = self._numbered(messages, options, 1)
        if numbered == PLAIN:
            return await self._chat.complete(messages)
        return await self._chat.complete(messages, numbered)

    async def several(
        self, messages: Sequence[Message], count: int, options: Options = PLAIN
    ) -> tuple[Reply, ...]:
        """Return `count` replies, as Sampler does."""
        return await several(self._chat, messages, count, self._numbered(messages, options, count))

    def _numbered(self, messages: Sequence[Message], options: Options, count: int) -> Options:
        """Return the options with the number of the first of `count` replies."""
        asked = (tuple(messages), options)
        number = options.number + self._asked[asked]
        self._asked[asked] += count
        return options if number == options.number else replace(options, number=number)


async def several(
    chat: Chat, messages: Sequence[Message], count: int, options: Options = PLAIN
) -> tuple[Reply, ...]:
    """Return `count` replies to the same messages: in one request where the chat can do that."""
    if isinstance(chat, Sampler):
        return await chat.several(messages, count, options)
    wishes = (replace(options, number=options.number + k) for k in range(count))
    return tuple([await chat.complete(messages, each) for each in wishes])
