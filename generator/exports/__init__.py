"""Site -> everything that leaves as data: bytes at stable addresses, equal for equal sites.

The addresses are those of generator.pages.paths and are described on the page "Data". A kind of
export is one function in one module and one line in EXPORTS.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from generator.exports.analysis import analysis_files
from generator.exports.api import api_files
from generator.exports.badges import badge_files
from generator.exports.boards import data_files
from generator.exports.citations import citation_files
from generator.exports.every_eval_ever import exchange_files
from generator.exports.feed import feed_files
from generator.exports.process import process_files
from generator.exports.verdicts import verdict_files
from generator.pages.site import Site

EXPORTS: Mapping[str, Callable[[Site], Iterator[tuple[str, bytes]]]] = {
    "index": api_files,
    "board": data_files,
    "analysis": analysis_files,
    "process": process_files,
    "verdicts": verdict_files,
    "badge": badge_files,
    "citation": citation_files,
    "feed": feed_files,
    "every-eval-ever": exchange_files,
}


def exports(site: Site) -> Iterator[tuple[str, bytes]]:
    """Yield (path relative to the site, bytes) of every exported file, kind by kind."""
    for make in EXPORTS.values():
        yield from make(site)
