"""Problems are found by their text; ids, places and gold answers only tell equal texts apart."""

from __future__ import annotations

from dataclasses import replace

import pytest
from pace import growth

from generator.importers.assigning import assign
from generator.importers.entries import Entry
from generator.importers.joining import Join, loose
from generator.records import Problem, Response, Variant


def problem(number, question, answer="1", **more):
    return Problem(
        id=f"demo/test-{number:04d}",
        dataset="demo",
        split="test",
        question=question,
        answer=answer,
        answer_type="number",
        language="en",
        **more,
    )


def entry(*questions, text="1", **more):
    return Entry(
        file="f",
        name=more.pop("name", "row"),
        questions=questions,
        reply=Response(problem_id="", text=text),
        **more,
    )


PROBLEMS = (
    problem(0, "Ann has 3 apples and buys $1.50$ worth of pears. How many apples?", "3"),
    problem(1, "What is $2 x - 1$ at $x = 1$?", "1"),
    problem(2, "What is $2 x + 1$ at $x = 1$?", "3"),
    problem(3, "Which of these is a prime number greater than ten? (A) 11 (B) 12", "A"),
    problem(4, "Which of these is a prime number greater than ten? (A) 12 (B) 13", "B"),
    problem(5, "Same text.", "5", upstream_id="nu-7"),
    problem(6, "Same text.", "6", upstream_id="nu-8"),
    problem(7, "Same text.", "6", upstream_id="nu-9"),
    problem(
        8, "Wie viele?", "8", variants=(Variant(language="zh", question="多少？", solution=""),)
    ),
)


def found(one):
    return [each.id[-1] for each in Join(PROBLEMS).candidates(one)]


@pytest.mark.parametrize(
    ("question", "ids"),
    [
        ("Ann has 3 apples and  buys $1.50$\nworth of pears. How many apples?", ["0"]),
        ("ann has 3 apples, and buys \\$1.50 worth of pears; how many apples", ["0"]),
        ("Question: What is $2x-1$ at $x=1$?\nAnswer:", ["1"]),
        ("What is $2x−1$ at $x=1$?", ["1"]),
        ("What is $2x+1$ at $x=1$?", ["2"]),
        ("多少？", ["8"]),
        ("Ann has 3 apples and buys $150$ worth of pears. How many apples?", []),
        ("Which of these is a prime number greater than ten?", ["3", "4"]),
        ("Which of these", []),
        ("", []),
    ],
)
def test_texts_are_compared_without_what_tools_change(question, ids):
    assert found(entry(question)) == ids


def test_the_last_question_of_a_prompt_is_meant():
    prompt = "\n\n".join(f"Q: {each.question}\nA: 1" for each in PROBLEMS[:2])
    assert found(entry(prompt=f"{prompt}\n\nQ: {PROBLEMS[2].question}\nA:")) == ["2"]


def test_of_nested_questions_the_longest_is_meant():
    inner, outer = problem(0, "How many apples?"), problem(1, "Bo has 2. How many apples?")
    join = Join((inner, outer))
    prompt = "Q: Bo has 2. How many apples? A:"
    assert [each.id for each in join.candidates(entry(prompt=prompt))] == [outer.id]


def test_equal_texts_are_told_apart_by_id_then_place_then_gold():
    assert found(entry("Same text.")) == ["5", "6", "7"]
    assert found(entry("Same text.", upstream_id="nu-9")) == ["7"]
    assert found(entry("Same text.", index=6)) == ["6"]
    assert found(entry("Same text.", gold="Adding gives 5.\n#### 5")) == ["5"]
    assert found(entry("Same text.", gold="6")) == ["6", "7"]


def test_an_id_or_a_place_alone_proves_nothing():
    assert found(entry(index=0, gold="3")) == []
    assert found(entry("Other text", problem_id="demo/test-0000")) == []
    assert found(entry(problem_id="demo/test-0000")) == ["0"]
    assert found(entry(PROBLEMS[0].question, problem_id="demo/test-0001")) == []


def test_two_choices_with_one_stem_need_their_gold():
    stem = "Which of these is a prime number greater than ten?"
    assigned = assign([entry(stem)], PROBLEMS)
    assert "may be any of demo/test-0003, demo/test-0004" in assigned.faults[0].message
    assert [r.problem_id for _, r in assign([entry(stem, gold="B")], PROBLEMS).located] == [
        "demo/test-0004"
    ]


def test_equal_problems_are_filled_in_the_order_of_the_dataset():
    rows = [entry("Same text.", text=str(k)) for k in range(3)]
    located = assign(rows, PROBLEMS).located
    assert [(r.problem_id[-1], r.text) for _, r in located] == [("5", "0"), ("6", "1"), ("7", "2")]


def test_another_answer_to_one_problem_is_a_fault_and_the_same_again_is_a_note():
    one = entry(PROBLEMS[0].question, line=1)
    same = assign([one, replace(one, line=2)], PROBLEMS)
    assert "1 rows stand there twice" in same.notes[0].message
    other = assign([one, entry(PROBLEMS[0].question, text="2", line=2)], PROBLEMS)
    assert "demo/test-0000 attempt 0 is answered by line 1 (row) already" in other.faults[0].message
    again = assign([one, entry(PROBLEMS[0].question, text="2")], PROBLEMS, repeats=True)
    assert [r.attempt for _, r in again.located] == [0, 1]


def test_attempts_are_numbered_without_holes():
    rows = [entry(PROBLEMS[0].question, attempt=k, text=str(k)) for k in (5, 2)]
    assert [(r.attempt, r.text) for _, r in assign(rows, PROBLEMS).located] == [(1, "5"), (0, "2")]


def test_extra_rows_are_faults_by_name_and_the_many_are_counted():
    rows = [entry("Who?", name=f"doc {k}", line=k + 1) for k in range(45)]
    faults = assign(rows, PROBLEMS).faults
    assert len(faults) == 41
    assert faults[0].field == "doc 0"
    assert faults[-1].message == "5 more rows have such faults"
    assigned = assign(rows[:2], PROBLEMS, extra=True)
    assert not assigned.faults
    assert "line 1 (doc 0), line 2 (doc 1)" in assigned.notes[0].message


def test_a_row_that_shows_no_text_says_so():
    assert "shows no problem text" in assign([entry()], PROBLEMS).faults[0].message


def test_the_loose_form_keeps_signs_and_decimal_points():
    assert loose("$-2.5$ and. x_1 = \\frac{1}{2}") == "-2.5andx1=frac12"
    assert loose("If x is 2. How much?") == loose("if  x is 2, how much")
    assert loose("x + 1") != loose("x - 1")
    assert loose("1.5") != loose("15")


def test_thousands_of_prompts_are_joined_in_linear_time():
    many = [
        problem(k, f"A farm has {k} hens and {k * 7} eggs; how many per hen?") for k in range(2000)
    ]
    rows = [entry(prompt="Solve. " * 40 + each.question + " Think.") for each in many]
    assert len(assign(rows, many).located) == 2000
    assert growth(lambda size: assign(rows[:size], many[:size]), 500) < 3
