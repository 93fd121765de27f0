"""Hold-out: pairs labelled by somebody who had not read the judge, nor its other case files.

From H2 on the author had seen notes of the judge's known faults, though.

`tests/data/judge_holdout.jsonl` has four parts, each frozen before the judge saw it. At first sight,
both ways round, with no false positive in any: H1 401 of 404 and H2 240 of 250 (less usual forms),
both before their faults were mended; then, after that, H3 136 of 137 and H4 79 of 80 (H4 is aimed at
what the mending may have broken). About a fifth of H1 and a tenth of H2 and H3 turned out to stand
in our other case files too. H2-240 was exchanged for another empty answer afterwards.
A row is corrected when its label is wrong; none is taken out because the judge fails on it.
"""

import json
from pathlib import Path

from generator.judge import same

CASES = Path(__file__).parent / "data" / "judge_holdout.jsonl"
ROWS = [json.loads(line) for line in CASES.read_text("utf-8").splitlines()]

NOT_YET_RIGHT = {
    "H4-005": "equal names exchanged in a chain that also has an inequality",
}
"""Rows on which the judge still fails, and why; take an id out when its row is right."""

SHARE_RIGHT = 0.99


def wrong(rows):
    return {row["id"] for row in rows if same(row["pred"], row["gold"]).equal != row["equal"]}


def turned(rows):
    return [row | {"pred": row["gold"], "gold": row["pred"]} for row in rows]


def test_no_false_positive_in_either_direction():
    unequal = [row for row in ROWS if not row["equal"]]
    assert wrong(unequal) | wrong(turned(unequal)) == set()


def test_every_row_is_right_in_both_directions_but_for_the_listed_ones():
    assert wrong(ROWS) | wrong(turned(ROWS)) == set(NOT_YET_RIGHT)


def test_at_least_ninety_nine_percent_are_right():
    assert len(ROWS) - len(NOT_YET_RIGHT) >= SHARE_RIGHT * len(ROWS)


def test_ids_and_pairs_are_unique():
    assert len({row["id"] for row in ROWS}) == len(ROWS)
    assert len({(row["pred"], row["gold"]) for row in ROWS}) == len(ROWS)
