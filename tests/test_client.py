"""The client turns whatever a server does into a Reply, a CallFailed slug or CannotRun."""

from __future__ import annotations

import asyncio
import json
import logging
from collections.abc import Callable, Iterator

import httpx2
import openai
import pytest
from scripted_server import completion, scripted_server

from generator.errors import CannotRun
from generator.methods import client as module
from generator.methods import reading
from generator.methods.client import Client
from generator.methods.contract import CallFailed, Reply
from generator.methods.endpoint import Endpoint
from generator.records import Message

KEY = "sk-test-0123456789abcdef"
URL = "http://model.invalid/v1"
ASKED = (Message(role="user", content="What is $1 + 1$?"),)
Handler = Callable[[httpx2.Request], httpx2.Response]


@pytest.fixture(autouse=True)
def key(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", KEY)


def ask(handler: Handler, **options: object) -> Reply:
    """One call against a transport that never touches the network."""

    options = {"backoff": 0.001, **options}

    def route(request: httpx2.Request) -> httpx2.Response:
        if request.method == "GET":
            return httpx2.Response(404, json={})  # listing models is optional
        return handler(request)

    async def main() -> Reply:
        http = openai.DefaultAsyncHttpxClient(transport=httpx2.MockTransport(route))
        endpoint = Endpoint(model="m", base_url=URL, **options)  # type: ignore[arg-type]
        async with Client(endpoint, http) as client:
            return await client.complete(ASKED)

    return asyncio.run(main())


def failing(status: int, body: object = None) -> Handler:
    return lambda _: httpx2.Response(status, json=body or {}, headers={"retry-after-ms": "1"})


def test_reply_has_text_finish_reason_and_the_servers_token_counts() -> None:
    reply = ask(lambda _: httpx2.Response(200, json=completion("two", "length")))
    assert reply == Reply(text="two", finish_reason="length", tokens_in=11, tokens_out=7)


def test_request_carries_the_sampling_parameters_and_no_seed_unless_given() -> None:
    sent: list[dict[str, object]] = []

    def note(request: httpx2.Request) -> httpx2.Response:
        assert request.headers["authorization"] == f"Bearer {KEY}"
        sent.append(json.loads(request.content))
        return httpx2.Response(200, json=completion("x"))

    ask(note, temperature=0.5, max_tokens=9)
    ask(note, seed=3)
    assert sent[0] == {
        "model": "m",
        "messages": [{"role": "user", "content": "What is $1 + 1$?"}],
        "temperature": 0.5,
        "top_p": 1.0,
        "max_tokens": 9,
    }
    assert sent[1]["seed"] == 3


@pytest.mark.parametrize(
    ("status", "body", "reason"),
    [
        (400, {"error": {"code": "context_length_exceeded"}}, "context_overflow"),
        (400, {"error": {"message": "the request exceeds the available context size"}}, "context_overflow"),
        (400, {"error": {"message": "This model's maximum context length is 4096 tokens"}}, "context_overflow"),
        (400, {"error": {"message": "unknown parameter"}}, "http_400"),
        (422, {}, "http_422"),
        (429, {}, "rate_limited"),
        (500, {}, "http_500"),
        (503, {}, "http_503"),
    ],
)  # fmt: skip
def test_refused_request_fails_with_a_slug(status: int, body: object, reason: str) -> None:
    with pytest.raises(CallFailed) as failure:
        ask(failing(status, body))
    assert failure.value.reason == reason


@pytest.mark.parametrize(("status", "tries"), [(400, 1), (500, 3), (429, 3)])
def test_only_passing_faults_are_retried(
    status: int, tries: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "RETRIES", 2)
    seen: list[int] = []
    with pytest.raises(CallFailed):
        ask(lambda request: seen.append(1) or failing(status)(request))
    assert len(seen) == tries


def test_retry_gets_through_in_the_end() -> None:
    replies: Iterator[httpx2.Response] = iter(
        [
            failing(429)(None),  # type: ignore[arg-type]
            failing(500)(None),  # type: ignore[arg-type]
            httpx2.Response(200, text="{", headers={"content-type": "application/json"}),
            httpx2.Response(200, text="<html>", headers={"content-type": "text/html"}),
            httpx2.Response(200, json=completion("at last")),
        ]
    )
    assert ask(lambda _: next(replies)).text == "at last"


@pytest.mark.parametrize(
    ("headers", "waits"),
    [
        ({"retry-after": "7"}, [7.0] * 6),
        ({"retry-after": "Wed, 21 Oct 2026 07:28:07 GMT", "date": "Wed, 21 Oct 2026 07:28:00 GMT"},
         [7.0] * 6),
        ({"retry-after": "0"}, [1.0, 2.0, 4.0, 8.0, 8.0, 8.0]),
        ({}, [1.0, 2.0, 4.0, 8.0, 8.0, 8.0]),
    ],
)  # fmt: skip
def test_wait_is_the_servers_or_doubles(
    headers: dict[str, str], waits: list[float], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A server that says `0` is not asked seven times at once."""
    slept: list[float] = []

    async def sleep(seconds: float) -> None:
        slept.append(seconds)

    monkeypatch.setattr(module.asyncio, "sleep", sleep)
    with pytest.raises(CallFailed):
        ask(lambda _: httpx2.Response(503, json={}, headers=headers), backoff=1.0)
    assert len(slept) == 6
    assert all(0.75 * most <= each <= most for each, most in zip(slept, waits, strict=True))


@pytest.mark.parametrize(
    "body",
    ["{", "[]", "null", '"text"', "{}", '{"choices": []}', '{"choices": [{}]}', '{"choices": 3}',
     '{"choices": [{"message": {"content": 5}}]}', '{"choices": [null]}'],
)  # fmt: skip
def test_unreadable_reply_fails_after_seven_tries(body: str) -> None:
    seen: list[int] = []

    def answer(_: httpx2.Request) -> httpx2.Response:
        seen.append(1)
        return httpx2.Response(200, text=body, headers={"content-type": "application/json"})

    with pytest.raises(CallFailed, match="bad_reply"):
        ask(answer)
    assert len(seen) == 7


def test_odd_values_of_a_reply_are_unknown_not_wrong() -> None:
    raw = completion("")
    raw["choices"] = [{"message": {"content": None}, "finish_reason": 7}]
    raw["usage"] = {"prompt_tokens": "many", "completion_tokens": True}
    reply = ask(lambda _: httpx2.Response(200, json=raw))
    assert reply == Reply(text="", finish_reason=None, tokens_in=None, tokens_out=None)


def part(text: str, kind: str = "text") -> dict[str, str]:
    return {"type": kind, "text": text}


@pytest.mark.parametrize(
    ("parts", "text"),
    [
        ([part("The answer "), part("is 2.")], "The answer is 2."),
        ([part("hm", "thinking"), part("2")], "2"),
        ([{"type": "thinking", "thinking": [part("hm")]}], ""),
        ([], ""),
    ],
)
def test_content_in_parts_is_the_text_of_its_text_parts(parts: object, text: str) -> None:
    raw = completion("")
    raw["choices"] = [{"message": {"content": parts}, "finish_reason": "stop"}]
    assert ask(lambda _: httpx2.Response(200, json=raw)).text == text


def test_thoughts_beside_the_content_are_no_reply() -> None:
    raw = completion("")
    thought = {"content": None, "reasoning_content": "So 2?", "refusal": None}
    raw["choices"] = [{"message": thought, "finish_reason": "length"}]
    reply = ask(lambda _: httpx2.Response(200, json=raw))
    assert (reply.text, reply.finish_reason) == ("", "length")


def test_lone_surrogates_can_be_stored() -> None:
    raw = json.dumps(completion("a\ud800b")).encode()
    reply = ask(
        lambda _: httpx2.Response(200, content=raw, headers={"content-type": "application/json"})
    )
    assert reply.text.encode() == b"a?b"


def test_endless_reply_is_no_answer() -> None:
    whole = completion("x" * (reading.LONGEST + 1))
    with pytest.raises(CallFailed, match="reply_too_long"):
        reading.read(json.dumps(whole).encode())


@pytest.mark.parametrize("status", [401, 403, 404])
def test_error_of_all_calls_stops_the_run(status: int) -> None:
    with pytest.raises(CannotRun, match=str(status)):
        ask(failing(status, {"error": {"message": f"wrong key {KEY}"}}))


def test_lost_connection_and_timeout_fail_one_call(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "RETRIES", 0)

    def lose(request: httpx2.Request) -> httpx2.Response:
        raise httpx2.RemoteProtocolError("gone", request=request)

    def wait(request: httpx2.Request) -> httpx2.Response:
        raise httpx2.ReadTimeout("slow", request=request)

    def knock(request: httpx2.Request) -> httpx2.Response:
        raise httpx2.ConnectTimeout("nobody", request=request)

    with pytest.raises(CallFailed, match="connection_lost"):
        ask(lose)
    with pytest.raises(CallFailed, match="connection_lost"):
        ask(knock)
    with pytest.raises(CallFailed, match="timeout"):
        ask(wait)


def test_unreachable_server_is_told_before_the_first_problem() -> None:
    async def main() -> None:
        async with Client(Endpoint(model="m", base_url="http://127.0.0.1:9/v1")):
            pass

    with pytest.raises(CannotRun, match="cannot be reached"):
        asyncio.run(main())


def test_address_that_swallows_connections_is_no_slow_server(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A time-out of the connection says that nobody is there."""
    monkeypatch.setattr(module, "PAUSES", (0.0, 0.0))
    tried: list[object] = []

    def route(request: httpx2.Request) -> httpx2.Response:
        tried.append(request)
        raise httpx2.ConnectTimeout("nobody", request=request)

    async def main() -> None:
        http = openai.DefaultAsyncHttpxClient(transport=httpx2.MockTransport(route))
        async with Client(Endpoint(model="m", base_url=URL), http):
            pass

    with pytest.raises(CannotRun, match="cannot be reached"):
        asyncio.run(main())
    assert len(tried) == 2


@pytest.mark.parametrize(
    "url", ["localhost:1/v1", "ftp://host/v1", "http://", "http://me:pw@host/v1"]
)
def test_bad_address_is_refused(url: str) -> None:
    with pytest.raises(CannotRun, match="--base-url") as stop:
        Client(Endpoint(model="m", base_url=url))
    assert "pw" not in str(stop.value)


def test_public_endpoint_needs_a_key_and_a_local_one_does_not(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.delenv("OPENAI_API_KEY")
    with pytest.raises(CannotRun, match="OPENAI_API_KEY"):
        Client(Endpoint(model="m"))
    assert ask(lambda _: httpx2.Response(200, json=completion("free"))).text == "free"


def test_key_is_in_no_error_and_no_log(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG)
    echo = {"error": {"message": f"Incorrect API key provided: {KEY}", "code": KEY}}
    for status in (400, 401, 429, 500):
        with pytest.raises((CallFailed, CannotRun)) as error:
            ask(failing(status, echo))
        assert KEY not in str(error.value)
        assert error.value.__suppress_context__  # a traceback shows no message of the server
    assert caplog.records
    assert KEY not in caplog.text


def test_no_more_calls_in_flight_than_asked_for() -> None:
    with scripted_server(delay=0.02) as server:

        async def main() -> None:
            async with Client(Endpoint(model="m", base_url=server.url, concurrency=3)) as client:
                await asyncio.gather(*(client.complete(ASKED) for _ in range(12)))

        asyncio.run(main())
        assert server.most_in_flight == 3
