"""Word problems: ages, meetings and pursuits, prices, shared work."""

from __future__ import annotations

from fractions import Fraction
from random import Random
from typing import Any

from generator.efg_algebra import laws
from generator.efg_algebra.draft import (
    EXPAND,
    SCALE,
    SOLVE,
    Draft,
    Sheet,
    assumption,
    condition,
    theorem,
)
from generator.efg_algebra.phrases import words
from generator.efg_algebra.printer import math as m
from generator.efg_algebra.template import E

ELDERS = (
    ("mother", "her daughter", "妈妈", "女儿"),
    ("father", "his son", "爸爸", "儿子"),
    ("teacher", "her pupil", "老师", "学生"),
    ("uncle", "his niece", "叔叔", "侄女"),
)
"""Who is older and who is younger, in both languages."""


def _a(word: str) -> str:
    return f"An {word}" if word[0] in "aeiou" else f"A {word}"


def age(rng: Random) -> Draft:
    """After how many years is one person k times as old as another?"""
    old_en, young_en, old_zh, young_zh = rng.choice(ELDERS)
    k, x = rng.randint(2, 4), rng.randint(2, 15)
    young = rng.randint(3, 15)
    old = k * (young + x) - x
    if not 24 <= old <= 65:
        return age(rng)
    s = Sheet("age", old, young, k)
    let = assumption("let this be the case after $x$ years", "设经过 $x$ 年")
    older, younger = E("x+n", n=old), E("x+n", n=young)
    older = s.follow(
        older,
        [E("n", n=old)],
        [let],
        laws.gives(lambda n: n + laws.symbol("x")),
        (
            f"Let this be the case after $x$ years. The {old_en} is then @ years old,",
            f"设经过 $x$ 年，那时{old_zh} @ 岁，",
        ),
    )
    younger = s.follow(
        younger,
        [E("n", n=young)],
        [let],
        laws.gives(lambda n: n + laws.symbol("x")),
        (f"and {young_en} is @ years old.", f"{young_zh} @ 岁。"),
    )
    told = condition(
        f"the older person is then ${k}$ times as old as the younger one",
        f"那时年长者的年龄是年幼者的 ${k}$ 倍",
    )

    def true_after(years: Any) -> bool:
        return bool(old + years == k * (young + years))

    eq = s.follow(
        E("e == k*f", e=older, f=younger, k=k),
        [older, younger],
        [told],
        laws.story(true_after),
        ("The condition gives @.", "由题意得 @。"),
    )
    flat = s.step(E("x+n == k*x+w", n=old, k=k, w=k * young), EXPAND, eq, words(rng, "expand"))
    s.step(E("x == v", v=x), SOLVE, flat, words(rng, "solve"))
    ask = rng.choice(
        (
            (
                f"{_a(old_en)} is ${old}$ years old and {young_en} is ${young}$. After how many years will the older one be ${k}$ times as old as the younger one?",
                f"{old_zh}今年 ${old}$ 岁，{young_zh}今年 ${young}$ 岁，多少年后{old_zh}的年龄是{young_zh}的 ${k}$ 倍？",
            ),
            (
                f"{_a(old_en)} and {young_en} are ${old}$ and ${young}$ years old. In how many years will the older one be ${k}$ times as old as the younger one?",
                f"{old_zh}和{young_zh}的年龄分别是 ${old}$ 岁和 ${young}$ 岁，再过几年{old_zh}的年龄正好是{young_zh}的 ${k}$ 倍？",
            ),
        )
    )
    return s.draft(ask)


TRAVELLERS = (
    ("cyclists", "cyclist", "骑行者", "名", 12, 28),
    ("buses", "bus", "客车", "辆", 40, 90),
    ("trucks", "truck", "货车", "辆", 40, 85),
    ("ferries", "ferry", "轮船", "艘", 15, 40),
    ("trains", "train", "列车", "列", 60, 140),
)
"""Who travels: several, one, in Chinese with the measure word; speeds in km/h."""


def travel(rng: Random) -> Draft:
    """Two travellers meet, or one overtakes the other: after how many hours?"""
    many, one, zh, unit, low, high = rng.choice(TRAVELLERS)
    t = Fraction(rng.randint(2, 9), 2)
    fast, slow = sorted((rng.randint(low, high), rng.randint(low, high)), reverse=True)
    meet = rng.random() < 0.5
    gap = (fast + slow) * t if meet else (fast - slow) * t
    if fast == slow or gap.denominator > 1:
        return travel(rng)
    s = Sheet("travel", "meet" if meet else "overtake", many, fast, slow, int(gap))
    let = assumption("let this take $x$ hours", "设需要 $x$ 小时")
    rule = theorem("distance is speed times time", "路程等于速度乘时间")
    law = laws.gives(lambda v: v * laws.symbol("x"))
    say = (
        f"Let it take $x$ hours. The faster {one} covers @ km,",
        f"设需要 $x$ 小时，较快的{zh}行驶 @ 千米，",
    )
    quick = s.follow(E("v*x", v=fast), [E("v", v=fast)], [let, rule], law, say)
    lag = s.follow(
        E("v*x", v=slow),
        [E("v", v=slow)],
        [let, rule],
        law,
        ("the slower one @ km.", f"较慢的{zh}行驶 @ 千米。"),
    )
    words_ = (
        ("they come from opposite ends and meet", "两者相向而行直到相遇")
        if meet
        else ("the faster one starts behind and catches up", "较快者从后面追上较慢者")
    )
    told = condition(
        f"{words_[0]}, the distance at the start being ${gap}$ km",
        f"{words_[1]}，开始时相距 ${gap}$ 千米",
    )

    def together(hours: Any) -> bool:
        place = gap - slow * hours if meet else gap + slow * hours
        return bool(fast * hours == place)

    eq = s.follow(
        E("q+l == d" if meet else "q-l == d", q=quick, l=lag, d=int(gap)),
        [quick, lag],
        [told],
        laws.story(together),
        ("The distances give the equation @.", "由路程关系得方程 @。"),
    )
    s.step(E("x == v", v=t), SOLVE, eq, words(rng, "solve"))
    if meet:
        ask = (
            f"Two {many} start at the same time from places ${gap}$ km apart and travel towards each other at ${fast}$ km/h and ${slow}$ km/h. After how many hours do they meet?",
            f"两{unit}{zh}同时从相距 ${gap}$ 千米的两地出发，相向而行，速度分别为每小时 ${fast}$ 千米和 ${slow}$ 千米，几小时后相遇？",
        )
    else:
        ask = (
            f"One {one} is ${gap}$ km ahead and keeps a speed of ${slow}$ km/h. Another one follows at ${fast}$ km/h. After how many hours does it catch up?",
            f"一{unit}{zh}领先 ${gap}$ 千米，以每小时 ${slow}$ 千米的速度前进，另一{unit}以每小时 ${fast}$ 千米的速度从后面追赶，几小时后追上？",
        )
    return s.draft(ask)


GOODS = (
    ("A shop", "jacket", "一件外套"),
    ("A market stall", "lamp", "一盏台灯"),
    ("A bookshop", "dictionary", "一本词典"),
    ("A sports shop", "football", "一个足球"),
    ("A shop", "backpack", "一个书包"),
)
"""Who sells what, and what it is in Chinese."""


def price(rng: Random) -> Draft:
    """Something is sold below its list price and still makes a profit."""
    seller, thing, zh = rng.choice(GOODS)
    tenths = rng.choice((6, 7, 8, 9))
    listed = 10 * rng.randint(4, 40)
    profit = rng.randint(5, 60)
    cost = listed * tenths // 10 - profit
    if cost < 20 or not 0.08 < profit / cost < 0.6:
        return price(rng)
    s = Sheet("price", tenths, cost, profit)
    let = assumption("let the list price be $x$ yuan", "设标价为 $x$ 元")
    part = Fraction(tenths, 10)
    percent = tenths * 10
    sale = condition(
        rf"it is sold at ${percent} \%$ of the list price", rf"按标价的 ${percent} \%$ 出售"
    )
    sold = s.follow(
        E("k*x", k=part),
        [E("x")],
        [let, sale],
        laws.gives(lambda x: x * percent / 100),
        (
            "Let the list price be $x$ yuan; it is sold for @ yuan.",
            "设标价为 $x$ 元，则售价为 @ 元。",
        ),
    )
    gain = condition(
        f"it cost the seller ${cost}$ yuan and brings a profit of ${profit}$ yuan",
        f"进价为 ${cost}$ 元，获利 ${profit}$ 元",
    )

    def earns(list_price: Any) -> bool:
        return bool(list_price * percent / 100 == cost + profit)

    eq = s.follow(
        E("s-c == p", s=sold, c=cost, p=profit),
        [sold, E("c", c=cost), E("p", p=profit)],
        [gain],
        laws.story(earns, upto=500),
        ("Selling price minus cost is the profit, so @.", "售价减去进价等于利润，所以 @。"),
    )
    s.step(E("x == v", v=listed), SOLVE, eq, words(rng, "solve"))
    ask = rng.choice(
        (
            (
                rf"{seller} buys a {thing} for ${cost}$ yuan. Sold at ${percent} \%$ of its list price it still brings a profit of ${profit}$ yuan. What is the list price in yuan?",
                rf"{zh}的进价是 ${cost}$ 元，按标价的 ${percent} \%$ 出售，仍可获利 ${profit}$ 元，它的标价是多少元？",
            ),
            (
                rf"When a {thing} that cost the seller ${cost}$ yuan is sold at ${percent} \%$ of the list price, the profit is ${profit}$ yuan. Find the list price in yuan.",
                rf"{zh}按标价的 ${percent} \%$ 出售可获利 ${profit}$ 元，已知进价为 ${cost}$ 元，求标价（单位：元）。",
            ),
        )
    )
    return s.draft(ask)


WORK = (
    ("pump", "fill a tank", "水泵", "注满一个水池"),
    ("team", "repair a road", "工程队", "修完一段路"),
    ("printer", "print an order", "打印机", "印完一批资料"),
)
"""Who works at what, in both languages."""


def work(rng: Random) -> Draft:
    """Two of them work together, one having worked alone before."""
    who, what, who_zh, what_zh = rng.choice(WORK)
    a, b = rng.randint(4, 30), rng.randint(4, 30)
    before = rng.randint(1, 5)
    left = 1 - Fraction(before, a)
    hours = left / (Fraction(1, a) + Fraction(1, b))
    if a == b or left <= 0 or hours.denominator > 2 or hours < 1:
        return work(rng)
    s = Sheet("work", who, a, b, before)
    let = assumption("let the two work together for $x$ hours", "设两者合作 $x$ 小时")
    first, second = E("(x+n)/a", n=before, a=a), E("x/b", b=b)
    share = theorem(
        "the part done is the time over the time needed alone",
        "完成的工作量等于工作时间除以单独完成所需时间",
    )
    law_a = laws.gives(lambda n, t: (laws.symbol("x") + n) / t)
    one = s.follow(
        first,
        [E("n", n=before), E("a", a=a)],
        [let, share],
        law_a,
        (
            f"Let both work together for $x$ hours. The first {who} does @ of the work,",
            f"设合作 $x$ 小时，第一{'台' if who != 'team' else '支'}{who_zh}完成 @，",
        ),
    )
    two = s.follow(
        second,
        [E("b", b=b)],
        [let, share],
        laws.gives(lambda t: laws.symbol("x") / t),
        ("the second one does @.", "另一个完成 @。"),
    )
    told = condition("together they do the whole work", "两者合起来完成全部工作")

    def done(time: Any) -> bool:
        return bool((time + before) * b + time * a == a * b)

    eq = s.follow(
        E("p+q == 1", p=one, q=two),
        [one, two],
        [told],
        laws.story(done),
        ("Together they do the whole work: @.", "两者共完成全部工作，所以 @。"),
    )
    clear = E("b*(x+n)+a*x == w", a=a, b=b, n=before, w=a * b)
    clear = s.step(clear, SCALE, eq, words(rng, "scale"))
    s.step(E("x == v", v=hours), SOLVE, clear, words(rng, "solve"))
    unit = "支" if who == "team" else "台"
    ask = (
        f"One {who} needs ${a}$ hours to {what}, another one needs ${b}$ hours. The first works alone for ${before}$ hours, then both work together. For how many hours do they work together until everything is done?".replace(
            "$1$ hours, then", "$1$ hour, then"
        ),
        f"一{unit}{who_zh}单独{what_zh}需要 ${a}$ 小时，另一{unit}需要 ${b}$ 小时。第一{unit}先单独工作 ${before}$ 小时，然后两{unit}合作，还需合作多少小时才能完成？",
    )
    return s.draft(ask)
