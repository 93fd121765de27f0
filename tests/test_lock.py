"""A lock is what recomputing has to give; every difference is told by problem."""

from __future__ import annotations

import json

import pytest
import sympy

from generator.errors import FaultsFound
from generator.lock import SYMPY, Stamp, judgement_row, plain, read_lock, score_data, write_lock
from generator.lock_check import MAX_ALTERED, check_keys, check_stamp, check_values
from generator.records import (
    VERDICTS,
    Answer,
    Credit,
    Expression,
    Judgement,
    Match,
    Proportion,
    Score,
    StepScore,
)

STAMP = Stamp(
    judge_version="1.0.0",
    dataset="demo",
    dataset_version="1",
    dataset_sha256="a" * 64,
    responses_sha256="b" * 64,
)


def judgement(number, verdict="right", **changed):
    fields = {
        "problem_id": f"demo/test-{number:04d}",
        "attempt": 0,
        "verdict": verdict,
        "answer": Answer(text="2", rule="boxed", step=0, start=3, end=4),
        "rule": "identical",
        "why": "the same text",
        "credits": {"full": credit()},
    }
    return Judgement(**(fields | changed))


def credit(**changed):
    match = Match(node=1, expression=Expression(text="x = 2", step=0, start=1, end=6))
    fields = {"derived": 2, "reached": (1,), "credited": (0, 1), "label": "right"}
    return Credit(**(fields | {"matches": (match,)} | changed))


def a_score(count=2.0):
    step = StepScore(
        protocol="full",
        n=3,
        credited=4,
        derived=6,
        expacc=2 / 3,
        failures=1,
        fail={"first": 1, "middle": 0, "last": 0},
        single=0,
    )
    return Score(
        problems=3,
        attempts=1,
        answered=3,
        states=dict.fromkeys(VERDICTS, 0),
        accuracy=Proportion(count=count, n=3, value=count / 3, low=0.2, high=0.9),
        steps={"full": step},
        tokens_in=None,
        tokens_out=None,
    )


@pytest.fixture
def judgements():
    return [judgement(0), judgement(1, "wrong"), judgement(2, "timeout", answer=None, credits={})]


@pytest.fixture
def lock(tmp_path, judgements):
    write_lock(tmp_path, STAMP, judgements, a_score())
    return read_lock(tmp_path)


def edit(folder, change):
    path = folder / "judgements.jsonl"
    rows = [json.loads(line) for line in path.read_text().splitlines()]
    rows = change(rows) or rows
    path.write_text("".join(json.dumps(row) + "\n" for row in rows))
    return read_lock(folder)


def test_a_line_holds_what_is_set_and_nothing_else():
    assert judgement_row(judgement(0)) == {
        "problem_id": "demo/test-0000",
        "attempt": 0,
        "verdict": "right",
        "answer": {"text": "2", "rule": "boxed", "step": 0, "start": 3, "end": 4},
        "rule": "identical",
        "why": "the same text",
        "credits": {
            "full": {
                "derived": 2,
                "reached": [1],
                "credited": [0, 1],
                "label": "right",
                "matches": [{"node": 1, "text": "x = 2", "step": 0, "start": 1, "end": 6}],
            }
        },
    }
    bare = judgement(0, "missing", answer=None, rule="", why="no response", credits={})
    assert list(judgement_row(bare)) == ["problem_id", "attempt", "verdict", "why"]


def test_fractions_are_rounded_so_that_machines_agree():
    assert score_data(a_score())["steps"]["full"]["expacc"] == 0.666667


def test_writing_again_changes_nothing(tmp_path, judgements):
    assert len(write_lock(tmp_path, STAMP, judgements, a_score())) == 2
    assert write_lock(tmp_path, STAMP, judgements, a_score()) == ()


def test_an_unchanged_lock_has_no_differences(tmp_path, judgements, lock):
    assert list(check_stamp(tmp_path, lock, STAMP)) == []
    assert list(check_keys(tmp_path, lock, list(plain(judgements)))) == []
    found = check_values(tmp_path, lock, judgements, a_score())
    assert (found.faults, found.notes) == ((), ())


def test_a_stale_lock_says_what_has_changed(tmp_path, lock):
    now = Stamp(
        judge_version="1.1.0",
        dataset="demo",
        dataset_version="1",
        dataset_sha256="c" * 64,
        responses_sha256="b" * 64,
    )
    found = list(check_stamp(tmp_path, lock, now))
    assert [fault.field for fault in found] == ["dataset_sha256", "judge_version"]
    assert found[1].message == "stale: 1.0.0 in the lock, 1.1.0 now"
    assert "failwhere judge" in found[0].cure


def test_an_altered_verdict_names_the_problem_and_the_line(tmp_path, judgements, lock):
    lock = edit(tmp_path, lambda rows: rows[1].update(verdict="right"))
    (fault,) = check_values(tmp_path, lock, judgements, a_score()).faults
    assert fault.line == 2
    assert fault.message == "demo/test-0001 attempt 0: the verdict is right, recomputed wrong"


def made_with(folder, version):
    path = folder / "scores.json"
    data = json.loads(path.read_text()) | {"sympy_version": version}
    path.write_text(json.dumps({name: data[name] for name in data if data[name]}))
    return read_lock(folder)


def test_a_lock_says_which_sympy_it_was_made_with(lock):
    assert lock.stamp["sympy_version"] == SYMPY == sympy.__version__


@pytest.mark.parametrize("version", ["0.7.1", ""], ids=["another", "not recorded"])
def test_another_sympy_makes_no_lock_stale(tmp_path, judgements, lock, version):
    other = made_with(tmp_path, version)
    assert list(check_stamp(tmp_path, other, STAMP)) == []
    assert check_values(tmp_path, other, judgements, a_score()).faults == ()


def test_where_verdicts_differ_another_sympy_is_told(tmp_path, judgements, lock):
    made_with(tmp_path, "0.7.1")
    lock = edit(tmp_path, lambda rows: rows[1].update(verdict="right"))
    verdict, cause = check_values(tmp_path, lock, judgements, a_score()).faults
    assert "the verdict is right, recomputed wrong" in verdict.message
    assert cause.field == "sympy_version"
    assert cause.message.startswith(f"0.7.1 in the lock, {SYMPY} here")


def test_an_altered_credit_or_a_field_of_ones_own_is_seen(tmp_path, judgements, lock):
    lock = edit(tmp_path, lambda rows: rows[0].update(credits={}, mine=1))
    (fault,) = check_values(tmp_path, lock, judgements, a_score()).faults
    assert fault.message == "demo/test-0000 attempt 0: not as recomputed: credits, mine"


def test_an_altered_number_names_its_field(tmp_path, judgements, lock):
    found = check_values(tmp_path, lock, judgements, a_score(count=1.0)).faults
    assert [(fault.field, fault.message) for fault in found] == [
        ("score.accuracy.count", "2.0 in the lock, 1.0 recomputed"),
        ("score.accuracy.value", "0.666667 in the lock, 0.333333 recomputed"),
    ]


def test_a_timeout_that_differs_is_a_note(tmp_path, lock):
    now = [judgement(0), judgement(1, "wrong"), judgement(2, "right")]
    found = check_values(tmp_path, lock, now, a_score(count=3.0))
    assert found.faults == ()
    assert "demo/test-0002" in found.notes[0].message


def test_missing_and_extra_lines_are_named(tmp_path, judgements, lock):
    wanted = [*list(plain(judgements))[1:], ("demo/test-0009", 0)]
    assert [fault.message for fault in check_keys(tmp_path, lock, wanted)] == [
        "demo/test-0000 attempt 0 is judged here, but responses.jsonl has no such line",
        "demo/test-0009 attempt 0 is not judged",
    ]


def test_a_line_that_stands_twice_or_says_nothing_is_named(tmp_path, judgements, lock):
    lock = edit(tmp_path, lambda rows: [*rows, rows[0], {"problem_id": 3}])
    found = check_keys(tmp_path, lock, list(plain(judgements)))
    assert [(fault.line, fault.message[:29]) for fault in found] == [
        (4, "demo/test-0000 attempt 0 is j"),
        (5, "a line without problem_id and"),
    ]


def test_many_differences_are_counted(tmp_path, judgements):
    many = [judgement(k) for k in range(MAX_ALTERED + 9)]
    write_lock(tmp_path, STAMP, many, a_score())
    now = [judgement(k, "wrong") for k in range(MAX_ALTERED + 9)]
    found = check_values(tmp_path, read_lock(tmp_path), now, a_score()).faults
    assert len(found) == MAX_ALTERED + 1
    assert found[-1].message == "59 differences, of which 50 are listed"


@pytest.mark.parametrize("text", ["[]", "{}", '{"score": 1}', "{"])
def test_scores_that_are_none_are_refused(tmp_path, lock, text):
    (tmp_path / "scores.json").write_text(text)
    with pytest.raises(FaultsFound):
        read_lock(tmp_path)
