"""A small run for tests, without a dataset."""

from __future__ import annotations

import datetime as dt
from pathlib import Path

from generator.cards import RunCard
from generator.methods import METHODS
from generator.methods.contract import Plan, Question
from generator.methods.running import Job


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
