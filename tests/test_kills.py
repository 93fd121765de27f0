"""`kill -9` at random moments of a run: the same files in the end, and no call twice."""

from __future__ import annotations

import hashlib
import json
import os
import random
import signal
import sqlite3
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from kill_child import CALLS
from scripted_server import Handler, Server, completion, scripted_server

CHILD = Path(__file__).with_name("kill_child.py")
AT_ONCE = 4


class Nursery:
    """Starts runs, kills them, and says how they ended."""

    def __init__(self, process: subprocess.Popen[str]) -> None:
        self.process = process

    def start(self, folder: Path, server: Server, problems: int, method: str) -> int:
        assert self.process.stdin
        print(folder, server.url, problems, method, file=self.process.stdin, flush=True)
        return self.read()

    def read(self) -> int:
        assert self.process.stdout
        return int(self.process.stdout.readline())


@pytest.fixture
def nursery() -> Iterator[Nursery]:
    pipe = subprocess.PIPE
    path = {**os.environ, "PYTHONPATH": str(CHILD.parents[1])}
    command = [sys.executable, str(CHILD)]
    with subprocess.Popen(command, stdin=pipe, stdout=pipe, text=True, env=path) as process:
        yield Nursery(process)
        assert process.stdin
        process.stdin.close()


def wait_for_calls(server: Server, growth: int) -> None:
    target, deadline = server.asked.total() + growth, time.monotonic() + 30
    while server.asked.total() < target and time.monotonic() < deadline:
        time.sleep(0.001)


def stored(cache: Path) -> Counter[str]:
    """Messages of the calls whose replies are kept."""
    if not cache.exists():
        return Counter()
    file = sqlite3.connect(cache)
    try:
        rows = file.execute("SELECT request FROM calls").fetchall()
    except sqlite3.OperationalError:  # killed before there was a table
        rows = []
    finally:
        file.close()
    return Counter(json.dumps(json.loads(row[0])["messages"], sort_keys=True) for row in rows)


def asked(server: Server) -> Counter[str]:
    return Counter(json.dumps(request["messages"], sort_keys=True) for request in server.sent)


class Deliberate(Handler):
    """A model that thinks, calculates and answers with tools, never as it does in words."""

    def act(self, fault: str, request: dict[str, Any]) -> None:
        self.answer(200, completion(said(request["messages"])))


def said(messages: list[dict[str, str]]) -> str:
    number = int(hashlib.sha256(json.dumps(messages).encode()).hexdigest()[:4], 16)
    last = messages[-1]["content"]
    if not messages[0]["content"].startswith("You solve a problem"):
        return f"It is $1 + 1 = 2$.\nThe answer is: ${number}$"
    if last.startswith("Action: think"):
        return f"Output: {number}"
    if not last.startswith("Output:"):
        return f'Action: think("what is {number}")'
    calculated = messages[-2]["content"].startswith("Action: calculate")
    return f"Final Answer: ${number}$" if calculated else f'Action: calculate("{number} + 1")'


@pytest.mark.parametrize(
    ("method", "problems", "kills", "handler"),
    [("long", 18, 20, Handler), ("deli", 4, 5, Deliberate)],
)
def test_killed_at_random_moments_it_ends_like_an_unbroken_run(
    method: str,
    problems: int,
    kills: int,
    handler: type[Handler],
    tmp_path: Path,
    nursery: Nursery,
) -> None:
    draw, moments = random.Random(20), []
    whole, broken = tmp_path / "whole", tmp_path / "broken"
    with scripted_server(delay=0.01) as server:
        server.RequestHandlerClass = handler
        nursery.start(whole, server, problems, method)
        assert nursery.read() == 0
        expected = asked(server)
        assert expected.total() == problems * CALLS[method]
        server.sent.clear()
        for _ in range(kills):
            child = nursery.start(broken, server, problems, method)
            wait_for_calls(server, draw.randint(0, 9))
            time.sleep(draw.uniform(0, 0.02))
            os.kill(child, signal.SIGKILL)
            assert nursery.read() == -signal.SIGKILL
            server.wait_until_idle()
            kept, before = stored(tmp_path / "broken.sqlite"), asked(server)
            moments.append((kept, before))
        assert not (broken / "responses.jsonl").exists()
        nursery.start(broken, server, problems, method)
        assert nursery.read() == 0
        total = asked(server)
        nursery.start(broken, server, problems, method)
        assert nursery.read() == 0
        assert asked(server) == total  # a finished run asks nothing
    for name in ("responses.jsonl", "run.yaml"):
        assert (broken / name).read_bytes() == (whole / name).read_bytes()
    assert total.keys() == expected.keys()  # none lost, none made up
    assert total - before == expected - kept  # the last start asked exactly what was missing
    for kept, before in moments:
        assert not {each for each in total - before if kept[each] == expected[each]}
    assert (total - expected).total() <= AT_ONCE * kills  # only calls in flight are repeated
    assert moments[-1][0].total() > kills
