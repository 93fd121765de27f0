"""LaTeX that reads back as the same tree."""

import json
from pathlib import Path

import pytest

from generator.judge.errors import TooLarge, Unparsable
from generator.judge.parse import parse
from generator.judge.to_latex import to_latex
from generator.judge.tree import Number, Power, Product, Symbol

CASES = Path(__file__).parent / "data" / "judge_hidden_kinds.jsonl"
CARP = Path(__file__).parents[2] / "shared" / "data" / "ds_carp" / "carp_en"


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("3x", r"3 \cdot x"),
        ("x - 3", "x -3"),
        ("a/b", r"\frac{a}{b}"),
        ("0.5", r"\frac{1}{2}"),
        ("(x+1)^2", r"\left(x + 1\right)^{2}"),
        ("alpha_1 + x'", r"\alpha_{1} + x'"),
        ("√2", r"\sqrt{2}"),
        ("sin x", r"\operatorname{sin}\left(x\right)"),
        ("x=1 或 x=2", r"x = 1 \text{ or } x = 2"),
        ("1<=x<5", r"1 \le x < 5"),
        ("(1,2]", "(1, 2]"),
        ("{1,2}", r"\{1, 2\}"),
        ("EVEN", r"\text{even}"),
    ],
)
def test_written(text, written):
    assert to_latex(parse(text)) == written


def test_a_number_keeps_its_brackets_where_it_needs_them():
    half, minus = Number(1, 2), Number(-3)
    assert to_latex(Power(half, Number(2))) == r"\left(\frac{1}{2}\right)^{2}"
    assert to_latex(Product((Symbol("x"), minus))) == r"x \cdot \left(-3\right)"


def strings():
    """Every string of our case file that the parser reads."""
    rows = map(json.loads, CASES.read_text("utf-8").splitlines())
    return sorted({row[side] for row in rows for side in ("pred", "gold")})


def misread(texts):
    """Those whose LaTeX is another tree."""
    wrong = []
    for text in texts:
        try:
            root = parse(text).root
        except (Unparsable, TooLarge):
            continue
        written = to_latex(root)
        if parse(written).root != root:
            wrong.append((text, written))
    return wrong


def test_reads_back_on_all_kinds_of_answers():
    assert misread(strings()) == []


def test_reads_back_on_carp():
    if not CARP.is_dir():
        pytest.skip("../shared is absent")
    rows = map(json.loads, (CARP / "test.json").read_text("utf-8").splitlines())
    assert misread(sorted({text for row in rows for text in (row["answer"], *row["exprs"])})) == []
