"""The generator of efg-algebra: printing, proofs that can fail, balance, and the published bytes."""

from __future__ import annotations

import argparse
import dataclasses
import json
import os
import re
import subprocess
import sys
from collections import Counter
from fractions import Fraction
from functools import cache
from pathlib import Path
from random import Random

import pytest

from generator.cards import DatasetCard
from generator.commands import make_dataset
from generator.efg_algebra import FAMILIES, assembly, build, card
from generator.efg_algebra import draft as d
from generator.efg_algebra.printer import latex
from generator.efg_algebra.proof import ProofFailed, prove, proved
from generator.efg_algebra.replace import replace_all
from generator.efg_algebra.rules import RULES
from generator.efg_algebra.structure import faults
from generator.efg_algebra.template import E
from generator.efg_algebra.terms import Add, Expr, Num, Rel
from generator.files import json_line, read_yaml
from generator.records import RELATIONS, TEXT_RELATIONS

FOLDER = Path(__file__).parents[1] / "datasets" / "efg-algebra"
ONE = Num(Fraction(1))


@cache
def published() -> tuple[dict, ...]:
    text = (FOLDER / "problems.jsonl").read_text(encoding="utf-8")
    return tuple(json.loads(line) for line in text.splitlines())


@cache
def drafts() -> tuple[d.Draft, ...]:
    """Two drafts of every family."""
    made = []
    for family, write in FAMILIES.items():
        found = (write(Random(f"test/{family}/{k}")) for k in range(50))
        made.extend([draft for draft in found if assembly.fits(draft)][:2])
    return tuple(made)


# How trees are printed


@pytest.mark.parametrize(
    ("tree", "text"),
    [
        (E("a*x+b", a=1, b=-3), "x - 3"),
        (E("a*x+b", a=-1, b=Fraction(1, 2)), r"- x + \frac { 1 } { 2 }"),
        (E("a*x**2+b*x+c == 0", a=2, b=0, c=-5), "2 x ^ { 2 } - 5 = 0"),
        (E("a*(x+b)", a=-2, b=-7), "- 2 ( x - 7 )"),
        (E("b**2-4*a*c", a=2, b=-3, c=-5), r"( - 3 ) ^ { 2 } - 4 \times 2 \times ( - 5 )"),
        (E("k*x", k=Fraction(-2, 3)), r"- \frac { 2 } { 3 } x"),
        (E("(p-q*sqrt(r))/s", p=-4, q=1, r=10, s=2), r"\frac { - 4 - \sqrt { 10 } } { 2 }"),
        (E("n/(x-a)", n=-3, a=2), r"- \frac { 3 } { x - 2 }"),
        (E("x_1**2*x_2 <= 0"), r"x _ { 1 } ^ { 2 } x _ { 2 } \le 0"),
        (E("a < x <= b", a=-1, b=4), r"- 1 < x \le 4"),
        (E("abs(x-1)+(y+2)**2 != 0"), r"| x - 1 | + ( y + 2 ) ^ { 2 } \neq 0"),
        (E("(a**m)**2 // a**n"), r"( a ^ { m } ) ^ { 2 } \div a ^ { n }"),
        (E("2**(x-1)*4**x"), r"2 ^ { x - 1 } \times 4 ^ { x }"),
        (E("(p, q)", p=-1, q=0), "( - 1 , 0 )"),
        (E("a-(b-c)"), "a - ( b - c )"),
        (E("p-x+q", p=1, q=-2), "1 - x - 2"),
        (
            E("h*abs(a)*abs(b)", h=Fraction(1, 2), a=-3, b=4),
            r"\frac { 1 } { 2 } \times | - 3 | \times | 4 |",
        ),
    ],
)
def test_trees_print_with_signs_and_coefficients_in_order(tree: Expr, text: str) -> None:
    assert latex(tree) == text


def test_nothing_printed_has_two_signs_in_a_row_or_a_coefficient_of_one() -> None:
    for row in published():
        for text in (row["content"], row["answer"], *row["exprs"]):
            assert not re.search(r"[+-] [+-]", text), text
            for span in [*text.split("$")[1::2], *row["exprs"]]:
                assert not re.search(r"(?:^|[(=+-] )1 [a-z(]", span), span


def test_a_template_takes_no_python_beyond_algebra() -> None:
    with pytest.raises(ValueError, match="no such construct"):
        E("__import__('os').system('true')")


def test_a_whole_sum_or_product_is_replaced_inside_a_longer_one() -> None:
    pairs = [(E("x+y"), E("s")), (E("x*y"), E("p"))]
    assert latex(replace_all(E("x*y-2*(x+y)+1"), pairs)) == "p - 2 s + 1"
    assert latex(replace_all(E("x+1+y"), pairs)) == "s + 1"
    assert latex(replace_all(E("x+z"), pairs)) == "x + z"


# Proofs


def test_every_family_writes_provable_drafts() -> None:
    for draft in drafts():
        prove(draft, "test")


def _changed(expr: Expr) -> Expr:
    """Return `expr` with 1 added on its right."""
    if isinstance(expr, Rel):
        last = Add((expr.sides[-1], ONE))
        return Rel((*expr.sides[:-1], last), expr.ops)
    return Add((expr, ONE))


def test_no_derived_expression_survives_a_wrong_number() -> None:
    for draft in drafts():
        for node in draft.derived:
            wrong = dataclasses.replace(node, expr=_changed(node.expr))
            assert not proved(wrong), (draft.family, latex(wrong.expr))


def _kinds(node: d.Derived) -> str:
    leading = [source.relation for source in node.sources if source.relation in RULES]
    return leading[0] if leading else d.DESCRIBED


@pytest.mark.parametrize("relation", [*RULES, d.DESCRIBED])
def test_each_relation_is_proved_and_its_corruption_is_not(relation: str) -> None:
    nodes = [n for draft in drafts() for n in draft.derived if _kinds(n) == relation]
    assert nodes, "no draft of the sample uses it"
    for node in nodes:
        assert proved(node)
        assert not proved(dataclasses.replace(node, expr=_changed(node.expr)))


def test_an_inequality_turned_around_is_not_proved() -> None:
    turned = {"<": ">", ">": "<", "<=": ">=", ">=": "<="}
    seen = 0
    for draft in drafts():
        for node in draft.derived:
            if isinstance(node.expr, Rel) and set(node.expr.ops) <= set(turned):
                ops = tuple(turned[op] for op in node.expr.ops)
                assert not proved(dataclasses.replace(node, expr=Rel(node.expr.sides, ops)))
                seen += 1
    assert seen > 10


def test_a_substitution_without_one_of_its_conditions_is_not_proved() -> None:
    for draft in drafts():
        for node in draft.derived:
            put = [s for s in node.sources if s.relation == d.PUT]
            if len(put) > 1:
                fewer = tuple(s for s in node.sources if s is not put[-1])
                assert not proved(dataclasses.replace(node, sources=fewer)), draft.family


def test_a_step_in_words_without_a_law_is_not_proved() -> None:
    node = next(n for draft in drafts() for n in draft.derived if n.law is not None)
    assert not proved(dataclasses.replace(node, law=None))


def _draft_of(family: str) -> d.Draft:
    return next(draft for draft in drafts() if draft.family == family)


def test_a_root_that_is_not_told_is_a_failed_proof_naming_family_and_node() -> None:
    whole = _draft_of("quadratic-factoring")
    first = next(n for n in whole.derived if n.by(d.SOLVE))
    lost = dataclasses.replace(whole, derived=tuple(n for n in whole.derived if n is not first))
    with pytest.raises(ProofFailed, match=r"quadratic-factoring \(seed 5.*roots that are not told"):
        prove(lost, "seed 5")


def test_an_answer_that_is_not_the_last_expression_is_a_failed_proof() -> None:
    whole = _draft_of("vieta-symmetric")
    with pytest.raises(ProofFailed, match="is not the answer"):
        prove(dataclasses.replace(whole, answer=E("12345")), "test")


def test_an_answer_with_letters_is_a_failed_proof() -> None:
    whole = _draft_of("whole-linear")
    lazy = E("p+q")
    node = dataclasses.replace(whole.derived[-1], expr=lazy)
    with pytest.raises(ProofFailed):
        prove(dataclasses.replace(whole, derived=(*whole.derived[:-1], node), answer=lazy), "test")


def test_clearing_denominators_must_not_let_a_root_in() -> None:
    s = d.Sheet("bad")
    given = E("x**2/(x-2) == (5*x-6)/(x-2)")
    clear = s.step(E("x**2 == 5*x-6"), d.SCALE, given, ("@", "@"))
    s.step(E("x_1 == 2"), d.SOLVE, clear, ("@", "@"))
    s.step(E("x_2 == 3"), d.SOLVE, clear, ("@", "@"))
    with pytest.raises(ProofFailed, match="extraneous"):
        prove(s.draft(("", ""), E("3")), "test")


def test_a_generator_bug_is_raised_and_never_dropped(monkeypatch: pytest.MonkeyPatch) -> None:
    right = FAMILIES["whole-linear"]

    def wrong(rng: Random) -> d.Draft:
        made = right(rng)
        last = made.derived[-1]
        return dataclasses.replace(
            made,
            derived=(*made.derived[:-1], dataclasses.replace(last, expr=_changed(last.expr))),
        )

    monkeypatch.setitem(build.FAMILIES, "linear-brackets", wrong)
    with pytest.raises(ProofFailed, match="linear-brackets calls itself whole-linear"):
        build.drafts("linear-brackets", 1, 3)
    monkeypatch.setitem(build.FAMILIES, "whole-linear", wrong)
    with pytest.raises(ProofFailed, match=r"whole-linear \(seed 3, number 0"):
        build.drafts("whole-linear", 1, 3)


# Structure


def test_structural_faults_are_found() -> None:
    row = json.loads(json_line(published()[0]))
    assert faults(row) == []
    for spoil in (
        lambda r: r["exprs"].append(r["exprs"][0]),
        lambda r: r["exprs"].reverse() if len(r["exprs"]) > 1 else r["exprs"].clear(),
        lambda r: r["edges"]["links"].append(
            {"rel": "代入", "source": r["exprs"][-1], "target": r["exprs"][0]}
        ),
        lambda r: r["edges"]["links"].append(dict(r["edges"]["links"][0])),
        lambda r: r["edges"]["links"][0].update(rel="代人"),
        lambda r: r["edges"]["nodes"].append({"id": "alone"}),
        lambda r: r["edges"]["nodes"].pop(),
        lambda r: r.update(steps=""),
        lambda r: r["variants"]["zh"].update(content="没有 $ 结束"),
        lambda r: r["variants"]["zh"]["texts"].update(more="更多"),
    ):
        bad = json.loads(json.dumps(row))
        spoil(bad)
        assert faults(bad), spoil


def test_a_question_that_prints_its_answer_does_not_fit() -> None:
    draft = _draft_of("linear-brackets")
    given_away = (f"{draft.question[0]} (It is ${latex(draft.answer)}$.)", draft.question[1])
    assert assembly.fits(draft)
    assert not assembly.fits(dataclasses.replace(draft, question=given_away))


@pytest.mark.parametrize(
    ("text", "tidy"),
    [
        ("若$x = 1$ ，求  $y$的值。", "若 $x = 1$，求 $y$ 的值。"),
        ("$a$、$b$ 互为相反数", "$a$、$b$ 互为相反数"),
        ("若 关于 $x$ 的方程", "若关于 $x$ 的方程"),
    ],
)
def test_chinese_text_has_one_blank_around_mathematics(text: str, tidy: str) -> None:
    assert assembly.spaced(text) == tidy


# The published set


def test_the_splits_are_as_promised_and_hold_every_family_evenly() -> None:
    rows = published()
    assert Counter(row["split"] for row in rows) == {"train": 720, "dev": 120, "test": 240}
    assert len(FAMILIES) >= 24
    for split in build.SPLITS:
        counts = Counter(row["template"] for row in rows if row["split"] == split)
        assert set(counts) == set(FAMILIES)
        assert max(counts.values()) - min(counts.values()) <= 1


def test_ids_are_unique_and_numbered_in_file_order() -> None:
    for split in build.SPLITS:
        ids = [row["id"] for row in published() if row["split"] == split]
        assert ids == [f"efg-algebra/{split}-{k:04d}" for k in range(len(ids))]


def test_no_two_problems_differ_in_letters_or_wording_alone() -> None:
    # Mathematics of the question with every letter hidden: numbers and shape are left.
    hidden = Counter(
        (
            row["template"],
            re.sub(r"(?<![a-z\\])[a-z](?![a-z])", "v", " ".join(row["content"].split("$")[1::2])),
        )
        for row in published()
    )
    assert [key for key, count in hidden.items() if count > 1] == []


def test_every_line_is_well_formed_in_both_languages() -> None:
    cjk = re.compile("[\u4e00-\u9fff]")
    for row in published():
        assert faults(row) == [], row["id"]
        chinese = row["variants"]["zh"]
        for text in (chinese["content"], chinese["steps"], *chinese["texts"].values()):
            assert cjk.search(text), row["id"]
        for text in (row["content"], row["steps"], *chinese["texts"]):
            assert not cjk.search(text), row["id"]


def test_all_eighteen_relations_are_used_and_words_have_sentences() -> None:
    edges = [link for row in published() for link in row["edges"]["links"]]
    assert {link["rel"] for link in edges} == set(RELATIONS)
    for row in published():
        sentences = row["variants"]["zh"]["texts"]
        for link in row["edges"]["links"]:
            assert (link["source"] in sentences) == (link["rel"] in TEXT_RELATIONS)


def test_levels_follow_the_number_of_derived_expressions() -> None:
    rows = published()
    assert all(row["level"] == min(len(row["exprs"]), 5) for row in rows)
    assert {row["level"] for row in rows} == {1, 2, 3, 4, 5}
    assert max(len(row["exprs"]) for row in rows) <= 9


def test_some_graphs_have_two_derived_branches_that_join() -> None:
    def joins(row: dict) -> bool:
        derived = set(row["exprs"])
        into = Counter(
            link["target"] for link in row["edges"]["links"] if link["source"] in derived
        )
        return max(into.values(), default=0) > 1

    assert sum(map(joins, published())) > 200


def test_published_lines_are_made_again_byte_for_byte_from_their_seed() -> None:
    wanted = {row["id"]: row for row in published()}
    made = {}
    for place, family in enumerate(FAMILIES):
        counts = [build.share(total, place) for total in build.SPLITS.values()]
        if place % 6 == 0:  # a sixth of the families is enough here; the whole takes long
            for draft in build.drafts(family, sum(counts), build.PUBLISHED_SEED):
                made[draft.question[0]] = draft
    rows = [row for row in wanted.values() if row["content"] in made]
    assert len(rows) == len(made)
    for row in rows:
        again = assembly.row(made[row["content"]], row["id"], row["split"])
        assert json_line(again) == json_line(row)


def test_the_same_seed_gives_the_same_bytes_under_any_hash_seed() -> None:
    code = (
        "import hashlib\n"
        "from generator.efg_algebra import build, assembly\n"
        "from generator.files import json_line\n"
        "rows = [json_line(assembly.row(x, 'i', 's')) for f in ('like-terms', 'system-elimination',"
        " 'radical-domain', 'work') for x in build.drafts(f, 3, 11)]\n"
        "print(hashlib.sha256(''.join(rows).encode()).hexdigest())\n"
    )
    seen = {
        subprocess.run(
            [sys.executable, "-c", code],
            env={**os.environ, "PYTHONHASHSEED": seed},
            cwd=FOLDER.parents[1],
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for seed in ("0", "4242")
    }
    assert len(seen) == 1


def test_another_seed_gives_other_problems() -> None:
    old = {row["content"] for row in published()}
    new = [draft.question[0] for f in list(FAMILIES)[::8] for draft in build.drafts(f, 5, 7)]
    assert not old & set(new)


def test_the_card_is_the_one_that_the_generator_writes() -> None:
    made = card.card(published(), "efg-algebra", build.PUBLISHED_SEED)
    assert (FOLDER / "dataset.yaml").read_text(encoding="utf-8") == card.card_text(made)
    assert DatasetCard.model_validate(read_yaml(FOLDER / "dataset.yaml")) == made
    assert made.splits == build.SPLITS


def test_the_page_is_the_one_that_the_generator_writes() -> None:
    text = (FOLDER / "about.md").read_text(encoding="utf-8")
    assert text == card.about_text(published(), build.PUBLISHED_SEED)
    assert all(f"`{family}`" in text for family in FAMILIES)


# The command


def _arguments(tmp_path: Path, *words: str) -> argparse.Namespace:
    parser = argparse.ArgumentParser()
    make_dataset.configure(parser)
    args = parser.parse_args(["efg-algebra", *words])
    args.dataset_root = tmp_path
    return args


@pytest.fixture
def small(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the command make a small set of three families."""
    few = {name: FAMILIES[name] for name in ("whole-direct", "power-laws", "age")}
    monkeypatch.setattr(build, "FAMILIES", few)
    for split, problems in (("train", 6), ("dev", 3), ("test", 3)):
        monkeypatch.setitem(build.SPLITS, split, problems)


@pytest.mark.usefixtures("small")
def test_the_command_writes_a_fresh_set_under_its_id(tmp_path: Path, capsys) -> None:
    assert make_dataset.run(_arguments(tmp_path, "--seed", "7")) == 0
    folder = tmp_path / "efg-algebra-s7"
    assert sorted(path.name for path in folder.iterdir()) == [
        "about.md",
        "dataset.yaml",
        "problems.jsonl",
    ]
    rows = [json.loads(line) for line in (folder / "problems.jsonl").read_text().splitlines()]
    assert len(rows) == 12
    assert rows[0]["id"] == "efg-algebra-s7/train-0000"
    assert "12 problems, all proved; id efg-algebra-s7, seed 7" in capsys.readouterr().out
    assert make_dataset.run(_arguments(tmp_path, "--seed", "7")) == 0
    assert "nothing, all files were the same" in capsys.readouterr().out


@pytest.mark.usefixtures("small")
def test_out_and_id_are_taken(tmp_path: Path) -> None:
    out = tmp_path / "deep" / "unseen"
    assert (
        make_dataset.run(_arguments(tmp_path, "--seed", "8", "--id", "unseen", "--out", str(out)))
        == 0
    )
    assert read_yaml(out / "dataset.yaml")["id"] == "unseen"


@pytest.mark.parametrize(
    ("words", "told"), [(("--id", "Not A Slug"), "--id"), (("--seed", "-1"), "--seed")]
)
def test_a_bad_option_could_not_run(tmp_path: Path, words: tuple[str, ...], told: str) -> None:
    with pytest.raises(make_dataset.CannotRun, match=told):
        make_dataset.run(_arguments(tmp_path, *words))
    assert list(tmp_path.iterdir()) == []
