"""Record and column map -> a row of problems.jsonl in the format `native`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import get_args

from generator.cards import Column, DatasetCard, Layout
from generator.layouts.opened import Opened
from generator.layouts.records import Record, at
from generator.layouts.refusal import Refused
from generator.layouts.tables import Cells, cells
from generator.layouts.transforms import TRANSFORMS, text, texts
from generator.records import AnswerType

TEXTS = ("question", "answer", "solution", "level", "subject", "upstream_id", "answer_type")
"""Columns that are one text."""
COLUMNS = frozenset({*TEXTS, "choices", "targets", "canon", "table", "table_id", "title"})
"""Fields that a column map may make."""
ANSWER_TYPES = get_args(AnswerType)


class Maker:
    """Makes rows of one file; remembers which tables were written out already."""

    def __init__(self, card: DatasetCard, layout: Layout, opened: Opened) -> None:
        """Make rows for the problems of `card`."""
        self._card = card
        self._layout = layout
        self._opened = opened
        self._written: dict[str, Cells] = {}

    def row(self, record: Record, own: Mapping[str, Column], split: str) -> dict[str, object]:
        """Return the row of one record without id and split.

        Args:
            record: what upstream says.
            own: columns of its file; where `table` is one of them, ids of tables get the split.
            split: split of its file.

        Raises:
            Refused: a field is not what the column map promises; the message begins with its name.
            CannotRun, FaultsFound: the file of a table cannot be had or read.

        """
        columns = {**self._layout.columns, **own}
        made = {name: _value(name, column, record) for name, column in columns.items()}
        targets = _targets(made)
        choices = made.get("choices") or []
        row: dict[str, object] = {name: _text(name, made.get(name)) for name in TEXTS}
        row["level"] = int(str(row["level"])) if row["level"] else None
        kind = row["answer_type"] or self._card.answer_type
        row["answer_type"] = kind if kind != self._card.answer_type else None
        if targets and not row["answer"]:
            row["answer"] = ", ".join(target["text"] for target in targets)
        if kind == "choice":
            row["answer"] = _label(str(row["answer"]), choices)
        form = f"#{split}" if "table" in own else ""
        row |= {"choices": choices, "targets": targets, "table": self._table(made, form)}
        return {name: value for name, value in row.items() if value not in (None, "", [])}

    def _table(self, made: Mapping[str, object], form: str) -> object:
        """Return a table the first time it is met, its id from then on; None without a table."""
        if self._layout.table is None or made.get("table") is None:
            return None
        with_id = made.get("table_id") or made.get("upstream_id")
        name = _text("table_id", with_id) + form
        folders = self._card.source.folders if self._card.source else ()
        folder = folders[0].path if folders else ""
        try:
            found = cells(self._layout.table, made["table"], folder, self._opened)
        except Refused as error:
            raise Refused(f"table: {error}") from None
        if name in self._written:
            if self._written[name] != found:
                raise Refused(f"table: {name!r:.80} is two different tables")
            return name
        self._written[name] = found
        title = _text("title", made.get("title"))
        whole = {"id": name, "title": title, "header": found[0], "rows": found[1:]}
        return {key: value for key, value in whole.items() if value != ""}


def _value(name: str, column: Column, record: Record) -> object:
    """Return what a column makes of a record; None where every field it takes is missing."""
    found = [value for path in column.take if (value := at(record, path)) is not None]
    if not found:
        return None
    made: object = found[0] if len(column.take) == 1 else found
    try:
        for step in column.then:
            made = TRANSFORMS[step](made)
        if isinstance(made, list) and len(column.take) > 1:
            made = column.join.join(texts(made))
        return _mapped(made, column)
    except Refused as error:
        raise Refused(f"{name}: {error}") from None


def _mapped(value: object, column: Column) -> object:
    if not column.map:
        return value
    if text(value) not in column.map:
        raise Refused(f"{text(value)!r:.40} is not in `map`")
    return column.map[text(value)]


def _text(name: str, value: object) -> str:
    try:
        return text(value)
    except Refused as error:
        raise Refused(f"{name}: {error}") from None


def _targets(made: Mapping[str, object]) -> list[dict[str, str]]:
    """Return the values asked for with their canonical forms."""
    if made.get("targets") is None:
        return []
    plain = texts(made["targets"])
    canon = texts(made["canon"]) if made.get("canon") is not None else [""] * len(plain)
    if len(plain) != len(canon):
        raise Refused(f"canon: {len(canon)} values for {len(plain)} targets")
    pairs = zip(plain, canon, strict=True)
    return [{"text": one, "canon": other} if other else {"text": one} for one, other in pairs]


def _label(answer: str, choices: object) -> str:
    """Return the label of the right option, which upstream may name by its text."""
    options: Sequence[Mapping[str, str]] = choices if isinstance(choices, list) else []
    if any(option["label"] == answer for option in options):
        return answer
    labels = [option["label"] for option in options if option["text"] == answer]
    if len(labels) != 1:
        raise Refused(f"answer: {answer!r:.60} is not one of the options")
    return labels[0]
