"""Measure the client: our CPU per call, and whether 64 calls at once keep a server busy.

A server in a process of its own answers after a drawn latency on a fixed number of slots, as model
servers do; its own throughput is measured first, with bare sockets that do nothing else. `make bench`
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from random import Random

import openai

from generator.methods.client import Client
from generator.methods.endpoint import Endpoint
from generator.records import Message

AT_ONCE = 64
ROUNDS = 3
SPREAD = 0.5
"""Replies differ in length, so they take half to one and a half times the latency."""
PROMPT = "Solve $x^2 - 5x + 6 = 0$. " * 80
"""About 2 kB."""
TEXT = "We factor and get $(x - 2)(x - 3) = 0$. " * 40
"""About 1.6 kB."""
HEAD = b"HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: %d\r\n\r\n"


def completion() -> dict[str, object]:
    choice = {"index": 0, "message": {"role": "assistant", "content": TEXT}}
    return {
        "id": "c",
        "object": "chat.completion",
        "created": 0,
        "model": "bench",
        "choices": [{**choice, "finish_reason": "stop"}],
        "usage": {"prompt_tokens": 700, "completion_tokens": 500, "total_tokens": 1200},
    }


async def read_request(reader: asyncio.StreamReader) -> None:
    head = (await reader.readuntil(b"\r\n\r\n")).lower()
    length = head.partition(b"content-length:")[2].partition(b"\r\n")[0]
    await reader.readexactly(int(length or 0))


async def serve(latency: float, count: int) -> None:
    """Answer on `count` slots, each busy for `latency` seconds per request."""
    body = json.dumps(completion()).encode()
    reply, slots, draw = HEAD % len(body) + body, asyncio.Semaphore(count), Random(1)

    async def answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            while True:
                await read_request(reader)
                async with slots:
                    await asyncio.sleep(latency * draw.uniform(1 - SPREAD, 1 + SPREAD))
                writer.write(reply)
        except (asyncio.IncompleteReadError, ConnectionError):
            writer.close()

    server = await asyncio.start_server(answer, "127.0.0.1", 0)
    print(server.sockets[0].getsockname()[1], flush=True)
    await server.serve_forever()


@asynccontextmanager
async def server(latency: float, slots: int) -> AsyncIterator[int]:
    """A server in a process of its own; yields its port."""
    command = [sys.executable, __file__, "--serve", str(latency), str(slots)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        try:
            yield int(process.stdout.readline() if process.stdout else 0)
        finally:
            process.terminate()


async def all_at_once(ask: Callable[[int], Awaitable[object]], count: int) -> tuple[float, float]:
    """Return (requests per second, CPU milliseconds per request) of `count` requests."""
    left, start, cpu = iter(range(count)), time.monotonic(), time.process_time()

    async def work() -> None:
        for number in left:
            await ask(number)

    await asyncio.gather(*(work() for _ in range(AT_ONCE)))
    spent = time.process_time() - cpu
    return count / (time.monotonic() - start), spent / count * 1000


async def bare(port: int, count: int) -> tuple[float, float]:
    """What the server can do: sockets, one request of ready bytes after another on each."""
    body = json.dumps({"model": "m", "messages": [{"role": "user", "content": PROMPT}]}).encode()
    request = b"POST /v1 HTTP/1.1\r\nhost: x\r\ncontent-length: %d\r\n\r\n" % len(body) + body
    idle = [await asyncio.open_connection("127.0.0.1", port) for _ in range(AT_ONCE)]

    async def ask(_: int) -> None:
        reader, writer = idle.pop()
        writer.write(request)
        await read_request(reader)
        idle.append((reader, writer))

    found = await all_at_once(ask, count)
    for _, writer in idle:
        writer.close()
    return found


async def ours(place: Endpoint, count: int) -> tuple[float, float]:
    """The client with a cache on disk, each call a new one."""
    with tempfile.TemporaryDirectory() as folder:
        async with Client(place, cache=Path(folder) / "calls.sqlite") as client:

            async def ask(number: int) -> None:
                await client.complete((Message(role="user", content=f"{number} {PROMPT}"),))

            await all_at_once(ask, 2 * AT_ONCE)
            return await all_at_once(lambda number: ask(number + 1000), count)


async def library(place: Endpoint, count: int) -> tuple[float, float]:
    """The client library alone, which is not our own CPU."""
    turns = [{"role": "user", "content": PROMPT}]
    async with openai.AsyncOpenAI(api_key="k", base_url=place.address, max_retries=0) as api:

        async def ask(_: int) -> None:
            await api.chat.completions.create(model="m", messages=turns, max_tokens=512)  # type: ignore[arg-type]

        await all_at_once(ask, 2 * AT_ONCE)
        return await all_at_once(ask, count)


async def measure(latency: float, slots: int, count: int) -> None:
    async with server(latency, slots) as port:
        place = Endpoint(
            model="m",
            base_url=f"http://127.0.0.1:{port}/v1",
            concurrency=AT_ONCE,
            requests_per_minute=10_000_000,
            tokens_per_minute=1_000_000_000,
        )
        # In turns, and the best of each: other work on the machine hits all three alike.
        rounds = [
            (await bare(port, count), await library(place, count), await ours(place, count))
            for _ in range(ROUNDS)
        ]
    limit = max(each[0][0] for each in rounds)
    alone, found = (max(each[k][0] for each in rounds) for k in (1, 2))
    library_cpu, cpu = (min(each[k][1] for each in rounds) for k in (1, 2))
    print(f"latency {latency * 1000:.0f} ms, {slots} slots: server {limit:.0f} requests/s")
    print(
        f"  openai alone  {alone:6.0f}/s ({alone / limit:4.0%}), CPU {library_cpu:.2f} ms per call"
    )
    print(f"  our client    {found:6.0f}/s ({found / limit:4.0%}), CPU {cpu:.2f} ms per call")
    print(f"  ours on top of the library: {cpu - library_cpu:+.2f} ms per call")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--serve", type=float, nargs=2, help=argparse.SUPPRESS)
    parser.add_argument("--calls", type=int, default=500)
    args = parser.parse_args()
    os.environ.setdefault("OPENAI_API_KEY", "bench-bench-bench")
    if args.serve is not None:
        asyncio.run(serve(args.serve[0], int(args.serve[1])))
        return
    print(f"{AT_ONCE} calls at once, {args.calls} in each of {ROUNDS} rounds")
    # Few slots: calls wait in the server. As many as calls: a slot is idle until the next one comes.
    for latency, slots in ((0.05, 8), (0.1, 24), (0.25, 64)):
        asyncio.run(measure(latency, slots, args.calls))


if __name__ == "__main__":
    main()
