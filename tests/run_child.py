"""A run in a process of its own, so that a test can kill it: python run_child.py FOLDER URL COUNT."""

from __future__ import annotations

import asyncio
import datetime as dt
import sys
from pathlib import Path

from generator.cards import RunCard
from generator.methods import METHODS
from generator.methods.client import Client
from generator.methods.contract import Plan, Question
from generator.methods.endpoint import Endpoint
from generator.methods.running import Job, perform


def make_job(folder: Path, count: int, **changes: object) -> Job:
    """Zero-shot chain of thought on `count` made-up questions; `changes` are fields of the card."""
    ids = tuple(f"made-up/test-{k:04}" for k in range(count))
    fields = {
        "dataset": "made-up",
        "split": "test",
        "method": "zero-shot-cot",
        "model": "scripted",
        "title": "Zero-shot chain of thought · scripted",
        "date": dt.date(2026, 11, 30),
        "settings": {"temperature": 0.0},
    }
    return Job(
        card=RunCard.model_validate({**fields, **changes}),
        dataset_sha256="0" * 64,
        order=ids,
        questions=tuple(
            Question(problem_id=name, text=f"What is $x + {k}$?", language="en")
            for k, name in enumerate(ids)
        ),
        method=METHODS["zero-shot-cot"].build(Plan(language="en")),
        folder=folder,
    )


async def main(folder: Path, url: str, count: int) -> None:
    async with Client(Endpoint(model="scripted", base_url=url)) as client:
        await perform(make_job(folder, count), client, concurrency=4, tick=lambda _: None)


if __name__ == "__main__":
    asyncio.run(main(Path(sys.argv[1]), sys.argv[2], int(sys.argv[3])))
