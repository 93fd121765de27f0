"""The model client: Chat Completions of any OpenAI-compatible endpoint.

A call is looked up in the cache, else tried up to seven times; every try goes through the limiter.
Nothing that a server says in an error is passed on: servers echo keys and addresses, so errors
become short slugs of ours.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random
from types import TracebackType
from typing import Any

import openai

from generator.errors import CannotRun
from generator.methods.cache import Cache, Circumstances, Request
from generator.methods.contract import CallFailed, Options, Reply
from generator.methods.endpoint import Endpoint
from generator.methods.limiter import Limiter
from generator.methods.pricing import Price
from generator.methods.reading import Answer, cut, read
from generator.methods.refusals import (
    LONGEST_WAIT,
    Again,
    Otherwise,
    Parameter,
    Refusal,
    asked_wait,
)
from generator.methods.tally import Tally
from generator.methods.transport import time_outs, transport, unconnected
from generator.records import Message

RETRIES = 6
"""Of one call: after a passing refusal, a lost connection, a time-out, an unreadable reply."""
LONGEST_BACKOFF = 8.0
"""Seconds before a retry, unless the server asks for more."""
SHORTEST_SECRET = 8
"""Characters from which on the key is taken out of replies; a shorter one is none."""
PAUSES = (0.5, 1.0, 0.0)
"""Seconds after each look for a server that was not there."""
PLAIN = Options()


@dataclass(frozen=True, slots=True, kw_only=True)
class Wanted:
    """A request and what its replies need to be kept."""

    requests: tuple[Request, ...]
    """One for each reply that is still missing, alike but for their numbers."""
    stop: tuple[str, ...]


class Client:
    """A Chat over one endpoint; use it as an async context manager in one event loop."""

    def __init__(
        self,
        endpoint: Endpoint,
        http: openai.DefaultAsyncHttpxClient | None = None,
        *,
        cache: Path | None = None,
        price: Price | None = None,
    ) -> None:
        """Prepare calls to `endpoint`; raise CannotRun.

        `http` replaces the transport (tests). `cache` is the file that replies are kept in, made
        once the server has been reached; without one they are kept in memory. `price` is what the
        tally reckons with.
        """
        key = endpoint.key()
        self.tally = Tally(price=price)
        self._endpoint = endpoint
        self._sampling: dict[str, Any] = dict(endpoint.sampling())
        self._secret = key if len(key) >= SHORTEST_SECRET else ""
        self._server = endpoint.server
        self._cache_path = cache
        self._cache = Cache()
        self._slots = asyncio.Semaphore(endpoint.concurrency)
        self._limiter = Limiter(
            endpoint.requests_per_minute, endpoint.tokens_per_minute, seconds=endpoint.window
        )
        self._refused: set[Parameter] = set()
        self._api = openai.AsyncOpenAI(
            api_key=key,
            base_url=endpoint.address,
            timeout=time_outs(endpoint.timeout),
            max_retries=0,  # The library's retries would pass the limiter by.
            http_client=http or transport(),
        )

    async def __aenter__(self) -> Client:
        """Check that the endpoint can be reached, so that a run does not fill with failed calls."""
        try:
            await self._look()
            if self._cache_path:
                self._cache = Cache(self._cache_path)
        except CannotRun:
            await self._close()
            raise
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        at: TracebackType | None,
    ) -> None:
        """Close the connections and the cache."""
        await self._close()

    async def complete(self, messages: Sequence[Message], options: Options = PLAIN) -> Reply:
        """Return the model's next turn (methods.md 0.1); raise CallFailed or CannotRun."""
        return (await self.several(messages, 1, options))[0]

    async def several(
        self, messages: Sequence[Message], count: int, options: Options = PLAIN
    ) -> tuple[Reply, ...]:
        """Return `count` replies to the same messages; raise CallFailed or CannotRun.

        A server that refuses `n`, or gives fewer choices than asked for, is asked one by one; one
        that refuses `stop` is asked without. Replies are cut here in any case.
        """
        wishes = [self._request(messages, options, options.number + k) for k in range(count)]
        found = [self._cache.get(each) for each in wishes]
        self.tally.cached += count - found.count(None)
        missing = [each for each, reply in zip(wishes, found, strict=True) if reply is None]
        fresh: list[Reply] = []
        while len(fresh) < len(missing):
            rest = tuple(missing[len(fresh) :])
            fresh += await self._kept(Wanted(requests=rest, stop=options.stop))
        added = iter(fresh)
        return tuple(reply or next(added) for reply in found)

    def _request(self, messages: Sequence[Message], options: Options, number: int) -> Request:
        """Return one reply that is wanted."""
        turns = [{"role": turn.role, "content": turn.content} for turn in messages]
        body = {"messages": turns, **self._sampling, **_wishes(options)}
        return Request(server=self._server, body=body, number=number)

    async def _kept(self, wanted: Wanted) -> list[Reply]:
        """Return what the server gives to a request, at least one reply, and put it away."""
        start, tries = time.monotonic(), self.tally.tries
        try:
            answer = await self._answer(wanted)
        except CallFailed:
            self.tally.failed += 1
            raise
        if len(answer.replies) < len(wanted.requests):
            self._refused.add("n")
        how = Circumstances(
            model=answer.model,
            seconds=round(time.monotonic() - start, 3),
            tries=self.tally.tries - tries,
        )
        replies = [cut(each, wanted.stop) for each in answer.replies]
        for request, reply in zip(wanted.requests, replies, strict=False):
            self._cache.put(request, reply, how)
            self.tally.count(reply)
        return replies[: len(wanted.requests)]

    async def _answer(self, wanted: Wanted) -> Answer:
        """Return an answer, asking again where that may help."""
        draw, failed = Random(wanted.requests[0].key()), 0  # noqa: S311
        while True:
            try:
                return await self._try(self._sent(wanted))
            except Otherwise as refusal:
                self._refused.add(refusal.parameter)
            except Again as fault:
                if failed == RETRIES:
                    await self._give_up(fault.reason)
                await asyncio.sleep(self._wait(failed, fault, draw))
                failed += 1
                self.tally.retries += 1

    async def _give_up(self, reason: str) -> None:
        """Raise CallFailed, or CannotRun where the server is gone and no other call can succeed."""
        if reason == "connection_lost":
            await self._look()
        raise CallFailed(reason) from None

    def _wait(self, failed: int, fault: Again, draw: Random) -> float:
        """Return the seconds before the next try: doubled each time, and drawn, so that calls that
        failed together do not come again together.
        """
        own = min(self._endpoint.backoff * 2**failed, LONGEST_BACKOFF) * draw.uniform(0.75, 1)
        return min(fault.wait, LONGEST_WAIT) if fault.wait else own

    def _sent(self, wanted: Wanted) -> dict[str, Any]:
        """Return the parameters as this server takes them."""
        first, count = wanted.requests[0], len(wanted.requests)
        sent: dict[str, Any] = dict(first.body)
        if "seed" in sent:
            sent["seed"] += first.number
        if count > 1 and "n" not in self._refused:
            sent["n"] = count
        for name in self._refused & {"stop", "top_p", "temperature"}:
            sent.pop(name, None)
        if "max_tokens" in self._refused:
            sent["max_completion_tokens"] = sent.pop("max_tokens")
        return sent

    async def _try(self, sent: dict[str, Any]) -> Answer:
        """Send one request when a slot and the limits allow it."""
        async with self._slots:
            ticket = await self._limiter.admit(_estimate(sent))
            used = None
            try:
                self.tally.tries += 1
                answer = _readable(read(await self._post(sent), self._secret))
                used = _used(answer)
            except Again as fault:
                if fault.reason == "rate_limited" and fault.wait:
                    self._limiter.pause(fault.wait)
                raise
            finally:
                self._limiter.settle(ticket, used)
        return answer

    async def _post(self, sent: dict[str, Any]) -> bytes:
        """Return the body of a 200; raise Again, Otherwise, CallFailed or CannotRun for others."""
        try:
            # The library's time-outs are of single reads, which a dripping server never exceeds.
            async with asyncio.timeout(self._endpoint.timeout):
                raw = await self._api.chat.completions.with_raw_response.create(**sent)
                body: bytes = raw.content
        except openai.APIStatusError as error:
            raise _refusal(error).error(sent) from None
        except openai.APITimeoutError as error:
            raise Again("connection_lost" if unconnected(error) else "timeout") from None
        except TimeoutError:
            raise Again("timeout") from None
        except openai.APIConnectionError:
            raise Again("connection_lost") from None
        return body

    async def _look(self) -> None:
        """Look whether the server is there and knows the key; raise CannotRun."""
        for pause in PAUSES:
            try:
                return await self._list_models()
            except openai.APIConnectionError:
                await asyncio.sleep(pause)
        cure = "check --base-url, and the proxy if there is one"
        raise CannotRun(f"the model server cannot be reached; {cure}") from None

    async def _list_models(self) -> None:
        """Raise CannotRun where the key is refused, and the library's error for no connection.

        Any other answer only says that the server is there: to list models is optional.
        """
        asked = self._api.with_options(timeout=time_outs(min(20.0, self._endpoint.timeout)))
        try:
            await asked.models.with_raw_response.list()
        except openai.APIStatusError as error:
            _refusal(error).refuse_key()
        except openai.APITimeoutError as error:
            if unconnected(error):
                raise
        except CallFailed:
            return  # Its list is too long for us.

    async def _close(self) -> None:
        await self._api.close()
        self._cache.close()


def _readable(answer: Answer | None) -> Answer:
    """Return an answer that could be read; raise Again for none."""
    if answer is None:
        raise Again("bad_reply")
    return answer


def _wishes(options: Options) -> dict[str, Any]:
    """Return the parameters that one call has of its own."""
    fields = {
        "stop": list(options.stop) or None,
        "max_tokens": options.max_tokens,
        "temperature": options.temperature,
        "seed": options.seed,
        "extra_body": {"grammar": options.grammar} if options.grammar else None,
    }
    return {name: value for name, value in fields.items() if value is not None}


def _refusal(error: openai.APIStatusError) -> Refusal:
    """Return what the server said instead of a reply."""
    headers = error.response.headers
    said = str(error.body)[:10_000]
    return Refusal(status=error.status_code, said=said, wait=asked_wait(headers))


def _estimate(sent: dict[str, Any]) -> int:
    """Return about how many tokens a request will use, on the high side."""
    prompt = sum(4 + len(turn["content"].encode()) // 3 for turn in sent["messages"])
    longest: int = sent.get("max_tokens") or sent.get("max_completion_tokens") or 0
    return prompt + longest * int(sent.get("n", 1))


def _used(answer: Answer) -> int | None:
    """Return the tokens that the server counted; None where it did not."""
    first = answer.replies[0]
    if first.tokens_in is None or first.tokens_out is None:
        return None
    return first.tokens_in + first.tokens_out
