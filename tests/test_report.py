"""What a run changes: against others only, against its previous version, and safe to be posted."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from tiny import RUN, response_row, run_folder, world, write_rows

from generator.__main__ import main
from generator.report.effect import effect
from generator.report.posting import MAX_BYTES, TITLE, objections, quoted, shortened
from generator.report.posting import main as post
from generator.store import Roots

ROOT = Path(__file__).parents[1]
HOSTILE = (
    "<script>x</script> @everyone [a](https://evil.example) ![x](http://e.example/p.png) "
    "www.evil.example mailto:a@b.c #1 GH-7 org/repo#2 &lt; | `code` \x1b[31m \u202e "
    "0123456789abcdef0123456789abcdef01234567 ```\n# heading"
)


def command(roots: Roots, *words: str) -> int:
    given = ["--dataset-root", str(roots.datasets), "--results-root", str(roots.results)]
    return main([*words, *given])


def add_run(roots: Roots, method: str, rows: list[dict[str, object]], more: str = "") -> Path:
    folder = roots.results / "demo" / f"{method}--none"
    write_rows(folder / "responses.jsonl", rows)
    (folder / "run.yaml").write_text(RUN.replace("method: cot", f"method: {method}") + more)
    return folder


def wrong(number: int, **changed: object) -> dict[str, object]:
    return response_row(number, text="The answer is 77.", **changed)


@pytest.fixture
def roots(tmp_path: Path) -> Roots:
    """Two runs; one is right everywhere, one nowhere."""
    found = world(tmp_path)
    add_run(found, "guess", [wrong(k) for k in range(3)])
    assert command(found, "judge") == 0
    shutil.copytree(found.results, tmp_path / "base")
    return found


def base(roots: Roots) -> Path:
    return roots.results.parent / "base"


def test_a_new_run_is_compared_with_the_others(roots: Roots) -> None:
    folder = add_run(roots, "new", [response_row(0), wrong(1), wrong(2)])
    found = effect(roots, folder, base(roots))
    assert (found.row.rank, found.ranked, found.others) == (2, 3, 2)
    assert [(p.right, round(p.difference, 3), p.wins, p.losses) for p in found.pairs] == [
        ("demo/cot--none", -0.667, 0, 2),
        ("demo/guess--none", 0.333, 1, 0),
    ]
    assert all(p.low < p.difference < p.high and p.better is None for p in found.pairs)
    assert (found.before, found.flips, found.unrecorded) == (None, (), False)


def test_a_resubmission_is_never_compared_with_itself(roots: Roots) -> None:
    write_rows(run_folder(roots) / "responses.jsonl", [response_row(0), wrong(1), wrong(2)])
    found = effect(roots, run_folder(roots), base(roots))
    assert [pair.right for pair in found.pairs] == ["demo/guess--none"]
    assert found.before == "3/3"
    assert [(f.problem_id, f.before, f.after) for f in found.flips] == [
        ("demo/test-0001", "right", "wrong"), ("demo/test-0002", "right", "wrong"),
    ]  # fmt: skip
    assert found.unrecorded


def test_a_move_that_is_recorded_is_no_objection(roots: Roots) -> None:
    write_rows(run_folder(roots) / "responses.jsonl", [response_row(0), wrong(1), wrong(2)])
    words = ["report", str(run_folder(roots)), "--base", str(base(roots))]
    assert command(roots, *words) == 1
    why = ["--reason", "submission", "--why", "Other responses", "--date", "2026-12-01"]
    assert command(roots, "judge", *why) == 0
    assert command(roots, *words) == 0


def test_claims_that_we_do_not_share_are_listed(
    roots: Roots, capsys: pytest.CaptureFixture[str]
) -> None:
    rows = [response_row(0, claimed="right"), wrong(1, claimed="right"), wrong(2, claimed="wrong")]
    claim = "claims: [{metric: accuracy, value: 66.7, unit: percent, source: us}]\n"
    folder = add_run(roots, "new", rows, claim)
    assert command(roots, "report", str(folder)) == 0
    said = capsys.readouterr().out
    assert "1 of 3 claimed verdicts differ from ours" in said
    assert "`demo/test-0001` attempt 0: claimed `right`, is wrong" in said
    assert (
        "Claim of the card: `accuracy` = 66.7 percent; our accuracy differs by −33.4 points" in said
    )


def test_a_partial_run_says_why_it_is_not_ranked(
    roots: Roots, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = add_run(roots, "new", [response_row(0)])
    assert command(roots, "report", str(folder)) == 0
    assert "shown, not ranked (has no line for 2 of 3 problems)" in capsys.readouterr().out


def test_a_run_with_faults_is_refused_with_the_cure(
    roots: Roots, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = add_run(roots, "new", [response_row(0, verdict="right")])
    assert command(roots, "report", str(folder)) == 1
    said = capsys.readouterr().out
    assert "**Refused**, 1 faults" in said
    assert "`verdict`: `there is no such field`, cure: `delete it`" in said


def test_changed_finds_what_changed_without_git(
    roots: Roots, capsys: pytest.CaptureFixture[str]
) -> None:
    words = ["report", "--changed", "--base", str(base(roots))]
    assert command(roots, *words) == 0
    assert "No run and no dataset was changed." in capsys.readouterr().out
    add_run(roots, "new", [response_row(0)])
    shutil.rmtree(roots.results / "demo" / "guess--none")
    assert command(roots, *words, "--base-datasets", str(roots.datasets)) == 1
    said = capsys.readouterr().out
    assert "### `demo/new--none`" in said
    assert "cot--none`\n" not in said
    assert "Run `demo/guess--none` is taken away; **results/changes.yaml does not say why**" in said


def test_a_dataset_that_is_new_is_counted_and_a_broken_one_refused(
    roots: Roots, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    old = tmp_path / "old"
    old.mkdir()
    words = ["report", "--changed", "--base", str(base(roots)), "--base-datasets", str(old)]
    assert command(roots, *words) == 0
    assert "Dataset `demo` is new; problems: 3 in `test`." in capsys.readouterr().out
    (roots.datasets / "demo" / "problems.jsonl").write_text("{")
    assert command(roots, *words) == 1
    assert "**Refused**" in capsys.readouterr().out


def test_options_that_lack_each_other(roots: Roots, tmp_path: Path) -> None:
    folder = str(run_folder(roots))
    for words in ([], ["--changed"], [folder, "--preview"], ["nowhere"], [folder, "--base", "no"]):
        assert command(roots, "report", *words) == 2


def test_markdown_and_json_say_the_same_and_the_preview_lists_its_pages(
    roots: Roots, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(ROOT)
    folder = add_run(roots, "new", [response_row(0), response_row(1), wrong(2)])
    assert command(roots, "judge", str(folder)) == 0
    out = tmp_path / "out"
    words = ["report", str(folder), "--base", str(base(roots)), "--out", str(out), "--preview"]
    assert command(roots, *words) == 0
    data = json.loads((out / "report.json").read_text("utf-8"))
    assert data["sound"] is True
    assert data["runs"][0]["row"]["accuracy"] == pytest.approx(2 / 3)
    assert [pair["right"] for pair in data["runs"][0]["comparisons"]] == [
        "demo/cot--none", "demo/guess--none",
    ]  # fmt: skip
    assert "methods/new.html" in data["pages"]["new"]
    assert "runs/demo/new--none.html" in data["pages"]["new"]
    assert {"boards/demo.html", "changes.html", "traces/demo/test-0001.html"} <= {
        *data["pages"]["changed"]
    }
    assert "runs/demo/cot--none.html" not in data["pages"]["changed"]
    assert data["pages"]["gone"] == []
    assert (out / "preview" / "runs" / "demo" / "new--none.html").is_file()
    assert not list(out.glob(".*"))
    text = (out / "report.md").read_text("utf-8")
    assert f"{len(data['pages']['new'])} new, {len(data['pages']['changed'])} changed" in text
    assert objections((out / "report.md").read_bytes()) == []


def test_a_preview_that_cannot_be_built_leaves_the_report(
    roots: Roots,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.chdir(ROOT)
    folder = add_run(roots, "new", [response_row(0), wrong(1), wrong(2)])
    assert command(roots, "report", str(folder), "--out", str(tmp_path / "o"), "--preview") == 1
    said = (tmp_path / "o" / "report.md").read_text("utf-8")
    assert "rank **2** of 3" in said
    assert "### `preview`" in said
    assert "`the file is missing`" in said


def not_fetched(roots: Roots) -> Path:
    """Make the dataset one that git does not hold, and return where its problems lie now."""
    card = roots.datasets / "demo" / "dataset.yaml"
    card.write_text(f"""{card.read_text()}
source:
  repository: https://example.org/r
  revision: "{"0" * 40}"
  raw: https://example.org/raw
  files: [{{path: a.json, split: test, problems: 3, sha256: "{"0" * 64}"}}]
""")
    problems = roots.datasets / "demo" / "problems.jsonl"
    return problems.rename(roots.datasets.parent / "elsewhere.jsonl")


def test_a_run_on_a_dataset_that_is_not_here_is_named_and_not_refused(
    roots: Roots, capsys: pytest.CaptureFixture[str]
) -> None:
    not_fetched(roots)
    assert command(roots, "report", str(run_folder(roots))) == 0
    said = capsys.readouterr().out
    assert "Run `demo/cot--none` cannot be judged here: its dataset is not fetched." in said


def test_datasets_are_fetched_from_where_the_trusted_card_says_only(
    roots: Roots,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    problems = not_fetched(roots)
    asked: list[str] = []

    def fetch(found: Roots, dataset: str) -> None:
        asked.append(dataset)
        shutil.copyfile(problems, found.datasets / dataset / "problems.jsonl")

    monkeypatch.setattr("generator.commands.report.fetch", fetch)
    trusted = tmp_path / "trusted"
    shutil.copytree(roots.datasets, trusted)
    card = roots.datasets / "demo" / "dataset.yaml"
    true = card.read_text()
    words = ["report", str(run_folder(roots)), "--fetch", "--base-datasets", str(trusted)]
    card.write_text(true.replace("example.org/raw", "evil.example/raw"))
    assert command(roots, *words) == 0
    assert asked == []
    assert "since the change alters its card" in capsys.readouterr().err
    card.write_text(true)
    assert command(roots, *words) == 0
    assert asked == ["demo"]
    assert "rank **1** of 2" in capsys.readouterr().out


# ---------------------------------------------------------------- what may be posted


def test_nothing_that_is_submitted_gets_into_the_report_as_it_is(
    roots: Roots, tmp_path: Path
) -> None:
    rows = [
        response_row(0, claimed="right", text=HOSTILE),
        wrong(1, claimed="RIGHT", answer=HOSTILE),
        response_row(2, error=HOSTILE, claimed="right"),
    ]
    rows[2].pop("text")
    folder = add_run(roots, "new", rows)
    card = (folder / "run.yaml").read_text()
    (folder / "run.yaml").write_text(
        card.replace("Chain of thought", json.dumps("@all [x](https://e.example) #1 www.e.example"))
    )
    command(roots, "report", str(folder), "--out", str(tmp_path / "out"))
    raw = (tmp_path / "out" / "report.md").read_bytes()
    assert objections(raw) == []
    (folder / "run.yaml").write_text(card + f"notes: {json.dumps(HOSTILE)}\n")
    write_rows(folder / "responses.jsonl", [response_row(0, problem_id=HOSTILE)])
    assert command(roots, "report", str(folder), "--out", str(tmp_path / "out")) == 1
    assert objections((tmp_path / "out" / "report.md").read_bytes()) == []


@pytest.mark.parametrize("text", [HOSTILE, *HOSTILE.split(), "", "`", "a" * 500, "\x00"])
def test_a_quoted_text_is_one_code_span_that_may_be_posted(text: str) -> None:
    shown = quoted(text)
    assert shown[0] == shown[-1] == "`"
    assert "`" not in shown[1:-1]
    assert "\n" not in shown
    assert len(shown) <= 90
    assert objections(f"{TITLE}\n\n{shown}\n".encode()) == []


@pytest.mark.parametrize(
    ("text", "what"),
    [
        ("<b>", "markup"),
        ("<!-- x -->", "markup"),
        ("@someone", "a mention"),
        ("https://evil.example", "a link"),
        ("[x](y)", "a link"),
        ("[x]: y", "a link"),
        ("![x][y]", "a link"),
        ("WWW.evil.example", "a link"),
        ("see #12", "a reference"),
        ("GH-12", "a reference"),
        ("0123456789abcdef0123456789abcdef01234567", "a reference"),
        ("&lt;", "an entity"),
        ("\x1b[31m", "a control"),
        ("\u202e", "a control"),
    ],
)
def test_what_must_not_be_posted_is_not(text: str, what: str) -> None:
    assert what in objections(f"{TITLE}\n{text}\n".encode())[0]


def test_size_coding_and_title_are_held_too() -> None:
    assert objections(f"{TITLE}\n{'x' * MAX_BYTES}".encode())
    assert objections(b"\xff")
    assert objections(b"Hello\n")
    long = f"{TITLE}\n" + "a line with ü\n" * 10_000
    assert objections(shortened(long).encode()) == []
    assert shortened(long).endswith("The rest is in the artefact.\n")


def test_posting_runs_without_this_package_installed(tmp_path: Path) -> None:
    script = ROOT / "generator" / "report" / "posting.py"
    good, bad = tmp_path / "good.md", tmp_path / "bad.md"
    good.write_text(f"{TITLE}\n\nfine\n")
    bad.write_text(f"{TITLE}\n\n@all\n")
    run = [sys.executable, "-I", "-S", str(script)]
    done = subprocess.run([*run, str(good)], capture_output=True, check=False)
    assert (done.returncode, done.stdout) == (0, good.read_bytes())
    done = subprocess.run([*run, str(bad)], capture_output=True, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (1, b"", b"the report holds a mention\n")
    (tmp_path / "link.md").symlink_to(good)
    assert post([str(tmp_path / "link.md")]) == 2
    assert post([]) == 2
