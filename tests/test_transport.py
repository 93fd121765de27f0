"""Bytes of a server: whole answers within bounds, nowhere else than where they were asked for."""

from __future__ import annotations

import asyncio
import gzip
import json
import logging
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager

import pytest
from scripted_server import completion

from generator.errors import CannotRun
from generator.methods import transport as module
from generator.methods.client import Client
from generator.methods.contract import CallFailed, Reply
from generator.methods.endpoint import Endpoint
from generator.methods.transport import transport
from generator.records import Message

CANARY = "sk-canary-0123456789abcdef"
LIMIT = 200_000
"""Bytes of an answer, for these tests."""
ASKED = (Message(role="user", content="What is $1 + 1$?"),)
OK = json.dumps(completion("two")).encode()
Answer = Callable[[asyncio.StreamWriter], Awaitable[None]]


@pytest.fixture(autouse=True)
def key(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", CANARY)
    monkeypatch.setattr(module, "LONGEST_BODY", LIMIT)


class Raw:
    """A server that writes bytes as a test says, whatever HTTP has to say about them."""

    def __init__(self, post: Answer, get: Answer) -> None:
        self.post, self.get = post, get
        self.asked: list[str] = []
        self.talks: set[asyncio.Task[None]] = set()
        self.url = ""

    async def handle(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        assert task
        self.talks.add(task)
        head = (await reader.readuntil(b"\r\n\r\n")).decode().lower()
        length = head.partition("content-length: ")[2].partition("\r\n")[0]
        await reader.readexactly(int(length or 0))
        self.asked.append(head)
        try:
            await (self.post if head.startswith("post") else self.get)(writer)
            writer.close()
            await writer.wait_closed()
        except ConnectionError:
            writer.close()


def saying(body: bytes, *headers: str, status: str = "200 OK") -> Answer:
    lines = [f"HTTP/1.1 {status}", "content-type: application/json", *headers]
    head = "\r\n".join([*lines, f"content-length: {len(body)}", "connection: close"])

    async def answer(writer: asyncio.StreamWriter) -> None:
        writer.write(head.encode() + b"\r\n\r\n" + body)
        await writer.drain()

    return answer


def endless(status: str) -> Answer:
    async def answer(writer: asyncio.StreamWriter) -> None:
        writer.write(f"HTTP/1.1 {status}\r\ntransfer-encoding: chunked\r\n\r\n".encode())
        while True:
            writer.write(b"10000\r\n" + b"x" * 65536 + b"\r\n")
            await writer.drain()

    return answer


NO_LIST = saying(b"{}", status="404 Not Found")


@asynccontextmanager
async def raw(post: Answer, get: Answer = NO_LIST) -> AsyncIterator[Raw]:
    server = Raw(post, get)
    async with await asyncio.start_server(server.handle, "127.0.0.1", 0) as listening:
        server.url = f"http://127.0.0.1:{listening.sockets[0].getsockname()[1]}/v1"
        yield server
        await asyncio.gather(*server.talks)


async def reply_of(server: Raw) -> Reply:
    async with Client(Endpoint(model="m", base_url=server.url, backoff=0.001)) as client:
        return await client.complete(ASKED)


def ask(post: Answer, get: Answer = NO_LIST) -> Reply:
    async def main() -> Reply:
        async with raw(post, get) as server:
            return await reply_of(server)

    return asyncio.run(main())


@pytest.mark.parametrize("status", ["200 OK", "400 Bad Request", "500 Oh"])
def test_answer_without_end_is_given_up_unread_and_once(status: str) -> None:
    async def main() -> int:
        async with raw(endless(status)) as server:
            with pytest.raises(CallFailed, match="reply_too_long"):
                await reply_of(server)
            return len(server.asked)

    assert asyncio.run(main()) == 2  # the models, and one try


def test_small_answer_that_unpacks_to_a_large_one_is_given_up() -> None:
    packed = gzip.compress(b" " * 10 * LIMIT)
    assert len(packed) < LIMIT / 10
    with pytest.raises(CallFailed, match="reply_too_long"):
        ask(saying(packed, "content-encoding: gzip"))


def test_packed_answer_is_read() -> None:
    assert ask(saying(gzip.compress(OK), "content-encoding: gzip")).text == "two"


def test_list_of_models_without_end_is_no_obstacle() -> None:
    assert ask(saying(OK), endless("200 OK")).text == "two"


@pytest.mark.parametrize(
    "body", [b"<html>", b"", b"[]", b"null", b"5", b'{"data": "x"}', b'"\xe9"', b"[" * 100_000]
)
def test_list_of_models_may_be_anything(body: bytes) -> None:
    """Listing is optional; a server that answers with a page is there all the same."""
    assert ask(saying(OK), saying(body)).text == "two"


@pytest.mark.parametrize("status", [301, 302, 303, 307, 308])
def test_request_is_not_redirected_and_the_other_host_gets_nothing(status: int) -> None:
    """The library would send the messages on, past the limits, without a word."""

    async def main() -> list[str]:
        async with raw(saying(OK)) as other:
            place = f"location: {other.url.replace('127.0.0.1', 'localhost')}/chat/completions"
            async with raw(saying(b"", place, status=f"{status} Moved")) as server:
                with pytest.raises(CannotRun, match="--base-url"):
                    await reply_of(server)
            return other.asked

    assert asyncio.run(main()) == []


def test_key_that_a_server_repeats_in_its_headers_reaches_no_log(
    caplog: pytest.LogCaptureFixture,
) -> None:
    caplog.set_level(logging.DEBUG)
    echo = (f"x-request-id: {CANARY}", f"x-echo: Bearer {CANARY}")
    assert ask(saying(OK, *echo)).text == "two"
    with pytest.raises(CallFailed):
        ask(saying(b"{}", *echo, status="400 Bad Request"))
    assert CANARY not in caplog.text


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("HTTP_PROXY", f"nonsense://me:{CANARY}@host"),
        ("ALL_PROXY", "socks5://localhost:1"),
        ("SSL_CERT_FILE", "/no/such/file"),
    ],
)
def test_environment_that_allows_no_connection_is_named_and_not_shown(
    name: str, value: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(name, value)
    with pytest.raises(CannotRun, match=name) as stop:
        transport()
    assert CANARY not in str(stop.value)
