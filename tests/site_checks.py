"""Checks that any built site must pass: strict HTML, unique ids, links and anchors that exist."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

import html5lib

LINKS = {"a": "href", "link": "href", "script": "src", "img": "src", "iframe": "src", "use": "href"}
FOREIGN = ("http://", "https://", "mailto:")


@dataclass
class Anatomy(HTMLParser):
    """Ids and links of one page."""

    ids: list[str] = field(default_factory=list)
    links: list[tuple[str, str]] = field(default_factory=list)
    events: list[str] = field(default_factory=list)
    styles: int = 0

    def __post_init__(self) -> None:
        super().__init__(convert_charrefs=True)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        for name, value in attrs:
            if name == "id":
                self.ids.append(value or "")
            elif name == LINKS.get(tag):
                self.links.append((tag, value or ""))
            elif name.startswith("on"):
                self.events.append(f"<{tag} {name}>")


@cache
def anatomy(path: Path) -> Anatomy:
    found = Anatomy()
    found.feed(path.read_text("utf-8"))
    return found


def faults(site: Path, *, parse: bool = True) -> Iterator[str]:
    """Yield everything wrong with the pages under `site`, one sentence each."""
    for path in sorted(site.rglob("*.html")):
        name = path.relative_to(site).as_posix()
        if parse:
            yield from (f"{name}: {fault}" for fault in parse_faults(path))
        page = anatomy(path)
        twice = {id_ for id_ in page.ids if page.ids.count(id_) > 1}
        yield from (f"{name}: id {id_!r} twice" for id_ in sorted(twice))
        yield from (f"{name}: event handler {event}" for event in page.events)
        if name != "404.html":  # its addresses are those of the server's root
            yield from (f"{name}: {fault}" for fault in link_faults(site, path, page))


def parse_faults(path: Path) -> Iterator[str]:
    parser = html5lib.HTMLParser(strict=False)
    parser.parse(path.read_text("utf-8"))
    for (line, column), code, details in parser.errors:
        yield f"line {line} column {column}: {code} {details}"


def link_faults(site: Path, path: Path, page: Anatomy) -> Iterator[str]:
    for tag, link in page.links:
        if link.startswith(FOREIGN):
            if tag != "a":
                yield f"<{tag}> asks another host: {link}"
            continue
        parts = urlsplit(link)
        if parts.scheme or parts.netloc:
            yield f"strange address {link!r}"
            continue
        target = (path.parent / unquote(parts.path)).resolve() if parts.path else path.resolve()
        if not target.is_file() or not target.is_relative_to(site.resolve()):
            yield f"link to nowhere: {link!r}"
        elif (
            parts.fragment
            and target.suffix == ".html"
            and unquote(parts.fragment) not in anatomy(target).ids
        ):
            yield f"anchor to nowhere: {link!r}"


def foreign_requests(html: str) -> list[str]:
    """Return addresses of other hosts in places that a browser fetches by itself."""
    return re.findall(r"""(?:src|srcset|data)=["']?(https?://[^"' >]+)""", html)
