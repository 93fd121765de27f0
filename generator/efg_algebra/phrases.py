"""Connecting sentences that all families share, several per kind of step, in both languages."""

from __future__ import annotations

from random import Random

from generator.efg_algebra.draft import Pair
from generator.efg_algebra.printer import math
from generator.efg_algebra.terms import Expr

PHRASES: dict[str, tuple[Pair, ...]] = {
    "expand": (
        ("Removing the brackets gives @.", "去括号，得 @。"),
        ("We multiply out the brackets and get @.", "把括号乘开，得到 @。"),
        ("Expanding both sides gives @.", "将两边展开，得 @。"),
    ),
    "move": (
        ("Moving the terms with the unknown to the left side gives @.", "移项，得 @。"),
        (
            "Unknowns go to the left and numbers to the right, so @.",
            "把含未知数的项移到左边，常数项移到右边，得 @。",
        ),
        ("After transposing terms we have @.", "移项后得到 @。"),
    ),
    "solve": (
        ("Solving this equation gives @.", "解这个方程，得 @。"),
        ("Hence @.", "解得 @。"),
        ("From this we find @.", "由此求得 @。"),
    ),
    "solve_ineq": (
        ("Solving this inequality gives @.", "解这个不等式，得 @。"),
        ("Its solution is @.", "解得 @。"),
        ("So the inequality holds for @.", "所以不等式的解集为 @。"),
    ),
    "scale": (
        ("Clearing the denominators gives @.", "去分母，得 @。"),
        (
            "Multiplying both sides by the common denominator, we get @.",
            "方程两边同乘公分母，得 @。",
        ),
    ),
    "scale_ineq": (
        ("Clearing the denominators gives @.", "去分母，得 @。"),
        (
            "Multiplying both sides by the (positive) common denominator, we get @.",
            "不等式两边同乘公分母（正数），得 @。",
        ),
    ),
    "move_all": (
        ("Moving everything to the left side gives @.", "把各项移到左边并整理，得 @。"),
        ("Collecting all terms on the left, we get @.", "移项并合并，得 @。"),
    ),
    "value": (
        ("Therefore the required value is @.", "因此所求的值为 @。"),
        ("So the answer is @.", "所以答案是 @。"),
        ("Thus the value asked for is @.", "故所求式子的值是 @。"),
    ),
    "compute": (
        ("Working this out gives @.", "计算得 @。"),
        ("This equals @.", "其结果等于 @。"),
    ),
    "factor": (
        ("Factoring the left side gives @.", "将左边因式分解，得 @。"),
        ("The left side is a product: @.", "左边可以分解因式：@。"),
    ),
}
"""Kind of step -> its sentences; `@` is the expression reached."""


def words(rng: Random, kind: str) -> Pair:
    """Return one of the sentences for `kind`, chosen by the seed."""
    return rng.choice(PHRASES[kind])


def _listed(values: list[Expr]) -> str:
    """Return the expressions as an English list."""
    *first, last = map(math, values)
    return f"{', '.join(first)} and {last}" if first else last


def insert(rng: Random, values: list[Expr], into: str = "", into_zh: str = "") -> Pair:
    """Return a sentence that puts `values` into the expression called `into`."""
    en = _listed(values)
    zh = "、".join(math(v) for v in values)
    place, place_zh = into or "this", into_zh or "上式"
    return rng.choice(
        (
            (f"Substituting {en} into {place} gives @.", f"将 {zh} 代入{place_zh}，得 @。"),
            (f"We put {en} into {place} and get @.", f"把 {zh} 代入{place_zh}，得到 @。"),
        )
    )


def join(rng: Random, members: list[Expr]) -> Pair:
    """Return a sentence that takes `members` together."""
    en = _listed(members)
    zh = "、".join(math(m) for m in members)
    return rng.choice(
        (
            (f"Taking {en} together gives @.", f"由 {zh} 联立，得 @。"),
            (f"From {en} we get @.", f"综合 {zh}，可得 @。"),
        )
    )
