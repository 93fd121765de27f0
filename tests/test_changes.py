"""Why numbers moved: recorded by `judge`, held against the numbers, shown as a page and a feed."""

from __future__ import annotations

from pathlib import Path
from xml.etree import ElementTree as ET

import pytest
from tiny import response_row, run_folder, world, write_rows

from generator.__main__ import main
from generator.changes import read_changes
from generator.exports.feed import feed_files
from generator.pages.changes import events
from generator.pipeline import assemble, load
from generator.store import Roots

REASON = ["--reason", "submission", "--why", "A line was wrong", "--date", "2026-12-01"]
ATOM = "{http://www.w3.org/2005/Atom}"


def command(roots: Roots, *words: str) -> int:
    given = ["--dataset-root", str(roots.datasets), "--results-root", str(roots.results)]
    return main([*words, *given])


@pytest.fixture
def roots(tmp_path: Path) -> Roots:
    found = world(tmp_path)
    assert command(found, "judge") == 0
    return found


def spoil(roots: Roots, wrong: int) -> None:
    """Make the first `wrong` responses wrong."""
    texts = [{"text": "The answer is 77."} if k < wrong else {} for k in range(3)]
    write_rows(
        run_folder(roots) / "responses.jsonl",
        [response_row(k, **changed) for k, changed in enumerate(texts)],
    )


def moves(roots: Roots) -> list[tuple[str | None, str | None]]:
    return [(m.before, m.after) for c in read_changes(roots.results) for m in c.moved]


def test_nothing_is_recorded_where_nothing_moves(roots: Roots) -> None:
    assert command(roots, "judge", *REASON) == 0
    assert not (roots.results / "changes.yaml").exists()


def test_judge_records_what_moved_and_check_believes_it(roots: Roots) -> None:
    spoil(roots, 1)
    assert command(roots, "judge", *REASON) == 0
    spoil(roots, 3)
    assert command(roots, "judge", *REASON) == 0
    assert moves(roots) == [("3/3", "2/3"), ("2/3", "0/3")]
    assert command(roots, "check") == 0


def test_a_move_that_is_not_recorded_is_told_and_breaks_the_chain(
    roots: Roots, capsys: pytest.CaptureFixture[str]
) -> None:
    spoil(roots, 1)
    assert command(roots, "judge", *REASON) == 0
    spoil(roots, 2)
    assert command(roots, "judge") == 0
    assert "moved: demo/cot--none from 2/3 to 1/3" in capsys.readouterr().out
    assert command(roots, "check") == 1
    assert "demo/cot--none has 1/3, the last change of it says 2/3" in capsys.readouterr().err


def test_the_three_options_go_together_and_are_checked(
    roots: Roots, capsys: pytest.CaptureFixture[str]
) -> None:
    assert command(roots, "judge", "--reason", "judge") == 2
    assert command(roots, "judge", *REASON[:-1], "soon") == 2
    assert command(roots, "judge", *REASON[:3], "<b>x</b>", *REASON[4:]) == 2
    said = capsys.readouterr().err
    assert "date: is no date" in said
    assert "summary: holds markup" in said


def test_a_run_that_is_taken_away_needs_an_entry(roots: Roots) -> None:
    spoil(roots, 1)
    assert command(roots, "judge", *REASON) == 0
    for path in run_folder(roots).iterdir():
        path.unlink()
    run_folder(roots).rmdir()
    assert command(roots, "check") == 1
    path = roots.results / "changes.yaml"
    path.write_text(
        path.read_text()
        + '  - date: 2026-12-02\n    reason: submission\n    summary: "Withdrawn"\n'
        '    moved:\n      - {run: demo/cot--none, before: "2/3", after: null}\n'
    )
    assert command(roots, "check") == 0


def test_the_file_alone_can_be_checked(roots: Roots) -> None:
    path = roots.results / "changes.yaml"
    path.write_text("changes: []\n")
    assert command(roots, "check", str(path)) == 0
    path.write_text("changes: 3\n")
    assert command(roots, "check", str(path)) == 1


def test_page_and_feed_have_arrivals_and_moves_newest_first(roots: Roots) -> None:
    spoil(roots, 1)
    assert command(roots, "judge", *REASON) == 0
    site = assemble(*load(roots), roots)
    found = events(site)
    assert [(e.date, e.reason, e.moves[0][0].after) for e in found] == [
        ("2026-12-01", "submission", "2/3"),
        ("2026-11-30", "submission", "3/3"),
    ]
    ((path, raw),) = feed_files(site)
    feed = ET.fromstring(raw)
    assert path == "feed.xml"
    assert [e.findtext(f"{ATOM}title") for e in feed.iter(f"{ATOM}entry")] == [
        "A line was wrong",
        "New run: Chain of thought",
    ]
    assert feed.findtext(f"{ATOM}updated") == "2026-12-01T00:00:00Z"
    ids = [e.findtext(f"{ATOM}id") for e in feed.iter(f"{ATOM}entry")]
    assert len(set(ids)) == len(ids)
