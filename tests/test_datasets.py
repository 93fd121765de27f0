"""Every dataset of the four papers: its card is sound, and its files give what INDEX.md counts."""

from __future__ import annotations

import re
import shutil
from collections import Counter
from pathlib import Path

import pytest

from generator.__main__ import main
from generator.importers.joining import loose
from generator.judge.answer_types import decide
from generator.judge.paper_match import em_paper
from generator.statement import statement
from generator.store import Roots, dataset_ids, load_dataset, read_dataset_card

SHARED = Path(__file__).parents[2] / "shared"
DATASETS = Path(__file__).parents[1] / "datasets"
ROOTS = Roots(datasets=DATASETS, results=DATASETS.parent / "results")

LIES_IN = {
    "math-algebra": ("ds_carp", 1187),
    "math-prealgebra": ("ds_carp", 871),
    "math-counting-and-probability": ("ds_carp", 474),
    "math-number-theory": ("ds_carp", 540),
    "math": ("ds_math_by_problem", 5000),
    "math-500": ("ds_math500", 500),
    "gk-math-cloze": ("ds_agieval", 118),
    "sat-math": ("ds_agieval", 220),
    "gsm8k": ("ds_gsm8k", 1319),
    "svamp": ("ds_svamp", 1000),
    "aqua": ("ds_aqua", 254 + 254),
    "multiarith": ("ds_zscot", 600),
    "singleeq": ("ds_zscot", 508),
    "addsub": ("ds_zscot", 395),
    "strategyqa": ("ds_zscot", 2290),
    "commonsense-qa": ("ds_zscot", 1221),
    "mawps": ("ds_tora_fmt", 2065),
    "asdiv": ("ds_tora_fmt", 2215),
    "wiki-table-questions": ("ds_wtq", 4344),
    "wiki-table-questions-837": ("ds_tablellm ds_wtq", 4 * 837),
    "tabfact": ("ds_tabfact", 1998),
    "tabmwp": ("ds_tabmwp", 1000),
}
"""Dataset -> folders under ../shared/data, problems as INDEX.md counts them."""


@pytest.fixture(scope="module")
def fetched(tmp_path_factory):
    """Return a function that fetches a dataset once, by the command, from ../shared."""
    if not SHARED.is_dir():
        pytest.skip("../shared is absent")
    root = tmp_path_factory.mktemp("datasets")
    done = {}

    def get(name):
        if name not in done:
            (root / name).mkdir()
            shutil.copy(DATASETS / name / "dataset.yaml", root / name)
            places = [str(SHARED / "data" / folder) for folder in LIES_IN[name][0].split()]
            given = [word for place in places for word in ("--from", place)]
            assert main(["fetch", name, *given, "--dataset-root", str(root)]) == 0
            done[name] = load_dataset(Roots(datasets=root, results=root), name)
        return done[name]

    return get


@pytest.mark.parametrize("name", LIES_IN)
def test_counts_are_those_of_the_index(fetched, name):
    dataset = fetched(name)
    assert len(dataset.problems) == LIES_IN[name][1]
    counted = Counter(problem.split for problem in dataset.problems)
    assert counted == dataset.card.splits


@pytest.mark.parametrize("name", LIES_IN)
def test_the_gold_answer_is_right_and_nothing_is_not(fetched, name):
    problems = fetched(name).problems
    wrong = [p.id for p in problems[:300] if not decide(p.answer, p).equal]
    assert wrong == []
    assert decide("", problems[0]).state == "unparsable" or not decide("", problems[0]).equal


@pytest.mark.parametrize("name", ["sat-math", "aqua", "commonsense-qa"])
def test_every_choice_is_labelled_in_order(fetched, name):
    for problem in fetched(name).problems:
        labels = [choice.label for choice in problem.choices]
        assert labels == sorted(labels) == list("ABCDE"[: len(labels)])
        assert problem.answer in labels


@pytest.mark.parametrize("name", ["wiki-table-questions", "wiki-table-questions-837"])
def test_joined_targets_are_right_by_both_measures(fetched, name):
    problems = [p for p in fetched(name).problems if p.split in ("test", "original")]
    assert all(p.table is not None and p.targets for p in problems)
    assert [p.id for p in problems if not decide(p.answer, p).equal] == []
    assert [p.id for p in problems if not em_paper(p.answer, p)] == []


def test_tables_are_shared_and_counted(fetched):
    for name, wanted in {"wiki-table-questions": 421, "tabfact": 298}.items():
        tables = {id(p.table): p.table for p in fetched(name).problems}
        assert len(tables) == wanted == len({table.id for table in tables.values()})


def test_the_four_forms_of_the_sample_hold_the_same_cells(fetched):
    dataset = fetched("wiki-table-questions-837")
    forms = [dataset.split(name) for name in ("original", "shuffled", "transposed", "both")]
    for plain, shuffled, transposed, both in zip(*forms, strict=True):
        assert {p.upstream_id for p in (plain, shuffled, transposed, both)} == {plain.upstream_id}
        rows = (plain.table.header, *plain.table.rows)
        assert sorted(shuffled.table.rows) == sorted(plain.table.rows) != list(shuffled.table.rows)
        assert (transposed.table.header, *transposed.table.rows) == tuple(zip(*rows, strict=True))
        mixed = (shuffled.table.header, *shuffled.table.rows)
        assert (both.table.header, *both.table.rows) == tuple(zip(*mixed, strict=True))


def test_sizes_that_a_paper_states_otherwise_stand_beside_ours():
    for name, ours, theirs in [("gk-math-cloze", 118, 220), ("sat-math", 220, 351)]:
        card = read_dataset_card(DATASETS / name)
        assert card.splits == {"test": ours}
        assert theirs in [stated.value for stated in card.stated]
        assert any(str(theirs) in d.summary and str(ours) in d.summary for d in card.defects)


def test_texts_are_found_again_in_other_layouts(fetched):
    subset = fetched("math-500").problems + fetched("math-algebra").problems
    known = {loose(problem.question) for problem in fetched("math").problems}
    assert all(loose(problem.question) in known for problem in subset)
    inside = {loose(problem.question) for problem in fetched("mawps").problems}
    parts = fetched("multiarith").problems + fetched("addsub").problems
    assert sum(loose(problem.question) in inside for problem in parts) > 0.95 * len(parts)


def test_the_defects_that_a_card_lists_are_there(fetched):
    (gold,) = [p for p in fetched("math-prealgebra").problems if p.id.endswith("-0121")]
    assert not decide("12", gold).equal
    for name, repeated in {"multiarith": 20, "gk-math-cloze": 2, "strategyqa": 1}.items():
        texts = [problem.question for problem in fetched(name).problems]
        assert len(texts) - len(set(texts)) == repeated
        (named,) = [d for d in fetched(name).card.defects if len(d.problems) == repeated]
        assert named.problems


# ---------------------------------------------------------------- cards alone


NAMES = [name for name in dataset_ids(ROOTS) if name not in {"carp", "carp-en", "efg-algebra"}]


@pytest.mark.parametrize("name", NAMES)
def test_a_card_says_all_that_a_reader_needs(name):
    card = read_dataset_card(DATASETS / name)
    assert card.citation.startswith("@")
    assert card.citation.count("{") == card.citation.count("}")
    assert card.defects
    assert card.licence
    assert card.source
    assert card.format == "native"
    assert (DATASETS / name / "about.md").read_text("utf-8").strip()


@pytest.mark.parametrize("name", NAMES)
def test_an_address_is_pinned_by_a_whole_commit_or_not_given(name):
    source = read_dataset_card(DATASETS / name).source
    if source.raw is None:
        assert name in {"math", "tabmwp", "qasc"}
    else:
        assert re.fullmatch(r"[0-9a-f]{40}", source.revision)
        assert source.revision in source.raw


@pytest.mark.parametrize("name", NAMES)
def test_problems_stay_out_of_git(name):
    ignored = (DATASETS.parent / ".gitignore").read_text("utf-8").splitlines()
    assert f"datasets/{name}/problems.jsonl" in ignored


# ---------------------------------------------------------------- what a method is given


def test_a_statement_has_the_table_before_and_the_options_behind(fetched):
    problem = next(p for p in fetched("tabmwp").problems if p.choices)
    text = statement(problem)
    assert text.index(" | ") < text.index(problem.question) < text.index("(A) ")
    plain = fetched("gsm8k").problems[0]
    assert statement(plain) == plain.question
    assert statement(fetched("tabfact").problems[0]).endswith("Answer yes or no.")
