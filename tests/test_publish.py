"""The built site: valid, whole, unchanged where nothing changed, the same bytes twice."""

from __future__ import annotations

import dataclasses
import hashlib
from pathlib import Path

import pytest
import site_checks
from tiny_site import tiny_site, write_run_files

from generator import publish
from generator.cards import Defect
from generator.errors import CannotRun
from generator.pages.site import Site

ROOT = Path(__file__).parents[1]
CONFIG = ROOT / "mkdocs.yml"


def built(site: Site, folder: Path) -> publish.Report:
    write_run_files(site, folder / "results")
    return publish.build(
        site, config=CONFIG, site_dir=folder / "site", results_root=folder / "results"
    )


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("published")
    built(tiny_site(), folder)
    return folder


def hashes(site: Path) -> dict[str, str]:
    """Digest of every file but the theme's compressed copies and time stamps."""
    return {
        path.relative_to(site).as_posix(): hashlib.sha256(path.read_bytes()).hexdigest()
        for path in sorted(site.rglob("*"))
        if path.is_file() and path.suffix != ".gz" and path.name != "sitemap.xml"
    }


def test_every_page_is_valid_and_every_link_and_anchor_leads_somewhere(folder: Path) -> None:
    assert list(site_checks.faults(folder / "site")) == []


def test_no_page_asks_another_host(folder: Path) -> None:
    for page in sorted((folder / "site").rglob("*.html")):
        assert site_checks.foreign_requests(page.read_text("utf-8")) == [], page.name


def test_every_page_has_a_policy_without_exceptions(folder: Path) -> None:
    for page in sorted((folder / "site").rglob("*.html")):
        text = page.read_text("utf-8")
        assert text.count("Content-Security-Policy") == 1, page.name
        assert "unsafe-inline" not in text, page.name


def test_no_page_tells_where_it_was_built(folder: Path) -> None:
    for page in sorted((folder / "site").rglob("*.html")):
        text = page.read_text("utf-8")
        assert str(folder) not in text
        assert str(ROOT) not in text


def test_the_shell_is_not_published(folder: Path) -> None:
    assert not (folder / "site" / "traces" / "shell").exists()
    for page in sorted((folder / "site").rglob("*.html")):
        assert "FAILWHERE-" not in page.read_text("utf-8"), page.name


def test_spliced_pages_have_the_theme_and_their_own_title(folder: Path) -> None:
    text = (folder / "site" / "traces" / "tiny" / "test-0001.html").read_text("utf-8")
    assert "<title>tiny/test-0001 - Failwhere</title>" in text
    assert 'class="md-header"' in text
    assert 'href="../../boards/index.html"' in text


def test_files_of_runs_lie_beside_the_pages(folder: Path) -> None:
    data = folder / "site" / "data" / "tiny"
    assert (data / "board.csv").is_file()
    assert (data / "cot--large" / "responses.jsonl").is_file()


def test_a_second_build_keeps_every_trace_and_gives_the_same_bytes(folder: Path) -> None:
    before = hashes(folder / "site")
    report = built(tiny_site(), folder)
    assert (report.spliced, report.unchanged) == (4, 4)
    assert hashes(folder / "site") == before


def test_a_build_elsewhere_gives_the_same_bytes(folder: Path, tmp_path: Path) -> None:
    built(tiny_site(), tmp_path)
    assert hashes(tmp_path / "site") == hashes(folder / "site")


def test_a_changed_problem_is_rendered_anew_and_a_vanished_one_goes(tmp_path: Path) -> None:
    site = tiny_site()
    built(site, tmp_path)
    first, *rest = site.datasets
    fewer = dataclasses.replace(first, problems=first.problems[:2])
    runs = tuple(row.run for row in site.boards["tiny"].ranked)
    assert runs
    board = dataclasses.replace(site.boards["tiny"], ranked=(), unranked=())
    changed = dataclasses.replace(
        site, datasets=(fewer, *rest), boards={**site.boards, "tiny": board}
    )
    report = built(changed, tmp_path)
    assert (report.spliced, report.unchanged) == (3, 0)
    assert not (tmp_path / "site" / "traces" / "tiny" / "test-0002.html").exists()


def test_a_problem_without_a_page_is_listed_and_no_link_leads_to_it(tmp_path: Path) -> None:
    site = tiny_site()
    first, *rest = site.datasets
    extra = [
        dataclasses.replace(first.problems[0], id=f"tiny/dev-{number:04d}", split="dev")
        for number in range(2)
    ]
    defect = Defect(summary="Is odd.", problems=(extra[0].id, first.problems[0].id))
    card = first.card.model_copy(
        update={"defects": (defect,), "board": "dev", "splits": {"test": 3, "dev": 2}}
    )
    fewer = dataclasses.replace(
        first,
        card=card,
        problems=(*first.problems, *extra),
        only_listed=frozenset(problem.id for problem in extra),
    )
    built(dataclasses.replace(site, datasets=(fewer, *rest)), tmp_path)
    traces = tmp_path / "site" / "traces" / "tiny"
    assert list(site_checks.faults(tmp_path / "site")) == []
    assert sorted(path.name for path in traces.iterdir()) == [
        *("dev.html", "test-0000.html", "test-0001.html", "test-0002.html", "test.html"),
    ]
    listed = (traces / "dev.html").read_text("utf-8")
    assert "dev-0000" in listed
    assert "No run is on these problems" in listed


def test_formulas_that_could_not_be_typeset_are_reported(folder: Path) -> None:
    report = built(tiny_site(), folder)
    assert report.index == folder / "site" / "index.html"
    assert report.typeset or report.refused


def test_what_mkdocs_complains_of_is_told(tmp_path: Path) -> None:
    config = tmp_path / "mkdocs.yml"
    (tmp_path / "docs").mkdir()
    config.write_text(
        "site_name: x\ndocs_dir: docs\ntheme: {name: material, font: false}\n"
        "plugins: [failwhere]\nnav: [missing.md]\n"
    )
    with pytest.raises(CannotRun, match=r"missing\.md"):
        publish.build(tiny_site(), config=config, site_dir=tmp_path / "s", results_root=tmp_path)
