"""Which answer is taken from a response, by which rule, from where."""

from __future__ import annotations

import time

import pytest

from generator.judge.extract import RULES, Options, answer, option_letters, silence
from generator.records import Step


def step(text: str, kind: str = "think", author: str = "model") -> Step:
    return Step(kind=kind, author=author, text=text)


def found(text: str, answer_type: str = "expression", **options: object):
    result = answer((step(text),), None, answer_type, **options)
    if result is not None:
        assert text[result.start : result.end] == result.text
    return (result.text, result.rule) if result else None


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("So we are done. The answer is: $x = 3$.", ("x = 3", "answer_is")),
        ("Therefore, the answer (in digits) is 5.", ("5", "answer_is")),
        ("The answer is:5", ("5", "answer_is")),
        ("the answer is 3.5. That is all.", ("3.5", "answer_is")),
        ("The answer is: 3 . 14", ("3 . 14", "answer_is")),
        ("The answer is\n\n$$\\frac{1}{2}$$\n\nGood luck!", ("\\frac{1}{2}", "answer_is")),
        ("The answer is: **12**", ("12", "answer_is")),
        ("The answer is $5$ because $x = 5$ solves it.", ("5", "answer_is")),
        ("The answer is: 4\nQuestion: next", ("4", "answer_is")),
        ("Final Answer: 7", ("7", "final_answer")),
        ("final answer： 7", ("7", "final_answer")),
        ("所以答案是：$2 a + 1$ 。", ("2 a + 1", "答案是")),
        ("答案为 - 3 。后面还有一句话。", ("- 3", "答案是")),
        ("答案是 : 5 ， 因为两边相等", ("5", "答案是")),
        ("解得 $x = 1$ 或 $x = 2$ 。答案是：$x = 1$ 或 $x = 2$", ("$x = 1$ 或 $x = 2$", "答案是")),
        ("3 + 4 = 7\n#### 7", ("7", "hashes")),
        ("Hence \\boxed{\\frac{1}{2}}.", ("\\frac{1}{2}", "boxed")),
        ("Hence \\fbox{8}", ("8", "boxed")),
        ("The final answer is: $\\boxed{9}$. I hope it is right.", ("9", "boxed")),
        ("The answer is 4, I think. No: \\boxed{5}", ("5", "boxed")),
        ("First \\boxed{1}, then \\boxed{2}", ("2", "boxed_of_several")),
        ("Twice \\boxed{2}, yes \\boxed{2}", ("2", "boxed")),
        ("Answer: 12", ("12", "answer_label")),
        ("答案：12", ("12", "答案")),
        ("We see $3 + 4 = 7$", ("7", "last_expression")),
        ("We see $x = 7$", ("x = 7", "last_expression")),
        ("I count 3 and 1,204 sheep", ("1,204", "last_number")),
        ("no numbers here", None),
        ("", None),
        # prices are no maths, and what a price stands in is prose
        ("She pays $6 of her $10, so $4 is left. A: 4", ("4", "last_number")),
        ("He pays $6 so his change is 10-6 = $<<10-6=4>>4\nA: 4", ("4", "last_line_label")),
        ("It is $0.25 * 12 = $3.\n\nSo, 12 pears cost $3 in all.", ("3", "stated_conclusion")),
        # a label only where the last line begins with it
        ("A: the first\nWe get 3 + 5 = 8", ("8", "restated_result")),
        # the end of a sentence inside the delimiters
        (
            "The final answer is $(5,\\frac{\\pi}{4}).$ I hope it is correct.",
            ("(5,\\frac{\\pi}{4})", "answer_is"),
        ),
        ("The answer is 12. I hope this is correct", ("12", "answer_is")),
        ("The answer is 12, I hope this is correct", ("12", "answer_is")),
        # a dollar sign that was never closed, of maths and of money
        ("The answer is: $4a - 2b", ("4a - 2b", "answer_is")),
        ("The answer is: $\\frac { 1 } { 2 } +", ("\\frac { 1 } { 2 } +", "answer_is")),
        ("Final Answer: $x = 3", ("x = 3", "final_answer")),
        ("答案是：$ 2 a", ("2 a", "答案是")),
        ("The answer is: $12.50", ("$12.50", "answer_is")),
        ("The answer is $1,200 in all.", ("$1,200 in all", "answer_is")),
        ("The answer is: $", None),
        # factorials
        ("In all $7! - 4! \\cdot 3!$.", ("7! - 4! \\cdot 3!", "last_expression")),
        ("Hence \\boxed{5!}", ("5!", "boxed")),
        ("The answer is 5!", ("5", "answer_is")),
        # chains are cut outside brackets
        ("We need $\\sum_{k=1}^n k$", ("\\sum_{k=1}^n k", "last_expression")),
        ("So $P(X=2) = 0.3$", ("0.3", "last_expression")),
        ("So $2(x+1) = 8 \\implies x = 3$", ("x = 3", "last_expression")),
        ("So $f^{-1}(3) = 14$", ("14", "last_expression")),
        ("So $x = 1, y = 5$", ("x = 1, y = 5", "last_expression")),
        ("So $x = 2 + 3 = 5$", ("5", "last_expression")),
        ("So $x^2 + y^2 = 14$", ("14", "last_expression")),
        ("We are at $$9x - 40 = 14$$", ("9x - 40 = 14", "last_expression")),
        # marks are no answer
        ("Hence \\boxed{3} \n#### ######", ("3", "boxed")),
        # headings
        ("We find 3 + 4 = 7.\nSo 7 it is, not 9.\n# Answer\n\n8", ("8", "answer_heading")),
        ("We add.\n\n**Answer**\nThere are 8", ("There are 8", "answer_heading")),
        # replies of nothing else
        ("42", ("42", "whole_reply")),
        ("x = 3", ("x = 3", "whole_reply")),
        ("[1, 2)", ("[1, 2)", "whole_reply")),
        ("12 + 30 = 42", ("42", "whole_reply")),
        ("even", ("even", "whole_reply")),
        ("$x=2$", ("x=2", "whole_reply")),
        ("$5", ("$5", "whole_reply")),
        ("x = 1 或 x = 2", ("x = 1 或 x = 2", "whole_reply")),
        ("5 千克", ("5 千克", "whole_reply")),
        ("把 $a - b = 6$ 代入，得 $15$。", ("15", "last_expression")),
        ("得 $15$", ("15", "last_expression")),
        ("解之得 15", ("15", "last_number")),
        ("抱歉，这道题无法求解，其中 $x = 1$", None),
        ("I cannot solve it, though $x = 3$.", None),
    ],
)
def test_rules(text, expected):
    assert found(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        # cut off within the phrase, and the box says the whole
        ("It is \\boxed{\\frac{7}{18}}. The answer is: \\frac{7}{", "\\frac{7}{18}"),
        ("It is \\boxed{62.5}. The answer is: 62", "62.5"),
        (
            "It is \\boxed{\\begin{pmatrix} 4 \\\\ -9 \\end{pmatrix}}.\nThe answer is: \\begin{pmatrix}4",
            "\\begin{pmatrix} 4 \\\\ -9 \\end{pmatrix}",
        ),
        # unreadable
        ("It is \\boxed{8}. The answer is: =+)(", "8"),
        # neither: what was stated last stands
        ("It is \\boxed{62.5}. The answer is: 62.", "62"),
        ("It is \\boxed{62.5}. The answer is: 63", "63"),
        ("It is \\boxed{62\\%}. The answer is: 62", "62"),
        ("It is \\boxed{62.5}. The answer is: 62 or more", "62 or more"),
    ],
)
def test_a_box_stands_in_for_a_stated_answer_that_is_cut_off_or_unreadable(text, expected):
    result = answer((step(text),), None, "expression")
    assert result is not None
    assert result.text == expected
    assert text[result.start : result.end] == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Then $x = 3$. Therefore, the area", None),
        ("So 9 + 4 = 13.\n\nThere are 13 ways to seat the", ("13", "stated_conclusion")),
        ("So 9 + 4 = 13.\n\nNext, the 13 ways are multiplied by", None),
        ("We get $a + 7b - 3$. So it is $\\boxed{a + 7b", ("a + 7b - 3", "open_box")),
        ("We get $a + 7b - 3$. So it is $\\boxed{a + 8b", None),
        ("We get $a + 7b - 3$. So it is $\\boxed{", None),
    ],
)
def test_what_breaks_off_has_only_the_answer_that_it_gave_before(text, expected):
    assert found(text, broken_off=True) == expected
    assert found(text, truncated=True) is None


def test_what_the_method_returned_comes_first():
    result = answer((step("The answer is 3"),), " 4 ", "expression")
    assert result is not None
    assert (result.text, result.rule, result.step) == ("4", "returned", -1)


def test_a_blank_return_is_none():
    result = answer((step("The answer is 3"),), "  ", "expression")
    assert result is not None
    assert result.rule == "answer_is"


def test_what_rests_on_a_conclusion_is_looked_for_in_the_last_step():
    steps = (step("6 + 2 = 8, so there are 8."), step("But one is gone, thus 7 are left."))
    result = answer(steps, None, "number")
    assert result is not None
    assert (result.text, result.step) == ("7", 1)
    assert answer((step("42"), step("Let me see.")), None, "number").rule == "last_number"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("October 1950", "October 1950"),
        ("Nairobi, Kenya", "Nairobi, Kenya"),
        ("Kenya won 4 games.", "4"),
    ],
)
def test_bare_phrases_about_a_table(text, expected):
    result = answer((step(text),), None, "table")
    assert result is not None
    assert result.text == expected


def test_a_tool_s_last_output_is_a_declared_guess():
    steps = (step('Action: solve_eq("x = 3")', "action"), step('["x = 3"]', "output", "tool"))
    result = answer(steps, None, "expression")
    assert result is not None
    assert (result.text, result.rule, result.step) == ("x = 3", "last_output", 1)


def test_prompts_are_never_searched():
    assert answer((step("The answer is 3", "init", "prompt"),), None, "expression") is None


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("The answer is: (B)", "B"),
        ("The answer is: Choice B", "B"),
        ("The answer is $\\textbf{(D)}$ 12", "D"),
        ("The answer is C.", "C"),
        ("The correct option is not given by A. Thus, the answer is option D", "D"),
        ("Among them (A) is wrong and only (C) fits.", "C"),
        ("答案是：选B", "B"),
    ],
)
def test_choices(text, expected):
    result = answer((step(text),), None, "choice", options=Options(letters="ABCD"))
    assert result is not None
    assert result.text == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("B", "B"),
        ("(B)", "B"),
        ("B.", "B"),
        ("B) Mrs. Lee", "B"),
        ("(A) Pattern B grows faster than the other one", "A"),
        ("Tom", "Tom"),
        ("The first is Ann.", "Ann"),
        ("Of the two 7 is more than 5.\nThe tallest is Mrs. Lee.", "Mrs. Lee"),
        ("Tom is taller than Mrs. Lee.", None),
        ("Nobody knows for certain, it seems to me.", None),
    ],
)
def test_bare_letters_and_words_of_options(text, expected):
    options = Options(letters="ABC", contents=("Tom", "Mrs. Lee", "Ann"))
    result = answer((step(text),), None, "choice", options=options)
    assert (result and result.text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [("Yes", "Yes"), ("no.", "no"), ("不是", "不是"), ("Yes, it can.", "Yes"), ("Not now", None)],
)
def test_bare_yes_or_no(text, expected):
    result = answer((step(text),), None, "yes_no")
    assert (result and result.text) == expected


def test_a_label_of_the_last_line_is_none_where_a_is_an_option():
    options = Options(letters="AB", contents=("18", "19"))
    result = answer((step("Let me see.\nA: 18"),), None, "choice", options=options)
    assert result is not None
    assert result.rule == "option_words"


def test_a_letter_that_is_no_option_is_not_taken():
    result = answer((step("The answer is: E"),), None, "choice", options=Options(letters="ABCD"))
    assert result is None or result.text not in "ABCD"


def test_option_letters_come_from_the_question():
    assert option_letters("Which? (A) 1 (B) 2 (C) 3") == "ABC"
    assert option_letters("A) one B) two") == "AB"
    assert option_letters("What is x?") == "ABCDEFGHIJ"


@pytest.mark.parametrize(
    ("text", "expected"), [("The answer is: Yes, it can.", "Yes"), ("答案是：不是", "不是")]
)
def test_yes_and_no(text, expected):
    result = answer((step(text),), None, "yes_no")
    assert result is not None
    assert result.text == expected


def test_cut_off_output_gets_no_guess():
    assert found("so $x = 3$") == ("x = 3", "last_expression")
    assert found("so $x = 3$", truncated=True) is None
    assert found("the answer is 3", truncated=True) == ("3", "answer_is")


@pytest.mark.parametrize(
    ("text", "stop", "word"),
    [
        ("", None, "empty"),
        ("1", "length", "cut off"),
        ("I cannot", None, "no answer"),
        ("x", None, "No rule"),
    ],
)
def test_silence_has_a_reason(text, stop, word):
    assert word in silence((step(text),), stop)


def test_rules_are_a_table_with_guesses_last():
    assert len({rule.name for rule in RULES}) == len(RULES)
    explicit = max(rule.priority for rule in RULES if not rule.guess)
    assert all(rule.priority > explicit for rule in RULES if rule.guess)


@pytest.mark.parametrize(
    "unit",
    [
        "\\boxed{",
        "the answer is ",
        " ",
        "$",
        "\\(",
        "answer:",
        "答案是",
        "{",
        "1,",
        "[",
        "(",
        "= 1 ",
        "So ",
        ". ",
        "a b ",
        "\\text{",
        "$1",
        "$a ",
        "1",
        "\\[",
        "=$x$",
        "There are 1 ",
    ],
)
def test_a_long_run_of_anything_takes_linear_time(unit):
    text = unit * (200_000 // len(unit))
    start = time.perf_counter()
    answer((step(text),), None, "expression")
    answer((step(text, "output", "tool"),), None, "choice")
    assert time.perf_counter() - start < 5


def test_a_lead_in_before_another_lead_in_has_no_answer():
    """A small model that repeats `The answer is:` until it is cut off has answered nothing."""
    result = answer(
        (step("The answer is: The answer is: \nThe final answer is"),), None, "expression"
    )
    assert result is None


def test_the_answer_before_an_empty_lead_in_counts():
    result = answer((step("The answer is: 7\nThe answer is:"),), None, "expression")
    assert result is not None
    assert result.text == "7"


def test_known_contents_come_before_letters_elsewhere():
    steps = (step("(A) is wrong. The answer is 12."),)
    options = Options(letters="ABCD", contents=("10", "11", "12", "13"))
    result = answer(steps, None, "choice", options=options)
    assert result is not None
    assert result.text == "12"
