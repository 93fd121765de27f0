"""How to cite a dataset, a method and the state of a board: BibTeX."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from generator.aggregate import Run
from generator.cards import DatasetCard
from generator.pages import paths
from generator.pages.site import Site

_SPECIAL = re.compile(r"[\\{}%&$#_~^]")


def citation_files(site: Site) -> Iterator[tuple[str, bytes]]:
    """Yield (path, BibTeX) of every dataset, board and method."""
    for dataset in site.datasets:
        card = dataset.card
        yield paths.dataset_citation(card.id), of_dataset(card).encode()
        yield paths.board_citation(card.id), of_board(site, card).encode()
    for method in sorted({*site.methods, *(run.card.method for run in site.runs)}):
        runs = [run for run in site.runs if run.card.method == method]
        yield paths.method_citation(method), of_method(site, method, runs).encode()


def of_dataset(card: DatasetCard) -> str:
    """Return the card's own citation, or one made from the card."""
    if card.citation.strip():
        return card.citation.strip() + "\n"
    fields = {
        "title": card.title,
        "year": str(card.released.year) if card.released else "",
        "version": card.version,
        "howpublished": card.source.repository if card.source else "",
        "note": f"Licence: {card.licence}",
    }
    return _entry(f"dataset-{card.id}", fields)


def of_board(site: Site, card: DatasetCard) -> str:
    """Return a citation that names everything the numbers of a board depend on."""
    runs = site.runs_of(card.id)
    last = max((run.card.date for run in runs), default=None)
    judged = f"judge {site.judge_version}, problems {card.version}, {len(runs)} runs"
    fields = {
        "title": f"Failwhere board: {card.title}",
        "year": str(last.year) if last else "",
        "version": site.version,
        "note": judged + (f", last of {last}" if last else ""),
    }
    return _entry(f"failwhere-{card.id}", fields)


def of_method(site: Site, method: str, runs: list[Run]) -> str:
    """Return a citation of a method with the papers and code that its runs name."""
    papers = sorted({run.card.paper for run in runs if run.card.paper})
    code = sorted({run.card.code for run in runs if run.card.code})
    fields = {
        "title": f"{method}: method on the boards of Failwhere",
        "version": site.version,
        "howpublished": ", ".join((*papers, *code)),
    }
    return _entry(f"method-{method}", fields)


def _entry(key: str, fields: Mapping[str, str]) -> str:
    lines = [f"  {name} = {{{_plain(value)}}}" for name, value in fields.items() if value]
    return f"@misc{{{key},\n" + ",\n".join(lines) + "\n}\n"


def _plain(text: str) -> str:
    """Return a text without a sign that TeX would act on."""
    return " ".join(_SPECIAL.sub(_escaped, text).split())


def _escaped(match: re.Match[str]) -> str:
    sign = match.group()
    return "" if sign in "\\{}" else f"\\{sign}{{}}" if sign in "~^" else f"\\{sign}"
