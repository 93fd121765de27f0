"""A card that somebody is about to write -> its text with every field explained.

Lines with `##` explain, lines with one `#` are fields that may be left out, and everything between
pointed brackets is to be filled in: `failwhere check` refuses a card in which that was forgotten.
The explanations are those of generator.cards, so none can be missing or old.
"""

from __future__ import annotations

import json
import textwrap
from collections.abc import Iterator, Mapping
from typing import Any, get_args

from generator.cards import Card, DatasetCard, RunCard
from generator.files import json_line

WIDTH = 98
SCHEMAS: Mapping[type[Card], str] = {
    RunCard: "../../../site_src/data/schema/run.json",
    DatasetCard: "../../site_src/data/schema/dataset.json",
}
"""Card -> its schema, as an editor finds it from the card's place in a checkout."""

RUN_EXAMPLES: Mapping[str, str] = {
    "language": "en",
    "shots": '{count: 4, problems: ["efg-algebra/train-0000"]}',
    "settings": "{temperature: 0, max_tokens: 512, seed: 1}",
    "paper": "https://example.org/paper",
    "code": "https://example.org/code",
    "training_overlap": "possible",
    "claims": '[{metric: accuracy, value: 63.5, unit: percent, source: "paper, table 2"}]',
    "notes": "Prompts were cut at 2,048 tokens.",
}
"""Field that may be left out -> an example of its value, as YAML."""
DATASET_EXAMPLES: Mapping[str, str] = {
    "citation": '"@misc{me2026, title = {My set}, author = {Me}, year = {2026}}"',
    "released": "2026-01-31",
    "layout": '{kind: jsonl, columns: {question: {take: ["body"]}, answer: {take: ["gold"]}}}',
    "source": '{repository: "https://example.org/r", revision: "0123456", files: []}',
    "stated": '[{what: "test problems (paper)", value: 3}]',
    "defects": "[{summary: The paper states 3 test problems and the file has 2.}]",
}


def run_draft(values: Mapping[str, object]) -> str:
    """Return the text of run.yaml with `values` filled in."""
    head = "A run: what was run, when, with which settings. The numbers are computed, not written."
    return _draft(RunCard, values, RUN_EXAMPLES, head)


def dataset_draft(values: Mapping[str, object]) -> str:
    """Return the text of dataset.yaml with `values` filled in."""
    head = "A dataset: what it is, where it comes from, how its answers are judged."
    return _draft(DatasetCard, values, DATASET_EXAMPLES, head)


def _draft(
    card: type[Card], values: Mapping[str, object], examples: Mapping[str, str], head: str
) -> str:
    lines = [f"# yaml-language-server: $schema={SCHEMAS[card]}", f"## {head}", f"## {_HOW}", ""]
    for name, field in card.model_fields.items():
        lines += _explained(field.description or "", "")
        for nested in _cards_in(field.annotation):
            lines += _nested(nested)
        if name in values:
            lines += _field(name, values[name], "")
        else:
            lines.append(f"# {name}: {examples[name]}")
        lines.append("")
    return "\n".join(lines[:-1]) + "\n"


_HOW = "Fields behind one # may be left out. Replace every <fill in: ...>."


def _explained(text: str, indent: str) -> list[str]:
    prefix = f"## {indent}"
    return textwrap.wrap(text, WIDTH, initial_indent=prefix, subsequent_indent=prefix)


def _nested(card: type[Card]) -> Iterator[str]:
    """Yield the explanation of the fields of a card inside a card, one level deep."""
    for name, field in card.model_fields.items():
        yield from _explained(f"{name}: {field.description}", "  ")


def _cards_in(kind: Any) -> Iterator[type[Card]]:  # noqa: ANN401 - an annotation
    """Yield the cards in an annotation such as `tuple[Claim, ...]`."""
    if isinstance(kind, type) and issubclass(kind, Card):
        yield kind
    for part in get_args(kind):
        yield from _cards_in(part)


def _field(name: str, value: object, indent: str) -> Iterator[str]:
    """Yield a field as YAML: texts as in JSON, which YAML contains; mappings line by line."""
    if isinstance(value, Mapping) and value:
        yield f"{indent}{name}:"
        for key, each in value.items():
            yield from _field(str(key), each, indent + "  ")
    elif isinstance(value, list) and value and isinstance(value[0], Mapping):
        yield f"{indent}{name}:"
        yield from (f"{indent}  - {json_line(each)}" for each in value)
    elif name in ("date", "released"):
        yield f"{indent}{name}: {value}"
    else:
        yield f"{indent}{name}: {json.dumps(value, ensure_ascii=False)}"
