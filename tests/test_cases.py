"""Case files of the judge: what a row may hold, and what is counted."""

import json

import pytest

from generator.errors import FaultsFound
from generator.judge.cases import MAX_GENERATED, Case, generated, read_cases, tally
from generator.records import Decision


def written(tmp_path, *rows):
    path = tmp_path / "cases.jsonl"
    lines = (row if isinstance(row, str) else json.dumps(row) for row in rows)
    path.write_text("".join(f"{line}\n" for line in lines))
    return path


def row(**fields):
    return {"id": "a", "pred": "x=2", "gold": "2", "equal": True} | fields


def test_reads_a_row(tmp_path):
    path = written(tmp_path, row(kind="equation", why="other fields are free"))
    assert read_cases(path) == (Case(id="a", pred="x=2", gold="2", equal=True),)


def test_a_lone_surrogate_is_no_fault_here(tmp_path):
    (case,) = read_cases(written(tmp_path, r'{"id": "s", "pred": "\ud83d", "gold": "5"}'))
    assert case.pred == "\ud83d"
    assert case.equal is None


def test_generated_strings_close_what_they_open(tmp_path):
    recipe = {
        "prefix": "<",
        "unit": "(",
        "times": 3,
        "middle": "m",
        "suffix": "s",
        "tail_unit": ")",
    }
    assert generated(recipe) == "<(((ms)))"
    path = written(tmp_path, row(pred="", pred_gen={"unit": "7", "times": 5}))
    assert read_cases(path)[0].pred == "77777"


@pytest.mark.parametrize(
    ("expect", "equal", "any_verdict"),
    [("not_equal_or_unparsable", False, False), ("any_verdict", None, True)],
)
def test_an_attack_says_what_it_expects(tmp_path, expect, equal, any_verdict):
    line = {"id": "a", "pred": "1", "gold": "2", "expect": expect}
    (case,) = read_cases(written(tmp_path, line))
    assert (case.equal, case.any_verdict) == (equal, any_verdict)


@pytest.mark.parametrize(
    ("line", "word"),
    [
        ("{", "not JSON"),
        ("[1]", "no object"),
        ("[" * 100_000, "too deep"),
        ({"pred": "1", "gold": "1"}, "id: is missing"),
        ({"id": "a", "gold": "1"}, "pred: is missing"),
        (row(pred=None), "pred: is no string"),
        (row(pred=3), "pred: is no string"),
        (row(gold=None), "gold: is no string"),
        (row(equal="true"), "equal: is no true/false"),
        (row(equal=1), "equal: is no true/false"),
        (row(expect="wrong"), "expect: is none of"),
        (row(level="graph"), "level: is neither"),
        (row(pred_gen="7"), "pred_gen: is no recipe"),
        (row(pred_gen={"unit": "7", "repeat": 3}), "pred_gen: is no recipe"),
        (row(pred_gen={"unit": "7", "times": True}), "times: is no whole number"),
        (row(pred_gen={"unit": "7", "times": MAX_GENERATED + 1}), "pred_gen: is not between"),
        (row(pred_gen={"unit": "7", "times": -1}), "pred_gen: is not between"),
    ],
)
def test_a_malformed_row_is_named(tmp_path, line, word):
    path = written(tmp_path, row(), line)
    with pytest.raises(FaultsFound) as faults:
        read_cases(path)
    (fault,) = faults.value.faults
    assert fault.line == 2
    assert word in str(fault)


def test_all_malformed_rows_are_named_together(tmp_path):
    with pytest.raises(FaultsFound) as faults:
        read_cases(written(tmp_path, "{", row(), "{"))
    assert [fault.line for fault in faults.value.faults] == [1, 3]


def decided(equal):
    return Decision(equal=equal, rule="r", why="w")


def test_counts():
    cases = [
        Case(id="a", pred="", gold="", equal=True),
        Case(id="b", pred="", gold="", equal=True),
        Case(id="c", pred="", gold="", equal=False),
        Case(id="d", pred="", gold="", equal=None, any_verdict=True),
        Case(id="e", pred="", gold="", equal=None),
    ]
    verdicts = (True, False, True, True, True)
    counts = tally(cases, [(decided(v), 10.0 * n) for n, v in enumerate(verdicts)])
    assert (counts.n, counts.right, counts.wrong) == (5, 2, ("b", "c"))
    assert (counts.false_positive, counts.false_negative) == (1, 1)
    assert (counts.median_us, counts.p99_us) == (20.0, 40.0)


def test_no_cases_are_no_trouble():
    assert tally([], []).median_us == 0
