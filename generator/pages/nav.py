"""The generated part of the navigation, in the form of mkdocs.yml's `nav`."""

from __future__ import annotations

from generator.pages import paths
from generator.pages.site import Site


def nav(site: Site) -> list[object]:
    """Return Home and the lists; single boards, datasets and methods are reached from those.

    A navigation with every page in it would be repeated on every page.
    """
    boards: list[object] = [{"All boards": source(paths.BOARDS)}]
    boards += [{"Reported in papers": source(paths.REPORTED)}] if site.reported else []
    return [
        {"Home": source(paths.HOME)},
        {"Boards": boards},
        {"Datasets": source(paths.DATASETS)},
        {"Methods": source(paths.METHODS)},
        {"Changes": source(paths.CHANGES)},
    ]


def source(path: str) -> str:
    """Return the name of the file from which MkDocs makes `path`."""
    return path.removesuffix(".html") + ".md"
