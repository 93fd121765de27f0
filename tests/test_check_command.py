"""What `failwhere check` prints, and its exit codes."""

from __future__ import annotations

import pytest
from tiny import RUN, run_folder, world

from generator.__main__ import main
from generator.commands.check import shown
from generator.errors import Fault


def check(root, *more):
    roots = ["--dataset-root", str(root / "datasets"), "--results-root", str(root / "results")]
    return main(["check", *more, *roots])


def test_faults_are_printed_and_the_exit_code_is_1(tmp_path, capsys):
    (run_folder(world(tmp_path)) / "run.yaml").write_text(RUN + "modle: x\n")
    assert check(tmp_path) == 1
    captured = capsys.readouterr()
    assert "run.yaml:7: modle: there is no such field (write `model`, or delete it)" in captured.err
    assert "faults in 1 datasets" in captured.out


def test_a_sound_dataset_passes(tmp_path, capsys):
    world(tmp_path)
    assert check(tmp_path, str(tmp_path / "datasets")) == 0
    assert "1 datasets and 0 runs are sound" in capsys.readouterr().out


def test_github_annotations_have_file_and_line(tmp_path, capsys):
    (run_folder(world(tmp_path)) / "run.yaml").write_text(RUN + "modle: x\n")
    assert check(tmp_path, "--format", "github") == 1
    lines = capsys.readouterr().out.splitlines()
    assert any(line.startswith("::error file=") and ",line=7::modle: " in line for line in lines)


@pytest.mark.parametrize("style", ["text", "github"])
def test_nothing_in_a_fault_can_begin_another_command(style):
    fault = Fault(file="a\nb:,", line=1, message="x\n::error::y\x1b[31m%0A", cure="z")
    (line,) = shown([fault], "error", style)
    assert "\n" not in line
    assert "\x1b" not in line
    if style == "github":
        assert line == "::error file=a\\nb%3A%2C,line=1::x\\n::error::y\\x1b[31m%250A (z)"
