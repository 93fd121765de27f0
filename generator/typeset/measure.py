"""How much room a formula takes, in em, read off its MathML: good enough for boxes of a drawing."""

from __future__ import annotations

from collections.abc import Callable
from xml.etree import ElementTree

TIGHT = set("()[]{}|,.;:")
SCRIPT = 0.72
"""Scale of a superscript or subscript."""

Sizes = list[float]
Size = tuple[float, float]


def script(widths: Sizes, heights: Sizes) -> Size:
    """Room of a base with raised or lowered parts."""
    return widths[0] + SCRIPT * max(widths[1:], default=0), heights[0] + 0.35


def stack(widths: Sizes, heights: Sizes) -> Size:
    """Room of parts above one another."""
    return max(widths), sum(heights) * 0.8


RULES: dict[str, Callable[[Sizes, Sizes], Size]] = {
    "mfrac": lambda wide, high: (max(wide) * 0.85 + 0.35, sum(high) * 0.85 + 0.2),
    "msqrt": lambda wide, high: (sum(wide) + 0.9, max(high) + 0.25),
    "mroot": lambda wide, high: (sum(wide) + 0.9, max(high) + 0.25),
    "msup": script,
    "msub": script,
    "msubsup": script,
    "mover": stack,
    "munder": stack,
    "munderover": stack,
    "mtable": lambda wide, high: (max(wide) + 0.5, sum(high) * 1.15),
    "mtr": lambda wide, high: (sum(wide) + 0.8 * (len(wide) - 1), max(high)),
}
"""Element -> its (width, height) from those of its children; the rest stand in a row."""


def size(mathml: str) -> Size:
    """Return (width, height) in em of checked MathML."""
    return room(ElementTree.fromstring(mathml))  # noqa: S314


def room(element: ElementTree.Element) -> Size:
    """Return (width, height) of one element from those of its children."""
    parts = [room(child) for child in element]
    if not parts:
        return leaf(element.tag, element.text or "")
    widths, heights = [width for width, _ in parts], [height for _, height in parts]
    rule = RULES.get(element.tag)
    return rule(widths, heights) if rule else (sum(widths), max(heights))


def leaf(tag: str, text: str) -> Size:
    """Return the room of a token; Chinese characters are one em wide, operators have space."""
    wide = sum(1.0 if ord(sign) > 0x2E80 else 0.56 for sign in text)
    if tag == "mo":
        wide = 0.42 * len(text) if set(text) <= TIGHT else wide + 0.55
    return wide, 1.25
