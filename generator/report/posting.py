"""What may be posted under a pull request: plain Markdown without markup, mentions and links.

`quoted` makes any submitted text fit; `objections` says what is wrong with a finished report. The
workflow that posts a comment runs this module alone over the artefact, which the pull request's own
workflow made and which is therefore not to be believed:

    python3 generator/report/posting.py report.md > comment.md

Only the standard library is imported, so that nothing has to be installed beside a token.
"""

from __future__ import annotations

import re
import sys
from pathlib import Path

TITLE = "## Failwhere report"
"""First line of every report."""
MAX_BYTES = 60_000
"""A comment may have 65,536 signs."""
MAX_TEXT = 80
"""Signs of a submitted text that are shown."""

FORBIDDEN = {
    "markup": re.compile(r"[<>]"),
    "a mention": re.compile(r"@"),
    "a link": re.compile(r"://|www\.|\]\s*[(:\[]|!\[|mailto:", re.IGNORECASE),
    "a reference to an issue or commit": re.compile(r"#\d|\bGH-\d|\b[0-9a-f]{40}\b"),
    "an entity": re.compile(r"&#?\w+;"),
    "a control or invisible character": re.compile(
        "[\x00-\x09\x0b-\x1f\x7f-\x9f\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]"
    ),
}
"""What a report must not hold -> how it is recognised."""

_EXCHANGED = str.maketrans(
    {"<": "‹", ">": "›", "@": "＠", "|": "¦", "`": "'", "&": "＆", "#": "＃", "[": "(", "]": ")"}
)


def quoted(text: str) -> str:
    """Return a submitted text as a code span that can be nothing else, at most MAX_TEXT long."""
    shown = " ".join(text.split()).translate(_EXCHANGED)
    shown = "".join(sign for sign in shown if sign.isprintable())
    shown = shown.replace("://", ":/ /")
    shown = re.sub(r"(?i)(www)\.|(mailto):|\b(GH)-", r"\1\2\3·", shown)
    shown = shown if len(shown) <= MAX_TEXT else shown[: MAX_TEXT - 1] + "…"
    shown = re.sub(r"\b([0-9a-f]{20})[0-9a-f]{20}\b", r"\1…", shown)
    return f"`{shown or '(empty)'}`"


def objections(raw: bytes) -> list[str]:
    """Return everything that forbids posting a report; nothing for one that may be posted."""
    if len(raw) > MAX_BYTES:
        return [f"has {len(raw)} bytes, more than {MAX_BYTES}"]
    try:
        text = raw.decode()
    except UnicodeDecodeError:
        return ["is not UTF-8"]
    found = [] if text.startswith(TITLE + "\n") else [f"does not begin with {TITLE!r}"]
    return found + [f"holds {what}" for what, sign in FORBIDDEN.items() if sign.search(text)]


def shortened(text: str) -> str:
    """Return a report that is small enough, cut at a line, with a word about it."""
    end = "\n\nThe rest is in the artefact.\n"
    raw = text.encode()
    if len(raw) <= MAX_BYTES:
        return text
    kept = raw[: MAX_BYTES - len(end)].decode(errors="ignore")
    return kept.rpartition("\n")[0] + end


def main(argv: list[str]) -> int:
    """Copy the report named on the command line to standard output, or say why not."""
    path = Path(argv[0]) if len(argv) == 1 else None
    if path is None or path.is_symlink() or not path.is_file():
        sys.stderr.write("usage: posting.py REPORT\n")
        return 2
    with path.open("rb") as file:
        raw = file.read(MAX_BYTES + 1)
    found = objections(raw)
    sys.stderr.writelines(f"the report {each}\n" for each in found)
    if not found:
        sys.stdout.buffer.write(raw)
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
