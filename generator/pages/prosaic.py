"""Short prose of ours and of contributors -> blocks that a template can lay out, no Markdown."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import groupby
from typing import Literal

BlockKind = Literal["heading", "list", "paragraph"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Block:
    """A heading, a list or a paragraph."""

    kind: BlockKind
    lines: tuple[str, ...]
    """One for a heading or a paragraph, one per entry for a list."""


def blocks(text: str) -> Iterator[Block]:
    """Cut `text` at blank lines: `#` starts a heading, `- ` a list entry, the rest is prose."""
    paragraphs = groupby(text.splitlines(), key=lambda line: bool(line.strip()))
    for filled, lines in paragraphs:
        if filled:
            yield from block(list(lines))


def block(lines: list[str]) -> Iterator[Block]:
    """Yield the blocks of one stretch without blank lines."""
    if lines[0].startswith("#"):
        yield Block(kind="heading", lines=(lines[0].lstrip("# "),))
        lines = lines[1:]
    if not lines:
        return
    if lines[0].startswith("- "):
        entries = " ".join(line.strip() for line in lines)[2:].split(" - ")
        yield Block(kind="list", lines=tuple(entries))
    else:
        yield Block(kind="paragraph", lines=(" ".join(line.strip() for line in lines),))


def short(text: str, most: int = 40) -> str:
    """Return `text` on one line, cut to `most` characters with an ellipsis."""
    line = " ".join(text[: 4 * most].split())
    return line if len(line) <= most else line[: most - 1] + "…"
