"""Each answer type has its scorer; all speak of right, wrong and what cannot be read."""

from __future__ import annotations

from dataclasses import replace
from typing import get_args

import pytest

from generator.judge.answer_types import SCORERS, decide
from generator.judge.denotation import normal_form, value
from generator.judge.paper_match import em_paper
from generator.judge.table_answers import answers
from generator.metrics.tables import table_scores
from generator.records import Answer, AnswerType, Choice, Judgement, Problem, Table, Target


def problem(answer, answer_type, **more):
    return Problem(
        id="ours/test-0000",
        dataset="ours",
        split="test",
        question="?",
        answer=answer,
        answer_type=answer_type,
        language="en",
        **more,
    )


def asks_for(*texts, canon=(), table=None):
    pairs = zip(texts, canon or [""] * len(texts), strict=True)
    targets = tuple(Target(text=text, canon=form) for text, form in pairs)
    return problem(", ".join(texts), "table", targets=targets, table=table)


def word(text, asked):
    """Say `right`, `wrong` or the state."""
    decision = decide(text, asked)
    assert decision.rule
    assert decision.why
    if decision.state != "decided":
        assert not decision.equal
        return decision.state
    return "right" if decision.equal else "wrong"


def test_every_answer_type_has_a_scorer():
    assert set(SCORERS) == set(get_args(AnswerType))


# ---------------------------------------------------------------- numbers (methods.md 5.6)


@pytest.mark.parametrize(
    ("gold", "text", "wanted"),
    [
        ("18", "18", "right"),
        ("18", "18.0", "right"),
        ("18", "$18.00", "right"),
        ("18", r"\$18", "right"),
        ("18", "18 dollars per day", "right"),
        ("18", "She makes 18.", "right"),
        ("18", "9 + 9 = 18 eggs", "right"),
        ("18", "17.9", "wrong"),
        ("18", "18.0009", "right"),
        ("18", "18.001", "wrong"),
        ("3000000", "3000002", "right"),
        ("2125", "2,125", "right"),
        ("70000", "$70{,}000", "right"),
        ("50", "50%", "right"),
        ("-5", "−5", "right"),
        ("1000", "1e3", "right"),
        ("0.5", "1/2", "right"),
        ("1", "1/2 of the cake", "wrong"),
        ("1", r"\frac{1}{2}", "wrong"),
        ("5", "x = 5", "right"),
        ("12", "12 hours and 30 minutes", "right"),
        ("18", "none of them", "unparsable"),
        ("18", "", "unparsable"),
        ("18", "17, 18, 19", "wrong"),
        ("17", "17 or 18", "wrong"),
        ("18", "7" * 5000, "unparsable"),
    ],
)
def test_numbers(gold, text, wanted):
    assert word(text, problem(gold, "number")) == wanted


STATEMENTS = [
    ("0 boxes.\n\nOr else:\n\nThe answer is 1 box", "0", "wrong"),
    ("0 boxes.\n\nOr else:\n\nThe answer is 1 box", "1", "right"),
    ("It is 3. The answer is 4. No, the answer is 5", "4", "wrong"),
    ("7 boxes\nfor 9 birds", "7", "wrong"),
    ("7 boxes\nfor the birds", "7", "right"),
]
"""Several statements in one answer: the last one counts."""


@pytest.mark.parametrize(("text", "gold", "wanted"), STATEMENTS)
def test_of_several_statements_the_last_counts(text, gold, wanted):
    assert word(text, problem(gold, "number")) == wanted


# ---------------------------------------------------------------- percents


@pytest.mark.parametrize(
    ("question", "gold", "text", "wanted"),
    [
        ("What percent of them is red?", r"45\%", "45", "right"),
        ("What percent of them is red?", "45", r"45\%", "right"),
        ("Find the percentage of red ones.", r"45\%", "$45$", "right"),
        ("红球占百分之几？", "45", "45%", "right"),
        ("What percent of them is red?", r"45\%", "0.45", "right"),
        ("What percent of them is red?", "45", "0.45", "wrong"),
        ("What percent of them is red?", r"45\%", "46", "wrong"),
        ("How many of them are red?", r"45\%", "45", "wrong"),
        ("What is 30 percent of 150?", "45", "45%", "wrong"),
        ("A price falls by 20%. What is it now?", "45", "45%", "wrong"),
    ],
)
def test_a_percent_sign_may_be_missing_where_a_percent_is_asked_for(question, gold, text, wanted):
    asked = replace(problem(gold, "expression"), question=question)
    assert word(text, asked) == wanted


@pytest.mark.parametrize(
    ("question", "text", "wanted"),
    [
        ("What is 38 in base 5?", "123", "right"),
        ("Write 38 in base five.", "$123$", "right"),
        ("What is 38 in base 5?", "38", "wrong"),
        ("What is 38 in base 4?", "123", "wrong"),
        ("What is $123_5$ plus 0?", "123", "wrong"),
    ],
)
def test_a_base_may_be_left_out_where_the_question_says_it(question, text, wanted):
    assert word(text, replace(problem("123_5", "expression"), question=question)) == wanted


NUMBER_WORDS = [
    ("eleven", "11"),
    ("Seventy-six.", "76"),
    ("two hundred and fifty-five dollars", "255"),
    ("one hundred seventy-four thousand and eighty", "174080"),
    ("two million three", "2000003"),
    ("zero", "0"),
]


@pytest.mark.parametrize(("text", "gold"), NUMBER_WORDS)
def test_numbers_in_english_words(text, gold):
    assert word(text, problem(gold, "number")) == "right"
    assert word(text, problem("7", "number")) == "wrong"


@pytest.mark.parametrize("text", ["someone", "fifty-two point six two", "none of the above", "and"])
def test_words_that_are_no_number(text):
    assert word(text, problem("52", "number")) == "unparsable"


# ---------------------------------------------------------------- right by value, and no answer


@pytest.mark.parametrize(
    ("question", "gold", "text", "wanted"),
    [
        ("Factor $x^2 - 9$.", "(x-3)(x+3)", "x^2 - 9", "wrong"),
        ("Factor $x^2 - 9$.", "(x-3)(x+3)", "-9 + x^2", "wrong"),
        ("Factor $x^2 - 9$.", "(x-3)(x+3)", "(x+3)(x-3)", "right"),
        ("Factor $x^2 + 9$ if you can.", "x^2 + 9", "x^2+9", "right"),
        ("Compute $17 + 4$.", "21", "17 + 4", "wrong"),
        ("Compute $17 + 4$.", "21", "21", "right"),
        ("Which is more, $1/2$ or $1/3$?", "0.5", "1/2", "right"),
        ("Where is $y = 0$ for $y = x - 2$?", "2", "x = 2", "right"),
    ],
)
def test_the_question_repeated_is_no_answer(question, gold, text, wanted):
    asked = replace(problem(gold, "expression"), question=question)
    assert word(text, asked) == wanted


@pytest.mark.parametrize(
    ("gold", "text", "wanted"),
    [
        ("21", "17 + 4", "wrong"),
        ("10", r"\frac{12 \cdot 35}{14 \cdot 3}", "wrong"),
        ("10", "x + 10 - x", "wrong"),
        ("10", "x = 10", "right"),
        ("-10", r"-10\text{ cm}", "right"),
        (r"\frac{1}{2}", "3/6", "right"),
        ("x^2 + 3x", "x^2 + x + 2x", "wrong"),
        ("x^2 + 3x", "3x + x^2", "right"),
    ],
)
def test_a_guess_has_to_be_worked_out(gold, text, wanted):
    asked = problem(gold, "expression")
    decision = decide(text, asked, guessed=True)
    assert ("right" if decision.equal else "wrong") == wanted
    assert decide(text, asked).equal


# ---------------------------------------------------------------- options (methods.md 5.5)

OPTIONS = tuple(
    Choice(label=label, text=text)
    for label, text in zip("ABCD", ["2", "4", r"\frac{1}{2}", "$10$"], strict=True)
)


@pytest.mark.parametrize(
    ("text", "wanted", "rule"),
    [
        ("(D)", "right", "bracketed_letter"),
        (r"\textbf{(D)}", "right", "bracketed_letter"),
        (r"\text{D}", "right", "bracketed_letter"),
        ("D", "right", "only_letter"),
        ("d", "right", "only_letter"),
        ("**D**.", "right", "only_letter"),
        ("D) 10", "right", "lone_letter"),
        ("The answer is: Choice D", "right", "lone_letter"),
        ("choice d", "right", "named_option"),
        ("10", "right", "option_content"),
        ("x = 10", "right", "option_content"),
        ("0.5", "wrong", "option_content"),
        ("A square", "wrong", "no_option"),
        ("E", "wrong", "no_option"),
        ("11", "wrong", "no_option"),
        ("A, B, C, D", "wrong", "several_options"),
        ("A or D", "wrong", "several_options"),
        ("", "unparsable", "no_option"),
    ],
)
def test_options(text, wanted, rule):
    asked = problem("D", "choice", choices=OPTIONS)
    assert word(text, asked) == wanted
    assert decide(text, asked).rule == rule


def test_the_words_of_an_option_come_before_letters_in_them():
    patterns = (
        Choice(label="A", text="pattern B grows faster"),
        Choice(label="B", text="pattern A grows faster"),
    )
    asked = problem("B", "choice", choices=patterns)
    assert word("pattern A grows faster", asked) == "right"
    assert word("Pattern B grows faster.", asked) == "wrong"


def test_content_of_two_options_chooses_none():
    twins = (Choice(label="A", text="0.5"), Choice(label="B", text="1/2"))
    assert word("0.50", problem("A", "choice", choices=twins)) == "wrong"


# ---------------------------------------------------------------- yes or no, text


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("Yes", "right"),
        ("yes, because no cell says otherwise", "right"),
        ("True.", "right"),
        ("entailed", "right"),
        ("是", "right"),
        ("No, it is not", "wrong"),
        ("It is not true", "wrong"),
        ("refuted", "wrong"),
        ("不是", "wrong"),
        ("The claim is supported.", "right"),
        ("Label: refuted", "wrong"),
        ("They would have supported him", "unparsable"),
        ("Nobody knows", "unparsable"),
        ("", "unparsable"),
    ],
)
def test_yes_or_no(text, wanted):
    assert word(text, problem("yes", "yes_no")) == wanted


def test_texts_are_equal_but_for_case_blanks_article_and_stop():
    asked = problem("red fox", "text")
    assert [word(t, asked) for t in (" The Red  fox. ", "fox", "")] == [
        "right",
        "wrong",
        "unparsable",
    ]


# ---------------------------------------------------------------- tables (methods.md 5.8)

DIFFERENCES = [
    (asks_for("1.5"), "15", True, False),
    (asks_for("-3"), "3", True, False),
    (asks_for("10"), "10.0", False, True),
    (asks_for("10"), "ten", True, False),
    (asks_for("3"), "3 points", True, False),
    (asks_for("1.5"), "1.5 miles", True, False),
    (asks_for("Zoë Öster"), "Zoe Oster", False, True),
    (asks_for("1,200", canon=["1200.0"]), "1200", True, True),
    (asks_for("May 4, 1991", canon=["1991-05-04"]), "1991-05-04", False, True),
    (asks_for("Xi", "Yo"), "Xi and Yo", False, False),
    (asks_for("yes"), "true", True, False),
    (asks_for("The Swans"), "Swans", True, False),
    (asks_for("2", "2"), "2", False, True),
    (asks_for("2011–12"), "2011-12", False, True),
    (asks_for("$5 million"), "5 million", True, False),
    (asks_for("Ann Lee (ESP)", "Bo Ray (ESP)"), "Bo Ray, Ann Lee", True, True),
    (asks_for("4"), "4, 5", False, False),
]
"""Where the two measures differ, and where they agree: asked for, answer, exact match, denotation."""


@pytest.mark.parametrize(("asked", "text", "exact", "denotation"), DIFFERENCES)
def test_exact_match_of_the_paper_and_denotation(asked, text, exact, denotation):
    assert em_paper(text, asked) is exact
    decision = decide(text, asked)
    assert decision.equal is denotation
    assert ("right" if exact else "wrong") + " by exact match" in decision.why


CITIES = Table(id="t", header=("city", "note"), rows=(("Xenia, D.C.", "Ann"), ("Yoor", "Bo")))


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("Xenia, D.C.", ["Xenia, D.C."]),
        ("Yoor, Xenia, D.C.", ["Yoor", "Xenia, D.C."]),
        ("Ann and Bo", ["Ann", "Bo"]),
        ("Ann, Bo, and Cy", ["Ann", "Bo", "Cy"]),
        ("Ann|Bo", ["Ann", "Bo"]),
        ("1,200", ["1,200"]),
        ('"Hush, now", Cy', ['"Hush, now"', "Cy"]),
        ("Cy (b. 1990, Yoor), Ann", ["Cy (b. 1990, Yoor)", "Ann"]),
        ("rock and roll", ["rock and roll"]),
    ],
)
def test_an_answer_is_cut_where_values_end(text, wanted):
    assert answers(text, asks_for("x", "y", table=CITIES)) == wanted


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("  Émile “X” ", 'emile "x"'),
        ('"The End."', "the end"),
        ("Yoor[2]", "yoor"),
        ("Yoor (city) †*", "yoor"),
        ("(all)", "(all)"),
        ("a\u00a0b\nc", "a b c"),
    ],
)
def test_normal_form(text, wanted):
    assert normal_form(text) == wanted


def test_values():
    assert value("12.0000001").number == 12
    assert value("1991-05-xx").date == (1991, 5, -1)
    assert value("1991-xx-xx").number == 1991
    assert value("xx-xx-xx") == value("xx-xx-xx")
    assert value("xx-xx-xx").date is None
    assert value("1991-13-01").date is None
    assert value("1e999").number is None


def test_both_accuracies_are_reported_over_all_problems():
    asked = asks_for("1.5")
    found = Judgement(
        problem_id=asked.id,
        attempt=0,
        verdict="wrong",
        answer=Answer(text="15", rule="returned", step=-1),
        rule="denotation",
        why="",
    )
    shares = table_scores([asked], [[found]])
    assert (shares.denotation.count, shares.em_paper.count) == (0, 1)
    assert (shares.em_paper.n, shares.em_paper.value) == (1, 1.0)
    assert table_scores([problem("1", "number")], [[found]]) is None


def test_attempts_are_averaged_within_their_question():
    asked = asks_for("1.5")
    group = [
        Judgement(
            problem_id=asked.id,
            attempt=attempt,
            verdict=verdict,
            answer=Answer(text=text, rule="returned", step=-1) if text else None,
            rule="",
            why="",
        )
        for attempt, (verdict, text) in enumerate(
            [("wrong", "15"), ("right", "1.5"), ("no_answer", ""), ("wrong", "2")]
        )
    ]
    found = table_scores([asked], [group])
    assert (found.denotation.value, found.em_paper.value) == (0.25, 0.5)


# ---------------------------------------------------------------- hostile answers

HOSTILE = ["(" * 5000, "[1]" * 1600, '"' * 4999, "9" * 20_000, "1," * 9000, "\x00\u202e{{ x }}"]


@pytest.mark.parametrize("text", HOSTILE, ids=range(len(HOSTILE)))
def test_no_answer_breaks_a_scorer(text):
    for asked in (
        problem("7", "number"),
        problem("A", "choice", choices=OPTIONS),
        problem("yes", "yes_no"),
        problem("x", "text"),
        asks_for("x"),
    ):
        assert word(text, asked) in {"wrong", "unparsable"}
