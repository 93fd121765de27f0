"""Exact match of Liu et al. (2023) for table questions, kept as published to compare with.

Both sides in small letters, cut at ", ", each part without articles, brackets and punctuation;
then compared as sorted lists. Taking out all punctuation makes 1.5 equal 15 and -3 equal 3, and an
accent or the other dash makes two names differ: the measure is shown beside the denotation, which
decides. Source: behaviour of utils/eval.py of Leolty/tablellm, methods.md 5.8.
"""

from __future__ import annotations

import re
import string
import unicodedata

from generator.records import Problem

_WORDS = (
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen"
    " sixteen seventeen eighteen nineteen"
)
_REPLACED = {
    **{word: str(place) for place, word in enumerate(_WORDS.split())},
    "true": "yes",
    "false": "no",
}
_PUNCTUATION = str.maketrans("", "", string.punctuation)
_ARTICLES = re.compile(r"\b(?:a|an|the)\b")
_BRACKETS = re.compile(r"\([^()]*\)")
_AMOUNT = re.compile(r"\d{1,300}")
_WITH_UNIT = re.compile(r"(\d{1,300}) [^\W\d_]+")


def em_paper(text: str, problem: Problem) -> bool:
    """Whether an answer to a table question is right by the exact match of the paper."""
    gold = ", ".join(target.text for target in problem.targets) or problem.answer
    wanted, given = _parts(gold), _parts(text)
    if sorted(wanted) == sorted(given):
        return True
    return len(wanted) == len(given) == 1 and _bare(wanted[0]) == _bare(given[0])


def _parts(text: str) -> list[str]:
    return [_normal(part) for part in text.lower().split(", ")]


def _normal(part: str) -> str:
    plain = _BRACKETS.sub(" ", _ARTICLES.sub(" ", part)).translate(_PUNCTUATION)
    words = [_REPLACED.get(word, word) for word in unicodedata.normalize("NFKC", plain).split()]
    return _number(" ".join(words))


def _number(text: str) -> str:
    """Return a whole number in the form of a float, anything else as it is."""
    return f"{float(text):.17g}" if _AMOUNT.fullmatch(text) else text


def _bare(part: str) -> str:
    """Return a part without the unit that follows its number."""
    match = _WITH_UNIT.fullmatch(part)
    return _number(match[1]) if match else part
