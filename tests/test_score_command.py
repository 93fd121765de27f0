"""`failwhere score` and `failwhere judge` on a dataset of three problems."""

from __future__ import annotations

import json

import pytest
from tiny import response_row, run_folder, world, write_rows

from generator.__main__ import main


@pytest.fixture
def roots(tmp_path):
    """Problem 0 is answered right, problem 1 wrong after a right step, problem 2 not at all."""
    made = world(tmp_path)
    wrong = "$2 x = 4$ , so the answer is $x = 5$."
    rows = [response_row(0), response_row(1, text=wrong)]
    write_rows(run_folder(made) / "responses.jsonl", rows)
    return made


def command(roots, *words: str) -> int:
    return main(
        ["--dataset-root", str(roots.datasets), "--results-root", str(roots.results), *words]
    )


def test_counts_are_integers_and_rates_follow(roots, capsys):
    assert command(roots, "score", str(run_folder(roots)), "--protocol", "literal") == 0
    found = json.loads(capsys.readouterr().out)
    assert (found["problems"], found["answered"], found["complete"]) == (3, 2, False)
    assert (found["right"], found["label_right"]) == (1, 1)
    assert (found["credited"], found["derived"], found["failures"]) == (3, 6, 2)
    assert (found["fail_first"], found["fail_middle"], found["fail_last"]) == (1, 0, 1)
    assert found["expacc"] == 0.5
    assert found["fail_last_rate"] == 0.5
    assert found["states"]["missing"] == 1


def test_records_are_one_line_per_problem_in_the_order_of_the_dataset(roots, capsys):
    words = ["score", str(run_folder(roots)), "--protocol", "carp-2023", "--records"]
    assert command(roots, *words) == 0
    lines = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [line["problem_id"] for line in lines] == [f"demo/test-000{k}" for k in range(3)]
    assert [line["label"] for line in lines] == ["last", "last", "first"]
    assert set(lines[0]) == {"problem_id", "credited", "derived", "expacc", "label"}


def test_a_right_answer_under_carp_2023_is_credited_everything(roots, capsys):
    text = "答案是：1"
    write_rows(run_folder(roots) / "responses.jsonl", [response_row(0, text=text)])
    command(roots, "score", str(run_folder(roots)), "--protocol", "carp-2023", "--records")
    first = json.loads(capsys.readouterr().out.splitlines()[0])
    assert (first["credited"], first["derived"], first["label"]) == (2, 2, "right")


def test_judge_writes_the_lock_and_a_second_time_changes_nothing(roots, capsys):
    assert command(roots, "judge") == 0
    assert "1 of 3 right (2 answered), written" in capsys.readouterr().out
    lock = [
        json.loads(line)
        for line in (run_folder(roots) / "judgements.jsonl").read_text("utf-8").splitlines()
    ]
    assert [line["verdict"] for line in lock] == ["right", "wrong", "missing"]
    assert command(roots, "judge", str(run_folder(roots))) == 0
    assert "unchanged" in capsys.readouterr().out


def test_a_folder_that_is_not_there_could_not_run(roots, capsys):
    assert command(roots, "judge", str(roots.results / "nowhere")) == 2
    assert "no folder" in capsys.readouterr().err


def test_faults_of_a_run_are_reported(roots, capsys):
    (run_folder(roots) / "run.yaml").write_text("dataset: demo\n")
    assert command(roots, "score", str(run_folder(roots))) == 1
    assert "run.yaml" in capsys.readouterr().err
