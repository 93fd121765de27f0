"""Putting a run's questions to a method and keeping every response, whatever happens.

While it goes on, responses are in the journal, and replies to single calls in the client's cache,
so that a method of many calls is taken up inside a problem. At its end responses are written, in
the dataset's order and in one piece, to responses.jsonl beside run.yaml, and the journal goes.
Starting the same run again asks only what is missing.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path

from generator.cards import RunCard
from generator.errors import CannotRun
from generator.files import read_card, shown_path, write_text
from generator.methods.contract import CallFailed, Chat, Method, Question
from generator.methods.journal import Journal, refuse_changes, writing
from generator.methods.kept import Kept, Key, kept, write_lines
from generator.methods.preparing import Preparation
from generator.methods.sampling import Numbered
from generator.methods.session import stopped_by
from generator.methods.writing import card_text, response_row
from generator.records import Response
from generator.store import JOURNAL, RESPONSES, RUN_CARD

IDENTITY = frozenset({"dataset", "split", "method", "model", "language", "shots", "settings"})
"""Fields of the card that may not change when a run is taken up again; the others are prose."""

Tick = Callable[[Response], None]
"""Called after each response that has been kept."""
Begin = Callable[[int], None]
"""Called once, before the first question, with the number of questions that will be asked."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Outcome:
    """What is known of a new response besides its line in the files."""

    problem_id: str
    error: str | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Job:
    """A run to be made."""

    card: RunCard
    dataset_sha256: str
    """Hash of the dataset's problems, so that a run is not continued on other ones."""
    order: tuple[str, ...]
    """Ids of all problems of the split, in the dataset's order."""
    questions: tuple[Question, ...]
    """What is to be asked: the split, or its beginning."""
    method: Method
    folder: Path
    retry_errors: bool = False
    """Whether a response that is an error counts as missing."""
    calls: tuple[int, int] = (1, 1)
    """Least and most model calls for one problem."""
    learning: tuple[int, int] = (0, 0)
    """Least and most model calls of the preparation."""
    prepare: Preparation | None = None
    """What is to be done before the first question; gives the method to be used."""


def missing(job: Job, rows: Mapping[Key, Mapping[str, object]]) -> tuple[Question, ...]:
    """Return the questions that have no response yet."""
    return tuple(
        question
        for question in job.questions
        if (row := rows.get((question.problem_id, 0))) is None
        or (job.retry_errors and "error" in row)
    )


async def perform(
    job: Job, chat: Chat, *, concurrency: int, tick: Tick, begin: Begin = lambda _: None
) -> tuple[Outcome, ...]:
    """Ask what is missing, write the run's files and return how the new responses came out.

    Raises:
        CannotRun: the folder holds another run, is in use or cannot be written to, or no call can
            succeed. What has been answered stays in the journal.
        FaultsFound: the files in the folder are damaged.

    """
    _refuse_other(job)
    with Journal(job.folder, header(job)) as journal:
        finished = finished_rows(job)
        rows = {**finished, **journal.rows}
        _refuse_strangers(job, rows)
        job = await _prepared(job, chat)
        questions = missing(job, rows)
        begin(len(questions))
        fresh = await _ask_all(job, iter(questions), chat, journal, tick, concurrency)
        with writing(job.folder):
            _write(job, {**finished, **journal.rows})
        journal.remove()
    return fresh


async def _prepared(job: Job, chat: Chat) -> Job:
    """Return the job with the method that its preparation gives."""
    if job.prepare is None:
        return job
    return replace(job, method=await job.prepare(Numbered(chat), job.folder))


def header(job: Job) -> dict[str, object]:
    """Return what the journal's first line says: the card's identity and the dataset's hash."""
    return {**identity(job.card), "dataset_sha256": job.dataset_sha256}


def identity(card: RunCard) -> dict[str, object]:
    """Return the fields of a card that make a run what it is, as plain data."""
    return card.model_dump(mode="json", include=set(IDENTITY))


def finished_rows(job: Job) -> dict[Key, Kept]:
    """Return the responses that an earlier start has finished; raise as `perform` does."""
    _refuse_other(job)
    path = job.folder / RESPONSES
    return kept(path) if path.is_file() else {}


def _refuse_other(job: Job) -> None:
    """Raise CannotRun where the folder holds another run, or responses of nobody knows which."""
    card = job.folder / RUN_CARD
    if card.is_file():
        refuse_changes(identity(read_card(card, RunCard)), identity(job.card), job.folder)
    elif (job.folder / RESPONSES).is_file() and not (job.folder / JOURNAL).is_file():
        place = shown_path(job.folder)
        raise CannotRun(f"{place} holds responses of a run without {RUN_CARD}; give another --out")


def _refuse_strangers(job: Job, rows: Mapping[Key, object]) -> None:
    """Raise CannotRun where there are responses to problems that the split does not have."""
    strange = sorted({name for name, _ in rows} - set(job.order))
    if strange:
        place, cure = shown_path(job.folder), "take its lines out, or give another --out"
        raise CannotRun(f"{place} has a response to {strange[0]}, which is no problem ({cure})")


async def _ask_all(
    job: Job,
    questions: Iterator[Question],
    chat: Chat,
    journal: Journal,
    tick: Tick,
    concurrency: int,
) -> tuple[Outcome, ...]:
    """Let `concurrency` workers take questions one after another; keep each response at once."""
    fresh: list[Outcome] = []

    async def work() -> None:
        for question in questions:
            response = await _answer(job.method, question, chat)
            journal.append(response_row(response))
            fresh.append(Outcome(problem_id=response.problem_id, error=response.error))
            tick(response)

    workers = [asyncio.create_task(work()) for _ in range(concurrency)]
    try:
        await asyncio.gather(*workers)
    finally:
        for worker in workers:
            worker.cancel()
        await asyncio.gather(*workers, return_exceptions=True)
    return tuple(fresh)


async def _answer(method: Method, question: Question, chat: Chat) -> Response:
    """Return the method's response; a failed call becomes one that says why."""
    try:
        return await method(question, Numbered(chat))
    except CallFailed as failure:
        stop = stopped_by(failure.reason)
        return Response(problem_id=question.problem_id, error=failure.reason, stop_reason=stop)


def _write(job: Job, rows: Mapping[Key, Kept]) -> None:
    """Write responses.jsonl in the dataset's order, and run.yaml unless someone has edited it."""
    place = {name: k for k, name in enumerate(job.order)}
    ordered = sorted(rows, key=lambda each: (place[each[0]], each[1]))
    write_lines(job.folder / RESPONSES, (rows[each]["line"] for each in ordered))
    if not (job.folder / RUN_CARD).is_file():
        write_text(job.folder / RUN_CARD, card_text(job.card))
