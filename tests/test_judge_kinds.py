"""Every kind of answer: our hand-labelled cases, each labelled before the judge had seen it.

`tests/data/judge_hidden_kinds.jsonl` has three parts, and this is what the judge made of each when
it first met it: H, written before there was a judge, 511 of 525 (one false positive; seven of the
others were crashes); J, 316 of 331 (no false positive); K, 131 of 137 (one). A dozen arguable rows
of J and K were then taken out.
"""

import json
from pathlib import Path

import pytest

from generator.judge import same

CASES = Path(__file__).parent / "data" / "judge_hidden_kinds.jsonl"
ROWS = [json.loads(line) for line in CASES.read_text("utf-8").splitlines()]
KINDS = sorted({row["kind"] for row in ROWS})


def wrong(rows):
    return [
        (row["id"], row["pred"], row["gold"])
        for row in rows
        if same(row["pred"], row["gold"], level=row.get("level", "answer")).equal != row["equal"]
    ]


@pytest.mark.parametrize("kind", KINDS)
def test_kind(kind):
    assert wrong([row for row in ROWS if row["kind"] == kind]) == []


def test_nothing_false_is_called_equal_in_either_direction():
    turned = [row | {"pred": row["gold"], "gold": row["pred"]} for row in ROWS if not row["equal"]]
    assert wrong(turned) == []


def test_ids_are_unique():
    assert len({row["id"] for row in ROWS}) == len(ROWS)
