"""Site -> pages: which pages there are and what each of them shows; no HTML here.

A page kind is one function in one module, one line in PAGES and one template of the same name.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from generator.pages.analysis import analysis_pages
from generator.pages.boards import board_pages
from generator.pages.changes import change_pages
from generator.pages.datasets import dataset_pages
from generator.pages.home import home_pages
from generator.pages.indexes import index_pages
from generator.pages.methods import method_pages
from generator.pages.problems import problem_pages
from generator.pages.process import process_pages
from generator.pages.reported import reported_page
from generator.pages.runs import run_pages
from generator.pages.site import Site
from generator.pages.traces import trace_pages
from generator.records import Page

PAGES: dict[str, Callable[[Site], Iterator[Page]]] = {
    "home": home_pages,
    "index": index_pages,
    "board": board_pages,
    "analysis": analysis_pages,
    "process": process_pages,
    "dataset": dataset_pages,
    "method": method_pages,
    "run": run_pages,
    "reported": reported_page,
    "changes": change_pages,
    "problems": problem_pages,
    "trace": trace_pages,
}


def pages(site: Site) -> Iterator[Page]:
    """Yield every page of the site, kind by kind."""
    for make in PAGES.values():
        yield from make(site)
