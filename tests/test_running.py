"""A run keeps every response, in the dataset's order, however often it is killed on the way."""

from __future__ import annotations

import asyncio
import dataclasses
import errno
import fcntl
import json
import tracemalloc
from collections.abc import Sequence
from pathlib import Path

import pytest
from scripted_server import scripted_server
from small_job import make_job

from generator.cards import RunCard
from generator.errors import CannotRun, FaultsFound
from generator.files import read_card
from generator.methods import MAX_SHOTS, resolve
from generator.methods import journal as journal_module
from generator.methods.client import Client
from generator.methods.contract import CallFailed, Reply
from generator.methods.endpoint import Endpoint
from generator.methods.journal import Journal
from generator.methods.running import Job, missing, perform
from generator.methods.writing import card_text, response_row
from generator.records import Message, Response
from generator.store import JOURNAL


class Scripted:
    """A Chat that says `hello`, or fails where the question has one of `failing`."""

    def __init__(self, *failing: str) -> None:
        self.failing = failing
        self.asked: list[str] = []

    async def complete(self, messages: Sequence[Message]) -> Reply:
        question = messages[-1].content
        self.asked.append(question)
        await asyncio.sleep(0)
        if any(word in question for word in self.failing):
            raise CallFailed("context_overflow")
        return Reply(text="hello", finish_reason="stop", tokens_in=3, tokens_out=1)


def go(job: Job, chat: Scripted | None = None) -> tuple[Response, ...]:
    return asyncio.run(perform(job, chat or Scripted(), concurrency=3, tick=lambda _: None))


def lines(path: Path) -> list[dict[str, object]]:
    return [json.loads(line) for line in path.read_text("utf-8").splitlines()]


def test_run_leaves_its_card_and_sorted_responses_and_no_journal(tmp_path: Path) -> None:
    go(make_job(tmp_path, 5))
    assert sorted(path.name for path in tmp_path.iterdir()) == ["responses.jsonl", "run.yaml"]
    rows = lines(tmp_path / "responses.jsonl")
    assert [row["problem_id"] for row in rows] == [f"made-up/test-{k:04}" for k in range(5)]
    assert rows[0] == {
        "problem_id": "made-up/test-0000",
        "attempt": 0,
        "text": "hello",
        "stop_reason": "stop",
        "tokens_in": 3,
        "tokens_out": 1,
    }
    assert read_card(tmp_path / "run.yaml", RunCard) == make_job(tmp_path, 5).card


def test_failed_call_is_a_line_with_its_reason(tmp_path: Path) -> None:
    go(make_job(tmp_path, 3), Scripted("x + 1"))
    assert lines(tmp_path / "responses.jsonl")[1] == {
        "problem_id": "made-up/test-0001",
        "attempt": 0,
        "error": "context_overflow",
        "stop_reason": "overflow",
    }


def test_finished_run_asks_nothing_and_a_longer_one_only_the_rest(tmp_path: Path) -> None:
    go(make_job(tmp_path, 5))
    before = (tmp_path / "responses.jsonl").read_bytes()
    chat = Scripted()
    assert go(make_job(tmp_path, 5), chat) == ()
    assert (tmp_path / "responses.jsonl").read_bytes() == before
    go(make_job(tmp_path, 7), chat)
    assert len(chat.asked) == 2
    assert len(lines(tmp_path / "responses.jsonl")) == 7


def test_errors_are_asked_again_only_on_request(tmp_path: Path) -> None:
    go(make_job(tmp_path, 3), Scripted("x + 1"))
    assert go(make_job(tmp_path, 3)) == ()
    again = go(dataclasses.replace(make_job(tmp_path, 3), retry_errors=True))
    assert [response.problem_id for response in again] == ["made-up/test-0001"]
    assert all("error" not in row for row in lines(tmp_path / "responses.jsonl"))


def test_journal_is_taken_up_and_a_torn_line_is_asked_again(tmp_path: Path) -> None:
    whole = tmp_path / "whole"
    go(make_job(whole, 4))
    broken = tmp_path / "broken"
    with Journal(broken, _header(make_job(broken, 4))) as journal:
        for row in lines(whole / "responses.jsonl")[2:]:
            journal.append(row)
    raw = (broken / JOURNAL).read_bytes()
    (broken / JOURNAL).write_bytes(raw[:-20])
    chat = Scripted()
    go(make_job(broken, 4), chat)
    assert len(chat.asked) == 3
    assert (broken / "responses.jsonl").read_bytes() == (whole / "responses.jsonl").read_bytes()


def _header(job: Job) -> dict[str, object]:
    card = job.card.model_dump(mode="json")
    names = ("dataset", "split", "method", "model", "language", "shots", "settings")
    return {**{name: card[name] for name in names}, "dataset_sha256": job.dataset_sha256}


@pytest.mark.parametrize("block", [1, 7, 1000])
@pytest.mark.parametrize("torn", ["", "{", "{" * 50])
def test_torn_line_is_cut_off_wherever_it_begins(
    tmp_path: Path, torn: str, block: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(journal_module, "BLOCK", block)
    header = _header(make_job(tmp_path, 2))
    Journal(tmp_path, header).__exit__(None, None, None)
    before = (tmp_path / JOURNAL).read_bytes()
    (tmp_path / JOURNAL).write_bytes(before + torn.encode())
    Journal(tmp_path, header).__exit__(None, None, None)
    assert (tmp_path / JOURNAL).read_bytes() == before


@pytest.mark.parametrize("cut", [0, 1, 10])
def test_journal_that_died_at_birth_is_begun_again(tmp_path: Path, cut: int) -> None:
    job = make_job(tmp_path, 2)
    (tmp_path / JOURNAL).write_bytes(json.dumps(_header(job)).encode()[:cut])
    go(job)
    assert len(lines(tmp_path / "responses.jsonl")) == 2


def test_damaged_line_in_the_middle_is_named_and_nothing_is_written(tmp_path: Path) -> None:
    job = make_job(tmp_path, 3)
    with Journal(tmp_path, _header(job)) as journal:
        journal.append({"problem_id": "made-up/test-0000", "attempt": 0, "text": "a"})
    raw = (tmp_path / JOURNAL).read_bytes() + b'{"problem_id": \n{"problem_id": "x"}\n'
    (tmp_path / JOURNAL).write_bytes(raw)
    with pytest.raises(FaultsFound, match=f"{JOURNAL}:3"):
        go(job)
    assert (tmp_path / JOURNAL).read_bytes() == raw


@pytest.mark.parametrize("finished", [True, False])
def test_other_settings_do_not_continue_a_run(tmp_path: Path, *, finished: bool) -> None:
    job = make_job(tmp_path, 2)
    if finished:
        go(job)
    else:
        Journal(tmp_path, _header(job)).__exit__(None, None, None)
    other = make_job(tmp_path, 2, settings={"temperature": 0.5, "seed": 1}, language="zh")
    with pytest.raises(CannotRun) as stop:
        go(other)
    assert "settings.temperature was 0.0 and is 0.5" in str(stop.value)
    assert "settings.seed was None and is 1" in str(stop.value)
    assert "language was 'en' and is 'zh'" in str(stop.value)
    assert go(make_job(tmp_path, 2, title="Another title", date="2027-01-01")) is not None


def test_changed_dataset_does_not_continue_a_run(tmp_path: Path) -> None:
    job = make_job(tmp_path, 2)
    Journal(tmp_path, _header(job)).__exit__(None, None, None)
    with pytest.raises(CannotRun, match="dataset_sha256"):
        go(dataclasses.replace(job, dataset_sha256="1" * 64))


def test_card_that_was_edited_by_hand_stays(tmp_path: Path) -> None:
    go(make_job(tmp_path, 1))
    text = (tmp_path / "run.yaml").read_text("utf-8") + "notes: looked at by hand\n"
    (tmp_path / "run.yaml").write_text(text, "utf-8")
    go(make_job(tmp_path, 2))
    assert (tmp_path / "run.yaml").read_text("utf-8") == text


def test_two_runs_cannot_write_to_one_folder(tmp_path: Path) -> None:
    job = make_job(tmp_path, 1)
    with Journal(tmp_path, _header(job)), pytest.raises(CannotRun, match="another run is writing"):
        go(job)


def test_lock_on_a_file_that_is_gone_is_no_lock(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The other run may end, and remove its journal, between our opening and our locking it."""
    job, lock = make_job(tmp_path, 1), fcntl.flock

    def late(file: object, how: int) -> None:
        (tmp_path / JOURNAL).unlink()
        lock(file, how)  # type: ignore[arg-type]

    monkeypatch.setattr(fcntl, "flock", late)
    with pytest.raises(CannotRun, match="another run is writing"):
        go(job)


@pytest.mark.parametrize("error", [None, OSError(errno.ENOSPC, "No space left on device")])
def test_line_for_which_there_is_no_room_leaves_no_part_behind(
    tmp_path: Path, error: OSError | None
) -> None:
    """Another worker may still write a shorter one after it."""

    class Full:
        def __init__(self, file: object) -> None:
            self.file = file

        def __getattr__(self, name: str) -> object:
            return getattr(self.file, name)

        def write(self, raw: bytes) -> int:
            written = self.file.write(raw[:20])  # type: ignore[attr-defined]
            if error:
                raise error
            return int(written)

    row = {"problem_id": "made-up/test-0000", "attempt": 0, "text": "a long one"}
    with Journal(tmp_path, _header(make_job(tmp_path, 2))) as journal:
        before, file = (tmp_path / JOURNAL).read_bytes(), journal._file
        journal._file = Full(file)  # type: ignore[assignment]
        with pytest.raises(CannotRun, match="make room"):
            journal.append(row)
        assert (tmp_path / JOURNAL).read_bytes() == before
        journal._file = file
        journal.append(row)
    assert len(lines(tmp_path / JOURNAL)) == 2


def test_folder_that_cannot_be_made_is_told_with_the_cure(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(CannotRun, match="another --out"):
        go(make_job(tmp_path / "file", 1))


def test_responses_without_a_card_are_nobodys_to_go_on_with(tmp_path: Path) -> None:
    (tmp_path / "responses.jsonl").write_text('{"problem_id": "made-up/test-0000", "text": "a"}\n')
    with pytest.raises(CannotRun, match=r"without run\.yaml"):
        go(make_job(tmp_path, 2))
    assert [path.name for path in tmp_path.iterdir()] == ["responses.jsonl"]


def test_response_to_no_problem_is_named_before_anything_is_asked(tmp_path: Path) -> None:
    go(make_job(tmp_path, 2))
    path = tmp_path / "responses.jsonl"
    path.write_text(path.read_text() + '{"problem_id": "made-up/test-9999", "text": "a"}\n')
    chat = Scripted()
    with pytest.raises(CannotRun, match="made-up/test-9999"):
        go(make_job(tmp_path, 3), chat)
    assert not chat.asked


def test_lines_of_an_earlier_start_stay_as_they_are(tmp_path: Path) -> None:
    go(make_job(tmp_path, 2))
    path = tmp_path / "responses.jsonl"
    edited = path.read_text("utf-8").replace('"attempt": 0, ', "").replace('": ', '":')
    path.write_bytes(edited.replace("\n", "\r\n").encode())
    go(make_job(tmp_path, 3))
    assert path.read_text("utf-8").startswith(edited)


def test_run_does_not_hold_its_responses_in_memory(tmp_path: Path) -> None:
    class Talkative(Scripted):
        async def complete(self, messages: Sequence[Message]) -> Reply:
            reply = await super().complete(messages)
            return dataclasses.replace(reply, text=messages[-1].content[-1] * 1_000_000)

    tracemalloc.start()
    try:
        go(make_job(tmp_path, 30), Talkative())
        go(make_job(tmp_path, 31), Talkative())
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert (tmp_path / "responses.jsonl").stat().st_size > 31_000_000
    assert peak < 15_000_000


def test_run_that_cannot_go_on_keeps_what_it_has(tmp_path: Path) -> None:
    class Refusing(Scripted):
        async def complete(self, messages: Sequence[Message]) -> Reply:
            if len(self.asked) == 3:
                raise CannotRun("the key was refused")
            return await super().complete(messages)

    with pytest.raises(CannotRun, match="refused"):
        go(make_job(tmp_path, 9), Refusing())
    assert not (tmp_path / "responses.jsonl").exists()
    chat = Scripted()
    go(make_job(tmp_path, 9), chat)
    assert 6 <= len(chat.asked) < 9
    assert len(lines(tmp_path / "responses.jsonl")) == 9


@pytest.mark.parametrize("card", [True, False])
def test_killed_between_its_last_files_it_only_tidies_up(tmp_path: Path, card: bool) -> None:
    journal: list[bytes] = []
    job = make_job(tmp_path, 4)

    def tick(_: Response) -> None:
        journal.append((tmp_path / JOURNAL).read_bytes())

    asyncio.run(perform(job, Scripted(), concurrency=1, tick=tick))
    files = {name: (tmp_path / name).read_bytes() for name in ("responses.jsonl", "run.yaml")}
    (tmp_path / JOURNAL).write_bytes(journal[-1])
    if not card:
        (tmp_path / "run.yaml").unlink()
    assert go(job) == ()
    assert {path.name: path.read_bytes() for path in tmp_path.iterdir()} == files


def test_number_of_missing_questions_is_told_before_the_first(tmp_path: Path) -> None:
    told: list[int] = []
    go(make_job(tmp_path, 3))
    job = make_job(tmp_path, 5)
    asyncio.run(perform(job, Scripted(), concurrency=1, tick=lambda _: None, begin=told.append))
    assert told == [2]


def test_faults_of_a_server_lose_no_problem(tmp_path: Path) -> None:
    async def main(url: str) -> None:
        async with Client(Endpoint(model="scripted", base_url=url, backoff=0.01)) as client:
            await perform(make_job(tmp_path, 20), client, concurrency=4, tick=lambda _: None)

    with scripted_server(faulty=True) as server:
        asyncio.run(main(server.url))
    rows = lines(tmp_path / "responses.jsonl")
    assert len(rows) == 20
    assert all("error" not in row for row in rows)


@pytest.mark.parametrize(
    ("name", "shots", "resolved"),
    [
        ("cot", None, ("zero-shot-cot", 0)),
        ("cot", 0, ("zero-shot-cot", 0)),
        ("cot", 4, ("few-shot-cot", 4)),
        ("few-shot-cot", None, ("few-shot-cot", 4)),
        ("few-shot-cot", 8, ("few-shot-cot", 8)),
        ("zero-shot-cot", None, ("zero-shot-cot", 0)),
        ("sympy-direct", None, ("sympy-direct", 0)),
    ],
)
def test_cot_is_filed_by_its_number_of_examples(
    name: str, shots: int | None, resolved: tuple[str, int]
) -> None:
    assert resolve(name, shots) == resolved


@pytest.mark.parametrize(
    ("name", "shots"),
    [("few-shot-cot", 0), ("zero-shot-cot", 4), ("sympy-direct", 1), ("cot", -1), ("cot", MAX_SHOTS + 1), ("delly", None)],
)  # fmt: skip
def test_method_that_is_none_or_cannot_take_so_many_examples(name: str, shots: int | None) -> None:
    with pytest.raises(CannotRun):
        resolve(name, shots)


def test_missing_questions_are_those_without_a_line(tmp_path: Path) -> None:
    job = make_job(tmp_path, 3)
    rows = {("made-up/test-0001", 0): {"problem_id": "made-up/test-0001", "error": "timeout"}}
    assert [question.problem_id[-1] for question in missing(job, rows)] == ["0", "2"]
    job = dataclasses.replace(job, retry_errors=True)
    assert [question.problem_id[-1] for question in missing(job, rows)] == ["0", "1", "2"]


def test_empty_reply_is_written_as_empty_text() -> None:
    assert response_row(Response(problem_id="a/test-0000")) == {
        "problem_id": "a/test-0000",
        "attempt": 0,
        "text": "",
    }


def test_conversation_is_written_as_messages() -> None:
    response = Response(
        problem_id="a/test-0000", messages=(Message(role="tool", content="Output: 1"),), answer="1"
    )
    assert json.loads(json.dumps(response_row(response))) == {
        "problem_id": "a/test-0000",
        "attempt": 0,
        "messages": [{"role": "tool", "content": "Output: 1"}],
        "answer": "1",
    }


def test_card_is_yaml_that_reads_back(tmp_path: Path) -> None:
    job = make_job(
        tmp_path,
        1,
        title='"Quoted": a title, with # and \\ and 中文',
        shots={"count": 2, "problems": ["efg-algebra/train-0001", "efg-algebra/train-0002"]},
        settings={"temperature": 0.0, "seed": None, "flag": True, "model": "yes"},
    )
    (tmp_path / "run.yaml").write_text(card_text(job.card), "utf-8")
    assert read_card(tmp_path / "run.yaml", RunCard) == job.card
