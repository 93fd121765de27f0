"""The client against a real server with faults: every call answered, none twice, no key anywhere."""

from __future__ import annotations

import asyncio
import logging
import sqlite3
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import httpx2
import openai
import pytest
from scripted_server import INJECTED, Server, completion, reply_to, scripted_server

from generator.errors import CannotRun
from generator.methods.client import Client
from generator.methods.contract import CallFailed, Options, Reply
from generator.methods.endpoint import Endpoint
from generator.methods.sampling import Numbered, several
from generator.records import Message

CANARY = "sk-canary-0123456789abcdef"
SEEN = [{"role": "user", "content": "What is $1 + 1$?"}]
ASKED = (Message(role="user", content="What is $1 + 1$?"),)


@pytest.fixture(autouse=True)
def key(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", CANARY)


def endpoint(server: Server, **changes: Any) -> Endpoint:
    fields = {"model": "m", "base_url": server.url, "backoff": 0.01, **changes}
    return Endpoint(**fields)


def using(server: Server, work: Any, cache: Path | None = None, **changes: Any) -> Any:
    """What `work(client)` returns, in a loop and with a client of its own."""

    async def main() -> Any:
        async with Client(endpoint(server, **changes), cache=cache) as client:
            return await work(client)

    return asyncio.run(main())


def question(k: int) -> tuple[Message, ...]:
    return (Message(role="user", content=f"What is $x + {k}$?"),)


def test_200_calls_with_35_percent_faults_are_all_answered() -> None:
    """429, 500, broken JSON, lost connections and late replies; limits are kept all the while."""
    with scripted_server(fault_share=0.35) as server:

        async def work(client: Client) -> list[Reply]:
            return await asyncio.gather(*(client.complete(question(k)) for k in range(200)))

        replies = using(server, work, concurrency=32, timeout=0.5)
    texts = [reply_to([{"role": "user", "content": question(k)[0].content}]) for k in range(200)]
    assert [reply.text for reply in replies] == texts
    assert set(server.faults) == set(INJECTED)
    faults = server.faults.total()
    assert 0.3 < faults / (200 + faults) < 0.4
    assert max(server.asked.values()) <= 7


def test_429s_never_exceed_the_limiters_promise() -> None:
    """A server that counts every try in its window, over-limit ones included, and has faults."""
    with scripted_server(fault_share=0.35, limit=(20, 0.4)) as server:

        async def work(client: Client) -> list[Reply]:
            return await asyncio.gather(*(client.complete(question(k)) for k in range(40)))

        replies = using(
            server, work, concurrency=32, timeout=0.5, requests_per_minute=20, window=0.4
        )
    assert len(replies) == 40
    assert server.faults.total() > 5
    assert server.over == 0


def test_call_that_keeps_failing_is_given_up_after_seven_tries_and_counted() -> None:
    with scripted_server(fault_share=1.0) as server:

        async def work(client: Client) -> Client:
            with pytest.raises(CallFailed):
                await client.complete(ASKED)
            return client

        client = using(server, work, timeout=0.5)
    assert server.asked.total() == 7
    assert (client.tally.failed, client.tally.retries, client.tally.calls) == (1, 6, 0)


def test_server_that_goes_away_stops_the_run() -> None:
    gone: list[bool] = []

    def route(request: httpx2.Request) -> httpx2.Response:
        if gone:
            raise httpx2.ConnectError("refused", request=request)
        return httpx2.Response(200, json=completion("here"))

    async def main() -> None:
        http = openai.DefaultAsyncHttpxClient(transport=httpx2.MockTransport(route))
        place = Endpoint(model="m", base_url="http://model.invalid/v1", backoff=0.001)
        async with Client(place, http) as client:
            assert (await client.complete(question(0))).text == "here"
            gone.append(True)
            await client.complete(question(1))

    with pytest.raises(CannotRun, match="cannot be reached"):
        asyncio.run(main())


def test_reply_that_was_given_is_not_asked_for_again(tmp_path: Path) -> None:
    async def work(client: Client) -> tuple[Reply, int, int]:
        reply = await client.complete(ASKED)
        return reply, client.tally.calls, client.tally.cached

    with scripted_server() as server:
        first = using(server, work, tmp_path / "c", server_name="here")
    with scripted_server() as server:
        second = using(server, work, tmp_path / "c", server_name="here")
        assert server.asked.total() == 0
    assert first[0] == second[0]
    assert (first[1:], second[1:]) == ((1, 0), (0, 1))


def test_second_time_a_method_asks_the_same_it_means_a_second_reply(tmp_path: Path) -> None:
    async def work(client: Client) -> list[Reply]:
        chat = Numbered(client)
        return [await chat.complete(ASKED), await chat.complete(ASKED)]

    with scripted_server() as server:
        for _ in range(2):  # the second start finds both
            using(server, work, tmp_path / "c", seed=5)
        assert [request["seed"] for request in server.sent] == [5, 6]


@pytest.mark.parametrize("seed", [None, 5])
def test_n_choices_are_one_request(seed: int | None) -> None:
    with scripted_server() as server:
        replies = using(server, lambda client: several(client, ASKED, 3), seed=seed)
    assert [reply.text for reply in replies] == [reply_to(SEEN), "choice 1", "choice 2"]
    assert [(reply.tokens_in, reply.tokens_out) for reply in replies] == [(11, 7), (0, 0), (0, 0)]
    assert [request["n"] for request in server.sent] == [3]


def test_n_is_emulated_where_a_server_refuses_it() -> None:
    with scripted_server(refused=frozenset({"n"})) as server:
        replies = using(server, lambda client: several(client, ASKED, 3), seed=5)
    assert [reply.text for reply in replies] == [reply_to(SEEN)] * 3
    assert [(each.get("n"), each["seed"]) for each in server.sent] == [
        (3, 5),
        (None, 5),
        (None, 6),
        (None, 7),
    ]


def test_n_is_emulated_where_a_server_silently_gives_one() -> None:
    with scripted_server(choices=1) as server:
        replies = using(server, lambda client: several(client, ASKED, 3))
    assert len(replies) == 3
    assert [each.get("n") for each in server.sent] == [3, None, None]


def test_several_replies_are_kept_one_by_one(tmp_path: Path) -> None:
    with scripted_server() as server:
        using(server, lambda client: several(client, ASKED, 2), tmp_path / "c")
        replies = using(server, lambda client: several(client, ASKED, 4), tmp_path / "c")
    assert [each["n"] for each in server.sent] == [2, 2]
    assert [reply.text for reply in replies][:2] == [reply_to(SEEN), "choice 1"]
    assert len(replies) == 4


def test_chat_that_knows_no_several_is_asked_one_by_one() -> None:
    numbers: list[int] = []

    class Plain:
        async def complete(self, messages: Sequence[Message], options: Options) -> Reply:
            numbers.append(options.number)
            return Reply(text="x", finish_reason=None, tokens_in=None, tokens_out=None)

    assert len(asyncio.run(several(Numbered(Plain()), ASKED, 3))) == 3
    assert numbers == [0, 1, 2]


def test_stop_is_emulated_where_a_server_refuses_it_and_asked_for_only_once() -> None:
    options = Options(stop=("\nThe answer",))

    async def work(client: Client) -> list[Reply]:
        return [await client.complete(question(k), options) for k in range(3)]

    with scripted_server(refused=frozenset({"stop"})) as server:
        replies = using(server, work)
    assert [reply.text for reply in replies] == ["$1 + 1 = 2$"] * 3
    assert ["stop" in each for each in server.sent] == [True, False, False, False]


def test_limit_of_a_reply_goes_by_its_newer_name_where_the_old_one_is_refused() -> None:
    said = "Unsupported parameter: '{}'. Use 'max_completion_tokens' instead."
    with scripted_server(refused=frozenset({"max_tokens"}), refusal=said) as server:
        reply = using(server, lambda client: client.complete(ASKED, Options(max_tokens=9)))
    assert reply.text == reply_to(SEEN)
    assert server.sent[-1]["max_completion_tokens"] == 9
    assert "max_tokens" not in server.sent[-1]


@pytest.mark.parametrize("name", ["top_p", "temperature"])
def test_what_is_at_its_default_everywhere_is_left_out_where_a_server_refuses_it(name: str) -> None:
    async def work(client: Client) -> list[Reply]:
        return [await client.complete(question(k)) for k in range(2)]

    with scripted_server(refused=frozenset({name})) as server:
        assert len(using(server, work, temperature=1.0)) == 2
    assert [name in each for each in server.sent] == [True, False, False]


def test_prompt_that_is_too_long_is_not_tried_again() -> None:
    with scripted_server(context=10) as server:
        with pytest.raises(CallFailed, match="context_overflow"):
            using(server, lambda client: client.complete(ASKED))
        assert server.asked.total() == 1


def test_key_reaches_no_log_cache_error_or_reply(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, capfd: pytest.CaptureFixture[str]
) -> None:
    """A server that repeats the authorization header wherever it can."""
    caplog.set_level(logging.DEBUG)
    errors: list[str] = []

    async def work(client: Client) -> list[Reply]:
        replies = []
        for k in range(30):
            try:
                replies.append(await client.complete(question(k)))
            except CallFailed as failure:
                errors.append(repr(failure))
        return replies

    with scripted_server(fault_share=0.4, echo=True) as server:
        replies = using(server, work, tmp_path / "c", timeout=0.25)
    assert any("[key]" in reply.text for reply in replies)
    rows = sqlite3.connect(tmp_path / "c").execute("SELECT * FROM calls").fetchall()
    written = "".join(path.read_bytes().decode("latin-1") for path in tmp_path.iterdir())
    seen = [*map(repr, replies), *errors, repr(rows), written, caplog.text, *capfd.readouterr()]
    assert CANARY not in "".join(seen)
    assert len(rows) == len(replies) > 20
