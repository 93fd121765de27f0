"""Which pages there are, what each of them shows, and how numbers are written."""

from __future__ import annotations

import csv
import io
import json

import pytest
from tiny_site import PROBLEMS, TEXT, tiny_site

from generator.exports.boards import data_files
from generator.exports.tables import harmless
from generator.pages import numbers, pages, paths, prosaic
from generator.pages.conversation import LONGEST
from generator.pages.formulas import formulas_of
from generator.pages.home import showpiece
from generator.pages.nav import nav
from generator.pages.traces import neighbours
from generator.render import Renderer
from generator.typeset import Typesetter

SITE = tiny_site()
PAGES = {page.path: page for page in pages(SITE)}


def test_every_dataset_method_run_and_problem_has_a_page() -> None:
    assert sorted(PAGES) == [
        "analysis/tiny.html",
        "analysis/tiny/traces.html",
        "boards/index.html",
        "boards/plain-words.html",
        "boards/tiny.html",
        "changes.html",
        "datasets/index.html",
        "datasets/plain-words.html",
        "datasets/tiny.html",
        "index.html",
        "methods/cot.html",
        "methods/direct.html",
        "methods/index.html",
        "reported.html",
        "runs/tiny/cot--large.html",
        "runs/tiny/cot--small.html",
        "runs/tiny/direct--none.html",
        "traces/tiny/test-0000.html",
        "traces/tiny/test-0001.html",
        "traces/tiny/test-0002.html",
        "traces/tiny/test.html",
    ]


def test_traces_and_lists_are_spliced_and_the_rest_is_in_the_navigation() -> None:
    spliced = {path for path, page in PAGES.items() if page.shell == "spliced"}
    assert spliced == {path for path in PAGES if path.startswith("traces/")}


def test_navigation_has_the_lists_and_not_every_page() -> None:
    assert nav(SITE) == [
        {"Home": "index.md"},
        {"Boards": [{"All boards": "boards/index.md"}, {"Reported in papers": "reported.md"}]},
        {"Datasets": "datasets/index.md"},
        {"Methods": "methods/index.md"},
        {"Changes": "changes.md"},
    ]


def test_a_run_groups_its_problems_by_verdict_and_keeps_empty_groups() -> None:
    groups = PAGES["runs/tiny/direct--none.html"].context["groups"]
    assert [(group.state, len(group.lines)) for group in groups] == [
        ("right", 1), ("wrong", 0), ("no_answer", 0), ("unparsable", 0), ("timeout", 0),
        ("error", 0), ("missing", 2),
    ]  # fmt: skip


def test_a_trace_page_has_every_run_and_marks_what_matched() -> None:
    attempts = PAGES["traces/tiny/test-0000.html"].context["attempts"]
    assert [a.anchor for a in attempts] == ["cot--large", "cot--small", "direct--none"]
    assert attempts[1].states == {"y = 9 - x": "credited", "3 x = 12": "reached", "x = 4": "missed"}
    marks = attempts[0].rounds[0].stretches[0].steps[0].marks
    assert [(TEXT[m.start : m.end], m.number) for m in marks] == [
        ("y = 9 - x", 1), ("3 x = 12", 2), ("x = 4", 3), ("4", None),
    ]  # fmt: skip


def test_a_run_without_a_response_is_named_and_has_neither_card_nor_graph() -> None:
    page = PAGES["traces/tiny/test-0001.html"]
    (absent,) = page.context["absent"]
    assert absent.anchor not in [each.anchor for each in page.context["attempts"]]
    text = Renderer(Typesetter()).body(page)
    assert f'<a id="{absent.anchor}" href=' in text
    assert f'id="{absent.anchor}-verdict"' not in text


def test_the_first_missed_expression_is_named_and_linked() -> None:
    text = Renderer(Typesetter()).body(PAGES["traces/tiny/test-0000.html"])
    assert 'step: <a href="#cot--small-n3">expression 3</a> of 3' in text
    text = Renderer(Typesetter()).body(PAGES["traces/tiny/test-0001.html"])
    assert 'it does not reach the one <a href="#graph">derived expression</a>' in text


def test_neighbours_stay_in_the_split() -> None:
    assert neighbours(PROBLEMS, 0) == (None, PROBLEMS[1])
    assert neighbours(PROBLEMS, 2) == (PROBLEMS[1], None)


def test_a_step_is_cut_where_a_page_would_grow_without_bound() -> None:
    assert LONGEST <= 20_000


def test_showpiece_is_a_failure_with_all_three_states() -> None:
    found = showpiece(SITE)
    assert found is not None
    assert (found.problem.id, found.run.card.model) == ("tiny/test-0000", "small")


def test_formulas_of_a_site_hold_graphs_texts_and_responses() -> None:
    found = formulas_of(SITE)
    assert {("2 x - y = 3", False), ("x - 1 = 4", False), ("3 x = 12", False)} <= found


def test_boards_leave_as_json_and_csv_with_the_same_rows() -> None:
    files = dict(data_files(SITE))
    board = json.loads(files["data/tiny/board.json"])
    rows = list(csv.DictReader(io.StringIO(files["data/tiny/board.csv"].decode())))
    assert [row["title"] for row in board["rows"]] == [row["title"] for row in rows]
    assert [row["rank"] for row in board["rows"]] == [1, 2, None]
    assert board["rows"][0]["state_wrong"] == 1
    assert json.loads(files["data/plain-words/board.json"])["rows"] == []


@pytest.mark.parametrize("text", ["=1+1", "+1", "-1", "@x"])
def test_a_spreadsheet_calculates_nothing_of_ours(text: str) -> None:
    assert harmless(text) == f"'{text}"


@pytest.mark.parametrize(
    ("written", "expected"),
    [
        (numbers.percent(0.375), "37.5"),
        (numbers.percent(0), "0.0"),
        (numbers.percent(None), "none"),
        (numbers.whole(1080), "1,080"),
        (numbers.whole(None), "unknown"),
        (numbers.number(5.9344), "5.93"),
        (numbers.number(18.0), "18"),
        (numbers.share(1, 8), "12.5"),
        (numbers.share(0, 0), "none"),
        (numbers.count(1, "run"), "1 run"),
        (numbers.count(2, "run"), "2 runs"),
    ],
)
def test_numbers_are_written_in_one_way(written: str, expected: str) -> None:
    assert written == expected


def test_addresses_are_plain() -> None:
    card = SITE.runs[0].card
    assert paths.attempt_anchor(card, 0) == "cot--large"
    assert paths.attempt_anchor(card, 1) == "cot--large--2"
    assert paths.run_state(card, "no_answer") == "runs/tiny/cot--large.html#state-no-answer"
    assert paths.problems("tiny", "test", 2) == "traces/tiny/test-page-2.html"


def test_prose_of_a_dataset_is_headings_lists_and_paragraphs() -> None:
    text = "# Who\nWe\nmade it.\n\n- one\n- two\n  more\n\nEnd."
    assert [(block.kind, block.lines) for block in prosaic.blocks(text)] == [
        ("heading", ("Who",)),
        ("paragraph", ("We made it.",)),
        ("list", ("one", "two more")),
        ("paragraph", ("End.",)),
    ]


def test_short_text_is_one_line() -> None:
    assert prosaic.short("a\nb") == "a b"
    assert prosaic.short("x" * 99, 10) == "x" * 9 + "…"
