"""Text with formulas -> safe HTML: what is a formula, what may pass, what is marked."""

from __future__ import annotations

from pathlib import Path

import pytest
from pace import growth

from generator.typeset import Typesetter, pieces
from generator.typeset.allowed import checked
from generator.typeset.markup import Mark, clean, formula, formula_only, inline, prose
from generator.typeset.measure import size

SETTER = Typesetter()
needs_temml = pytest.mark.skipif(not SETTER.available, reason="Temml was not installed: npm failed")


@pytest.mark.parametrize(
    ("text", "formulas"),
    [
        ("so $x = 3$.", ["x = 3"]),
        ("$ 2 ( x + 3 ) $ 或 $x>1$", ["2 ( x + 3 )", "x>1"]),
        (r"\(y<4\) and \[z\] and $$w$$", ["y<4", "z", "w"]),
        ("It costs $5 and $7.", []),
        ("It costs $5, so $x = 5$.", ["x = 5"]),
        ("$5 for each of the $n$ people", ["n"]),
        (r"\$5 and $x$", ["x"]),
        ("$x$5", ["x"]),
        ("one $ only", []),
        ("$a\n\nb$", []),
        (r"$\text{for all real numbers}\ x$", [r"\text{for all real numbers}\ x"]),
        ("$$", []),
        ("", []),
    ],
)
def test_what_is_a_formula(text: str, formulas: list[str]) -> None:
    assert [piece.tex for piece in pieces(text) if piece.tex is not None] == formulas


@pytest.mark.parametrize("text", ["$x$ and $5 and \\(y\\)", "a $$b$$ c", "$" * 99, "$a$$b$"])
def test_pieces_tile_the_text(text: str) -> None:
    cuts = pieces(text)
    assert "".join(text[piece.start : piece.end] for piece in cuts) == text


@needs_temml
def test_a_formula_becomes_mathml() -> None:
    assert str(formula(SETTER, r"\frac{1}{2}")) == (
        "<math><mfrac><mn>1</mn><mn>2</mn></mfrac></math>"
    )


@needs_temml
@pytest.mark.parametrize(
    "tex", ["x^{2", r"\href{javascript:alert(1)}{x}", r"\def\a{\a\a}\a", "{" * 1500]
)
def test_what_cannot_be_typeset_is_shown_as_tex_and_counted(tex: str) -> None:
    setter = Typesetter()
    assert str(formula(setter, tex)).startswith('<code class="fw-tex">')
    assert setter.refused([(tex, False), ("x", False)]) == (tex,)
    assert formula_only(setter, tex) == ""


@needs_temml
@pytest.mark.parametrize(
    "text",
    [
        "<script>alert(1)</script>",
        r"$\text{<img src=x onerror=alert(1)>}$",
        r"$\text{</math><script>alert(1)</script>}$",
        '"><svg onload=alert(1)>',
        r"$\class{x}{y}\style{z}{w}$",
        "[x](javascript:alert(1))",
    ],
)
def test_no_tag_of_a_text_survives(text: str) -> None:
    html = str(prose(SETTER, text))
    assert "<script" not in html
    assert "<img" not in html
    assert "<svg" not in html
    assert "style=" not in html


def test_characters_that_html_forbids_are_replaced_one_by_one() -> None:
    text = "a\x00b\x1bc\r\nd\ud800e\ufffff"
    assert clean(text) == "a\ufffdb\ufffdc \nd\ufffde\ufffdf"
    assert len(clean(text)) == len(text)


def test_signs_that_turn_the_direction_of_other_text_are_taken_off() -> None:
    turning = [*range(0x202A, 0x202F), *range(0x2066, 0x206A)]
    assert {clean(chr(code)) for code in turning} == {"\ufffd"}
    assert clean("שלום \u200f") == "שלום \u200f", "writing to the left is no fault"


@pytest.mark.parametrize(
    "text", ["The process of solving equations", "", " ", "5 apples and pears"]
)
def test_an_answer_that_is_prose_is_no_formula(text: str) -> None:
    assert formula_only(Typesetter(), text) == ""


def test_without_temml_formulas_are_escaped_tex(tmp_path: Path) -> None:
    setter = Typesetter(vendor=tmp_path)
    assert not setter.available
    assert str(prose(setter, "so $x<3$")) == 'so <code class="fw-tex">x&lt;3</code>'


@pytest.mark.parametrize(
    "mathml",
    [
        "<math><script>alert(1)</script></math>",
        "<math><mtext><a href='javascript:x'>y</a></mtext></math>",
        "<!DOCTYPE x [<!ENTITY a 'b'>]><math/>",
        "<math><mi>",
        "<div/>",
        "<math>" + "<mrow>" * 100 + "</mrow>" * 100 + "</math>",
    ],
)
def test_the_gate_refuses(mathml: str) -> None:
    assert checked(mathml) is None


def test_the_gate_drops_attributes_that_it_does_not_know() -> None:
    mathml = (
        '<math onclick="x" display="block"><mi class="tml-left evil" style="border:1px solid" '
        'mathcolor="red" href="javascript:x">x</mi><mspace width="expression(1)"/></math>'
    )
    assert checked(mathml) == (
        '<math display="block"><mi class="tml-left tml-boxed">x</mi><mspace></mspace></math>'
    )


def test_levels_stand_on_mstyle_as_the_standard_has_it() -> None:
    assert checked('<math><mi scriptlevel="1">x</mi></math>') == (
        '<math><mstyle scriptlevel="1"><mi>x</mi></mstyle></math>'
    )
    assert checked('<math displaystyle="true"/>') == '<math displaystyle="true"></math>'


@needs_temml
def test_marks_wrap_formulas_whole_and_prose_exactly() -> None:
    text = "so $x = 3$ and y = 4 is"
    marks = [
        Mark(start=4, end=9, href="#a", label="1", title="first"),
        Mark(start=15, end=20, href="#b", label="2", title='"second"'),
    ]
    html = str(prose(SETTER, text, marks))
    assert html.startswith('so <mark class="fw-hit"><math>')
    assert 'and <mark class="fw-hit">y = 4<a class="fw-tag" href="#b"' in html
    assert 'title="&#34;second&#34;"' in html


def test_overlapping_marks_nest_nothing() -> None:
    marks = [
        Mark(start=0, end=4, href="#a", label="1", title="a"),
        Mark(start=2, end=6, href="#b", label="2", title="b", kind="answer"),
    ]
    html = str(prose(SETTER, "abcdefgh", marks))
    assert html.count("<mark") == 3
    assert html.endswith("</mark>gh")


def test_inline_markdown_is_code_emphasis_and_https_links() -> None:
    html = str(inline(SETTER, "`a<b` *and* [here](https://example.org/x) [no](javascript:x)"))
    assert html == (
        '<code>a&lt;b</code> <em>and</em> <a href="https://example.org/x" rel="nofollow">here</a> '
        "[no](javascript:x)"
    )


@pytest.mark.parametrize("unit", ["$ ", "$x$ ", "$", "\\( ", "<b>"])
def test_text_is_cut_in_time_that_grows_with_its_length(unit: str) -> None:
    assert growth(lambda size: prose(SETTER, unit * (size // len(unit))), 100_000) < 3


@needs_temml
def test_the_memo_keeps_results_on_disk_and_a_broken_file_is_replaced(tmp_path: Path) -> None:
    path = tmp_path / "memo.sqlite"
    path.write_bytes(b"this is no database, and it is longer than a header " * 9)
    first = Typesetter(path)
    first.prepare([("x", False), ("x^{", False)])
    first.close()
    second = Typesetter(path)
    assert second.memo.known[("x", False)] == "<math><mi>x</mi></math>"
    assert second.memo.known[("x^{", False)] is None
    assert second.engine is None
    second.close()


def test_a_memo_that_cannot_be_written_is_kept_in_memory(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    setter = Typesetter(tmp_path / "file" / "memo.sqlite")
    assert setter.memo.connection is None
    setter.prepare([("x", False)])
    setter.close()


@needs_temml
def test_sizes_grow_with_what_is_drawn() -> None:
    one, long_, tall = (size(SETTER.mathml(t) or "") for t in ("x", "x + y = 3", r"\frac{x}{y}"))
    assert one[0] < long_[0]
    assert one[1] < tall[1]
