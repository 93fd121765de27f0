"""What a method learned before its run is read strictly and shown on the page of the run."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest
from talking_site import TALKS, cot, talking_site

from generator.aggregate import board
from generator.errors import FaultsFound
from generator.learned import Version, read_versions
from generator.pages import pages
from generator.render import Renderer
from generator.typeset import Typesetter

START = {"step": "start", "score": 0.25, "program": "1. Read."}


def written(folder, document) -> object:
    path = folder / "program.json"
    path.write_text(json.dumps(document), "utf-8")
    return path


def test_versions_come_in_the_order_they_were_kept(tmp_path):
    later = {"step": "0.2", "score": 1.0, "program": "1. Read.\\n2. Check."}
    found = read_versions(written(tmp_path, {"program": "", "versions": [START, later]}))
    assert [(v.step, v.score) for v in found] == [("start", 0.25), ("0.2", 1.0)]


def test_no_file_is_nothing_learned(tmp_path):
    assert read_versions(tmp_path / "program.json") == ()


@pytest.mark.parametrize(
    "document",
    [
        [],
        {},
        {"versions": "x"},
        {"versions": [3]},
        {"versions": [{**START, "score": 2}]},
        {"versions": [{**START, "score": None}]},
        {"versions": [{"step": "start", "score": 0.5}]},
    ],
)
def test_anything_else_is_a_fault(tmp_path, document):
    with pytest.raises(FaultsFound):
        read_versions(written(tmp_path, document))


def test_a_run_shows_its_versions_with_their_scores():
    learned = (
        Version(step="start", score=0.25, program="1. Read."),
        Version(step="0.2", score=0.5, program="2. </pre><script>alert(1)</script>"),
    )
    site = talking_site()
    (dataset,) = [each for each in site.datasets if each.card.id == TALKS[0].dataset]
    run = replace(cot(), learned=learned)
    site = replace(site, datasets=(dataset,), boards={"talks": board(dataset.card, [run])})
    (page,) = [page for page in pages(site) if page.path.startswith("runs/")]
    text = Renderer(Typesetter()).body(page)
    assert "before any revision · 25.0 % solved" in text
    assert "after batch 0.2 · 50.0 % solved" in text
    assert "&lt;/pre&gt;&lt;script&gt;" in text
    assert "program.json" in text
    (trace,) = [page for page in pages(site) if page.path == "traces/talks/test-0000.html"]
    assert "in its version 2" in Renderer(Typesetter()).body(trace)
