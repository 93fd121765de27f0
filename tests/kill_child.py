"""Runs in processes that can be killed, forked from one that has everything imported.

python kill_child.py reads lines `FOLDER URL COUNT METHOD`; for each it forks a run, prints its
process id and, when it has ended, its exit status (negative: the signal that killed it).
"""

from __future__ import annotations

import asyncio
import os
import sys
from dataclasses import replace
from pathlib import Path

from small_job import make_job

from generator.errors import CannotRun
from generator.methods import METHODS
from generator.methods.client import Client
from generator.methods.contract import Chat, Method, Plan, Question
from generator.methods.endpoint import Endpoint
from generator.methods.running import perform
from generator.methods.variants import settings
from generator.records import Message, Response

CALLS = {"long": 9, "deli": 11}
"""Of one problem: seven of Iterative CoT, and the same request twice; the first solution of DELI
and, in two rounds, three replies with tools, an output and a revision.
"""


def long_method() -> Method:
    """Iterative CoT, whose calls depend on earlier replies, and two calls that are alike."""
    chosen = settings("iterative-cot", "fixed", max_turns=3, init="zero-shot-cot")
    inner = METHODS["iterative-cot"].build(Plan(language="en", settings=chosen))

    async def answer(question: Question, chat: Chat) -> Response:
        response = await inner(question, chat)
        asked = (Message(role="user", content=question.text),)
        twice = [(await chat.complete(asked)).text for _ in range(2)]
        return replace(response, text="\n".join(twice))

    return answer


def deliberation() -> Method:
    """DELI of two rounds that starts zero-shot."""
    chosen = settings("deli", "fixed", max_turns=2, init="zero-shot-cot", traces=1)
    return METHODS["deli"].build(Plan(language="en", settings=chosen))


BUILD = {"long": long_method, "deli": deliberation}


async def main(folder: Path, url: str, count: int, name: str) -> None:
    job = replace(make_job(folder, count), method=BUILD[name]())
    cache = folder.with_name(f"{folder.name}.sqlite")
    async with Client(Endpoint(model="scripted", base_url=url), cache=cache) as client:
        await perform(job, client, concurrency=4, tick=lambda _: None)


def run_forked(folder: str, url: str, count: str, name: str) -> int:
    child = os.fork()
    if child == 0:
        try:
            asyncio.run(main(Path(folder), url, int(count), name))
        except BaseException as error:  # noqa: BLE001 - a fork may not return into its parent's code
            print(repr(error), file=sys.stderr, flush=True)
            os._exit(1)
        os._exit(0)
    print(child, flush=True)
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])


async def warm_up() -> None:
    """Load what the client library loads at its first call, so that each fork has it."""
    try:
        async with Client(Endpoint(model="m", base_url="http://127.0.0.1:9/v1", timeout=0.1)):
            pass
    except CannotRun:
        return


if __name__ == "__main__":
    asyncio.run(warm_up())
    for line in sys.stdin:
        print(run_forked(*line.split()), flush=True)
