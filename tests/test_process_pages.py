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


def test_sections_without_data_say_what_is_missing_and_how_to_get_it():
    text = rendered(with_runs(pal()))
    assert "<code>failwhere run deli --max-turns 3 --dataset talks …</code>" in text
    assert "No run here started from the solution of another method." in text
    assert "A chart needs two runs." in text
    assert "Nothing to compare: this needs two runs" in text
    assert "which tools or programs it ran" in rendered(with_runs(cot()))
    assert "which tools or programs it ran" not in text


def test_curves_of_different_length_stand_in_one_table():
    first, *others = deli().responses
    short = replace(first, rounds=first.rounds[:2], answer="4")
    text = rendered(with_runs(deli(), talk("php", "Short", short, *others)))
    assert text.count('<th scope="col">k = 2</th>') == 1


def test_only_what_all_runs_have_is_set_against_each_other():
    (page,) = process_pages(with_runs(cot(), pal()))
    shared = page.context["same"]
    assert len(shared.problems) == 2
    assert {each.accuracy.n for each in page.context["efforts"]} == {2}
    assert "all on the same 2 problems" in rendered(with_runs(cot(), pal()))


def test_runs_without_a_problem_in_common_are_in_no_chart():
    text = rendered(with_runs(talk("a", "A", words(0, "4")), talk("b", "B", words(1, "5"))))
    assert "no problem in common" in text
    assert '<svg class="fw-chart"' not in text


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
    both = rows["talks/deli--mini", "effort on shared problems", "accuracy"]
    assert (both["count"], both["n"]) == ("1", "2")
    assert rows["talks/deli--mini", "tools, of outputs", "made"]["count"] == "3"
    assert len(TALKS) == 3


def test_runs_on_another_split_are_not_here():
    other = deli()
    other = replace(other, card=other.card.model_copy(update={"split": "dev"}))
    text = rendered(with_runs(cot(), other))
    assert "DELI" not in text.partition('id="effort"')[2]
