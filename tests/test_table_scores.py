"""Both accuracies of questions on tables stand wherever a reader looks, and nowhere else."""

from __future__ import annotations

import csv
import io
import json

import pytest
from tiny import write_rows

from generator import pipeline
from generator.__main__ import main
from generator.exports.boards import data_files
from generator.pages import pages, paths
from generator.render import Renderer
from generator.store import Roots
from generator.typeset import Typesetter

CARD = """\
id: places
title: Places
summary: Questions on one table.
version: "1"
languages: [en]
licence: CC0 1.0
licence_url: https://creativecommons.org/publicdomain/zero/1.0/
answer_type: table
format: native
splits: {test: 4}
board: test
graphs: false
"""
RUN = """\
dataset: places
split: test
method: direct
model: none
title: Direct
date: 2026-11-30
"""
TABLE = {"id": "t", "title": "", "header": ["place", "height"], "rows": [["Xenia", "1.5"]]}
ASKED = ["1.5", "3", "Sánchez", "Yoor"]
SAID = ["15", "3 points", "Sanchez", "Zed"]
"""Right by exact match alone, by exact match alone, by denotation alone, by neither."""


@pytest.fixture(scope="module")
def roots(tmp_path_factory):
    root = tmp_path_factory.mktemp("places")
    made = Roots(datasets=root / "datasets", results=root / "results")
    problems = [
        {
            "id": f"places/test-{number:04d}",
            "split": "test",
            "question": f"What is asked for in place {number}?",
            "answer": gold,
            "targets": [{"text": gold}],
            "table": TABLE if number == 0 else "t",
        }
        for number, gold in enumerate(ASKED)
    ]
    write_rows(made.datasets / "places" / "problems.jsonl", problems)
    (made.datasets / "places" / "dataset.yaml").write_text(CARD)
    run = made.results / "places" / "direct--none"
    said = [
        {"problem_id": row["id"], "attempt": 0, "text": f"The answer is {text}"}
        for row, text in zip(problems, SAID, strict=True)
    ]
    write_rows(run / "responses.jsonl", said)
    (run / "run.yaml").write_text(RUN)
    assert command(made, "judge", str(run)) == 0
    return made


@pytest.fixture(scope="module")
def site(roots):
    datasets, runs = pipeline.load(roots)
    return pipeline.assemble(datasets, runs, roots)


def command(roots, *words: str) -> int:
    return main(
        ["--dataset-root", str(roots.datasets), "--results-root", str(roots.results), *words]
    )


def test_score_prints_both(roots, capsys):
    assert command(roots, "score", str(roots.results / "places" / "direct--none")) == 0
    found = json.loads(capsys.readouterr().out)
    assert (found["denotation"], found["denotation_right"], found["right"]) == (0.25, 1, 1)
    assert (found["em_paper"], found["em_paper_right"], found["tables"]) == (0.5, 2, 4)
    assert found["em_paper_low"] < 0.5 < found["em_paper_high"]


def test_the_lock_holds_both(roots):
    lock = json.loads((roots.results / "places" / "direct--none" / "scores.json").read_text())
    tables = lock["score"]["tables"]
    assert (tables["denotation"]["count"], tables["em_paper"]["count"]) == (1, 2)
    assert command(roots, "check") == 0


def test_the_board_leaves_with_both(site):
    files = dict(data_files(site))
    (row,) = json.loads(files["data/places/board.json"])["rows"]
    (cells,) = csv.DictReader(io.StringIO(files["data/places/board.csv"].decode()))
    assert (row["denotation"], row["em_paper"]) == (0.25, 0.5)
    assert (cells["denotation"], cells["em_paper"]) == ("0.25", "0.5")


@pytest.mark.parametrize("path", ["boards/places.html", "runs/places/direct--none.html"])
def test_pages_show_both_with_their_definitions(site, path):
    (page,) = (each for each in pages(site) if each.path == path)
    body = Renderer(Typesetter()).body(page)
    for name in ("denotation", "em_paper"):
        assert paths.definition(name) in body
    assert "25.0" in body
    assert "50.0" in body


def test_the_board_leads_to_the_numbers(site):
    (page,) = (each for each in pages(site) if each.path == "boards/places.html")
    assert "direct--none.html#tables" in Renderer(Typesetter()).body(page)


def test_other_boards_do_not_speak_of_tables():
    from tiny_site import tiny_site

    site = tiny_site()
    for page in pages(site):
        if page.path in {"boards/tiny.html", "runs/tiny/cot--large.html"}:
            assert "exact match" not in Renderer(Typesetter()).body(page).lower()
    (row, *_) = json.loads(dict(data_files(site))["data/tiny/board.json"])["rows"]
    assert not {"denotation", "em_paper"} & {*row}
