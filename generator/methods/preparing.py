"""What a method learns before the first question, kept in the run's folder for the next start."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import replace
from pathlib import Path

from generator.errors import CannotRun
from generator.files import write_text
from generator.methods.contract import CallFailed, Chat, Method, MethodInfo, Plan
from generator.store import PROGRAM

Preparation = Callable[[Chat, Path], Awaitable[Method]]
"""Learn, or read from the folder what was learned, and return the method that uses it."""


def preparation(info: MethodInfo, plan: Plan) -> Preparation | None:
    """Return what is to be done before the first question; None where nothing is."""
    learn = info.learn
    if learn is None:
        return None

    async def prepare(chat: Chat, folder: Path) -> Method:
        path = folder / PROGRAM
        if not path.is_file():
            try:
                text = await learn(plan, chat)
            except CallFailed as failure:
                raise CannotRun(f"learning broke off: {failure.reason}") from None
            write_text(path, text + "\n")
        return info.build(replace(plan, program=path.read_text("utf-8")))

    return prepare
