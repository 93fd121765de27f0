"""`failwhere same` as a user calls it."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from generator.__main__ import main

ROOT = Path(__file__).parents[1]


def said(capsys, *words):
    code = main(["same", *words])
    out, err = capsys.readouterr()
    return code, out, err


@pytest.mark.parametrize(
    ("pred", "gold", "code", "word"),
    [
        ("x = 3", "3", 0, "right"),
        ("4", "3", 1, "wrong"),
        ("-3", "-3", 0, "right"),
        ("-x+1", "1-x", 0, "right"),
        ("-x=3", "x=-3", 0, "right"),
        (r"-\frac12", "-0.5", 0, "right"),
        ("3", "-3", 1, "wrong"),
        ("", "3", 1, "unparsable"),
    ],
)
def test_one_line_with_verdict_and_rule(capsys, pred, gold, code, word):
    got, out, err = said(capsys, pred, gold)
    assert (got, out.split()[0], err) == (code, word, "")
    assert out.count("\n") == 1
    assert len(out.split("  ")[1]) > 1


def test_a_word_that_looks_like_an_option_goes_behind_two_dashes(capsys):
    assert said(capsys, "--", "-h^2", "-h*h")[0] == 0


def test_explains_on_a_second_line(capsys):
    _, out, _ = said(capsys, "--explain", "(2x-3)(2x+3)", "4x^2-9")
    assert len(out.splitlines()) == 2
    _, out, _ = said(capsys, "7", "5", "--explain")
    assert len(out.splitlines()) == 2


def test_an_explanation_cannot_command_the_terminal(capsys):
    _, out, _ = said(capsys, "--explain", "\x1b[2J\u202e7", "\x1b[2J5")
    assert "\x1b" not in out
    assert "\u202e" not in out


def test_levels_differ(capsys):
    assert said(capsys, "2x-6=0", "x=3")[0] == 0
    assert said(capsys, "2x-6=0", "x=3", "--level", "node")[0] == 1


def test_sympy_alone_decides(capsys):
    assert said(capsys, "--engine", "sympy", "(x+1)^2", "x^2+2x+1")[:2] == (0, "right  sympy\n")
    assert said(capsys, "--engine", "sympy", "(x+1)^2", "x^2+1")[:2] == (1, "wrong  sympy\n")


@pytest.mark.parametrize("words", [(), ("3",), ("3", "3", "--cases", "x.jsonl")])
def test_wrong_use_could_not_run(capsys, words):
    code, out, err = said(capsys, *words)
    assert (code, out) == (2, "")
    assert err.startswith("failwhere: ")


def cases(tmp_path, *rows):
    path = tmp_path / "cases.jsonl"
    path.write_text("".join(json.dumps(row) + "\n" for row in rows))
    return str(path)


def test_a_file_of_cases_gives_one_object(capsys, tmp_path):
    path = cases(
        tmp_path,
        {"id": "1", "pred": "x=2", "gold": "2", "equal": True},
        {"id": "2", "pred": "3", "gold": "2", "equal": False},
        {
            "id": "3",
            "pred_gen": {"unit": "(", "times": 10000},
            "gold": "2",
            "expect": "any_verdict",
        },
        {"id": "4", "pred": "2x=4", "gold": "x=2", "equal": False, "level": "node"},
    )
    code, out, _ = said(capsys, "--cases", path)
    told = json.loads(out)
    assert code == 0
    assert list(told) == [
        "n", "right", "false_positive", "false_negative", "median_us", "p99_us", "wrong",
    ]  # fmt: skip
    assert (told["n"], told["right"], told["wrong"]) == (4, 4, [])


def test_a_wrong_verdict_is_named(capsys, tmp_path):
    path = cases(
        tmp_path,
        {"id": "fp", "pred": "2", "gold": "2", "equal": False},
        {"id": "fn", "pred": "3", "gold": "2", "equal": True},
    )
    code, out, _ = said(capsys, "--cases", path)
    told = json.loads(out)
    assert code == 1
    assert (told["false_positive"], told["false_negative"]) == (1, 1)
    assert told["wrong"] == ["fp", "fn"]


def test_a_malformed_file_is_named_with_its_line(capsys, tmp_path):
    path = cases(tmp_path, {"id": "1", "pred": "2", "gold": "2"}, {"id": "2", "gold": "2"})
    code, out, err = said(capsys, "--cases", path)
    assert (code, out) == (1, "")
    assert "cases.jsonl:2: pred: is missing" in err
    assert said(capsys, "--cases", str(tmp_path / "none.jsonl"))[0] == 1


def test_as_a_process_with_a_minus_first():
    done = subprocess.run(
        [sys.executable, "-m", "generator", "same", "-2x", "-x-x"],
        cwd=ROOT, capture_output=True, text=True, timeout=60, check=False,
    )  # fmt: skip
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith("right  ")
