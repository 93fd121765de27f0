"""The generated part of the navigation, in the form of mkdocs.yml's `nav`."""

from __future__ import annotations

from collections.abc import Iterable

from generator.pages import paths
from generator.pages.site import Site


def nav(site: Site) -> list[object]:
    """Return Home, Boards, Datasets and Methods with their pages; empty sections are left out."""
    cards = [dataset.card for dataset in site.datasets]
    methods = sorted({run.card.method for run in site.runs})
    entries: list[object] = [{"Home": source(paths.HOME)}]
    boards = [(card.title, paths.board(card.id)) for card in cards]
    boards += [("Reported in papers", paths.REPORTED)] if site.reported else []
    entries += section("Boards", boards)
    entries += section("Datasets", ((card.title, paths.dataset(card.id)) for card in cards))
    entries += section("Methods", ((method, paths.method(method)) for method in methods))
    return entries


def section(title: str, pages: Iterable[tuple[str, str]]) -> list[object]:
    """Return one section of (title, path) pages, or nothing."""
    entries = [{name: source(path)} for name, path in pages]
    return [{title: entries}] if entries else []


def source(path: str) -> str:
    """Return the name of the file from which MkDocs makes `path`."""
    return path.removesuffix(".html") + ".md"
