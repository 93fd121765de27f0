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
        ("抱歉，这道题无法求解，其中 $x = 1$", None),
        ("I cannot solve it, though $x = 3$.", None),
    ],
)
def test_rules(text, expected):
    assert found(text) == expected


def test_what_the_method_returned_comes_first():
    result = answer((step("The answer is 3"),), " 4 ", "expression")
    assert result is not None
    assert (result.text, result.rule, result.step) == ("4", "returned", -1)


def test_a_blank_return_is_none():
    result = answer((step("The answer is 3"),), "  ", "expression")
    assert result is not None
    assert result.rule == "answer_is"


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
    ["\\boxed{", "the answer is ", " ", "$", "\\(", "answer:", "答案是", "{", "1,", "[", "("],
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
    options = Options(letters="ABCD", known=True)
    result = answer(steps, None, "choice", options=options)
    assert result is not None
    assert result.text == "12"
