"""Format "efg": CARP's JSONL fields with an expression flow graph -> Problem.

A line holds CARP's `content, answer, steps, expr_cands, exprs, edges` (graph in networkx's
node-link form) and our `id, split`; generated sets add `level, template, variants`.
Source: data/carp/*.json of RUCAIBox/CARP at f0e2ebe.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import get_args

from generator.cards import DatasetCard
from generator.errors import Fault, FaultsFound
from generator.fields import Fields
from generator.files import Row
from generator.problems.graphs import graph, is_answer
from generator.problems.ids import id_faults
from generator.records import ExpressionGraph, Language, Problem, Variant

CARP_FIELDS = ("content", "answer", "steps", "expr_cands", "exprs", "edges")
"""What every line of CARP's own files has."""
_OUR_FIELDS = ("id", "split", "level", "template", "variants")
_LANGUAGES: dict[str, Language] = {name: name for name in get_args(Language)}


def read(rows: Sequence[Row], card: DatasetCard, shown: str) -> tuple[Problem, ...]:
    """Return the problems of a file in its order.

    Raises:
        FaultsFound: every field of a wrong type, every id and every graph that is not sound, and
            counts that differ from the card's.

    """
    faults: list[Fault] = []
    problems: list[Problem] = []
    for line, row in rows:
        fields = Fields(row, file=shown, line=line, faults=faults)
        problems.append(_problem(fields, card))
    found = [(line, p.id, p.split) for (line, _), p in zip(rows, problems, strict=True)]
    faults.extend(id_faults(found, card, shown))
    if faults:
        raise FaultsFound(faults)
    return tuple(problems)


def _problem(fields: Fields, card: DatasetCard) -> Problem:
    fields.only(CARP_FIELDS + _OUR_FIELDS)
    fields.texts("expr_cands")
    answer = fields.text("answer", blank=False)
    flow = graph(fields)
    _check_answer(fields, answer, flow, card)
    return Problem(
        id=fields.text("id", blank=False),
        dataset=card.id,
        split=fields.text("split", blank=False),
        question=fields.text("content", blank=False),
        answer=answer,
        answer_type=card.answer_type,
        language=card.languages[0],
        solution=fields.text("steps"),
        graph=flow if card.graphs else None,
        level=fields.optional_whole("level"),
        template=fields.optional_text("template"),
        variants=_variants(fields, card),
    )


def _check_answer(
    fields: Fields, answer: str, flow: ExpressionGraph | None, card: DatasetCard
) -> None:
    """Hold a dataset of our own to an answer that its graph ends in.

    Files that are pinned by their hash cannot be cured here: CARP has answers that equal the last
    expression only by value, and 12 that do not. Its card lists those as defects.
    """
    if flow is None or not answer or card.source is not None:
        return
    if is_answer(answer, flow.derived[-1]):
        return
    message = (
        f"{answer!r:.80} is not in the graph, whose last expression is {flow.derived[-1]!r:.80}"
    )
    fields.fault("answer", message, "write the last expression of `exprs`, or its right side")


def _variants(fields: Fields, card: DatasetCard) -> tuple[Variant, ...]:
    if "variants" not in fields:
        return ()
    languages = fields.nested("variants")
    languages.only(card.languages[1:])
    return tuple(
        _variant(languages.nested(name), language)
        for name in languages.names()
        if (language := _LANGUAGES.get(name))
    )


def _variant(fields: Fields, language: Language) -> Variant:
    fields.only(("content", "steps", "texts"))
    return Variant(
        language=language,
        question=fields.text("content", blank=False),
        solution=fields.text("steps"),
        texts=fields.text_map("texts"),
    )
