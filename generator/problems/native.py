"""Format "native": the one form in which problems of any upstream layout are kept here.

A line holds `id, split, question, answer` and, where there are any, `answer_type` (that of the card
otherwise), `solution, level, subject, upstream_id, choices: [{label, text}], targets: [{text,
canon}], table`. A table `{id, title, header, rows}` is written out where it is met first and named
by its id from then on.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import get_args

from generator.cards import DatasetCard
from generator.errors import Fault, FaultsFound
from generator.fields import Fields
from generator.files import Row
from generator.problems.ids import id_faults
from generator.records import AnswerType, Choice, Problem, Table, Target

FIELDS = (
    *("id", "split", "question", "answer", "answer_type", "solution", "level", "subject"),
    *("upstream_id", "choices", "targets", "table"),
)
_TYPES: dict[str, AnswerType] = {name: name for name in get_args(AnswerType)}


def read(rows: Sequence[Row], card: DatasetCard, shown: str) -> tuple[Problem, ...]:
    """Return the problems of a file in its order.

    Raises:
        FaultsFound: every field of a wrong type, every id, option or table that is not sound, and
            counts that differ from the card's.

    """
    faults: list[Fault] = []
    tables: dict[str, Table] = {}
    found = [
        (line, _problem(Fields(row, file=shown, line=line, faults=faults), card, tables))
        for line, row in rows
    ]
    faults.extend(id_faults([(line, p.id, p.split) for line, p in found], card, shown))
    if faults:
        raise FaultsFound(faults)
    return tuple(problem for _, problem in found)


def _problem(fields: Fields, card: DatasetCard, tables: dict[str, Table]) -> Problem:
    fields.only(FIELDS)
    kind = _type(fields, card)
    choices = _choices(fields)
    answer = fields.text("answer", blank=False)
    if kind == "choice" and answer not in {choice.label for choice in choices}:
        fields.fault("answer", f"{answer!r:.60} is the label of no option", "write its label")
    return Problem(
        id=fields.text("id", blank=False),
        dataset=card.id,
        split=fields.text("split", blank=False),
        question=fields.text("question", blank=False),
        answer=answer,
        answer_type=kind,
        language=card.languages[0],
        solution=fields.optional_text("solution") or "",
        level=fields.optional_whole("level"),
        choices=choices,
        table=_table(fields, tables),
        targets=_targets(fields),
        upstream_id=fields.optional_text("upstream_id") or "",
        subject=fields.optional_text("subject") or "",
    )


def _type(fields: Fields, card: DatasetCard) -> AnswerType:
    name = fields.optional_text("answer_type")
    if name is not None and name not in _TYPES:
        fields.fault("answer_type", f"{name!r:.40} is none", f"write one of {', '.join(_TYPES)}")
    return _TYPES.get(name or "", card.answer_type)


def _choices(fields: Fields) -> tuple[Choice, ...]:
    if "choices" not in fields:
        return ()
    found: list[Choice] = []
    for option in fields.objects("choices"):
        option.only(("label", "text"))
        label = option.text("label", blank=False)
        if label in {choice.label for choice in found}:
            option.fault(
                "label", f"{label!r:.40} stands there twice", "give it a letter of its own"
            )
        found.append(Choice(label=label, text=option.text("text")))
    return tuple(found)


def _targets(fields: Fields) -> tuple[Target, ...]:
    if "targets" not in fields:
        return ()
    found = []
    for target in fields.objects("targets"):
        target.only(("text", "canon"))
        text = target.text("text")
        found.append(Target(text=text, canon=target.optional_text("canon") or ""))
    return tuple(found)


def _table(fields: Fields, tables: dict[str, Table]) -> Table | None:
    """Return the table that the line writes out, or names; None when it does neither."""
    if "table" not in fields:
        return None
    if fields.is_text("table"):
        name = fields.text("table")
        if name not in tables:
            fields.fault("table", f"no line before has the table {name!r:.60}", "write it out")
        return tables.get(name)
    table = _whole(fields.nested("table"))
    if table.id in tables:
        fields.fault("table.id", f"{table.id!r:.60} was written out before", "name it only")
    tables[table.id] = table
    return table


def _whole(fields: Fields) -> Table:
    fields.only(("id", "title", "header", "rows"))
    header, rows = fields.texts("header"), fields.text_rows("rows")
    if any(len(row) != len(header) for row in rows):
        fields.fault("rows", "has a row that is not as long as the header", "fill it up")
    return Table(
        id=fields.text("id", blank=False),
        header=header,
        rows=rows,
        title=fields.optional_text("title") or "",
    )
