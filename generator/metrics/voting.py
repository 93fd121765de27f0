"""Answers to one problem -> which of them are one answer, by the scorer of its answer type.

Where the scorer reads an answer as a label, a word or values, equal readings vote together. Where
it compares two expressions or numbers, an answer joins the first class whose first member it
equals.
"""

from __future__ import annotations

import unicodedata
from collections import Counter
from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import replace

from generator.judge import same
from generator.judge.chosen_option import decide_choice
from generator.judge.denotation import value
from generator.judge.extract import option_letters
from generator.judge.plain_answers import yes_no
from generator.judge.quantities import decide_number
from generator.judge.table_answers import answers
from generator.judge.words import fold
from generator.records import AnswerType, Problem

MOST_CLASSES = 64
"""Different answers that the judge holds against a further one; all others are one by text only."""


def classes(texts: Sequence[str], problem: Problem) -> tuple[int, ...]:
    """Return the sizes of the classes of equal answers to `problem`, most first.

    Example: for a choice, `B`, `(B)` and `C` are two and one.
    """
    read = READINGS.get(problem.answer_type)
    if len(set(texts)) < 2:  # nothing to read: most runs have one attempt a problem
        return (len(texts),) if texts else ()
    found = _joined(texts, problem) if read is None else Counter(read(x, problem) for x in texts)
    return tuple(sorted(found.values(), reverse=True))


def _option(text: str, problem: Problem) -> Hashable:
    """Return the label of the option that an answer chooses; its words where it chooses none."""
    labels = [each.label for each in problem.choices] or option_letters(problem.question)
    asked = ((label, replace(problem, answer=label)) for label in labels)
    chosen = (label for label, gold in asked if decide_choice(text, gold).equal)
    return next(chosen, ("no option", _words(text, problem)))


def _yes_no(text: str, problem: Problem) -> Hashable:
    return yes_no(text) or ("neither", _words(text, problem))


def _values(text: str, problem: Problem) -> Hashable:
    """Return the set of values that an answer lists."""
    return frozenset(value(each).key for each in answers(text, problem))


def _words(text: str, _: Problem) -> Hashable:
    return fold(unicodedata.normalize("NFKC", text))


READINGS: Mapping[AnswerType, Callable[[str, Problem], Hashable]] = {
    "choice": _option,
    "yes_no": _yes_no,
    "table": _values,
    "text": _words,
}
"""Answer type -> what its scorer reads in an answer; other types are compared in pairs."""


def _joined(texts: Sequence[str], problem: Problem) -> Counter[str]:
    """Return first member of a class -> its size; the order of the classes is that of `texts`."""
    sizes: Counter[str] = Counter()
    for text in texts:
        heads = () if text in sizes else [*sizes][:MOST_CLASSES]
        sizes[next((head for head in heads if _equal(text, head, problem)), text)] += 1
    return sizes


def _equal(text: str, other: str, problem: Problem) -> bool:
    """Whether two answers are one, each taken as the gold answer of the other."""
    if problem.answer_type != "number":
        return same(text, other, answer_type=problem.answer_type).equal
    pairs = ((text, other), (other, text))
    return any(decide_number(one, replace(problem, answer=gold)).equal for one, gold in pairs)
