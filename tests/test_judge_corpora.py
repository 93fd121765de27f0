"""The judge on every expression of CARP and every gold answer of MATH: all are read, all hold."""

import json
from pathlib import Path

import pytest

from generator.judge import same
from generator.judge.errors import TooLarge, Unparsable
from generator.judge.key import node_key
from generator.judge.parse import parse

DATA = Path(__file__).parents[2] / "shared" / "data"
TEXT_RELATIONS = {"限制性描述", "属性描述", "假设描述"}
BROKEN = 7
"""CARP strings that are cut off or misspelt in the data: a sign, an exponent or a bracket alone."""


def rows(path):
    if not DATA.is_dir():
        pytest.skip("../shared is absent")
    return [json.loads(line) for line in path.read_text("utf-8").splitlines()]


def carp():
    found = {}
    for split in ("test", "dev"):
        for row in rows(DATA / "ds_carp" / "carp" / f"{split}.json"):
            edges = row["edges"]
            texts = {link["source"] for link in edges["links"] if link["rel"] in TEXT_RELATIONS}
            nodes = [node["id"] for node in edges["nodes"] if node["id"] not in texts]
            found |= dict.fromkeys([*nodes, *row["exprs"], *row["expr_cands"], row["answer"]])
    return list(found)


def math():
    found = {}
    for subject in ("algebra", "counting_and_probability", "number_theory", "prealgebra"):
        found |= {
            r["answer"]: None for r in rows(DATA / "ds_carp" / "MATH" / subject / "test.json")
        }
    found |= {row["answer"]: None for row in rows(DATA / "ds_math500" / "test.jsonl")}
    return list(found)


def unread(texts):
    found = []
    for text in texts:
        try:
            parse(text)
        except (Unparsable, TooLarge):
            found.append(text)
    return found


def test_carp_is_read_but_for_broken_strings():
    texts = carp()
    assert len(texts) == 5138
    assert len(unread(texts)) == BROKEN


def test_math_is_read():
    assert unread(math()) == []


@pytest.mark.parametrize("level", ["answer", "node"])
def test_everything_equals_itself(level):
    texts = [*carp(), *math()]
    assert [t for t in texts if not same(t, f" {t} ", level=level).equal] == []


def test_equal_keys_are_confirmed_and_others_differ():
    by_key = {}
    for text in carp():
        by_key.setdefault(node_key(text), []).append(text)
    by_key.pop(None)
    assert len(by_key) > 3900
    neighbours = [(group[0], group[-1]) for group in by_key.values() if len(group) > 1]
    for one, other in neighbours:
        assert same(one, other, level="node").equal == same(other, one, level="node").equal
