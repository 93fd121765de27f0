"""Whatever type stands in whatever field of a log: faults, or entries, never another exception."""

from __future__ import annotations

import copy
import json
import random

import format_files as make
import pytest
from tiny import world

from generator.gather import Gather
from generator.importers import IMPORTERS
from generator.importers.assigning import assign
from generator.importers.claims import notes
from generator.importers.entries import Options
from generator.importers.opening import expand
from generator.store import load_dataset

VALUES = (None, True, 0, -3, 1.5, 1e308, "", "x", "../a", [], [[]], ["x"], [None], {}, {"a": {}})
ROUNDS = 120

BUILD = {
    "lm-eval": lambda at: make.write_lines(at / "samples_a.jsonl", [make.lm_eval_row(0)]),
    "inspect": lambda at: make.write(
        at / "log.json", make.inspect_header() | {"samples": [make.inspect_sample(0)]}
    ),
    "opencompass": lambda at: make.opencompass(at / "r"),
    "helm": lambda at: make.helm(at / "r"),
    "matharena": lambda at: make.write(at / "1.json", make.matharena_row(0)),
    "simple-evals": lambda at: make.simple_evals(at / "a.json"),
    "every-eval-ever": lambda at: make.every_eval_ever(at / "r"),
    "jsonl": lambda at: make.write_lines(
        at / "a.jsonl",
        [{"question": "q", "text": ["1"], "messages": [{"role": "user", "content": "?"}]}],
    ),
    "carp": lambda at: make.write(
        at / "a.json", {"content": make.question(0), "answer": "1", "generation": [["1"]]}
    ),
}


def places(value, path=()):
    """Yield the path to every value inside `value`."""
    pairs = value.items() if isinstance(value, dict) else enumerate(value)
    for key, each in pairs:
        yield (*path, key)
        if isinstance(each, dict | list):
            yield from places(each, (*path, key))


def mutated(value, source):
    found = copy.deepcopy(value)
    *way, last = source.choice(list(places(found)))
    inner = found
    for key in way:
        inner = inner[key]
    inner[last] = copy.deepcopy(source.choice(VALUES))
    return found


@pytest.mark.parametrize("name", BUILD)
def test_a_value_of_another_type_never_breaks_an_importer(name, tmp_path):
    source = random.Random(name)
    problems = load_dataset(world(tmp_path / "world"), "demo").problems
    files = expand([BUILD[name](tmp_path / "in")])
    good = {path: path.read_text("utf-8") for path in files}
    for _ in range(ROUNDS):
        path = source.choice(files)
        rows = [json.loads(line) for line in good[path].splitlines()]
        rows[0] = mutated(rows[0], source)
        path.write_text("\n".join(json.dumps(row) for row in rows), "utf-8")
        gather = Gather()
        batch = gather.attempt(IMPORTERS[name].read, files, Options())
        if batch is not None:
            assign(batch.entries, problems, repeats=batch.repeats)
            list(notes(batch.entries, batch.figures, None))
        path.write_text(good[path], "utf-8")
