"""Page -> HTML of its article; pure, and free of MkDocs. The only place that knows Jinja2.

Escaping is always on and undefined names are errors. What a template may call beyond its context
is listed in FILTERS and in `Renderer`; each template names its context and types in a comment.
"""

from __future__ import annotations

import posixpath
import re
from collections.abc import Callable, Mapping
from functools import lru_cache, partial
from pathlib import Path

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup

from generator.draw import SHORT, Drawing, draw
from generator.pages import numbers, paths, prosaic
from generator.pages.conversation import ShownStep, StepMark
from generator.records import LABELS, RELATIONS, VERDICTS, ExpressionGraph, Node, Page
from generator.trace_analysis import ENDS, STOPS
from generator.typeset import Piece, Typesetter, formulas, pieces
from generator.typeset.markup import (
    Mark,
    clean,
    formula,
    formula_only,
    inline,
    prose,
    verbatim,
)
from generator.typeset.measure import size

TEMPLATES = Path(__file__).parent / "templates"

EM = 15.0
"""Pixels of one em in a drawing."""

LINE_HEIGHT, LINE_WIDTH, SMALL = 17.0, 14.0, 12.0
"""Of a sentence in a drawing: pixels a line, em a line, pixels of one em."""

WORD = re.compile(r"[\u2e80-\uffff]|[^\s\u2e80-\uffff]+\s*|\s+")
"""What a line of a sentence cannot break: a Chinese sign, or a word with the blanks behind it."""

FILTERS: dict[str, Callable[..., object]] = {
    "percent": numbers.percent,
    "whole": numbers.whole,
    "number": numbers.number,
    "share": numbers.share,
    "count": numbers.count,
    "xy": numbers.coordinate,
    "probability": numbers.probability,
    "points": numbers.points,
    "letters": numbers.letters,
    "blocks": prosaic.blocks,
    "short": prosaic.short,
    "has_formulas": lambda text: bool(formulas(text)),
}

VERDICT_SIGNS: Mapping[str, tuple[str, str]] = {
    "right": ("✓", "right"),
    "wrong": ("✗", "wrong"),
    "no_answer": ("∅", "no answer"),
    "unparsable": ("?", "unparsable"),
    "timeout": ("◷", "time-out"),
    "error": ("!", "error"),
    "missing": ("·", "missing"),
}
"""Verdict -> sign, name for readers."""

STATE_SIGNS: Mapping[str, tuple[str, str]] = {
    "reached": ("✓", "reached"),
    "credited": ("↑", "credited through a later expression"),
    "missed": ("✗", "missed"),
}
"""State of a derived expression -> sign, name for readers."""


class Renderer:
    """Renders pages with one typesetter; equal pages give equal text."""

    def __init__(self, typesetter: Typesetter, templates: Path = TEMPLATES) -> None:
        """Prepare the environment; `templates` holds the `.html.jinja` files."""
        self.typesetter = typesetter
        self.environment = Environment(
            loader=FileSystemLoader(templates),
            autoescape=True,
            undefined=StrictUndefined,
            trim_blocks=True,
            lstrip_blocks=True,
            finalize=printable,
        )
        self.environment.filters.update(FILTERS)
        self.environment.filters["formula"] = partial(formula, typesetter)
        self.environment.filters["formula_only"] = partial(formula_only, typesetter)
        self.environment.filters["inline"] = partial(inline, typesetter)
        self.environment.filters["prose"] = partial(prose, typesetter)
        self.environment.globals.update(
            paths=paths,
            step_text=self.step_text,
            drawing=lru_cache(maxsize=16)(self.drawing),
            RELATIONS=RELATIONS,
            SHORT=SHORT,
            VERDICTS=VERDICTS,
            LABELS=LABELS,
            SIGNS=VERDICT_SIGNS,
            STATES=STATE_SIGNS,
            STOPS=STOPS,
            ENDS=ENDS,
        )

    def body(self, page: Page) -> str:
        """Return the HTML of the page's article."""
        template = self.environment.get_template(page.template)
        return template.render({**page.context, "url": partial(relative, page.path)})

    def step_text(self, shown: ShownStep, anchor: str) -> Markup:
        """Return a step's text with its marks, linked to places of the run at `anchor`."""
        marks = [mark(m, anchor) for m in shown.marks]
        if shown.verbatim:
            return verbatim(shown.text, marks)
        return prose(self.typesetter, shown.text, marks)

    def drawing(self, graph: ExpressionGraph, labels: bool) -> Drawing:  # noqa: FBT001  Jinja2
        """Lay out a graph, with names on its arrows or without."""
        return draw(graph, self.box, labels=labels)

    def box(self, node: Node) -> tuple[float, float]:
        """Return width and height in pixels of a node's box."""
        if node.kind == "text" or "$" in node.id:
            return self.sentence_box(node.id if node.kind == "text" else f"${node.id}$")
        width, height = self.room(clean(node.id).strip())
        return width * EM + 32, height * EM + 13

    def sentence_box(self, text: str) -> tuple[float, float]:
        """Return width and height in pixels of a box with a sentence in it."""
        words = [word for piece in pieces(clean(text)) for word in self.words(text, piece)]
        lines, at = 1, 0.0
        for wide, _ in words:
            lines, at = (lines + 1, wide) if at and at + wide > LINE_WIDTH else (lines, at + wide)
        width = LINE_WIDTH if lines > 1 else at
        tall = max((high for _, high in words), default=1.0)
        extra = SMALL * max(0.0, tall - 1.3) * lines
        return (width + 0.9) * SMALL + 18, lines * LINE_HEIGHT + 12 + extra

    def words(self, text: str, piece: Piece) -> list[tuple[float, float]]:
        """Return width and height in em of what a line cannot break, in a piece of `text`."""
        if piece.tex is not None:
            return [self.room(piece.tex)]
        return [(letters(word), 1.0) for word in WORD.findall(text[piece.start : piece.end])]

    def room(self, tex: str) -> tuple[float, float]:
        """Return width and height in em of a formula."""
        mathml = self.typesetter.mathml(tex)
        return size(mathml) if mathml else (0.6 * len(tex), 1.3)


def letters(text: str) -> float:
    """Return the width in em of prose: Chinese characters are square, others about half."""
    return sum(1.0 if ord(sign) > 0x2E80 else 0.53 for sign in text)


def mark(shown: StepMark, anchor: str) -> Mark:
    """Return the mark to draw for a match or for the extracted answer."""
    if shown.number is None:
        target, label, title, kind = f"#{anchor}-verdict", "answer", "extracted answer", "answer"
    else:
        target, label, kind = f"#{anchor}-n{shown.number}", str(shown.number), "hit"
        title = f"equals derived expression {shown.number}"
    return Mark(start=shown.start, end=shown.end, href=target, label=label, title=title, kind=kind)


def relative(page: str, target: str) -> str:
    """Return the address of `target`, a path in the site with or without anchor, from `page`."""
    path, hash_, anchor = target.partition("#")
    if not path or path == page:
        return f"#{anchor}"
    return posixpath.relpath(path, posixpath.dirname(page) or ".") + hash_ + anchor


def printable(value: object) -> object:
    """Return what a template prints: text without characters that HTML forbids, never None."""
    if value is None:
        raise TypeError("a template printed None")
    return value if isinstance(value, Markup) else clean(str(value))
