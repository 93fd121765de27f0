"""A board's state as a small picture for other pages: SVG without scripts, fonts or requests."""

from __future__ import annotations

from collections.abc import Iterator
from xml.sax.saxutils import escape, quoteattr

from generator.aggregate import Row
from generator.pages import paths
from generator.pages.numbers import count, percent
from generator.pages.site import Site

HEIGHT = 20
_SIGN, _PAD = 6.6, 8.0
"""Pixels that a sign takes at 11 pixels, with room to spare; blank left and right of a text."""


def badge_files(site: Site) -> Iterator[tuple[str, bytes]]:
    """Yield (path, SVG) of a badge for each board and for each of its runs."""
    for dataset in site.datasets:
        id_ = dataset.card.id
        board = site.boards.get(id_)
        rows = board.rows if board else ()
        yield paths.badge(id_), badge(id_, _board_text(rows)).encode()
        for row in rows:
            target = paths.run_data(row.run.card, "badge.svg")
            yield target, badge(id_, run_text(row)).encode()


def _board_text(rows: tuple[Row, ...]) -> str:
    best = next((row for row in rows if row.rank is not None), None)
    runs = count(len(rows), "run")
    return f"{runs}, best {percent(best.run.score.accuracy.value)} %" if best else runs


def run_text(row: Row) -> str:
    """Return accuracy and rank, or that there is no rank."""
    told = f"{percent(row.run.score.accuracy.value)} %"
    if row.rank is None or row.standing is None:
        return f"{told}, not ranked"
    best, worst = row.standing.best, row.standing.worst
    return f"{told}, rank {best}" + (f"–{worst}" if worst != best else "")


def badge(left: str, right: str) -> str:
    """Return a badge with two fields."""
    first, second = (2 * _PAD + _SIGN * len(text) for text in (left, right))
    wide = f"{first + second:.1f}"
    label = quoteattr(f"Failwhere {left}: {right}")
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{wide}" height="{HEIGHT}" role="img" '
        f"aria-label={label}><title>{escape(f'Failwhere {left}: {right}')}</title>"
        f'<rect width="{wide}" height="{HEIGHT}" rx="3" fill="#1f4e5f"/>'
        f'<rect x="{first:.1f}" width="{second:.1f}" height="{HEIGHT}" rx="3" fill="#e9f1ee"/>'
        '<g font-family="Verdana,DejaVu Sans,sans-serif" font-size="11" text-anchor="middle">'
        f'<text x="{first / 2:.1f}" y="14" fill="#ffffff">{escape(left)}</text>'
        f'<text x="{first + second / 2:.1f}" y="14" fill="#10262e">{escape(right)}</text>'
        "</g></svg>\n"
    )
