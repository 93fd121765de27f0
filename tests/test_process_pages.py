"""The page on how the methods got there: sections only where traces hold something."""

from __future__ import annotations

import csv
import io
from dataclasses import replace

from talking_site import TALKS, cot, deli, pal, talk, talking_site, words

from generator.aggregate import board
from generator.exports.process import process_files
from generator.pages import pages
from generator.pages.process import process_pages
from generator.pages.site import Site
from generator.render import Renderer
from generator.typeset import Typesetter

SITE = talking_site()


def with_runs(*runs) -> Site:
    (dataset,) = [each for each in SITE.datasets if each.card.id == "talks"]
    return replace(SITE, datasets=(dataset,), boards={"talks": board(dataset.card, runs)})


def rendered(site: Site, path: str = "analysis/talks/traces.html") -> str:
    (page,) = [page for page in pages(site) if page.path == path]
    return " ".join(Renderer(Typesetter()).body(page).split())


def sections(text: str) -> list[str]:
    names = ("effort", "turns", "upon", "stops", "tools", "unsolved")
    return [name for name in names if f'<h2 id="{name}">' in text]


def test_all_sections_where_there_is_everything():
    assert sections(rendered(SITE)) == ["effort", "turns", "upon", "stops", "tools", "unsolved"]


def test_sections_without_data_are_not_there():
    assert sections(rendered(with_runs(pal()))) == ["effort", "stops", "tools"]
    assert sections(rendered(with_runs(cot()))) == ["effort", "stops"]


def test_runs_that_tell_nothing_have_no_page():
    bare = replace(words(0, "4"), stop_reason=None, tokens_in=None, tokens_out=None)
    site = with_runs(talk("x", "x", bare))
    assert [*process_pages(site)] == []
    assert "how the methods got there" not in rendered(site, "boards/talks.html")
    assert [*process_files(site)] == []


def test_board_and_analysis_lead_there():
    assert 'href="../analysis/talks/traces.html"' in rendered(SITE, "boards/talks.html")
    assert 'href="talks/traces.html"' in rendered(SITE, "analysis/talks.html")


def test_unknown_tokens_and_costs_are_unknown_and_not_nothing():
    text = rendered(with_runs(pal()))
    assert text.count('data-v="-1">unknown') == 3


def test_a_number_in_a_chart_leads_to_its_row():
    text = rendered(SITE)
    assert '<span class="fw-num">1</span></td><th scope="row"><a href="../../runs/talks/' in text
    assert '<title id="turns-chart-t">Accuracy against maximum turns' in text


def test_every_number_has_its_definition():
    text = rendered(SITE)
    for anchor in (
        "from-traces", "maximum-turns", "upon-an-initialiser", "effort", "stop-reasons",
        "tool-use", "unsolved-problems", "expacc", "fail-at",
    ):  # fmt: skip
        assert f"metrics.html#{anchor}" in text


def test_ranked_runs_and_all_runs_are_two_groups_on_unsolved_problems():
    (page,) = [page for page in process_pages(SITE) if "talks" in page.path]
    assert [(g.name, g.found.shared) for g in page.context["groups"]] == [
        ("ranked runs", 3),
        ("all runs", 2),
    ]


def test_everything_leaves_as_counts():
    raw = dict(process_files(SITE))["data/talks/traces.csv"].decode()
    rows = {(r["run"], r["table"], r["part"]): r for r in csv.DictReader(io.StringIO(raw))}
    turn = rows["talks/deli--mini", "accuracy by maximum turns", "1"]
    assert (turn["count"], turn["n"]) == ("2", "3")
    assert rows["talks/pal--mini", "effort", "tokens_in"]["count"] == ""
    assert rows["talks/deli--mini", "tools, of outputs", "made"]["count"] == "3"
    assert len(TALKS) == 3


def test_runs_on_another_split_are_not_here():
    other = deli()
    other = replace(other, card=other.card.model_copy(update={"split": "dev"}))
    text = rendered(with_runs(cot(), other))
    assert "DELI" not in text.partition('id="effort"')[2]
