"""Answers that have the right value and are none: a question repeated, a calculation unfinished."""

from __future__ import annotations

from functools import lru_cache

from generator.judge import relations, spans
from generator.judge.errors import TooLarge, Unparsable
from generator.judge.forms import Form
from generator.judge.parse import parse
from generator.judge.restatements import form
from generator.judge.tree import (
    Constant,
    Negative,
    Node,
    Number,
    Relation,
    Sum,
    Symbol,
    Words,
)
from generator.records import Decision, Problem

REPEATED = "It only repeats an expression of the question."
UNFINISHED = "Guessed from a calculation that still has an operation to be carried out."


def decide_unworked(text: str, problem: Problem, *, guessed: bool) -> Decision | None:
    """Return why an answer with the value of the gold one is wrong nevertheless, or None.

    A number, a name, or what is written like the gold answer is never wrong here. Only of guesses
    it is asked that no operation is left.
    """
    root, gold = _root(text), _root(problem.answer)
    if root is None or gold is None or isinstance(_bare(root), Number | Symbol | Constant | Words):
        return None
    if form(text) != form(problem.answer) and form(text) in given(problem.question):
        return Decision(equal=False, rule="repeats_question", why=REPEATED)
    if guessed and _unfinished(_result(root), _result(gold)):
        return Decision(equal=False, rule="unfinished", why=UNFINISHED)
    return None


@lru_cache(maxsize=4096)
def given(question: str) -> frozenset[Form | None]:
    """Return the written forms of the expressions of a question that can be read."""
    pieces = (part for span in spans.maths(question) for part in relations.parts(question, *span))
    return frozenset(form(words) for words, _ in pieces) - {None}


def _root(text: str) -> Node | None:
    """Return the tree of a text, None where it is unreadable."""
    try:
        return parse(text).root
    except (Unparsable, TooLarge):
        return None


def _bare(root: Node) -> Node:
    """Return a tree without `name =` and a sign before it."""
    named = isinstance(root, Relation) and isinstance(root.sides[0], Symbol)
    root = _result(root) if named else root
    return root.term if isinstance(root, Negative) else root


def _result(root: Node) -> Node:
    """Return the right side of an equation, anything else as it is; without a sign before it."""
    if isinstance(root, Relation) and root.signs == ("=",):
        root = root.sides[1]
    return root.term if isinstance(root, Negative) else root


def _unfinished(root: Node, gold: Node) -> bool:
    """Return whether a guess is longer than it would be when worked out.

    Where the gold answer is a number, the guess has to be one; a sum may not have more terms.
    """
    return isinstance(gold, Number) or _terms(root) > _terms(gold)


def _terms(node: Node) -> int:
    return len(node.terms) if isinstance(node, Sum) else 1
