"""The changes of all numbers as an Atom feed, with relative links and times made from the days."""

from __future__ import annotations

from collections.abc import Iterator
from xml.sax.saxutils import escape, quoteattr

from generator.pages import paths
from generator.pages.changes import REASONS, Event, events
from generator.pages.site import Site

MOST = 50
"""Entries of the feed, the newest ones; the page has all."""
TAG = "tag:failwhere,2026:"
"""Beginning of the ids, which have to be lasting and need not lead anywhere."""


def feed_files(site: Site) -> Iterator[tuple[str, bytes]]:
    """Yield (path, XML) of the feed."""
    found = events(site)
    updated = found[0].date if found else "2026-01-01"
    lines = [
        '<?xml version="1.0" encoding="utf-8"?>',
        '<feed xmlns="http://www.w3.org/2005/Atom">',
        "<title>Failwhere: changes of numbers</title>",
        f"<id>{TAG}changes</id>",
        f"<updated>{_time(updated)}</updated>",
        "<author><name>Failwhere</name></author>",
        f'<link rel="self" href="{paths.FEED}"/>',
        f'<link rel="alternate" href="{paths.CHANGES}"/>',
        *(line for event in found[:MOST] for line in _entry(event)),
        "</feed>",
    ]
    yield paths.FEED, ("\n".join(lines) + "\n").encode()


def _entry(event: Event) -> Iterator[str]:
    yield "<entry>"
    yield f"<title>{_text(event.summary)}</title>"
    yield f"<id>{TAG}{event.anchor}</id>"
    yield f"<updated>{_time(event.date)}</updated>"
    yield f"<category term={quoteattr(event.reason)}/>"
    yield f"<link href={quoteattr(f'{paths.CHANGES}#{event.anchor}')}/>"
    moved = "; ".join(f"{m.run}: {m.before or '–'} → {m.after or '–'}" for m, _ in event.moves)
    yield f"<summary>{_text(f'Changed: {REASONS[event.reason]}. {moved}')}</summary>"
    yield "</entry>"


def _text(text: str) -> str:
    """Return a text as XML may hold it."""
    return escape("".join(sign for sign in text if sign.isprintable()))


def _time(day: str) -> str:
    return f"{day}T00:00:00Z"
