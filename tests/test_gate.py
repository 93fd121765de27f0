"""The build publishes nothing that is not accounted for: each way to go wrong stops it by name."""

from __future__ import annotations

import dataclasses
import json
import shutil
from pathlib import Path

import pytest
from tiny import problem_row, response_row, run_folder, world, write_rows

from generator.__main__ import main
from generator.gate import gate_faults
from generator.pages.site import Site
from generator.pipeline import assemble, check_gate, load
from generator.store import Roots


def command(root: Path, *words: str) -> int:
    roots = ["--dataset-root", str(root / "datasets"), "--results-root", str(root / "results")]
    return main([*words, *roots, "--site-dir", str(root / "site")])


@pytest.fixture
def roots(tmp_path: Path) -> Roots:
    found = world(tmp_path)
    assert command(tmp_path, "judge") == 0
    return found


def stopped(roots: Roots, capsys: pytest.CaptureFixture[str]) -> str:
    """Build, which has to be refused, and return what was said."""
    capsys.readouterr()
    root = roots.datasets.parent
    assert command(root, "build") == 1
    assert not (root / "site").exists()
    return capsys.readouterr().err


def site_of(roots: Roots) -> Site:
    datasets, runs = load(roots)
    return assemble(datasets, runs, roots)


def said(site: Site, roots: Roots) -> list[str]:
    return [str(fault) for fault in gate_faults(site, roots)]


def test_problems_that_no_run_is_judged_on_may_go_without_a_page(roots: Roots) -> None:
    more = [problem_row(k, id=f"demo/dev-{k:04d}", split="dev") for k in range(2)]
    folder = roots.datasets / "demo"
    write_rows(folder / "problems.jsonl", [*(problem_row(k) for k in range(3)), *more])
    card = (folder / "dataset.yaml").read_text().replace("{test: 3}", "{test: 3, dev: 2}")
    (folder / "dataset.yaml").write_text(card)
    write_rows(run_folder(roots) / "responses.jsonl", [response_row(0)])
    assert command(roots.datasets.parent, "judge") == 0
    datasets, runs = load(roots)
    (dataset,) = assemble(datasets, runs, roots, "with-runs").datasets
    assert dataset.only_listed == {"demo/dev-0000", "demo/dev-0001"}
    assert [problem.id for problem in dataset.paged] == [f"demo/test-{k:04d}" for k in range(3)]
    (every,) = assemble(datasets, runs, roots).datasets
    assert len(every.paged) == len(every.problems) == 5


def test_a_sound_world_passes(roots: Roots) -> None:
    check_gate(site_of(roots), roots)


def test_a_shown_score_that_differs_from_recomputation(
    roots: Roots, capsys: pytest.CaptureFixture[str]
) -> None:
    path = run_folder(roots) / "scores.json"
    data = json.loads(path.read_text())
    data["score"]["accuracy"]["value"] = 0.5
    path.write_text(json.dumps(data))
    assert "score.accuracy.value: 0.5 in the lock, 1.0 recomputed" in stopped(roots, capsys)


def test_a_verdict_that_differs_from_recomputation(
    roots: Roots, capsys: pytest.CaptureFixture[str]
) -> None:
    path = run_folder(roots) / "judgements.jsonl"
    path.write_text(path.read_text().replace('"verdict": "right"', '"verdict": "wrong"', 1))
    assert "the verdict is wrong, recomputed right" in stopped(roots, capsys)


@pytest.mark.parametrize("what", ["responses", "problems", "judge"])
def test_a_stale_lock(what: str, roots: Roots, capsys: pytest.CaptureFixture[str]) -> None:
    if what == "responses":
        rows = [response_row(k, stop_reason="stop") for k in range(3)]
        write_rows(run_folder(roots) / "responses.jsonl", rows)
    elif what == "problems":
        rows = [problem_row(k, steps="Other words.") for k in range(3)]
        write_rows(roots.datasets / "demo" / "problems.jsonl", rows)
    else:
        path = run_folder(roots) / "scores.json"
        path.write_text(path.read_text().replace('"judge_version": "', '"judge_version": "0.'))
    assert ": stale: " in stopped(roots, capsys)


def test_a_lock_that_is_not_there(roots: Roots, capsys: pytest.CaptureFixture[str]) -> None:
    (run_folder(roots) / "judgements.jsonl").unlink()
    assert "judgements.jsonl: the file is missing" in stopped(roots, capsys)


def test_ids_that_stand_there_twice(roots: Roots, capsys: pytest.CaptureFixture[str]) -> None:
    rows = [response_row(0), response_row(1), response_row(1), response_row(2)]
    write_rows(run_folder(roots) / "responses.jsonl", rows)
    assert "stands on line 2 already" in stopped(roots, capsys)
    write_rows(roots.datasets / "demo" / "problems.jsonl", [problem_row(k) for k in (0, 1, 1)])
    assert "demo/test-0001" in stopped(roots, capsys)


def test_a_denominator_that_is_not_declared(
    roots: Roots, capsys: pytest.CaptureFixture[str]
) -> None:
    card = roots.datasets / "demo" / "dataset.yaml"
    card.write_text(card.read_text().replace("{test: 3}", "{test: 4}"))
    assert "missing: demo/test-0003" in stopped(roots, capsys)


def test_a_row_over_other_problems_than_declared(roots: Roots) -> None:
    site = site_of(roots)
    board = site.boards["demo"]
    (row,) = board.ranked
    fewer = dataclasses.replace(row.run.score, problems=2)
    odd = dataclasses.replace(row, run=dataclasses.replace(row.run, score=fewer))
    wrong = dataclasses.replace(site, boards={"demo": dataclasses.replace(board, ranked=(odd,))})
    assert (
        "splits.test: demo/cot--none is scored over 3 problems of which 3 are judged"
        in (said(wrong, roots)[0])
    )


@pytest.mark.parametrize("times", [0, 2])
def test_a_merged_run_without_a_row_or_with_two(times: int, roots: Roots) -> None:
    site = site_of(roots)
    board = site.boards["demo"]
    wrong = dataclasses.replace(
        site, boards={"demo": dataclasses.replace(board, ranked=board.ranked * times)}
    )
    assert any(f"run.yaml: is on {times} rows of the board" in line for line in said(wrong, roots))


def test_a_row_without_rank_and_without_reason(roots: Roots) -> None:
    site = site_of(roots)
    board = site.boards["demo"]
    row = dataclasses.replace(board.ranked[0], rank=None)
    wrong = dataclasses.replace(
        site, boards={"demo": dataclasses.replace(board, ranked=(), unranked=(row,))}
    )
    assert "demo/cot--none is not ranked, and nothing says why" in said(wrong, roots)[0]


def test_runs_on_a_dataset_that_is_not_there(
    roots: Roots, capsys: pytest.CaptureFixture[str]
) -> None:
    shutil.copytree(run_folder(roots), roots.results / "dmeo" / "cot--none")
    assert "there is no dataset 'dmeo', so its runs would be on no page" in stopped(roots, capsys)


def test_runs_that_cannot_be_judged_are_named_on_the_board_and_in_the_data(roots: Roots) -> None:
    card = roots.datasets / "demo" / "dataset.yaml"
    card.write_text(f"""{card.read_text()}
source:
  repository: https://example.org/r
  revision: "{"0" * 40}"
  files: [{{path: a.json, split: test, problems: 3, sha256: "{"0" * 64}"}}]
""")
    (roots.datasets / "demo" / "problems.jsonl").unlink()
    root = roots.datasets.parent
    assert command(root, "build") == 0
    assert "cot--none" in (root / "site" / "boards" / "demo.html").read_text("utf-8")
    data = json.loads((root / "site" / "data" / "demo" / "board.json").read_text("utf-8"))
    assert (data["left_out"], data["rows"]) == (["cot--none"], [])


def test_a_number_that_the_record_of_changes_contradicts(
    roots: Roots, capsys: pytest.CaptureFixture[str]
) -> None:
    (roots.results / "changes.yaml").write_text(
        "changes:\n  - date: 2026-11-30\n    reason: judge\n    summary: x\n"
        '    moved: [{run: demo/cot--none, before: "1/3", after: "2/3"}]\n'
    )
    assert "demo/cot--none has 3/3, the last change of it says 2/3" in stopped(roots, capsys)
