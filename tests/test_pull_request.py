"""A pull request from start to end in a scratch git repository, as the documents tell it.

new run, check, report, preview, merge, publish; a bad one that is refused with its cure; a dataset of
one's own. What CI runs is read from the workflow file itself.
"""

from __future__ import annotations

import json
import os
import re
import shlex
import shutil
import subprocess
from pathlib import Path

import pytest
import yaml
from tiny import response_row, world, write_rows

from generator.__main__ import main
from generator.report.posting import objections

ROOT = Path(__file__).parents[1]
RUN = Path("results/demo/my-method--my-model")


def git(folder: Path, *words: str) -> str:
    quiet = ["-c", "user.name=A", "-c", "user.email=a@example.org", "-c", "commit.gpgsign=false"]
    found = subprocess.run(
        ["git", *quiet, *words], cwd=folder, check=True, capture_output=True, text=True, env=ENV
    )
    return found.stdout


ENV = {
    **{name: value for name, value in os.environ.items() if not name.startswith("GIT_")},
    "GIT_CONFIG_GLOBAL": os.devnull,
    "GIT_CONFIG_SYSTEM": os.devnull,
}


def failwhere(*words: str) -> int:
    return main(list(words))


@pytest.fixture
def checkout(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A repository with one dataset and one judged run, on its main branch; we stand in it."""
    if shutil.which("git") is None:
        pytest.skip("git is not installed")
    folder = tmp_path / "checkout"
    world(folder)
    shutil.copytree(ROOT / "site_src", folder / "site_src")
    shutil.copyfile(ROOT / "mkdocs.yml", folder / "mkdocs.yml")
    (folder / "generator" / "templates").mkdir(parents=True)
    (folder / "generator" / "templates" / "theme").symlink_to(
        ROOT / "generator" / "templates" / "theme"
    )
    (folder / ".gitignore").write_text("site/\n.cache/\ndatasets/gsm8k/problems.jsonl\n")
    monkeypatch.chdir(folder)
    assert failwhere("judge") == 0
    git(folder, "init", "-q", "-b", "main")
    git(folder, "add", "-A")
    git(folder, "commit", "-qm", "Start")
    return folder


def commands_of_ci() -> list[tuple[str, list[str]]]:
    """The failwhere commands of the check workflow: where, and what behind the program."""
    data = yaml.safe_load((ROOT / ".github" / "workflows" / "check.yml").read_text())
    found = []
    for step in data["jobs"]["check"]["steps"]:
        words = shlex.split(step.get("run", "").replace("$(date -u +%F)", "2026-12-31"))
        if words and words[0].endswith("/failwhere"):
            found.append((step.get("working-directory", "."), words[1:]))
    assert [words[0] for _, words in found] == ["report", "check"]
    return found


def ci(checkout: Path, branch: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Lay out what the runner has, and run what the workflow runs; return the exit codes."""
    work = tmp_path / f"runner-{branch}"
    git(checkout, "worktree", "add", "-q", "--detach", str(work / "base"), "main")
    git(checkout, "worktree", "add", "-q", "--detach", str(work / "change"), branch)
    codes = []
    for where, words in commands_of_ci():
        monkeypatch.chdir(work / where)
        codes.append(failwhere(*words))
    monkeypatch.chdir(checkout)
    return codes


def fill_in(card: Path, **values: str) -> None:
    text = card.read_text("utf-8")
    for name, value in values.items():
        text, count = re.subn(rf'^{name}: "<fill in.*$', f"{name}: {value}", text, flags=re.M)
        assert count == 1, name
    card.write_text(text, "utf-8")


def test_a_good_pull_request(
    checkout: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    git(checkout, "switch", "-qc", "mine")
    # 1: lay out
    assert failwhere("new", "run", "demo", "my-method", "my-model", "--date", "2026-11-30") == 0
    assert f"put your responses into {RUN}/responses.jsonl" in capsys.readouterr().out
    # 2: fill in; what was forgotten is refused
    rows = [response_row(0), response_row(1), response_row(2, text="The answer is 4.")]
    write_rows(RUN / "responses.jsonl", rows)
    assert failwhere("judge", str(RUN)) == 1
    assert "contributor: is not filled in" in capsys.readouterr().err
    fill_in(RUN / "run.yaml", contributor='"A. Name"')
    # 3, 4: judge, check
    assert failwhere("judge", str(RUN)) == 0
    assert failwhere("check", str(RUN)) == 0
    # 5: send
    git(checkout, "add", str(RUN))
    git(checkout, "commit", "-qm", "A run")
    assert git(checkout, "diff", "--stat", "main", "mine").count("my-method--my-model") == 4

    capsys.readouterr()
    assert ci(checkout, "mine", tmp_path, monkeypatch) == [0, 0]
    work = tmp_path / "runner-mine"
    text = (work / "report" / "report.md").read_text("utf-8")
    assert "rank **2** of 2" in text
    assert "| `cot--none` | −33.3 |" in text
    assert objections(text.encode()) == []
    pages = json.loads((work / "report" / "report.json").read_text("utf-8"))["pages"]
    assert "runs/demo/my-method--my-model.html" in pages["new"]
    assert (work / "report" / "preview" / "runs" / "demo" / "my-method--my-model.html").is_file()

    git(checkout, "switch", "-q", "main")
    git(checkout, "merge", "-q", "--no-ff", "-m", "Merge", "mine")
    assert failwhere("check") == 0
    assert failwhere("build") == 0
    board = json.loads((checkout / "site" / "data" / "demo" / "board.json").read_text("utf-8"))
    assert [(row["method"], row["rank"]) for row in board["rows"]] == [("cot", 1), ("my-method", 2)]
    assert "my-method--my-model" in (checkout / "site" / "feed.xml").read_text("utf-8")


def test_a_bad_pull_request_is_refused_with_the_cure(
    checkout: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    git(checkout, "switch", "-qc", "bad")
    assert failwhere("new", "run", "demo", "my-method", "my-model", "--contributor", "B") == 0
    rows = [response_row(0), response_row(1, verdict="right"), response_row(7)]
    write_rows(RUN / "responses.jsonl", rows)
    with (RUN / "run.yaml").open("a") as card:
        card.write("claims: [{metric: accuracy, value: 150, unit: percent, source: us}]\n")
    git(checkout, "add", "-A")
    git(checkout, "commit", "-qm", "A bad run")

    capsys.readouterr()
    assert ci(checkout, "bad", tmp_path, monkeypatch) == [1, 1]
    said = capsys.readouterr().out
    place = f"file={RUN}/responses.jsonl,line=2"
    assert f"::error {place}::verdict: there is no such field (delete it)" in said
    assert "150 is no possible percent" in said
    text = (tmp_path / "runner-bad" / "report" / "report.md").read_text("utf-8")
    assert "**Refused**" in text
    assert "cure: `delete it`" in text
    assert objections(text.encode()) == []
    assert not (tmp_path / "runner-bad" / "report" / "preview").exists()


def test_code_in_a_pull_request_is_not_run(
    checkout: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    git(checkout, "switch", "-qc", "evil")
    evil = "import pathlib\npathlib.Path('pwned').write_text('x')\n"
    for name in ("conftest.py", "generator/__init__.py", "results/demo/cot--none/run.py"):
        path = checkout / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(evil)
    with (checkout / "mkdocs.yml").open("a") as settings:
        settings.write("hooks: [conftest.py]\n")
    git(checkout, "add", "-A")
    git(checkout, "commit", "-qm", "Evil")
    codes = ci(checkout, "evil", tmp_path, monkeypatch)
    assert codes[1] == 1  # run.py does not belong there
    assert not list(tmp_path.rglob("pwned"))


def test_a_dataset_of_ones_own(
    checkout: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    git(checkout, "switch", "-qc", "set")
    assert failwhere("new", "dataset", "my-set") == 0
    assert failwhere("new", "dataset", "my-set") == 2  # nothing is overwritten
    folder = Path("datasets/my-set")
    example = re.search(r"^  (\{.*\})$", capsys.readouterr().out, re.M)
    assert example is not None
    (folder / "problems.jsonl").write_text(example[1] + "\n")
    fill_in(
        folder / "dataset.yaml",
        title="My set",
        summary="One sum.",
        licence="CC0 1.0",
        licence_url="https://creativecommons.org/publicdomain/zero/1.0/",
        answer_type="number",
    )
    assert failwhere("check", str(folder)) == 1
    assert "my-set/test-0000 is beyond the 0 of the card" in capsys.readouterr().err
    card = folder / "dataset.yaml"
    card.write_text(card.read_text().replace("test: 0", "test: 1"))
    assert failwhere("check", str(folder)) == 0
    git(checkout, "add", str(folder))
    git(checkout, "commit", "-qm", "A dataset")
    assert ci(checkout, "set", tmp_path, monkeypatch) == [0, 0]
    text = (tmp_path / "runner-set" / "report" / "report.md").read_text("utf-8")
    assert "Dataset `my-set` is new; problems: 1 in `test`." in text
    preview = tmp_path / "runner-set" / "report" / "preview"
    assert (preview / "datasets" / "my-set.html").is_file()


def test_a_dataset_whose_files_lie_elsewhere(
    checkout: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    source = tmp_path / "test.jsonl"
    source.write_text('{"Body": "1+1?", "gold": "2"}\n{"Body": "1+2?", "gold": "3"}\n')
    assert failwhere("new", "dataset", "other", "--from", str(source)) == 0
    assert "2 records with Body, gold" in capsys.readouterr().out
    card = Path("datasets/other/dataset.yaml")
    assert 'take: ["Body"]' in card.read_text()
    fill_in(
        card,
        title="Other",
        summary="Two sums.",
        licence="MIT",
        licence_url="https://example.org/licence",
        answer_type="number",
    )
    text = card.read_text()
    text = re.sub(r'repository: "<.*', "repository: https://example.org/r", text)
    text = re.sub(r'revision: "<.*', 'revision: "0123456"', text)
    card.write_text(text)
    assert failwhere("check", "datasets/other") == 0
    assert failwhere("fetch", "other", "--from", str(tmp_path)) == 0
    assert failwhere("check", "datasets/other") == 0


@pytest.mark.parametrize(
    "words",
    [
        ["run", "demo", "my-method"],
        ["run", "nowhere", "my-method", "my-model"],
        ["run", "demo", "../x", "my-model"],
        ["run", "demo", "cot", "none"],
        ["run", "demo", "m", "x", "--split", "dev"],
        ["run", "demo", "m", "x", "--date", "soon"],
        ["dataset", "Demo"],
        ["dataset", "demo"],
        ["dataset", "schema"],
        ["dataset", "x", "--from", "nowhere.jsonl"],
        ["dataset", "x", "--from", "mkdocs.yml"],
    ],
)
def test_new_refuses_what_it_cannot_lay_out(
    words: list[str], checkout: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert failwhere("new", *words) in (1, 2)
    assert capsys.readouterr().err.startswith("failwhere: ")
    assert git(checkout, "status", "--porcelain") == ""
