"""Untrusted text -> safe HTML. The one place that makes Markup.

Why it may: every string that gets here leaves as (a) text escaped by markupsafe, (b) MathML that
`allowed.checked` wrote anew from its lists, or (c) tags spelled out in this file with escaped
attribute values. Nothing else in the package makes Markup, and no template switches escaping off.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from markupsafe import Markup, escape

from generator.typeset import Piece, Typesetter, pieces
from generator.typeset.split import is_formula

FORBIDDEN = (
    *(*range(32), 0x7F, *range(0x80, 0xA0)),
    *(*range(0xD800, 0xE000), *range(0xFDD0, 0xFDF0)),
    *(plane * 0x10000 + last for plane in range(17) for last in (0xFFFE, 0xFFFF)),
)
TURNING = (*range(0x202A, 0x202F), *range(0x2066, 0x206A))
"""Characters that turn the direction of what follows them, beyond the end of their own text."""
CONTROL = dict.fromkeys((*FORBIDDEN, *TURNING), "\ufffd") | {9: "\t", 10: "\n", 13: " "}
"""Characters that are not shown -> a stand-in of the same length, so that offsets stay true."""


INLINE = re.compile(r"(`[^`]+`|\*[^*\s][^*]*\*|\[[^\]]+\]\(https://[^\s)]+\))")
"""Code, emphasis and links in the little Markdown that `about.md` may use."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Mark:
    """A stretch of text to be set off, with a link at its end."""

    start: int
    end: int
    """Half-open range of characters in the text."""
    href: str
    """Where the link goes; ours, never from a submission."""
    label: str
    """Text of the link, one or two characters."""
    title: str
    """What the link means, in words."""
    kind: str = "hit"
    """Class of the mark: hit or answer."""


def clean(text: str) -> str:
    """Return `text` without what HTML forbids or what turns direction; its length stays."""
    return text.translate(CONTROL)


def formula(typesetter: Typesetter, tex: str, *, display: bool = False) -> Markup:
    """Return MathML for `tex`, a formula without delimiters, or its TeX in `<code>`.

    Some nodes of CARP's graphs are sentences whose outer delimiters were taken off; they are prose.
    """
    tex = clean(tex).strip()
    if "$" in tex:
        return prose(typesetter, f"${tex}$")
    mathml = typesetter.mathml(tex, display=display)
    if mathml is None:
        return Markup('<code class="fw-tex">{}</code>').format(tex)
    return Markup(mathml)  # noqa: S704  checked: allowed.py wrote it


def formula_only(typesetter: Typesetter, tex: str) -> Markup:
    """Return MathML for `tex`, or nothing where it is no formula (answers of models)."""
    tex = clean(tex).strip()
    mathml = typesetter.mathml(tex) if tex and is_formula(tex, "") else None
    return Markup(mathml or "")  # noqa: S704  checked: allowed.py wrote it


def prose(typesetter: Typesetter, text: str, marks: Sequence[Mark] = ()) -> Markup:
    """Return `text`, a text with delimiters, with its formulas typeset and `marks` set off."""
    text = clean(text)
    parts = [part for piece in pieces(text) for part in marked(typesetter, text, piece, marks)]
    return Markup("").join(parts)


def verbatim(text: str, marks: Sequence[Mark] = ()) -> Markup:
    """Return `text` letter for letter with `marks` set off: code, calls, outputs of tools."""
    text = clean(text)
    return Markup("").join(stretches(text, 0, len(text), marks, escape))


def inline(typesetter: Typesetter, text: str) -> Markup:
    """Return a paragraph of `about.md`: code, emphasis and https links; the rest is prose."""
    return Markup("").join(span(typesetter, part) for part in INLINE.split(clean(text)))


def span(typesetter: Typesetter, part: str) -> Markup:
    """Return one part that INLINE cut."""
    if not INLINE.fullmatch(part):
        return prose(typesetter, part)
    if part[0] == "`":
        return Markup("<code>{}</code>").format(part[1:-1])
    if part[0] == "*":
        return Markup("<em>{}</em>").format(part[1:-1])
    name, _, address = part[1:-1].partition("](")
    return Markup('<a href="{}" rel="nofollow">{}</a>').format(address, name)


def marked(
    typesetter: Typesetter, text: str, piece: Piece, marks: Sequence[Mark]
) -> Iterator[Markup]:
    """Yield one piece, cut where a mark starts or ends; a formula is marked as a whole."""
    touching = [mark for mark in marks if mark.start < piece.end and mark.end > piece.start]
    if piece.tex is not None:
        inner = formula(typesetter, piece.tex, display=piece.display)
        yield wrapped(inner, touching, touching)
        return
    yield from stretches(
        text, piece.start, piece.end, touching, lambda part: escape(readable(part))
    )


def stretches(
    text: str, begin: int, finish: int, marks: Sequence[Mark], written: Callable[[str], Markup]
) -> Iterator[Markup]:
    """Yield `text` from `begin` to `finish`, cut where a mark starts or ends."""
    places = {begin, finish}
    for mark in marks:
        places |= {min(max(mark.start, begin), finish), max(begin, min(mark.end, finish))}
    for start, end in pairwise(sorted(places)):
        around = [mark for mark in marks if mark.start < end and mark.end > start]
        yield wrapped(written(text[start:end]), around, [m for m in around if m.end <= end])


def readable(text: str) -> str:
    """Return prose with the two signs that CARP writes as commands outside of formulas."""
    return text.replace("\\because", "∵").replace("\\therefore", "∴")


def wrapped(inner: Markup, around: Sequence[Mark], ending: Sequence[Mark]) -> Markup:
    """Return `inner` inside a `<mark>` when marks are `around`, with the links of `ending`."""
    if not around:
        return inner
    kind = "answer" if all(mark.kind == "answer" for mark in around) else "hit"
    links = Markup("").join(map(link, ending))
    return Markup('<mark class="fw-{}">{}{}</mark>').format(kind, inner, links)


def link(mark: Mark) -> Markup:
    """Return the small link behind a marked stretch."""
    return Markup('<a class="fw-tag" href="{}" title="{}">{}</a>').format(
        mark.href, mark.title, mark.label
    )
