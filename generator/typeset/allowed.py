"""The gate between the typesetter and a page: presentation MathML that we know, nothing else.

Whatever Temml gives is parsed as XML (entities are refused) and written anew from these lists,
so no attribute or element that is not named here can reach a page, whoever wrote the formula.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from collections.abc import Set as AbstractSet
from xml.etree import (
    ElementTree,
)  # our own typesetter's output; entities are refused by a check below
from xml.sax.saxutils import escape, quoteattr

ELEMENTS = frozenset(
    {"math", "mrow", "mi", "mn", "mo", "mtext", "mspace", "ms", "mfrac", "msqrt", "mroot"}
    | {"mstyle", "merror", "mpadded", "mphantom", "menclose", "msub", "msup", "msubsup"}
    | {"munder", "mover", "munderover", "mmultiscripts", "mprescripts", "mtable", "mtr", "mtd"}
)

DEEPEST = 60
"""Levels of nesting that are written; a formula deeper than that is refused."""

LENGTH = r"-?\d*\.?\d+(?:em|ex|pt|mu|px)?"

ATTRIBUTES: dict[str, str] = {
    "accent": "true|false",
    "accentunder": "true|false",
    "columnalign": r"(?:left|right|center)(?: (?:left|right|center))*",
    "depth": LENGTH,
    "display": "block|inline",
    "displaystyle": "true|false",
    "fence": "true|false",
    "form": "prefix|infix|postfix",
    "height": LENGTH,
    "largeop": "true|false",
    "linethickness": LENGTH,
    "lspace": LENGTH,
    "mathvariant": "normal",
    "maxsize": LENGTH,
    "minsize": LENGTH,
    "movablelimits": "true|false",
    "notation": r"[a-z]+(?: [a-z]+)*",
    "rspace": LENGTH,
    "scriptlevel": r"[+-]?\d",
    "separator": "true|false",
    "stretchy": "true|false",
    "symmetric": "true|false",
    "voffset": LENGTH,
    "width": LENGTH,
}
"""Attribute -> pattern of its whole value; others and other values are dropped."""

LEVELS = frozenset({"displaystyle", "scriptlevel"})
STYLED = frozenset({"math", "mstyle", "mtable"})
"""Where the standard has LEVELS; other elements get an `mstyle` around them."""

CLASSES = re.compile(
    r"tml-(?:left|right|overline|underline|sml-pad|med-pad|lrg-pad|cancel|xcancel)"
)
"""Classes that our style sheet knows; the rest is dropped."""


def checked(mathml: str) -> str | None:
    """Return `mathml` written anew from the lists above; None where it is not ours to show."""
    if "<!" in mathml or "<?" in mathml:
        return None
    try:
        root = ElementTree.fromstring(mathml)  # noqa: S314
        return "".join(written(root)) if root.tag == "math" else None
    except (ElementTree.ParseError, KeyError):
        return None


def written(element: ElementTree.Element, depth: int = 0) -> Iterator[str]:
    """Yield `element` as text; raises KeyError for what is not in ELEMENTS or nested too deep."""
    if element.tag not in ELEMENTS or depth > DEEPEST:
        raise KeyError(element.tag)
    styled = element.tag in STYLED
    levels = "" if styled else "".join(attributes(element, LEVELS))
    own = attributes(element, ATTRIBUTES.keys() if styled else ATTRIBUTES.keys() - LEVELS)
    yield f"<mstyle{levels}>" if levels else ""
    yield f"<{element.tag}{''.join(own)}{classes(element)}>"
    yield escape(element.text or "")
    for child in element:
        yield from written(child, depth + 1)
        yield escape(child.tail or "")
    yield f"</{element.tag}>" + ("</mstyle>" if levels else "")


def attributes(element: ElementTree.Element, names: AbstractSet[str]) -> Iterator[str]:
    """Yield those attributes of `names` that are there and have a value we know."""
    for name, value in sorted(element.attrib.items()):
        if name in names and re.fullmatch(ATTRIBUTES[name], value):
            yield f" {name}={quoteattr(value)}"


def classes(element: ElementTree.Element) -> str:
    """Return the class attribute with the classes we know; a drawn border becomes one of them."""
    found = CLASSES.findall(element.get("class", ""))
    if "border:" in element.get("style", ""):
        found.append("tml-boxed")
    return f' class="{" ".join(found)}"' if found else ""
