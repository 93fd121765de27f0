"""Rate limits hold in every window, not on average, and waiters go in their order."""

from __future__ import annotations

import asyncio

import pytest
from scripted_server import scripted_server

from generator.errors import CannotRun
from generator.methods.client import Client
from generator.methods.endpoint import Endpoint
from generator.methods.limiter import Limiter, Ticket, Window
from generator.records import Message


def ticket(leaves: float, tokens: int = 1) -> Ticket:
    return Ticket(leaves=leaves, tokens=tokens)


def test_window_says_how_long_until_an_amount_fits() -> None:
    window = Window(10, lambda each: each.tokens)
    window.add(ticket(60.0, 4))
    window.add(ticket(61.0, 4))
    assert window.wait(2, 1.0) == 0
    assert window.wait(3, 1.0) == 59.0
    assert window.wait(7, 1.0) == 60.0
    assert window.wait(7, 61.0) == 0


def test_what_is_larger_than_the_limit_goes_alone() -> None:
    window = Window(10, lambda each: each.tokens)
    assert window.wait(99, 0.0) == 0
    window.add(ticket(60.0, 99))
    assert window.wait(1, 0.0) == 60.0
    assert window.wait(1, 60.0) == 0


def test_no_limit_never_waits() -> None:
    window = Window(None, lambda each: each.tokens)
    window.add(ticket(60.0, 99))
    assert window.wait(1, 0.0) == 0


@pytest.mark.parametrize("bad", [0, -1])
def test_limit_below_one_is_refused(bad: int) -> None:
    with pytest.raises(CannotRun):
        Limiter(bad, None)


def starts(limiter: Limiter, tokens: list[int], counted: int | None = None) -> list[float]:
    """Seconds from the beginning at which requests of so many tokens are let through."""

    async def main() -> list[float]:
        loop = asyncio.get_running_loop()
        begin = loop.time()
        found: list[float] = []

        async def one(each: int) -> None:
            place = await limiter.admit(each)
            found.append(loop.time() - begin)
            limiter.settle(place, counted)

        await asyncio.gather(*(one(each) for each in tokens))
        return found

    return asyncio.run(main())


def test_no_window_has_more_requests_than_allowed() -> None:
    found = starts(Limiter(5, None, seconds=0.2), [1] * 17)
    assert found == sorted(found)
    assert all(late - early >= 0.199 for early, late in zip(found, found[5:], strict=False))
    assert found[-1] < 2.0  # and not much slower than allowed: three windows have to pass


def test_no_window_has_more_tokens_than_allowed() -> None:
    found = starts(Limiter(None, 100, seconds=0.2), [50, 50, 50, 50, 100])
    assert [round(each / 0.2) for each in found] == [0, 0, 1, 1, 2]


def test_the_servers_count_takes_the_place_of_the_estimate() -> None:
    found = starts(Limiter(None, 100, seconds=5.0), [90] * 8, counted=1)
    assert found[-1] < 1.0


def test_settling_makes_room_at_once_for_those_who_wait() -> None:
    async def main() -> float:
        loop, limiter = asyncio.get_running_loop(), Limiter(None, 100, seconds=60.0)
        place, begin = await limiter.admit(90), loop.time()
        waiting = asyncio.create_task(limiter.admit(90))
        await asyncio.sleep(0.05)
        assert not waiting.done()
        limiter.settle(place, 5)
        await waiting
        return loop.time() - begin

    assert asyncio.run(main()) < 1.0


def test_pause_holds_everybody_up() -> None:
    async def main() -> float:
        loop, limiter = asyncio.get_running_loop(), Limiter(None, None)
        begin = loop.time()
        limiter.pause(0.1)
        await limiter.admit(1)
        return loop.time() - begin

    assert 0.099 <= asyncio.run(main()) < 1.0


def test_server_that_counts_a_sliding_window_never_refuses() -> None:
    """The promise: with the server's own limit given, no request comes back with 429."""
    with scripted_server(limit=(15, 0.5), delay=0.02) as server:

        async def main() -> None:
            limits = {"requests_per_minute": 15, "window": 0.5, "concurrency": 32}
            async with Client(Endpoint(model="m", base_url=server.url, **limits)) as client:  # type: ignore[arg-type]
                asked = [(Message(role="user", content=f"{k}"),) for k in range(50)]
                await asyncio.gather(*(client.complete(each) for each in asked))

        asyncio.run(main())
        assert server.over == 0
        assert len(server.asked) == 50
