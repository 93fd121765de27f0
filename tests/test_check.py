"""`failwhere check`: all faults of all folders at once, each with file, line, field and cure."""

from __future__ import annotations

import pytest
from test_lock import a_score, judgement
from tiny import RUN, problem_row, response_row, run_folder, world, write_rows

from generator.checking import Judge, check, scope
from generator.errors import CannotRun
from generator.lock import stamp, write_lock
from generator.store import load_dataset, load_run


def recompute(problems, responses):
    """Judge everything right that has a response; the real judge has tests of its own."""
    answered = {response.problem_id for response in responses}
    verdicts = ("right" if problem.id in answered else "missing" for problem in problems)
    judgements = [judgement(k, verdict) for k, verdict in enumerate(verdicts)]
    return judgements, a_score(count=float(len(answered)))


JUDGE = Judge(version="1.0.0", recompute=recompute)
FAST = Judge(version="1.0.0", recompute=None)


@pytest.fixture
def roots(tmp_path):
    """A sound world with a lock."""
    roots = world(tmp_path)
    relock(roots)
    return roots


def relock(roots):
    dataset = load_dataset(roots, "demo")
    run = load_run(run_folder(roots), dataset)
    judgements, score = recompute(dataset.problems, run.responses)
    write_lock(run_folder(roots), stamp(dataset, run, "1.0.0"), judgements, score)


def checked(roots, *paths, judge=JUDGE):
    return check(roots, scope(roots, paths), judge)


def messages(report):
    return [str(fault) for fault in sorted(report.gather.faults)]


def test_a_sound_world_has_no_faults(roots):
    report = checked(roots)
    assert messages(report) == []
    assert (report.datasets, report.runs, report.recomputed, report.notes) == (1, 1, 1, [])


@pytest.mark.parametrize("judge", [JUDGE, FAST])
def test_deleting_a_line_of_responses_fails_by_name(roots, judge):
    write_rows(run_folder(roots) / "responses.jsonl", [response_row(0), response_row(2)])
    report = checked(roots, judge=judge)
    text = "\n".join(messages(report))
    assert "responses_sha256: stale" in text
    assert "demo/test-0001" in text + "\n".join(map(str, report.notes))
    if judge is JUDGE:
        assert "demo/test-0001 attempt 0: the verdict is right, recomputed missing" in text


def test_a_partial_run_with_its_lock_is_a_note(roots):
    write_rows(run_folder(roots) / "responses.jsonl", [response_row(0), response_row(2)])
    relock(roots)
    report = checked(roots)
    assert messages(report) == []
    assert "no response to demo/test-0001" in report.notes[0].message


def test_a_run_that_has_not_ended_is_a_note(roots):
    going_on = roots.results / "demo" / "cot--other"
    going_on.mkdir()
    for folder in (going_on, run_folder(roots)):
        (folder / "responses.journal.jsonl").write_text("{}\n")
    report = checked(roots)
    assert messages(report) == []
    assert [note.cure for note in report.notes] == [
        "give the same `failwhere run` again, and it goes on"
    ] * 2
    assert report.runs == 1


def test_faults_of_all_folders_come_together(roots):
    (roots.datasets / "Bad Name").mkdir()
    (roots.results / "nowhere" / "a--b").mkdir(parents=True)
    (run_folder(roots) / "response.jsonl").write_text("")
    (run_folder(roots) / "run.yaml").write_text(RUN + "modle: x\n")
    (run_folder(roots) / "judgements.jsonl").unlink()
    found = messages(checked(roots))
    assert len(found) == 5
    for said in (
        "there is no dataset 'Bad Name'",
        "there is no dataset 'nowhere'",
        "response.jsonl: no such file belongs here",
        "run.yaml:7: modle: there is no such field (write `model`, or delete it)",
        "judgements.jsonl: the file is missing",
    ):
        assert any(said in line for line in found), said


def test_a_folder_is_named_as_its_card_says(roots):
    run_folder(roots).rename(run_folder(roots).with_name("cot--other"))
    (line,) = messages(checked(roots))
    assert "method: the folder's name is not cot--none" in line


def test_a_dataset_that_is_not_fetched_is_a_note_and_hashes_still_count(roots):
    card = roots.datasets / "demo" / "dataset.yaml"
    card.write_text(f"""{card.read_text()}
source:
  repository: https://example.org/r
  revision: "{"0" * 40}"
  raw: https://example.org/{"0" * 40}
  files: [{{path: a.json, split: test, problems: 3, sha256: "{"0" * 64}"}}]
""")
    (roots.datasets / "demo" / "problems.jsonl").unlink()
    report = checked(roots)
    assert messages(report) == []
    assert report.recomputed == 0
    assert "1 runs on it cannot be recomputed" in report.notes[0].message
    write_rows(run_folder(roots) / "responses.jsonl", [response_row(0), response_row(2)])
    text = "\n".join(messages(checked(roots)))
    assert "demo/test-0001 attempt 0 is judged here, but responses.jsonl has no such line" in text


def test_a_changed_dataset_makes_the_lock_stale(roots):
    rows = [problem_row(0), problem_row(1), problem_row(2, steps="Other words.")]
    write_rows(roots.datasets / "demo" / "problems.jsonl", rows)
    assert ["dataset_sha256: stale" in line for line in messages(checked(roots))] == [True]


def test_a_defect_of_a_problem_that_is_not_there_is_refused(roots):
    card = roots.datasets / "demo" / "dataset.yaml"
    card.write_text(card.read_text() + "defects: [{summary: x, problems: [demo/test-0009]}]\n")
    assert "no such problems: demo/test-0009" in messages(checked(roots))[0]


def test_the_name_of_a_symbolic_link_is_a_fault(roots, tmp_path):
    (run_folder(roots) / "scores.json").rename(tmp_path / "elsewhere")
    (run_folder(roots) / "scores.json").symlink_to(tmp_path / "elsewhere")
    assert any("no such file belongs here" in line for line in messages(checked(roots)))


@pytest.mark.parametrize(
    ("path", "datasets", "runs"),
    [
        ("datasets", ("demo",), 0),
        ("datasets/demo", ("demo",), 0),
        ("datasets/demo/dataset.yaml", ("demo",), 0),
        ("results", (), 1),
        ("results/demo", (), 1),
        ("results/demo/cot--none", (), 1),
        ("results/demo/cot--none/run.yaml", (), 1),
    ],
)
def test_a_path_stands_for_what_it_holds(roots, path, datasets, runs):
    wanted = scope(roots, [roots.datasets.parent / path])
    assert (wanted.datasets, len(wanted.runs)) == (datasets, runs)


@pytest.mark.parametrize("path", ["nowhere", "."])
def test_a_path_outside_cannot_be_checked(roots, path):
    with pytest.raises(CannotRun):
        scope(roots, [roots.datasets.parent / path])
