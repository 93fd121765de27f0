r"""The mathematics of a question, by kind: what stands between `$` and nothing else."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise

from generator.tools.describing import Description, Kind, describe

RUN = re.compile(r"\$\$(.+?)\$\$|\$(.+?)\$", re.DOTALL)
FRAME = re.compile(
    r"\\(?:begin|end)\s*\{\s*\w+\*?\s*\}(?:\s*\{[lcr\s]*\})?"
    r"|\\(?:left|right)\s*(?:\\\{|\.)|&"
)
BLANK = re.compile(r"(?:\\_|\\underline\s*\{[\s~]*(?:\\quad[\s~]*)*\}|\\quad|[_?？\s])+$|[.。]\s*$")
RELATIONS = ("equation", "inequality")
MOST = 40
"""Pieces of a question that are looked at; longer lists are no school problem."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Parts:
    """Pieces of mathematics in a question: each kind in the text's order, each text once."""

    equations: tuple[str, ...] = ()
    inequalities: tuple[str, ...] = ()
    """Inequations (`\\ne`) as well."""
    expressions: tuple[str, ...] = ()
    asked: tuple[str, ...] = ()
    """Symbols that stand on their own after the last equation or inequality; where there are none,
    all that stand on their own."""
    unknowns: int = 0
    """Different symbols in the equations."""


def parts_of(question: str) -> Parts:
    """Return the pieces of a question by kind, without plain numbers and what cannot be read."""
    texts = tuple(pieces(question))[:MOST]
    described = tuple(zip(texts, describe(texts), strict=True))
    relations = [k for k, (_, (kind, _)) in enumerate(described) if kind in RELATIONS]
    after = described[relations[-1] + 1 :] if relations else described
    names = {name for _, (kind, found) in described if kind == "equation" for name in found}
    return Parts(
        equations=_of("equation", described),
        inequalities=_of("inequality", described),
        expressions=_of("expression", described),
        asked=_of("symbol", after) or _of("symbol", described),
        unknowns=len(names),
    )


def pieces(question: str) -> Iterator[str]:
    """Yield what stands between dollar signs, apart at commas and line breaks."""
    for match in RUN.finditer(question):
        run = FRAME.sub(" ", match[1] or match[2])
        for piece in _apart(run):
            bare = BLANK.sub("", piece.strip()).strip().removesuffix("=").strip()
            yield from _links(bare)


def _apart(run: str) -> Iterator[str]:
    """Yield the parts of a run between commas, semicolons and line breaks outside all brackets."""
    depth, start = 0, 0
    for match in re.finditer(r"\\\\|\\.|[(\[{)\]},;，；]", run):
        mark = match[0]
        depth += (mark[-1] in "([{") - (mark[-1] in ")]}")
        if depth == 0 and mark in {"\\\\", ",", ";", "，", "；"}:
            yield run[start : match.start()]
            start = match.end()
    yield run[start:]


def _links(piece: str) -> Iterator[str]:
    """Yield a piece, or the neighbouring pairs of a chain `a = b = c`."""
    sides = [side.strip() for side in piece.split("=")]
    if len(sides) > 2 and all(sides):
        yield from (f"{left} = {right}" for left, right in pairwise(sides))
    elif piece:
        yield piece


def _of(kind: Kind, described: tuple[tuple[str, Description], ...]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(text for text, (found, _) in described if found == kind))
