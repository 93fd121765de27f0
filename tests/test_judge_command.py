"""`failwhere judge`: writes locks, or (--diff) says what it would change and writes nothing."""

from __future__ import annotations

import json

from tiny import response_row, run_folder, world, write_rows

from generator.__main__ import main


def judge(root, *more):
    roots = ["--dataset-root", str(root / "datasets"), "--results-root", str(root / "results")]
    return main(["judge", *more, *roots])


def locked(root):
    folder = run_folder(world(root))
    assert judge(root) == 0
    return folder


def test_nothing_changes_right_after_judging(tmp_path, capsys):
    locked(tmp_path)
    assert "right, written" in capsys.readouterr().out
    assert judge(tmp_path, "--diff") == 0
    assert " 0 of " in capsys.readouterr().out


def test_a_changed_verdict_is_printed_and_nothing_is_written(tmp_path, capsys):
    folder = locked(tmp_path)
    path = folder / "judgements.jsonl"
    rows = [json.loads(line) for line in path.read_text("utf-8").splitlines()]
    now = rows[0]["verdict"]
    rows[0]["verdict"] = "refused"
    write_rows(path, rows)
    before = path.read_bytes()
    capsys.readouterr()
    assert judge(tmp_path, "--diff", str(folder)) == 0
    out = capsys.readouterr().out
    assert "1 of " in out
    assert f"{rows[0]['problem_id']} attempt 0: refused -> {now}" in out
    assert path.read_bytes() == before


def test_a_terminal_cannot_be_moved_by_a_response(tmp_path, capsys):
    folder = locked(tmp_path)
    write_rows(folder / "responses.jsonl", [response_row(0, text="The answer is \x1b[31m\x07é.")])
    capsys.readouterr()
    judge(tmp_path, "--diff", str(folder))
    out = capsys.readouterr().out
    assert " -> " in out
    assert "\x1b" not in out
    assert "\x07" not in out


def test_a_row_that_is_gone_is_named(tmp_path, capsys):
    folder = locked(tmp_path)
    path = folder / "judgements.jsonl"
    rows = [json.loads(line) for line in path.read_text("utf-8").splitlines()]
    write_rows(path, [*rows, {**rows[0], "attempt": 7}])
    capsys.readouterr()
    assert judge(tmp_path, "--diff", str(folder)) == 0
    assert "attempt 7: gone" in capsys.readouterr().out
