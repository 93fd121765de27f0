"""Rate limits of one endpoint: no more than so many requests and tokens in any window of time.

Windows slide, as servers' do. A leaky or token bucket (aiolimiter) lets its whole burst through and
then its rate besides, up to twice the limit in the first window, and its tokens cannot be corrected
once the server has counted; hence these few lines.
"""

from __future__ import annotations

import asyncio
import contextlib
import math
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass

from generator.errors import CannotRun

MARGIN = 3.0
"""Seconds by which a request may reach the server later than we sent it. One that was answered
sooner has been there by then, so only long calls pay for the margin."""


@dataclass(slots=True, kw_only=True)
class Ticket:
    """One admitted request; `leaves` is when the windows forget it, in the clock's seconds."""

    leaves: float
    tokens: int


class Window:
    """An amount of which no more than `limit` is in use."""

    def __init__(self, limit: int | None, amount: Callable[[Ticket], int]) -> None:
        """Begin empty; `limit` None never fills."""
        self.limit = limit
        self.used = 0
        self._amount = amount
        self._tickets: deque[Ticket] = deque()

    def wait(self, amount: int, now: float) -> float:
        """Return the seconds until `amount` fits; what is larger than all fits when it is empty."""
        if self.limit is None:
            return 0.0
        while self._tickets and self._tickets[0].leaves <= now:
            self.used -= self._amount(self._tickets.popleft())
        over = self.used + min(amount, self.limit) - self.limit
        until = now
        for ticket in self._tickets:
            if over <= 0:
                break
            over -= self._amount(ticket)
            until = max(until, ticket.leaves)
        return until - now

    def add(self, ticket: Ticket) -> None:
        """Count a request from now on."""
        if self.limit is not None:
            self.used += self._amount(ticket)
            self._tickets.append(ticket)


class Limiter:
    """Lets requests through, first come first served, as the limits allow."""

    def __init__(self, requests: int | None, tokens: int | None, *, seconds: float = 60.0) -> None:
        """Allow `requests` and `tokens` in any `seconds`; None for no limit."""
        for each in (requests, tokens):
            if each is not None and each < 1:
                raise CannotRun("a rate limit has to be at least 1 per minute")
        self._requests = Window(requests, lambda _: 1)
        self._tokens = Window(tokens, lambda ticket: ticket.tokens)
        self._seconds = seconds
        self._paused_until = -math.inf
        self._line = asyncio.Lock()
        self._settled = asyncio.Event()

    async def admit(self, tokens: int) -> Ticket:
        """Wait until a request of about so many tokens may be sent, and count it."""
        loop = asyncio.get_running_loop()
        async with self._line:
            while (wait := self._wait(tokens, loop.time())) > 0:
                await self._pass(wait)
            leaves = loop.time() + self._seconds + MARGIN
            ticket = Ticket(leaves=leaves, tokens=tokens)
            self._requests.add(ticket)
            self._tokens.add(ticket)
        return ticket

    def settle(self, ticket: Ticket, tokens: int | None) -> None:
        """Put the server's count in the place of the estimate; None where it said nothing.

        The server has had the request by now, so its window is no longer than from now on.
        """
        now = asyncio.get_running_loop().time()
        ticket.leaves = min(ticket.leaves, now + self._seconds)
        # A forgotten ticket is in no sum any more.
        if tokens is not None and self._tokens.limit is not None and ticket.leaves > now:
            self._tokens.used += tokens - ticket.tokens
            ticket.tokens = tokens
        self._settled.set()

    def pause(self, seconds: float) -> None:
        """Let nobody through for so long: the server has said that it is too much."""
        until = asyncio.get_running_loop().time() + seconds
        self._paused_until = max(self._paused_until, until)

    async def _pass(self, wait: float) -> None:
        """Wait so long, or until a request is settled: there may be room sooner than it seemed."""
        self._settled.clear()
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(wait):
                await self._settled.wait()

    def _wait(self, tokens: int, now: float) -> float:
        """Return the seconds until a request may go."""
        return max(
            self._paused_until - now, self._requests.wait(1, now), self._tokens.wait(tokens, now)
        )
