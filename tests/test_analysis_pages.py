"""The page that says what the numbers of a board can tell, and its tables as data."""

from __future__ import annotations

import csv
import io
from dataclasses import replace

import pytest
from tiny_site import PROBLEMS, run, tiny_site, wrong
from tiny_site import right as solved

from generator.aggregate import board
from generator.exports.analysis import analysis_files
from generator.exports.boards import data_files
from generator.pages import analysis, numbers, pages
from generator.pages.site import Site
from generator.render import Renderer
from generator.typeset import Typesetter

SITE = tiny_site()
(PAGE,) = [page for page in pages(SITE) if page.path == "analysis/tiny.html"]


def rendered(site: Site, path: str) -> str:
    (page,) = [page for page in pages(site) if page.path == path]
    return " ".join(Renderer(Typesetter()).body(page).split())


def with_runs(count: int) -> Site:
    """A board of `count` runs; every other one has the first problem right, all the second."""
    found = [
        run(
            "cot",
            f"m{index}",
            f"Run {index}",
            [solved(0) if index % 2 else wrong(0, "no"), solved(1), wrong(2, "no")],
            [],
        )
        for index in range(count)
    ]
    dataset = SITE.datasets[0]
    return replace(SITE, boards={"tiny": board(dataset.card, found)})


def several() -> Site:
    """A run with two attempts a problem that ranks its answers."""
    pairs = []
    for index, score in ((0, 0.9), (1, 0.8), (2, 0.1)):
        for attempt, (response, judgement) in enumerate((solved(index), wrong(index, "no"))):
            changed = replace(response, attempt=attempt, rank_score=score - attempt)
            pairs.append((changed, replace(judgement, attempt=attempt)))
    found = run("cot", "large", "Twice", pairs, [])
    return replace(SITE, boards={"tiny": board(SITE.datasets[0].card, [found])})


def test_only_boards_with_a_ranked_run_are_analysed():
    assert [page.path for page in analysis.analysis_pages(SITE)] == ["analysis/tiny.html"]


def test_pairs_are_told_with_their_difference_and_p():
    text = rendered(SITE, "analysis/tiny.html")
    assert "+66.7" in text
    assert ">tied<" in text
    assert "0.500" in text


def test_of_many_runs_neighbours_are_listed(monkeypatch):
    monkeypatch.setattr(analysis, "MOST_PAIRS", 3)
    found = with_runs(4).boards["tiny"]
    order = [row.run.path for row in found.ranked]
    assert [(pair.left, pair.right) for pair in analysis.pairs(found)] == [
        (order[0], order[1]),
        (order[1], order[2]),
        (order[2], order[3]),
    ]
    assert len(found.comparisons) == 6


def test_parts_stand_under_each_other_and_runs_side_by_side():
    tables = {table.by: table for table in PAGE.context["parts"]}
    assert tables["level"].parts == (1, 3)
    assert [run[1].accuracy.count for run in tables["level"].runs] == [1, 0]


def test_relations_have_a_share_per_run():
    good, bad = PAGE.context["relations"]["等式方程求解"]
    assert (good.credited.count, bad.credited.count, good.credited.n) == (1, 0, 1)


def test_problems_are_listed_by_finding():
    found = {
        each.finding: [problem.id for problem, _ in each.problems] for each in PAGE.context["lists"]
    }
    assert found == {"never": [PROBLEMS[2].id]}


def test_six_runs_have_findings_of_every_kind_they_can():
    text = rendered(with_runs(6), "analysis/tiny.html")
    assert "Never solved: 1" in text
    assert "Always solved: 1" in text


def test_one_run_has_nobody_to_be_compared_with():
    assert "nobody to compare it with" in rendered(with_runs(1), "analysis/tiny.html")


def test_a_board_shows_what_the_data_leave_open_and_why_a_run_is_not_ranked():
    text = rendered(SITE, "boards/tiny.html")
    assert "1–2" in text
    assert "has no line for 2 of 3 problems" in text


def test_a_run_shows_its_attempts_its_parts_and_its_relations():
    text = rendered(several(), "runs/tiny/cot--large.html")
    for piece in ("pass@k", "maj@k", "Accuracy</a> by level", "by the relation that leads to them"):
        assert piece in text
    assert "not ranked by the method" not in text


def test_several_attempts_leave_as_data():
    rows = [
        *csv.DictReader(io.StringIO(dict(data_files(several()))["data/tiny/board.csv"].decode()))
    ]
    assert (rows[0]["pass@2"], rows[0]["maj@2"], rows[0]["best-of-2"]) == ("1.0", "0.5", "1.0")
    assert (rows[0]["rank_best"], rows[0]["rank_worst"], rows[0]["tie_groups"]) == ("1", "1", "a")


def test_every_table_leaves_as_csv():
    files = {
        path: [*csv.DictReader(io.StringIO(raw.decode()))] for path, raw in analysis_files(SITE)
    }
    assert sorted(files) == [
        "data/tiny/breakdowns.csv",
        "data/tiny/comparisons.csv",
        "data/tiny/problem-analysis.csv",
    ]
    (pair,) = files["data/tiny/comparisons.csv"]
    assert (pair["wins"], pair["losses"], pair["p"], pair["better"]) == ("2", "0", "0.5", "")
    assert len(files["data/tiny/problem-analysis.csv"]) == 3
    parts = files["data/tiny/breakdowns.csv"]
    assert {row["by"] for row in parts} == {"level", "derived expressions", "relation"}


@pytest.mark.parametrize(
    ("written", "expected"),
    [
        (numbers.probability(0.0387), "0.039"),
        (numbers.probability(1.0), "1.000"),
        (numbers.probability(0.0004), "< 0.001"),
        (numbers.points(0.0312), "+3.1"),
        (numbers.points(-0.5), "−50.0"),
        (numbers.letters(1), "a"),
        (numbers.letters(26), "z"),
        (numbers.letters(27), "aa"),
        (numbers.letters(703), "aaa"),
    ],
)
def test_how_statistics_are_written(written, expected):
    assert written == expected
