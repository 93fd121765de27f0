"""The site in Chromium, from file://: a reader's walk, no script, dark, narrow, keyboard, attack."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, Error, Page, sync_playwright
from talking_site import talking_site
from tiny_site import write_run_files

from generator import publish

CONFIG = Path(__file__).parents[1] / "mkdocs.yml"
NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")
ARGS = ["--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking"]
KINDS = (
    "index.html",
    "boards/tiny.html",
    "boards/plain-words.html",
    "analysis/tiny.html",
    "analysis/talks/traces.html",
    "datasets/tiny.html",
    "methods/cot.html",
    "runs/tiny/cot--large.html",
    "runs/talks/retrieval-cot--mini.html",
    "traces/talks/test-0000.html",
    "traces/talks/test-0001.html",
    "traces/tiny/test.html",
    "traces/tiny/test-0000.html",
    "metrics.html",
    "reported.html",
    "boards/index.html",
    "datasets/index.html",
    "methods/index.html",
)


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("browsed")
    write_run_files(talking_site(), folder / "results")
    publish.build(
        talking_site(), config=CONFIG, site_dir=folder / "site", results_root=folder / "results"
    )
    return folder / "site"


@pytest.fixture(scope="module")
def browser(site: Path) -> Iterator[Browser]:
    # The site comes first: playwright leaves an event loop running, in which nothing can be built.
    found = os.environ.get("CHROMIUM") or next(filter(None, map(shutil.which, NAMES)), None)
    with sync_playwright() as play:
        try:
            chromium = play.chromium.launch(executable_path=found, args=ARGS)
        except Error as fault:
            looked = f"looked for {', '.join(NAMES)} on the PATH, $CHROMIUM and playwright's own"
            pytest.skip(f"no Chromium: {looked}; {str(fault).splitlines()[0]}")
        yield chromium
        chromium.close()


class Watched:
    """A page that remembers what a reader should never see."""

    def __init__(self, context: BrowserContext) -> None:
        self.page: Page = context.new_page()
        self.wrong: list[str] = []
        self.page.on("console", self.console)
        self.page.on("pageerror", lambda error: self.wrong.append(f"error: {error}"))
        self.page.on("request", self.request)
        self.page.on("requestfailed", lambda r: self.wrong.append(f"failed: {r.url}"))

    def console(self, message) -> None:
        if message.type in {"error", "warning"}:
            self.wrong.append(f"console: {message.text}")

    def request(self, request) -> None:
        if not request.url.startswith(("file:", "data:")):
            self.wrong.append(f"request: {request.url}")


def test_from_a_number_to_the_definition_of_its_metric(browser: Browser, site: Path) -> None:
    context = browser.new_context()
    watched = Watched(context)
    page = watched.page
    page.goto((site / "index.html").as_uri())
    page.get_by_role("region", name="State of all boards").get_by_role("link", name="Tiny").click()
    page.get_by_role("region", name="Ranking of Tiny").get_by_role(
        "link", name="66.7"
    ).first.click()
    assert page.url.endswith("runs/tiny/cot--large.html#state-right")
    page.get_by_role("region", name="Problems judged right").get_by_role("link").first.click()
    assert page.url.endswith("traces/tiny/test-0000.html#cot--large")
    assert page.get_by_text("the-answer-is").first.is_visible()
    page.locator("#cot--large-verdict").get_by_text("right").first.wait_for()
    page.get_by_role("region", name="Derived expressions, cot--large").get_by_role(
        "link", name="ExpAcc"
    ).click()
    assert page.url.endswith("metrics.html#expacc")
    assert page.locator("#expacc").is_visible()
    assert watched.wrong == []
    context.close()


@pytest.mark.parametrize("path", KINDS)
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_no_error_no_foreign_request_no_overflow_at_320_pixels(
    browser: Browser, site: Path, path: str, scheme: str
) -> None:
    context = browser.new_context(viewport={"width": 320, "height": 640}, color_scheme=scheme)
    watched = Watched(context)
    watched.page.goto((site / path).as_uri())
    watched.page.wait_for_timeout(100)
    wide = watched.page.evaluate("document.documentElement.scrollWidth - window.innerWidth")
    background = watched.page.evaluate("getComputedStyle(document.body).backgroundColor")
    context.close()
    assert watched.wrong == []
    assert wide <= 0
    assert (background == "rgb(20, 25, 27)") == (scheme == "dark")


def test_everything_is_there_without_javascript(browser: Browser, site: Path) -> None:
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto((site / "boards" / "tiny.html").as_uri())
    assert page.get_by_role("link", name="CoT, Large").first.is_visible()
    page.goto((site / "traces" / "tiny" / "test-0000.html").as_uri())
    assert page.get_by_text("disagrees").count() == 0
    assert page.locator("#cot--large-verdict").is_visible()
    assert page.locator("math").count() > 20
    assert page.locator("svg.fw-graph").count() == 4
    page.goto((site / "runs" / "tiny" / "cot--large.html").as_uri())
    assert page.locator(".fw-filter").is_hidden()
    context.close()


def test_a_conversation_is_read_and_unfolded_without_javascript(
    browser: Browser, site: Path
) -> None:
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto((site / "traces" / "talks" / "test-0000.html").as_uri())
    rounds = page.locator("details.fw-round", has=page.locator("#deli--mini-r1"))
    middle = rounds.locator(".fw-step", has_text="partial_solve").first
    assert page.locator("#deli--mini-r0 .fw-step").first.is_visible()
    assert page.locator("#deli--mini-r2 .fw-step").last.is_visible()
    assert not middle.is_visible()
    rounds.locator("summary").first.click()
    rounds.locator(".fw-fold > summary").click()
    assert middle.is_visible()
    assert rounds.get_by_text("written by the model, not by a tool").first.is_visible()
    context.close()


def test_a_link_to_a_round_unfolds_it(browser: Browser, site: Path) -> None:
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto((site / "traces" / "talks" / "test-0000.html").as_uri())
    step = page.locator("#deli--mini-r1 .fw-step").first
    assert not step.is_visible()
    page.locator('a[href="#deli--mini-r1"]').click()
    step.wait_for(state="visible")
    context.close()


def test_tables_are_sorted_by_keyboard_and_say_so(browser: Browser, site: Path) -> None:
    context = browser.new_context()
    page = context.new_page()
    page.goto((site / "boards" / "tiny.html").as_uri())
    table = page.get_by_role("region", name="Ranking of Tiny")
    head = table.get_by_role("columnheader").nth(4)
    first = table.locator("tbody tr").first
    assert "Large" in first.inner_text()
    head.get_by_role("button", name="Sort by Accuracy").focus()
    page.keyboard.press("Enter")
    assert head.get_attribute("aria-sort") == "ascending"
    assert "Small" in first.inner_text()
    page.keyboard.press("Space")
    assert head.get_attribute("aria-sort") == "descending"
    assert "Large" in first.inner_text()
    context.close()


def test_a_run_is_filtered_by_where_problems_fail(browser: Browser, site: Path) -> None:
    context = browser.new_context()
    page = context.new_page()
    page.goto((site / "runs" / "tiny" / "cot--small.html").as_uri())
    page.get_by_label("Problems that fail").select_option("last")
    page.get_by_label("under").select_option(label="full")
    assert page.locator(".fw-group tbody tr:visible").count() == 1
    assert page.locator("output").inner_text() == "1 shown"
    context.close()


@pytest.mark.parametrize("path", KINDS)
def test_hostile_text_does_nothing(browser: Browser, site: Path, path: str) -> None:
    context = browser.new_context()
    page = context.new_page()
    page.goto((site / path).as_uri())
    page.wait_for_timeout(100)
    assert page.evaluate("window.__x") is None
    links = page.evaluate("[...document.links].map(a => a.protocol)")
    context.close()
    assert set(links) <= {"file:", "https:"}
