"""Articles of pages: escaped, the same twice, complete without a script."""

from __future__ import annotations

import os
import re
from pathlib import Path

import pytest
from jinja2 import UndefinedError
from tiny_site import tiny_site

from generator.pages import pages
from generator.records import VERDICTS, Page
from generator.render import STATE_SIGNS, VERDICT_SIGNS, Renderer, relative
from generator.typeset import Typesetter

RENDERER = Renderer(Typesetter())
PAGES = {page.path: page for page in pages(tiny_site())}
BODIES = {path: RENDERER.body(page) for path, page in PAGES.items()}


@pytest.mark.parametrize("path", sorted(PAGES))
def test_two_renders_are_the_same_bytes(path: str) -> None:
    again = {page.path: page for page in pages(tiny_site())}
    assert Renderer(Typesetter()).body(again[path]) == BODIES[path]


@pytest.mark.parametrize("path", sorted(PAGES))
def test_no_tag_of_a_submission_reaches_a_page(path: str) -> None:
    for tag in ("<script", "<img", "<iframe", "<b>", "<svg/", "onerror=window.__x=1>"):
        escaped = BODIES[path].replace("onerror=window.__x=1&gt;", "")
        assert tag not in escaped
    assert "javascript:" not in BODIES[path].replace("\\href{javascript:", "")
    assert "49" not in BODIES[path] or "{{ 7*7 }}" in BODIES[path] or "49.39" in BODIES[path]


@pytest.mark.parametrize("path", sorted(PAGES))
def test_pages_need_neither_script_nor_inline_style(path: str) -> None:
    assert "<script" not in BODIES[path]
    assert " style=" not in BODIES[path]
    assert "<h1" in BODIES[path]


def test_a_trace_tells_gold_answer_rule_judge_and_disagreement() -> None:
    body = BODIES["traces/tiny/test-0002.html"]
    for told in ("Gold answer", "last-expression", "judge 1.0.0", "disagrees with the claim"):
        assert told in body


def test_a_trace_shows_the_three_states_by_sign_and_word() -> None:
    body = BODIES["traces/tiny/test-0000.html"]
    for sign, word in STATE_SIGNS.values():
        assert sign in body
        assert word in body


def test_the_matched_text_links_to_the_expression_it_matched() -> None:
    body = BODIES["traces/tiny/test-0000.html"]
    assert 'href="#cot--large-n3" title="equals derived expression 3">3</a></mark>' in body
    assert 'id="cot--large-n3"' in body


def test_a_board_keeps_reported_figures_apart() -> None:
    body = BODIES["boards/tiny.html"]
    ranking, _, reported = body.partition('id="reported"')
    assert "49.39" not in ranking
    assert "Reported, not recomputed" in reported


def test_a_partial_run_is_not_ranked() -> None:
    ranking, _, unranked = BODIES["boards/tiny.html"].partition('id="unranked"')
    assert "direct--none" not in ranking
    assert "1 of 3" in unranked


def test_a_dataset_without_graphs_has_no_step_columns() -> None:
    assert "ExpAcc" not in BODIES["boards/plain-words.html"]


def test_a_dataset_that_is_not_here_says_how_to_get_it() -> None:
    assert "failwhere fetch plain-words" in BODIES["datasets/plain-words.html"]


def test_every_verdict_has_a_sign_and_a_name() -> None:
    assert tuple(VERDICT_SIGNS) == VERDICTS


def test_an_undefined_name_is_an_error() -> None:
    page = Page(path="x.html", title="x", template="home.html.jinja", context={})
    with pytest.raises(UndefinedError):
        RENDERER.body(page)


@pytest.mark.parametrize(
    ("page", "target", "address"),
    [
        ("index.html", "boards/a.html", "boards/a.html"),
        ("boards/a.html", "index.html", "../index.html"),
        ("traces/a/b.html", "traces/a/c.html#d", "c.html#d"),
        ("traces/a/b.html", "traces/a/b.html#d", "#d"),
    ],
)
def test_addresses_are_relative(page: str, target: str, address: str) -> None:
    assert relative(page, target) == address


def visible(html: str) -> str:
    """Return the words of an article, one element's text a line."""
    html = re.sub(r"\s*\n\s*", " ", html)
    html = re.sub(r"</?(?:m[a-z]+|span|a|mark|code|strong)\b[^>]*>", "", html)
    lines = (" ".join(line.split()) for line in re.sub(r"<[^>]+>", "\n", html).splitlines())
    return "\n".join(line for line in lines if line) + "\n"


@pytest.mark.skipif(not RENDERER.typesetter.available, reason="Temml was not installed")
def test_the_words_of_a_trace_page() -> None:
    """Golden: delete the file and run the test to write it anew; then read the difference."""
    golden = Path(__file__).parent / "golden" / "trace-tiny-test-0000.txt"
    words = visible(BODIES["traces/tiny/test-0000.html"])
    if os.environ.get("UPDATE_GOLDEN"):  # then read the difference before it is committed
        golden.write_text(words, "utf-8")
    assert words == golden.read_text("utf-8")
