"""Records -> the text of a run's files: a response as a line's object, a card as YAML."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict

from generator.cards import RunCard
from generator.records import Response


def response_row(response: Response) -> dict[str, object]:
    """Return the fields of `response` that are set; id and attempt always are."""
    fields = asdict(response)
    fields["messages"] = [_given(turn, ("role", "content")) for turn in fields["messages"]]
    fields["rounds"] = [_given(each, ("number",)) for each in fields["rounds"]]
    # An empty reply is a reply all the same.
    said = () if response.messages or response.error is not None else ("text",)
    return _given(fields, ("problem_id", "attempt", *said))


def _given(fields: Mapping[str, object], always: Sequence[str]) -> dict[str, object]:
    """Return the fields that are set, those that have to be there first."""
    first = {name: fields[name] for name in always}
    return first | {
        name: value
        for name, value in fields.items()
        if name not in first and value not in (None, "", (), [])
    }


def card_text(card: RunCard) -> str:
    """Return `card` as YAML, without the fields that have their default value.

    Strings are written as in JSON, which YAML contains, so no text needs a rule of its own.
    """
    return "\n".join(_lines(card.model_dump(mode="json", exclude_defaults=True), "")) + "\n"


def _lines(values: Mapping[str, object], indent: str) -> Iterator[str]:
    for name, value in values.items():
        if isinstance(value, Mapping) and value:
            yield f"{indent}{name}:"
            yield from _lines(value, indent + "  ")
        elif name == "date":
            yield f"{indent}{name}: {value}"
        else:
            yield f"{indent}{name}: {json.dumps(value, ensure_ascii=False)}"
