"""A reply that has been given is kept under a key that has no secret in it, and found again."""

from __future__ import annotations

import sqlite3
from functools import partial
from pathlib import Path

import pytest

from generator.errors import CannotRun
from generator.methods import cache as module
from generator.methods.cache import Cache, Circumstances, Request, remove
from generator.methods.contract import Reply

BODY = {"model": "m", "messages": [{"role": "user", "content": "数 \ud800"}], "temperature": 0.0}
ASKED = Request(server="host/v1", body=BODY)
REPLY = Reply(text="two 二", finish_reason=None, tokens_in=3, tokens_out=None)


def test_reply_comes_back_as_it_was(tmp_path: Path) -> None:
    cache = Cache(tmp_path / "new" / "calls.sqlite")
    assert cache.get(ASKED) is None
    cache.put(ASKED, REPLY, Circumstances())
    assert cache.get(ASKED) == REPLY
    cache.close()
    assert Cache(tmp_path / "new" / "calls.sqlite").get(ASKED) == REPLY


def test_key_does_not_depend_on_the_order_of_fields() -> None:
    assert Request(server="host/v1", body=dict(reversed(BODY.items()))).key() == ASKED.key()


@pytest.mark.parametrize(
    "other",
    [
        Request(server="other/v1", body=BODY),
        Request(server="host/v1", body=BODY, number=1),
        Request(server="host/v1", body={**BODY, "temperature": 0.5}),
        Request(server="host/v1", body={**BODY, "stop": ["Output:"]}),
        Request(server="host/v1", body={**BODY, "seed": 1}),
        Request(server="host/v1", body={**BODY, "model": "n"}),
    ],
)
def test_key_depends_on_everything_that_can_change_a_reply(other: Request) -> None:
    assert other.key() != ASKED.key()


def test_first_reply_stays() -> None:
    cache = Cache()
    cache.put(ASKED, REPLY, Circumstances())
    cache.put(
        ASKED, Reply(text="x", finish_reason=None, tokens_in=1, tokens_out=1), Circumstances()
    )
    assert cache.get(ASKED) == REPLY


def test_circumstances_can_be_queried(tmp_path: Path) -> None:
    cache = Cache(tmp_path / "c")
    cache.put(ASKED, REPLY, Circumstances(model="m-0613", seconds=1.5, tries=3))
    cache.close()
    row = sqlite3.connect(tmp_path / "c").execute("SELECT model, seconds, tries, server FROM calls")
    assert row.fetchone() == ("m-0613", 1.5, 3, "host/v1")


def test_file_that_is_no_cache_is_named_with_the_cure(tmp_path: Path) -> None:
    (tmp_path / "c").write_text("this is no database, " * 50)
    with pytest.raises(CannotRun, match="--cache"):
        Cache(tmp_path / "c")


def test_removed_cache_leaves_nothing(tmp_path: Path) -> None:
    cache = Cache(tmp_path / "c")
    cache.put(ASKED, REPLY, Circumstances())
    cache.close()
    remove(tmp_path / "c")
    assert list(tmp_path.iterdir()) == []


def test_folder_that_cannot_be_made_is_told_with_the_cure(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(CannotRun, match="--cache"):
        Cache(tmp_path / "file" / "c")


@pytest.mark.parametrize("columns", ["key TEXT", "key, text, finish_reason, tokens_in, tokens_out"])
def test_file_of_another_age_is_told_of_before_the_first_call(tmp_path: Path, columns: str) -> None:
    with sqlite3.connect(tmp_path / "c") as old:
        old.execute(f"CREATE TABLE calls ({columns})")
    old.close()
    with pytest.raises(CannotRun, match="no such column"):
        Cache(tmp_path / "c")


def test_garbled_text_is_told_of_and_not_quoted_at_length(tmp_path: Path) -> None:
    cache = Cache(tmp_path / "c")
    cache.put(ASKED, REPLY, Circumstances())
    with sqlite3.connect(tmp_path / "c") as other:
        other.execute("UPDATE calls SET text = CAST(? AS TEXT)", (b"x" * 5000 + b"\xff",))
    other.close()
    with pytest.raises(CannotRun, match="--cache") as stop:
        cache.get(ASKED)
    assert len(str(stop.value)) < 300


def test_file_that_stays_locked_is_not_to_be_deleted(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "PATIENCE", 0.01)
    other = sqlite3.connect(tmp_path / "c", isolation_level=None)
    other.execute("BEGIN EXCLUSIVE")
    with pytest.raises(CannotRun, match="wait for the runs that use it"):
        Cache(tmp_path / "c")
    other.close()


def test_file_is_waited_for_while_another_process_makes_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of four runs that start at once, SQLite tells some that the file is locked."""
    tried: list[str] = []

    class Busy(sqlite3.Connection):
        def execute(self, sql: str, *values: object) -> sqlite3.Cursor:
            tried.append(sql)
            if len(tried) < 3:
                error = sqlite3.OperationalError("database is locked")
                error.sqlite_errorcode = sqlite3.SQLITE_BUSY
                raise error
            return super().execute(sql, *values)

    monkeypatch.setattr(module.sqlite3, "connect", partial(sqlite3.connect, factory=Busy))
    assert Cache(tmp_path / "c").get(ASKED) is None
    assert len(set(tried[:3])) == 1


def test_two_processes_share_a_file(tmp_path: Path) -> None:
    one, two = Cache(tmp_path / "c"), Cache(tmp_path / "c")
    one.put(ASKED, REPLY, Circumstances())
    assert two.get(ASKED) == REPLY
    two.put(ASKED, REPLY, Circumstances())
    one.close()
    assert two.get(ASKED) == REPLY
