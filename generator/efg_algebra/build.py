"""The whole dataset from a seed: how many of which family in which split, and in which order."""

from __future__ import annotations

from random import Random
from typing import Any

from generator.efg_algebra import FAMILIES
from generator.efg_algebra.assembly import fits, row
from generator.efg_algebra.draft import Draft
from generator.efg_algebra.proof import ProofFailed, prove
from generator.efg_algebra.structure import faults

SPLITS = {"train": 720, "dev": 120, "test": 240}
"""Problems per split, in file order."""

PUBLISHED_SEED = 20261130
"""Seed of the set that lies in git."""

Signature = tuple[str, str]
"""Family and numbers of a problem."""

MOST_TRIES = 500
"""Draws for one problem before its family is said to be exhausted."""


def share(total: int, place: int) -> int:
    """Return how many of `total` problems family number `place` gets; two differ by at most 1."""
    families = len(FAMILIES)
    return total * (place + 1) // families - total * place // families


def signature(draft: Draft) -> Signature:
    """Return what no two problems of a set share: the family and its numbers."""
    return draft.family, repr(draft.numbers)


def drafts(family: str, count: int, seed: int) -> list[Draft]:
    """Return `count` proved drafts of `family` with different numbers.

    Every draft has its own random source, so one family never disturbs another. Numbers of the
    published set are not used again by another seed. Raises ProofFailed when a draft is wrong or
    the family has not enough different numbers.
    """
    taken: dict[Signature, Draft] = {}
    if seed != PUBLISHED_SEED:
        taken = _drawn(family, count, PUBLISHED_SEED, {})
    made = list(_drawn(family, count, seed, taken).values())
    for number, draft in enumerate(made):
        prove(draft, f"seed {seed}, number {number}")
    return made


def _drawn(
    family: str, count: int, seed: int, taken: dict[Signature, Draft]
) -> dict[Signature, Draft]:
    """Return `count` drafts that differ from one another and from `taken`, not yet proved."""
    found: dict[Signature, Draft] = {}
    for number in range(count):
        draft = _new_draft(family, f"{seed}/{family}/{number}", found | taken)
        found[signature(draft)] = draft
    return found


def _new_draft(family: str, source: str, found: dict[Signature, Draft]) -> Draft:
    for attempt in range(MOST_TRIES):
        # A string seeds through SHA-512, the same on every machine and under any hash seed.
        draft = FAMILIES[family](Random(f"{source}/{attempt}"))  # noqa: S311
        if draft.family != family:
            raise ProofFailed(f"{family} calls itself {draft.family}")
        if fits(draft) and signature(draft) not in found:
            return draft
    raise ProofFailed(f"{family} ({source}) has no more numbers to offer")


def rows(seed: int, dataset_id: str) -> list[dict[str, Any]]:
    """Return all lines of problems.jsonl for `seed`, split after split.

    Raises ProofFailed when a problem is not proved or its graph is malformed.
    """
    splits: dict[str, list[Draft]] = {name: [] for name in SPLITS}
    for place, family in enumerate(FAMILIES):
        counts = {name: share(total, place) for name, total in SPLITS.items()}
        queue = drafts(family, sum(counts.values()), seed)
        for name, count in counts.items():
            splits[name].extend(queue[:count])
            queue = queue[count:]
    made: list[dict[str, Any]] = []
    for name, members in splits.items():
        Random(f"{seed}/order/{name}").shuffle(members)  # noqa: S311
        made.extend(
            _checked(d, f"{dataset_id}/{name}-{k:04d}", name) for k, d in enumerate(members)
        )
    return made


def _checked(draft: Draft, problem_id: str, split: str) -> dict[str, Any]:
    made = row(draft, problem_id, split)
    wrong = faults(made)
    if wrong:
        raise ProofFailed(f"{problem_id} ({draft.family}): {', '.join(wrong)}")
    return made
