"""Problem -> the text that is put to a method: table, question, options."""

from __future__ import annotations

from generator.records import Problem, Table


def statement(problem: Problem, question: str | None = None) -> str:
    """Return the whole statement of a problem.

    Args:
        problem: the problem; its table stands first, its options last.
        question: the question in another language; that of the problem when None.

    A table is written with bars between cells, the header first, and without a line under it, as
    in methods.md 4C.1; a bar inside a cell is written `¦`, a line end as a blank.

    """
    parts = [_table(problem.table)] if problem.table else []
    parts.append(question or problem.question)
    if problem.choices:
        parts.append("\n".join(f"({choice.label}) {choice.text}" for choice in problem.choices))
    if problem.answer_type == "yes_no" and problem.table:
        parts.append("Is this true of the table? Answer yes or no.")
    return "\n\n".join(parts)


def _table(table: Table) -> str:
    lines = [" | ".join(map(_cell, row)) for row in (table.header, *table.rows)]
    return "\n".join([table.title, *lines] if table.title else lines)


def _cell(text: str) -> str:
    return " ".join(text.replace("|", "¦").split())
