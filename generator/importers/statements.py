"""A dataset's row as a harness keeps it -> texts that may be the problem, and its gold answer."""

from __future__ import annotations

from collections.abc import Mapping

from generator.importers.conversation import plain
from generator.importers.foreign_json import answer

QUESTION = (
    "question",
    "problem",
    "Question",
    "Problem",
    "sQuestion",
    "question_text",
    "instruction",
    "statement",
    "content",
    "query",
    "input",
    "prompt",
)
"""Fields that hold the statement in the datasets people evaluate, the likeliest first."""
BEFORE = ("passage", "Body", "body", "context")
"""Fields with a text that stands before the question."""
GOLD = ("answer", "Answer", "gold_answer", "gold", "target", "final_answer", "label", "correct")
"""Fields that hold the gold answer."""


def statements(doc: Mapping[str, object]) -> tuple[str, ...]:
    """Return the texts of a row that may be the problem's statement, the likeliest first."""
    found = [plain(doc[name]) for name in QUESTION if doc.get(name)]
    before = [plain(doc[name]) for name in BEFORE if doc.get(name)]
    joined = [f"{one} {two}" for one in before for two in found]
    return tuple(dict.fromkeys(filter(None, (*joined, *found))))


def gold(doc: Mapping[str, object]) -> str:
    """Return the gold answer of a row; empty when there is none."""
    return next((said for name in GOLD if (said := answer(doc.get(name)))), "")
