"""Wordings of questions on expressions, functions and stories (see wordings.py)."""

from __future__ import annotations

from generator.efg_algebra.draft import Pair

EXPRESSIONS: dict[str, tuple[Pair, ...]] = {
    "rational-value": (
        (
            "What is the value of {asked} when {is_v}?",
            "当 {is_v} 时，{asked} 的值是多少？",
        ),
        (
            "Simplify {asked} first and then find its value for {is_v}.",
            "先化简 {asked}，再求 {is_v} 时它的值。",
        ),
    ),
    "ask-equation": (
        (
            "Solve the equation {given}.",
            "解分式方程 {given}。",
        ),
        (
            "Which number ${x}$ satisfies {given}?",
            "满足 {given} 的 ${x}$ 是多少？",
        ),
    ),
    "rational-extraneous": (
        (
            "For which value of ${k}$ does the equation {given} in ${x}$ have an extraneous root?",
            "当 ${k}$ 为何值时，关于 ${x}$ 的方程 {given} 有增根？",
        ),
        (
            "Clearing the denominators of the equation {given} in ${x}$ produces an "
            "extraneous root. Find ${k}$.",
            "若解关于 ${x}$ 的方程 {given} 时产生增根，求 ${k}$ 的值。",
        ),
    ),
    "ratio-of-two": (
        (
            "If {given} and ${b}$ is not $0$, what is {asked}?",
            "若 {given}（${b}$ 不为 $0$），则 {asked} 的值是多少？",
        ),
        (
            "Given that {given} with ${b}$ not equal to $0$, find {asked}.",
            "已知 {given}，且 ${b}$ 不等于 $0$，求 {asked} 的值。",
        ),
    ),
    "common-ratio": (
        (
            "If {given} and none of these is $0$, what is {asked}?",
            "若 {given}，且各数都不为 $0$，则 {asked} 的值是多少？",
        ),
        (
            "Non-zero numbers satisfy {given}. Find {asked}.",
            "已知非零数满足 {given}，求 {asked} 的值。",
        ),
    ),
    "surd-sum": (
        (
            "Simplify {given}.",
            "化简 {given}。",
        ),
        (
            "Calculate {given} and give the simplest form.",
            "计算 {given}，结果化为最简形式。",
        ),
    ),
    "surd-conjugate": (
        (
            "If {x_is} and {y_is}, what is {old}?",
            "若 {x_is}，{y_is}，则 {old} 的值是多少？",
        ),
        (
            "Given {x_is} and {y_is}, find the value of {old}.",
            "已知 {x_is}，{y_is}，求 {old} 的值。",
        ),
    ),
    "surd-rationalise": (
        (
            "If {given}, what is the value of {asked}?",
            "若 {given}，则 {asked} 的值是多少？",
        ),
        (
            "Given that {given}, find {asked}.",
            "已知 {given}，求 {asked} 的值。",
        ),
    ),
    "ask-domain": (
        (
            "For which $x$ is {given} a real number?",
            "$x$ 取何值时，{given} 在实数范围内有意义？",
        ),
        (
            "Find the domain of the function {function}.",
            "求函数 {function} 中自变量 $x$ 的取值范围。",
        ),
    ),
    "pinned": (
        (
            "Real numbers $x$ and $y$ satisfy {given}. What is {asked}?",
            "已知实数 $x$、$y$ 满足 {given}，则 {asked} 的值是多少？",
        ),
    ),
    "ask": (
        (
            "If {given}, what is {asked}?",
            "若 {given}，则 {asked} 的值是多少？",
        ),
        (
            "Given that {given}, find the value of {asked}.",
            "已知 {given}，求 {asked} 的值。",
        ),
        (
            "We know that {given}. Calculate {asked}.",
            "当 {given} 时，计算 {asked} 的值。",
        ),
    ),
    "squares-difference": (
        (
            "If {given} and {sum_}, what is {asked}?",
            "若 {given}，{sum_}，则 {asked} 的值是多少？",
        ),
        (
            "Given {given} and {sum_}, find {asked}.",
            "已知 {given}，{sum_}，求 {asked} 的值。",
        ),
    ),
    "missing-term": (
        (
            "When {given} is multiplied out, {told}. Find ${k}$.",
            "若 {given} 的{told}，求 ${k}$ 的值。",
        ),
        (
            "For which ${k}$ does the product {given} have no {term} term in $x$?",
            "当 ${k}$ 为何值时，{given} 的{told}？",
        ),
    ),
    "power-laws": (
        (
            "If {one} and {two}, what is {asked}?",
            "若 {one}，{two}，则 {asked} 等于多少？",
        ),
        (
            "Given {one} and {two}, find the value of {asked}.",
            "已知 {one}，{two}，求 {asked} 的值。",
        ),
    ),
    "equal-powers": (
        (
            "If {given}, what is ${x}$?",
            "若 {given}，则 ${x}$ 等于多少？",
        ),
        (
            "Find ${x}$ from {given}.",
            "已知 {given}，求 ${x}$ 的值。",
        ),
    ),
    "line-through-points": (
        (
            "The line {shape} passes through {points}. What is ${asked}$ when {given}?",
            "直线 {shape} 经过点 {points}，当 {given} 时，${asked}$ 的值是多少？",
        ),
        (
            "The points {points} lie on the graph of {shape}. Find ${asked}$ for {given}.",
            "点 {points} 在函数 {shape} 的图象上，求 {given} 时 ${asked}$ 的值。",
        ),
    ),
    "parabola-vertex": (
        (
            "The vertex of the parabola {given} is $( h , k )$. What is {asked}?",
            "抛物线 {given} 的顶点为 $( h , k )$，则 {asked} 的值是多少？",
        ),
    ),
    "parabola-extreme": (
        (
            "What is the {which} value of the function {given}?",
            "函数 {given} 的{zh}是多少？",
        ),
        (
            "Find the {which} value that {given} takes.",
            "求二次函数 {given} 的{zh}。",
        ),
    ),
    "line-axes": (
        (
            "What is the area of the triangle between the line {given} and the coordinate axes?",
            "直线 {given} 与两坐标轴围成的三角形的面积是多少？",
        ),
        (
            "The line {given} cuts a triangle off the coordinate axes. Find its area.",
            "求直线 {given} 与坐标轴所围成的三角形的面积。",
        ),
    ),
    "variation": (
        (
            "Suppose that {told}, and that {y_is} when {x_is}. What is $y$ when {new}?",
            "已知 {told}，且当 {x_is} 时 {y_is}，则当 {new} 时 $y$ 的值是多少？",
        ),
        (
            "The quantity {told}. For {x_is} it is {y_is}. Find $y$ for {new}.",
            "{told}，当 {x_is} 时 {y_is}，求 {new} 时 $y$ 的值。",
        ),
    ),
    "age": (
        (
            "{elder} is ${old}$ years old and {junior} is ${young}$. After how many years "
            "will the older one be ${k}$ times as old as the younger one?",
            "{elder}今年 ${old}$ 岁，{junior}今年 ${young}$ 岁，"
            "多少年后{elder}的年龄是{junior}的 ${k}$ 倍？",
        ),
        (
            "{elder} and {junior} are ${old}$ and ${young}$ years old. In how many years "
            "will the older one be ${k}$ times as old as the younger one?",
            "{elder}和{junior}的年龄分别是 ${old}$ 岁和 ${young}$ 岁，"
            "再过几年{elder}的年龄正好是{junior}的 ${k}$ 倍？",
        ),
    ),
    "travel-meet": (
        (
            "Two {who} start at the same time from places ${gap}$ km apart and travel "
            "towards each other at ${fast}$ km/h and ${slow}$ km/h. After how many hours do"
            " they meet?",
            "两{unit}{who}同时从相距 ${gap}$ 千米的两地出发，相向而行，速度分别为每小时 "
            "${fast}$ 千米和 ${slow}$ 千米，几小时后相遇？",
        ),
    ),
    "travel-overtake": (
        (
            "One {who} is ${gap}$ km ahead and keeps a speed of ${slow}$ km/h. Another one "
            "follows at ${fast}$ km/h. After how many hours does it catch up?",
            "一{unit}{who}领先 ${gap}$ 千米，以每小时 ${slow}$ 千米的速度前进，"
            "另一{unit}以每小时 ${fast}$ 千米的速度从后面追赶，几小时后追上？",
        ),
    ),
    "price": (
        (
            "{seller} buys a {thing} for ${cost}$ yuan. Sold at ${percent} \\%$ of its list"
            " price it still brings a profit of ${profit}$ yuan. What is the list price in "
            "yuan?",
            "{zh}的进价是 ${cost}$ 元，按标价的 ${percent} \\%$ 出售，仍可获利 ${profit}$ "
            "元，它的标价是多少元？",
        ),
        (
            "When a {thing} that cost the seller ${cost}$ yuan is sold at ${percent} \\%$ "
            "of the list price, the profit is ${profit}$ yuan. Find the list price in yuan.",
            "{zh}按标价的 ${percent} \\%$ 出售可获利 ${profit}$ 元，已知进价为 ${cost}$ 元"
            "，求标价（单位：元）。",
        ),
    ),
    "work": (
        (
            "One {who} needs ${a}$ hours to {what}, another one needs ${b}$ hours. The "
            "first works alone for {alone}, then both work together. For how many hours do "
            "they work together until everything is done?",
            "一{unit}{who}单独{what}需要 ${a}$ 小时，另一{unit}需要 ${b}$ 小时。"
            "第一{unit}先单独工作 {alone}，然后两{unit}合作，还需合作多少小时才能完成？",
        ),
    ),
}
"""Kind of question -> its wordings in English and Chinese."""
