"""Folders become datasets and runs; names are checked before they become paths."""

from __future__ import annotations

import pytest
from tiny import RUN, problem_row, response_row, run_folder, world, write_rows

from generator.errors import FaultsFound
from generator.store import (
    any_run_card,
    dataset_ids,
    is_run_name,
    load_dataset,
    load_run,
    run_paths,
)


def faults(action, *args):
    with pytest.raises(FaultsFound) as caught:
        action(*args)
    return caught.value.faults


def test_datasets_and_runs_are_found_in_order(tmp_path):
    roots = world(tmp_path)
    (roots.results / "demo" / "a--b").mkdir()
    (roots.results / "demo" / ".hidden").mkdir()
    (roots.datasets / "no-card").mkdir()
    assert dataset_ids(roots) == ("demo",)
    assert [path.name for path in run_paths(roots, "demo")] == ["a--b", "cot--none"]
    (roots.results / "demo" / "a--b" / "responses.journal.jsonl").write_text("{}\n")
    assert [path.name for path in run_paths(roots, "demo")] == ["cot--none"]


def test_a_dataset_holds_its_problems_text_and_hash(tmp_path):
    roots = world(tmp_path)
    (roots.datasets / "demo" / "about.md").write_text("About.\n")
    dataset = load_dataset(roots, "demo")
    assert [problem.id for problem in dataset.split("test")] == [
        "demo/test-0000",
        "demo/test-0001",
        "demo/test-0002",
    ]
    assert (dataset.about, len(dataset.sha256), dataset.present) == ("About.\n", 64, True)


def test_responses_come_in_the_order_of_the_dataset_then_by_attempt(tmp_path):
    roots = world(tmp_path)
    rows = [response_row(2), response_row(0, attempt=1), response_row(0), response_row(1)]
    write_rows(run_folder(roots) / "responses.jsonl", rows)
    run = load_run(run_folder(roots), load_dataset(roots, "demo"))
    assert [(r.problem_id[-1], r.attempt) for r in run.responses] == [
        ("0", 0),
        ("0", 1),
        ("1", 0),
        ("2", 0),
    ]


@pytest.mark.parametrize("name", ["nowhere", "../demo", "/etc", "Demo", "demo\n", ".", ""])
def test_an_unknown_dataset_is_refused_with_the_known_ones(tmp_path, name):
    (fault,) = faults(load_dataset, world(tmp_path), name)
    assert "there is no dataset" in fault.message
    assert fault.cure == "write one of demo"


def test_faults_of_card_and_problems_come_together(tmp_path):
    roots = world(tmp_path)
    card = roots.datasets / "demo" / "dataset.yaml"
    card.write_text(card.read_text() + "licens: x\n")
    write_rows(run_folder(roots) / "responses.jsonl", [response_row(7)])
    (run_folder(roots) / "run.yaml").write_text(RUN + "title2: x\n")
    assert [fault.field for fault in faults(load_dataset, roots, "demo")] == ["licens"]
    card.write_text(card.read_text().replace("licens: x\n", ""))
    dataset = load_dataset(roots, "demo")
    assert [fault.field for fault in faults(load_run, run_folder(roots), dataset)] == [
        "problem_id",
        "title2",
    ]


@pytest.mark.parametrize(
    ("old", "new", "field"),
    [
        ("id: demo", "id: other", "id"),
        ("format: efg", "format: csv", "format"),
        ("board: test", "board: dev", "board"),
    ],
)
def test_a_dataset_card_fits_its_folder_and_the_formats(tmp_path, old, new, field):
    roots = world(tmp_path)
    card = roots.datasets / "demo" / "dataset.yaml"
    card.write_text(card.read_text().replace(old, new))
    assert [fault.field for fault in faults(load_dataset, roots, "demo")] == [field]


@pytest.mark.parametrize(
    ("old", "new", "field"),
    [
        ("dataset: demo", "dataset: other", "dataset"),
        ("split: test", "split: dev", "split"),
        ("date:", "language: zh\ndate:", "language"),
    ],
)
def test_a_run_card_fits_its_dataset(tmp_path, old, new, field):
    roots = world(tmp_path)
    (run_folder(roots) / "run.yaml").write_text(RUN.replace(old, new))
    dataset = load_dataset(roots, "demo")
    assert [fault.field for fault in faults(load_run, run_folder(roots), dataset)] == [field]


def test_the_name_of_a_run_is_method_and_model(tmp_path):
    card = any_run_card(run_folder(world(tmp_path)))
    assert is_run_name("cot--none", card)
    assert not is_run_name("cot-none", card)


def test_missing_files_are_named(tmp_path):
    roots = world(tmp_path)
    (roots.datasets / "demo" / "problems.jsonl").unlink()
    (fault,) = faults(load_dataset, roots, "demo")
    assert fault.file.endswith("problems.jsonl")
    assert fault.message == "the file is missing"


@pytest.mark.parametrize("name", ["problems.jsonl", "dataset.yaml", "about.md"])
def test_symbolic_links_are_not_followed(tmp_path, name):
    roots = world(tmp_path)
    path = roots.datasets / "demo" / name
    outside = write_rows(tmp_path / "outside", [problem_row(0)])
    path.unlink(missing_ok=True)
    path.symlink_to(outside)
    assert "symbolic link" in faults(load_dataset, roots, "demo")[0].message


def test_a_linked_folder_is_no_dataset(tmp_path):
    roots = world(tmp_path)
    (roots.datasets / "linked").symlink_to(roots.datasets / "demo")
    assert dataset_ids(roots) == ("demo",)
    assert "no dataset 'linked'" in faults(load_dataset, roots, "linked")[0].message
