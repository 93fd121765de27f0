"""Retrieval CoT: its tokens, its ranking, its order, and what may not be in its index."""

from __future__ import annotations

import dataclasses

import pytest
from scripted_chat import SHOTS, Scripted, answered, plan, question

from generator.errors import CannotRun
from generator.methods.contract import CallFailed, Exemplar
from generator.methods.retrieval import Index, build_retrieval_cot, tokenise


def shot(k: int, text: str) -> Exemplar:
    return Exemplar(problem_id=f"d/train-{k:04}", question=text, solution="So.", answer="1")


POOL = (
    shot(0, "Solve the equation $x ^ { 2 } - 5 x = 0$."),
    shot(1, r"Calculate $\sqrt { 18 } + \sqrt { 2 }$."),
    shot(2, "Solve the inequality $3 y > 12$."),
    shot(3, r"Simplify $\frac { a ^ { 2 } } { a }$."),
    shot(4, "A train goes at $60$ km an hour."),
)


@pytest.mark.parametrize(
    ("text", "tokens"),
    [
        (r"$\sqrt { 18 } x y$", [r"\sqrt", "18", "x", "y"]),
        ("$abc$", ["a", "b", "c"]),
        ("Solve Solve $X x$", ["solve", "solve", "X", "x"]),
        ("解方程 $3x=6$", ["解", "方", "程", "3", "x", "6"]),
        ("", []),
    ],
)
def test_tokens(text: str, tokens: list[str]) -> None:
    assert tokenise(text) == tokens


def test_nearest_is_last() -> None:
    found = Index(POOL, ()).nearest(r"Calculate $\sqrt { 50 } - \sqrt { 2 }$.", 3)
    assert len(found) == 3
    assert found[-1] is POOL[1]


def test_chinese_questions_are_matched_by_their_characters() -> None:
    pool = (shot(0, "解不等式"), shot(1, "分解因式"), shot(2, "求直线的解析式"))
    assert Index(pool, ()).nearest("把多项式分解因式", 1) == (pool[1],)


def test_exact_duplicates_are_dropped_whatever_their_blanks() -> None:
    pool = (*POOL, shot(5, "Solve  the equation $x^{2}-5x=0$."), shot(6, POOL[2].question))
    found = Index(pool, ()).nearest(POOL[0].question, 7)
    ids = [each.problem_id for each in found]
    assert "d/train-0000" not in ids
    assert "d/train-0005" not in ids
    assert "d/train-0006" not in ids
    assert len(found) == 4


def test_ties_go_by_the_order_of_the_file() -> None:
    assert Index(POOL, ()).nearest("zzz", 2) == (POOL[1], POOL[0])


def test_index_that_holds_a_test_problem_is_refused() -> None:
    leaked = dataclasses.replace(POOL[2], problem_id="d/test-0007")
    with pytest.raises(CannotRun, match="d/test-0007 is no train problem"):
        Index((*POOL, leaked), {"d/test-0007"})


def test_empty_index_is_refused() -> None:
    with pytest.raises(CannotRun, match="no solved train problems"):
        Index((), ())


def test_prompt_has_the_nearest_next_to_the_question_and_the_response_names_them() -> None:
    chat = Scripted("The answer is: $1$")
    response = answered(
        build_retrieval_cot(plan("retrieval-cot")), chat, question(f"{SHOTS[2].question} Now.")
    )
    assert response.exemplars[-1] == "d/train-0002"
    turns = chat.asked[0][0]
    assert len(turns) == 5
    assert SHOTS[2].question in turns[-3].content
    assert "step by step" in turns[0].content
    assert response.text == "The answer is: $1$"


def test_overflow_drops_the_farthest_and_keeps_the_instruction() -> None:
    chat = Scripted(CallFailed("context_overflow"), "The answer is: $1$")
    response = answered(
        build_retrieval_cot(plan("retrieval-cot")), chat, question(f"{SHOTS[2].question} Now.")
    )
    assert response.exemplars == ("d/train-0002",)
    assert response.left_out == 1
    turns = chat.asked[1][0]
    assert len(turns) == 3
    assert "step by step" in turns[0].content
    assert "step by step" not in turns[2].content
