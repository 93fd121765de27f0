"""A reply that has been given is kept under a key that has no secret in it, and found again."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import pytest

from generator.errors import CannotRun
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
