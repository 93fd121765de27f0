"""Wordings of questions on equations, systems, inequalities and roots (see wordings.py)."""

from __future__ import annotations

from generator.efg_algebra.draft import Pair

EQUATIONS: dict[str, tuple[Pair, ...]] = {
    "ask-solution": (
        (
            "Solve the equation {given}.",
            "解方程 {given}。",
        ),
        (
            "What is the solution of {given}?",
            "方程 {given} 的解是多少？",
        ),
        (
            "For which value of ${x}$ does {given} hold?",
            "当 ${x}$ 取何值时，{given} 成立？",
        ),
    ),
    "linear-fractions": (
        (
            "Solve {given} for ${x}$.",
            "解方程 {given}，求 ${x}$ 的值。",
        ),
        (
            "Find the root of the equation {given}.",
            "求方程 {given} 的根。",
        ),
    ),
    "opposites": (
        (
            "If {told}, what is ${x}$?",
            "若 {told}，则 ${x}$ 的值是多少？",
        ),
        (
            "Given that {told}, find ${x}$.",
            "已知 {told}，求 ${x}$。",
        ),
    ),
    "square-roots": (
        (
            "The two square roots of a positive number are {e} and {f}. Find the number.",
            "一个正数的两个平方根分别是 {e} 和 {f}，求这个正数。",
        ),
        (
            "If {told}, what is this positive number?",
            "若 {told}，则这个正数是多少？",
        ),
    ),
    "reciprocal-values": (
        (
            "Suppose that {one}, {two} and {size}. Find the value of {asked}.",
            "已知 {one}，{two}，{size}，求 {asked} 的值。",
        ),
    ),
    "quadratic-factoring": (
        (
            "The equation {given} has two roots {order}. What is {asked}?",
            "方程 {given} 的两个根满足 {order}，则 {asked} 等于多少？",
        ),
        (
            "Let {order} be the roots of {given}. Find the value of {asked}.",
            "设 {given} 的两根满足 {order}，求 {asked} 的值。",
        ),
    ),
    "quadratic-formula": (
        (
            "What is the {which} root of {given}?",
            "方程 {given} {which}的根是多少？",
        ),
        (
            "Use the quadratic formula to find the {which} root of {given}.",
            "用公式法求方程 {given} {which}的根。",
        ),
    ),
    "completing-equation": (
        (
            "Solve {given} by completing the square and give its {which} root.",
            "用配方法解方程 {given}，并写出{which}的根。",
        ),
        (
            "Find the {which} root of {given} by completing the square.",
            "用配方法求方程 {given} {which}的根。",
        ),
    ),
    "square-form": (
        (
            "If {told}, what is {asked}?",
            "若{told}，则 {asked} 的值是多少？",
        ),
        (
            "Write {given} in the form {shape} and find {asked}.",
            "把 {given} 化成 {shape} 的形式，求 {asked} 的值。",
        ),
    ),
    "root-parameter": (
        (
            "One root of the equation {given} in ${x}$ is {root}. Find its other root.",
            "关于 ${x}$ 的方程 {given} 有一个根是 {root}，求它的另一个根。",
        ),
        (
            "If {root} is a root of {given}, where ${k}$ is a number, what is the other root?",
            "若 {root} 是方程 {given}（${k}$ 为常数）的根，则另一个根是多少？",
        ),
    ),
    "ask-parameter": (
        (
            "If {root} is a root of {given}, what is ${k}$?",
            "若 {root} 是方程 {given} 的一个根，则 ${k}$ 的值是多少？",
        ),
        (
            "The equation {given} is true for {root}. Find ${k}$.",
            "已知方程 {given} 有一个根为 {root}，求 ${k}$ 的值。",
        ),
    ),
    "root-whole": (
        (
            "If {told}, what is the value of {asked}?",
            "若{told}，则 {asked} 的值是多少？",
        ),
        (
            "Given that {told}, find {asked}.",
            "已知{told}，求 {asked} 的值。",
        ),
    ),
    "ask-roots": (
        (
            "If {told}, what is the value of {asked}?",
            "若 {told}，则 {asked} 的值是多少？",
        ),
        (
            "Suppose that {told}. Without solving the equation, find {asked}.",
            "已知 {told}，不解方程，求 {asked} 的值。",
        ),
    ),
    "vieta-parameter": (
        (
            "Suppose that {told} and that {whole}. Find ${k}$.",
            "已知 {told}，且 {whole}，求 ${k}$ 的值。",
        ),
        (
            "The roots $x _ {{ 1 }}$ and $x _ {{ 2 }}$ of {given} satisfy {whole}. What is ${k}$?",
            "关于 $x$ 的方程 {given} 的两根 $x _ {{ 1 }}$、$x _ {{ 2 }}$ 满足 {whole}，则 "
            "${k}$ 等于多少？",
        ),
    ),
    "discriminant": (
        (
            "If {told}, {what}",
            "若{told}，{what}",
        ),
        (
            "Given that {told}, {what}",
            "已知{told}，{what}",
        ),
    ),
    "ask-system": (
        (
            "If {first} and {second}, what is the value of {asked}?",
            "若 {first}，{second}，则 {asked} 的值是多少？",
        ),
        (
            "Solve the system {first}, {second} and find {asked}.",
            "解由 {first} 和 {second} 组成的方程组，并求 {asked} 的值。",
        ),
        (
            "Two numbers satisfy {first} and {second}. Find {asked}.",
            "已知两个数满足 {first} 和 {second}，求 {asked} 的值。",
        ),
    ),
    "like-terms": (
        (
            "If {told}, what is {asked}?",
            "若 {told}，则 {asked} 的值是多少？",
        ),
        (
            "The monomials {one} and {two} are like terms. Find the value of {asked}.",
            "单项式 {one} 与 {two} 是同类项，求 {asked} 的值。",
        ),
    ),
    "nonnegative-sum": (
        (
            "If {given}, what is {asked}?",
            "若 {given}，则 {asked} 的值是多少？",
        ),
        (
            "Real numbers ${x}$ and ${y}$ satisfy {given}. Find {asked}.",
            "实数 ${x}$、${y}$ 满足 {given}，求 {asked} 的值。",
        ),
    ),
    "system-sum": (
        (
            "The solution of the system {first}, {second} satisfies {sum_}. Find ${k}$.",
            "方程组 {first}，{second} 的解满足 {sum_}，求 ${k}$ 的值。",
        ),
        (
            "If {first}, {second} and {sum_}, what is ${k}$?",
            "若 {first}，{second}，且 {sum_}，则 ${k}$ 等于多少？",
        ),
    ),
    "inequality-integer": (
        (
            "What is the {which} integer ${x}$ that satisfies {given}?",
            "满足 {given} 的{zh}整数 ${x}$ 是多少？",
        ),
        (
            "Find the {which} integer solution of the inequality {given}.",
            "求不等式 {given} 的{zh}整数解。",
        ),
    ),
    "inequality-compare": (
        (
            "For which ${x}$ is it true that {told}?",
            "当 ${x}$ 取何值时，{told}？",
        ),
        (
            "Suppose that {told}. Find the range of ${x}$.",
            "若 {told}，求 ${x}$ 的取值范围。",
        ),
    ),
    "inequality-system": (
        (
            "Find the sum of all integers that satisfy both {one} and {two}.",
            "求同时满足 {one} 和 {two} 的所有整数的和。",
        ),
        (
            "What is the sum of the integer solutions of the system {one}, {two}?",
            "由 {one} 与 {two} 组成的不等式组的所有整数解的和是多少？",
        ),
    ),
    "inequality-parameter": (
        (
            "The inequality {given} in ${x}$ has the solution {known}. Find ${k}$.",
            "关于 ${x}$ 的不等式 {given} 的解集为 {known}，求 ${k}$ 的值。",
        ),
        (
            "If {told}, what is ${k}$?",
            "若关于 ${x}$ 的{told}，则 ${k}$ 等于多少？",
        ),
    ),
}
"""Kind of question -> its wordings in English and Chinese."""
