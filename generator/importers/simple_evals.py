"""simple-evals: <eval>_<model>_<stamp>_allresults.json (formats.md 2.7).

There are neither ids nor verdicts for each sample: a problem is found in the prompt, and the
labelled paragraphs of the sample's HTML are read as text by the standard parser, never shown. A
problem that comes again is the next attempt, because the whole set is repeated. Scores are
fractions.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from html.parser import HTMLParser
from pathlib import Path

from generator.files import shown_path
from generator.importers import foreign_json
from generator.importers.claims import words
from generator.importers.contract import Importer, Sight
from generator.importers.conversation import messages, prompt_of, reply
from generator.importers.entries import Batch, Entry, Figure, Options
from generator.importers.foreign_json import items, number, text
from generator.importers.opening import named, refuse

GOLD, SCORE = "Correct Answer:", "Score:"
"""How the labelled paragraphs begin."""
MAX_HTML = 5_000_000
"""Characters of one sample's HTML that are read."""


def suits(seen: Sight) -> str | None:
    """Return why a path looks like all results of simple-evals, or None."""
    return "has the keys htmls and convos" if seen.has("htmls", "convos") else None


def read(files: Sequence[Path], options: Options) -> Batch:  # noqa: ARG001
    """Return the samples of all files that hold conversations.

    Raises:
        FaultsFound: none does, or a file is damaged.

    """
    entries: list[Entry] = []
    figures: list[Figure] = []
    for path in named(files, ".json"):
        row = foreign_json.mapping(foreign_json.load(path), shown_path(path))
        if "convos" in row:
            entries.extend(_entries(row, shown_path(path)))
            if (score := number(row.get("score"))) is not None:
                source = shown_path(path)
                figures.append(Figure(metric="score", value=score, unit="fraction", source=source))
    if not entries:
        shown = shown_path(files[0]) if files else "PATH"
        refuse(shown, "there are no conversations", "give the file ..._allresults.json")
    return Batch(entries=tuple(entries), figures=tuple(figures), repeats=True)


def _entries(row: Mapping[str, object], shown: str) -> Iterator[Entry]:
    pages = items(row, "htmls")
    for number_, convo in enumerate(items(row, "convos")):
        said = labels(text(pages[number_])) if number_ < len(pages) else {}
        found = messages(convo)
        yield Entry(
            file=shown,
            name=f"sample {number_ + 1}",
            prompt=prompt_of(found),
            gold=said.get(GOLD, ""),
            reply=reply(found),
            verdicts=words({"score": said.get(SCORE)}),
        )


def labels(page: str) -> dict[str, str]:
    """Return label -> text of the labelled paragraphs; the last of each, as the sample's own."""
    reader = _Paragraphs()
    reader.feed(page[-MAX_HTML:])
    reader.close()
    found: dict[str, str] = {}
    for paragraph in (*reader.paragraphs, reader.open):
        for label in (GOLD, SCORE):
            if paragraph.strip().startswith(label):
                found[label] = paragraph.strip().removeprefix(label).strip()
    return found


class _Paragraphs(HTMLParser):
    """Collects the text of paragraphs."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.paragraphs: list[str] = []
        self.open = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:  # noqa: ARG002
        """Begin a paragraph."""
        if tag == "p":
            self.paragraphs.append(self.open)
            self.open = ""

    def handle_endtag(self, tag: str) -> None:
        """End a paragraph."""
        if tag == "p":
            self.paragraphs.append(self.open)
            self.open = ""

    def handle_data(self, data: str) -> None:
        """Add to the open paragraph."""
        self.open += data


IMPORTER = Importer(
    about="simple-evals: ..._allresults.json; a problem that comes again is the next attempt",
    unit="fraction",
    suits=suits,
    read=read,
)
