"""Entries of a foreign file -> Responses, each joined to the problem whose text it shows.

A place in a file proves nothing: shards restart at 0, files are shuffled and sets have revisions.
So an entry finds its problem by text, and an id that it states has to agree with that text. Texts
are compared first as they are (runs of blanks made one), then without case, spacing, punctuation
and backslashes, then as a part of the prompt, then as the beginning or the end of the problem's
text (a question whose options or passage the file keeps elsewhere). Where several problems have
one text, the place that the file states decides, then the gold answer, and between equal ones the
order of the dataset.
"""

from __future__ import annotations

import re
import unicodedata
from bisect import bisect_left
from collections import defaultdict
from collections.abc import Iterator, Sequence

from generator.importers.entries import Entry
from generator.records import Problem

TAIL = 12
"""Characters at the end of a problem's loose text that the search in prompts begins with."""
SHORTEST = 6
"""Loose characters of the shortest problem that is looked for in prompts."""
PARTIAL = 20
"""Loose characters of the shortest question that may be a part of a problem's text."""
LONGEST = 30_000
"""Loose characters at the end of a prompt that are searched."""

_DROP = re.compile(r"[^\w+\-=<>^/*%.]+|_|(?<!\d)\.|\.(?!\d)")
_DECIMAL = re.compile(r"-?\d{1,15}(?:\.\d{1,15})?")
_DASHES = str.maketrans(dict.fromkeys("−–—‐‑", "-") | {"×": "*", "÷": "/"})


def exact(text: str) -> str:
    """Return a text with runs of blanks made one."""
    return " ".join(text.split())


def loose(text: str) -> str:
    """Return what of a text tells problems apart: letters, digits, decimal points, operators."""
    return _DROP.sub("", unicodedata.normalize("NFKC", text).translate(_DASHES).casefold())


class Join:
    """Finds problems by text."""

    def __init__(self, problems: Sequence[Problem]) -> None:
        """Index the texts of `problems`, those of their variants included."""
        self._place = {problem.id: number for number, problem in enumerate(problems)}
        self._by_id = {problem.id: problem for problem in problems}
        self._exact: defaultdict[str, list[Problem]] = defaultdict(list)
        self._loose: defaultdict[str, list[Problem]] = defaultdict(list)
        for problem in problems:
            texts = {problem.question, *(variant.question for variant in problem.variants)}
            for text in sorted({exact(text) for text in texts}):
                self._exact[text].append(problem)
            for text in sorted({loose(text) for text in texts}):
                self._loose[text].append(problem)
        self._ends: defaultdict[str, set[str]] = defaultdict(set)
        for text in self._loose:
            if len(text) >= SHORTEST:
                self._ends[text[-TAIL:]].add(text)
        self._lengths = sorted({len(end) for end in self._ends}, reverse=True)
        self._sorted = sorted(self._loose)
        self._reversed = sorted(text[::-1] for text in self._loose)

    def candidates(self, entry: Entry) -> list[Problem]:
        """Return the problems that an entry may be about, in the order of the dataset.

        Several have one text, or differ in what the entry does not show; empty when none fits.
        """
        found = self._by_text(entry)
        if entry.problem_id:
            stated = self._by_id.get(entry.problem_id)
            shows = entry.questions or entry.prompt
            found = [p for p in (stated,) if p is not None and (not shows or p in found)]
        if len(found) > 1:
            found = [p for p in found if self._stated(entry, p)] or found
        if len(found) > 1 and entry.gold:
            found = [p for p in found if same_gold(entry.gold, p.answer)] or found
        return sorted(found, key=lambda problem: self._place[problem.id])

    def _stated(self, entry: Entry, problem: Problem) -> bool:
        """Whether an entry states the id or the place of a problem that its text allows."""
        if entry.upstream_id:
            return entry.upstream_id == problem.upstream_id
        return entry.index == self._place[problem.id]

    def _by_text(self, entry: Entry) -> list[Problem]:
        for question in entry.questions:
            if found := self._exact.get(exact(question)):
                return list(found)
        keys = [loose(question) for question in entry.questions]
        for key in keys:
            if found := self._loose.get(key):
                return list(found)
        for text in (*keys, loose(entry.prompt)):
            if found := self._inside(text[-LONGEST:]):
                return found
        return next(filter(None, (self._around(key) for key in keys)), [])

    def _inside(self, prompt: str) -> list[Problem]:
        """Return the problems whose text stands furthest behind in a prompt; the longest of them.

        Worked examples come before the question, so the last one is meant.
        """
        for end in range(len(prompt), SHORTEST - 1, -1):
            hits = [
                text
                for length in self._lengths
                if length <= end
                for text in self._ends.get(prompt[end - length : end], ())
                if prompt.endswith(text, 0, end)
            ]
            if hits:
                return list(self._loose[max(hits, key=len)])
        return []

    def _around(self, part: str) -> list[Problem]:
        """Return the problems whose text begins, or else ends, with `part`."""
        if len(part) < PARTIAL:
            return []
        begun = list(_beginning(self._sorted, part))
        texts = begun or [text[::-1] for text in _beginning(self._reversed, part[::-1])]
        return list({p.id: p for text in texts for p in self._loose[text]}.values())


def _beginning(texts: Sequence[str], part: str) -> Iterator[str]:
    """Yield those of the sorted `texts` that begin with `part`."""
    for number in range(bisect_left(texts, part), len(texts)):
        if not texts[number].startswith(part):
            return
        yield texts[number]


def same_gold(stated: str, ours: str) -> bool:
    """Whether a file's gold answer may be ours: equal, or a whole solution that ends with it."""
    one, two = loose(stated), loose(ours)
    return bool(two) and (one == two or one.endswith(two) or _same_number(one, two))


def _same_number(one: str, two: str) -> bool:
    """Whether both are decimal numbers of the same value."""
    if not (_DECIMAL.fullmatch(one) and _DECIMAL.fullmatch(two)):
        return False
    return float(one) == float(two)
