"""What goes beside problems.jsonl: the card and the page's prose, with numbers counted from it."""

from __future__ import annotations

import datetime as dt
from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Any

import yaml

from generator.cards import DatasetCard
from generator.efg_algebra.build import PUBLISHED_SEED, SPLITS
from generator.records import RELATIONS

Rows = Sequence[dict[str, Any]]


def dataset_id(seed: int) -> str:
    """Return the id of the set of `seed`: the published one has no seed in its name."""
    return "efg-algebra" if seed == PUBLISHED_SEED else f"efg-algebra-s{seed}"


def card(rows: Rows, name: str, seed: int) -> DatasetCard:
    """Return the card of a set; raises pydantic's ValidationError when `name` is no slug."""
    published = seed == PUBLISHED_SEED
    return DatasetCard(
        id=name,
        title="EFG Algebra" if published else f"EFG Algebra, seed {seed}",
        summary=(
            "Generated middle-school algebra in English and Chinese, every step of its expression "
            "flow graphs proved by computer algebra."
        ),
        version="1.0",
        languages=("en", "zh"),
        licence="CC0 1.0",
        licence_url="https://creativecommons.org/publicdomain/zero/1.0/",
        released=dt.date(2026, 11, 30) if published else None,
        answer_type="expression",
        format="efg",
        splits={split: sum(row["split"] == split for row in rows) for split in SPLITS},
        board="test",
        graphs=True,
    )


def card_text(made: DatasetCard) -> str:
    """Return dataset.yaml."""
    fields = made.model_dump(mode="python", exclude_defaults=True)
    plain = {k: list(v) if isinstance(v, tuple) else v for k, v in fields.items()}
    return yaml.safe_dump(plain, sort_keys=False, allow_unicode=True, width=100)


def about_text(rows: Rows, seed: int) -> str:
    """Return about.md: what the set is, how it was made and proved, and its counts."""
    return ABOUT.format(
        problems=len(rows),
        families=len({row["template"] for row in rows}),
        seed=seed,
        levels=_levels(rows),
        templates=_templates(rows),
        relations=_relations(rows),
        nodes=_mean(len(row["edges"]["nodes"]) for row in rows),
        edges=_mean(len(row["edges"]["links"]) for row in rows),
        derived=_mean(len(row["exprs"]) for row in rows),
    )


def _mean(values: Iterable[int]) -> str:
    counted = list(values)
    return f"{sum(counted) / len(counted):.2f}"


def _table(head: Sequence[str], body: Iterable[Sequence[object]]) -> str:
    lines = [head, ["---", *["---:"] * (len(head) - 1)], *body]
    return "\n".join("| " + " | ".join(map(str, line)) + " |" for line in lines)


def _levels(rows: Rows) -> str:
    body = [
        (number, derived, *(_count(rows, split, "level", number) for split in SPLITS))
        for number, derived in ((1, "1"), (2, "2"), (3, "3"), (4, "4"), (5, "5 and more"))
    ]
    return _table(("Level", "Derived expressions", *SPLITS), body)


def _templates(rows: Rows) -> str:
    names = dict.fromkeys(sorted(row["template"] for row in rows))
    body = [(f"`{name}`", *(_count(rows, s, "template", name) for s in SPLITS)) for name in names]
    return _table(("Family", *SPLITS), body)


def _count(rows: Rows, split: str, field: str, value: object) -> int:
    return sum(row["split"] == split and row[field] == value for row in rows)


def _relations(rows: Rows) -> str:
    edges = Counter(link["rel"] for row in rows for link in row["edges"]["links"])
    used = Counter(rel for row in rows for rel in {e["rel"] for e in row["edges"]["links"]})
    body = [
        (rel, RELATIONS[rel], edges[rel], used[rel])
        for rel in sorted(RELATIONS, key=lambda rel: (-edges[rel], rel))
    ]
    return _table(("Relation", "Meaning", "Edges", "Problems"), body)


ABOUT = """\
EFG Algebra asks for the kind of algebra in which every step is easy and there are many of them:
expand, substitute, solve, put the result into the next expression. It follows the manner of CARP,
down to the file format and the vocabulary of its graphs, but no sentence and no number comes from
there. It may be copied, changed and trained on without asking: it is in the public domain.

## What is here

{problems} problems from {families} template families, each in English and in Chinese, with a worked
solution in both languages, an answer, and an *expression flow graph*: which expression of the
solution follows from which, and how. On average a graph has {nodes} nodes and {edges} edges, and
{derived} expressions that have to be derived; the last of them is the answer, or states it
(`x = 3` for the answer `3`). Conditions and theorems that a step rests on are nodes with a
sentence, in both languages.

## How it was made

A family is a small program. It draws numbers from a seeded source, throws away draws that make a
poor problem, and writes the problem down step by step as expression trees. Each tree is printed by
one printer and proved from the same tree, so what a reader sees is what was proved. Wording and
letters are drawn as well, from several sentences per family.

No two problems of the set have the same family and the same numbers, so no problem of the test
split is one of the training split in other letters. Drawn again are also problems whose answer
stands in the question, and those in which two steps come out as the same expression.

## How it was proved

SymPy checks every derived expression against the expressions it is said to follow from, and how
depends on the relation:

- an expansion, a factorisation or a computed value must be identical to its source, side by side;
- a moved or scaled relation must be the same relation, with its sign turned where the factor is
  negative; clearing denominators must not let roots in, unless a later step throws them out;
- the roots named for an equation must be all of its real roots;
- an inequality, and a system in one letter, must be true for exactly the numbers of its solution;
- what is substituted must give the target when it is put in piece by piece;
- an equation taken from a linear system must not add to its rank;
- a step that rests on words has a law, stated apart from the printed expression. For a word
  problem the law plays the story with numbers and compares when it is true with when the equation
  holds.

The answer must be the last expression, or its value, and solved. A problem that fails stops the
generator; nothing is dropped to make the rest look well.

## Levels

{levels}

## Families

{templates}

## Relations

{relations}

## A fresh set

This set was made from seed {seed}. Run

    failwhere make-dataset efg-algebra --seed 7 --out efg-algebra-s7

for a set nobody has seen: same families and counts, and in no family the numbers of the published
set. The same seed gives the same bytes on any machine.
"""
"""Template of about.md; the tables and means are counted from the lines."""
