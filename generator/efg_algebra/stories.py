"""Word problems: ages, meetings and pursuits, prices, shared work."""

from __future__ import annotations

from fractions import Fraction
from random import Random

from generator.efg_algebra import laws
from generator.efg_algebra.draft import (
    EXPAND,
    SCALE,
    SOLVE,
    Draft,
    Pair,
    Sheet,
    assumption,
    condition,
    theorem,
)
from generator.efg_algebra.meaning import Meaning, symbol
from generator.efg_algebra.phrases import words
from generator.efg_algebra.template import E
from generator.efg_algebra.terms import Expr
from generator.efg_algebra.wordings import question

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
    """Find after how many years one person is k times as old as another."""
    names = rng.choice(ELDERS)
    k, x = rng.randint(2, 4), rng.randint(2, 15)
    young = rng.randint(3, 15)
    old = k * (young + x) - x
    if not 24 <= old <= 65:
        return age(rng)
    s = Sheet("age", old, young, k)
    older, younger = _ages(s, old, young, names)
    told = condition(
        f"the older person is then ${k}$ times as old as the younger one",
        f"那时年长者的年龄是年幼者的 ${k}$ 倍",
    )

    def true_after(years: Meaning) -> bool:
        return bool(old + years == k * (young + years))

    law, said = laws.story(true_after), ("The condition gives @.", "由题意得 @。")
    eq = E("e == k*f", e=older, f=younger, k=k)
    s.follow(eq, [older, younger], [told], law, said)
    flat = s.step(E("x+n == k*x+w", n=old, k=k, w=k * young), EXPAND, eq, words(rng, "expand"))
    s.step(E("x == v", v=x), SOLVE, flat, words(rng, "solve"))
    elder, junior = (_a(names[0]), names[2]), (names[1], names[3])
    return s.draft(question(rng, "age", elder=elder, junior=junior, old=old, young=young, k=k))


def _ages(s: Sheet, old: int, young: int, names: tuple[str, str, str, str]) -> list[Expr]:
    """Add the two ages after x years."""
    let = assumption("let this be the case after $x$ years", "设经过 $x$ 年")
    law = laws.gives(lambda n: n + symbol("x"))
    said = (
        (
            f"Let this be the case after $x$ years. The {names[0]} is then @ years old,",
            f"设经过 $x$ 年，那时{names[2]} @ 岁，",
        ),
        (f"and {names[1]} is @ years old.", f"{names[3]} @ 岁。"),
    )
    return [
        s.follow(E("x+n", n=n), [E("n", n=n)], [let], law, words_)
        for n, words_ in zip((old, young), said, strict=True)
    ]


TRAVELLERS = (
    ("cyclists", "cyclist", "骑行者", "名", 12, 28),
    ("buses", "bus", "客车", "辆", 40, 90),
    ("trucks", "truck", "货车", "辆", 40, 85),
    ("ferries", "ferry", "轮船", "艘", 15, 40),
    ("trains", "train", "列车", "列", 60, 140),
)
"""Who travels: several, one, in Chinese with the measure word; speeds in km/h."""


ROUTES = {
    "meet": ("they come from opposite ends and meet", "两者相向而行直到相遇"),
    "overtake": ("the faster one starts behind and catches up", "较快者从后面追上较慢者"),
}
"""How two travellers come together."""


def travel(rng: Random) -> Draft:
    """Find after how many hours two travellers meet, or one overtakes the other."""
    many, one, zh, unit, low, high = rng.choice(TRAVELLERS)
    t = Fraction(rng.randint(2, 9), 2)
    fast, slow = sorted((rng.randint(low, high), rng.randint(low, high)), reverse=True)
    route = "meet" if rng.random() < 0.5 else "overtake"
    gap = (fast + slow if route == "meet" else fast - slow) * t
    if fast == slow or gap.denominator > 1:
        return travel(rng)
    s = Sheet("travel", route, fast, slow, int(gap))
    quick, lag = _distances(s, (fast, slow), one, zh)
    told = condition(
        f"{ROUTES[route][0]}, the distance at the start being ${gap}$ km",
        f"{ROUTES[route][1]}，开始时相距 ${gap}$ 千米",
    )

    def together(hours: Meaning) -> bool:
        place = gap - slow * hours if route == "meet" else gap + slow * hours
        return bool(fast * hours == place)

    law = laws.story(together)
    eq = E("q+l == d" if route == "meet" else "q-l == d", q=quick, l=lag, d=int(gap))
    said = ("The distances give the equation @.", "由路程关系得方程 @。")
    s.follow(eq, [quick, lag], [told], law, said)
    s.step(E("x == v", v=t), SOLVE, eq, words(rng, "solve"))
    who = (many if route == "meet" else one, zh)
    kind = f"travel-{route}"
    return s.draft(question(rng, kind, who=who, gap=int(gap), fast=fast, slow=slow, unit=unit))


def _distances(s: Sheet, speeds: tuple[int, int], one: str, zh: str) -> list[Expr]:
    """Add what the faster and the slower one cover in x hours."""
    let = assumption("let this take $x$ hours", "设需要 $x$ 小时")
    rule = theorem("distance is speed times time", "路程等于速度乘时间")
    law = laws.gives(lambda v: v * symbol("x"))
    said = (
        (
            f"Let it take $x$ hours. The faster {one} covers @ km,",
            f"设需要 $x$ 小时，较快的{zh}行驶 @ 千米，",
        ),
        ("the slower one @ km.", f"较慢的{zh}行驶 @ 千米。"),
    )
    return [
        s.follow(E("v*x", v=v), [E("v", v=v)], [let, rule], law, words_)
        for v, words_ in zip(speeds, said, strict=True)
    ]


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
    part, percent = Fraction(tenths, 10), tenths * 10
    sale = condition(
        rf"it is sold at ${percent} \%$ of the list price", rf"按标价的 ${percent} \%$ 出售"
    )
    said = (
        "Let the list price be $x$ yuan; it is sold for @ yuan.",
        "设标价为 $x$ 元，则售价为 @ 元。",
    )
    cut = laws.gives(lambda x: x * percent / 100)
    sold = s.follow(E("k*x", k=part), [E("x")], [let, sale], cut, said)
    gain = condition(
        f"it cost the seller ${cost}$ yuan and brings a profit of ${profit}$ yuan",
        f"进价为 ${cost}$ 元，获利 ${profit}$ 元",
    )

    def earns(list_price: Meaning) -> bool:
        return bool(list_price * percent / 100 == cost + profit)

    eq, law = E("s-c == p", s=sold, c=cost, p=profit), laws.story(earns, upto=500)
    said = ("Selling price minus cost is the profit, so @.", "售价减去进价等于利润，所以 @。")
    s.follow(eq, [sold, E("c", c=cost), E("p", p=profit)], [gain], law, said)
    s.step(E("x == v", v=listed), SOLVE, eq, words(rng, "solve"))
    ask = question(
        rng, "price", seller=seller, thing=thing, cost=cost, percent=percent, profit=profit, zh=zh
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
    s, unit = Sheet("work", a, b, before), "支" if who == "team" else "台"
    one, two = _shares(s, (before, a, b), (who, f"第一{unit}{who_zh}"))

    def done(time: Meaning) -> bool:
        return bool((time + before) * b + time * a == a * b)

    eq, law = E("p+q == 1", p=one, q=two), laws.story(done)
    told = condition("together they do the whole work", "两者合起来完成全部工作")
    said = ("Together they do the whole work: @.", "两者共完成全部工作，所以 @。")
    s.follow(eq, [one, two], [told], law, said)
    clear = E("b*(x+n)+a*x == w", a=a, b=b, n=before, w=a * b)
    clear = s.step(clear, SCALE, eq, words(rng, "scale"))
    s.step(E("x == v", v=hours), SOLVE, clear, words(rng, "solve"))
    alone = (f"${before}$ {'hour' if before == 1 else 'hours'}", f"${before}$ 小时")
    fill: dict[str, Pair | str] = {
        "who": (who, who_zh),
        "what": (what, what_zh),
        "alone": alone,
        "unit": unit,
    }
    return s.draft(question(rng, "work", a=a, b=b, **fill))


def _shares(s: Sheet, numbers: tuple[int, int, int], first: tuple[str, str]) -> list[Expr]:
    """Add the parts of the work that both do, the first having worked before."""
    before, a, b = numbers
    texts = [
        assumption("let the two work together for $x$ hours", "设两者合作 $x$ 小时"),
        theorem(
            "the part done is the time over the time needed alone",
            "完成的工作量等于工作时间除以单独完成所需时间",
        ),
    ]
    law = laws.gives(lambda n, t: (symbol("x") + n) / t)
    said = (
        f"Let both work together for $x$ hours. The first {first[0]} does @ of the work,",
        f"设合作 $x$ 小时，{first[1]}完成 @，",
    )
    one = E("(x+n)/a", n=before, a=a)
    s.follow(one, [E("n", n=before), E("a", a=a)], texts, law, said)
    law, said = laws.gives(lambda t: symbol("x") / t), ("the second one does @.", "另一个完成 @。")
    return [one, s.follow(E("x/b", b=b), [E("b", b=b)], texts, law, said)]
