"""Words the parser knows: functions, Greek letters, units, connectors; and text answers."""

from __future__ import annotations

import re
from collections.abc import Mapping

FUNCTIONS: Mapping[str, str] = {
    **{name: name for name in ("sin", "cos", "tan", "cot", "sec", "csc")},
    **{name: name for name in ("arcsin", "arccos", "arctan", "arccot", "arcsec", "arccsc")},
    **{name: name for name in ("sinh", "cosh", "tanh", "coth", "sech", "csch")},
    **{name: name for name in ("arsinh", "arcosh", "artanh", "exp", "ln", "log", "gcd", "lcm")},
    **{name: name for name in ("max", "min", "abs", "floor", "factorial", "binomial", "sqrt")},
    "asin": "arcsin",
    "acos": "arccos",
    "atan": "arctan",
    "tg": "tan",
    "ctg": "cot",
    "asinh": "arsinh",
    "acosh": "arcosh",
    "atanh": "artanh",
    "cosec": "csc",
    "arcsinh": "arsinh",
    "arccosh": "arcosh",
    "arctanh": "artanh",
    "lg": "lg",
    "ceil": "ceil",
    "ceiling": "ceil",
    "binom": "binomial",
    "cbrt": "cbrt",
}
"""Spelling (with or without a backslash) -> name of the Call."""

ANGLED = frozenset(("sin", "cos", "tan", "cot", "sec", "csc"))
"""Functions whose argument may be in degrees."""

_GREEK = (
    "alpha beta gamma delta epsilon zeta eta theta iota kappa lambda mu nu xi omicron rho sigma"
    " tau upsilon phi chi psi omega Gamma Delta Theta Lambda Xi Pi Sigma Upsilon Phi Psi Omega"
    " ell hbar aleph"
)
GREEK = frozenset(_GREEK.split())
"""Names of Greek letters and of letters like them."""

ACCENTS = frozenset(("overline", "bar", "vec", "overrightarrow", "hat", "widehat", "tilde", "dot"))
"""Commands that make a name of what they stand on."""
FIGURES: Mapping[str, str] = {"\\angle": "∠", "\\triangle": "△", "\\odot": "⊙", "\\bigodot": "⊙"}
"""Commands that make a name of the letters after them."""

CONNECTORS: Mapping[str, str] = {
    **dict.fromkeys(("或", "或者", "或是", "or", "\\text{or}"), "or"),
    **dict.fromkeys(("且", "并且", "而且", "同时"), "all"),
    **dict.fromkeys(("和", "与", "及", "以及", "and", "&"), "and"),
}
"""Word -> how it joins: `all` conditions must hold, `and` also lists answers, `or` either."""

_UNITS = {
    "cm": "cm centimeter centimetre 厘米 公分",
    "mm": "mm millimeter millimetre 毫米",
    "dm": "dm decimeter decimetre 分米",
    "m": "m meter metre 米",
    "km": "km kilometer kilometre 千米 公里",
    "in": "in inch inche",
    "ft": "ft foot feet",
    "yd": "yd yard",
    "mi": "mi mile",
    "g": "g gm gram 克",
    "kg": "kg kilogram 千克 公斤",
    "t": "t ton tonne 吨",
    "lb": "lb pound",
    "oz": "oz ounce",
    "L": "l liter litre 升",
    "mL": "ml milliliter millilitre 毫升",
    "s": "s sec second 秒",
    "min": "min minute 分钟",
    "h": "h hr hour 小时 时",
    "d": "day 天 日",
    "week": "week 周 星期",
    "month": "month 个月 月",
    "year": "year yr 年",
    "degree": "degree deg 度",
    "radian": "radian rad 弧度",
    "$": "dollar usd buck $ 美元",
    "cent": "cent ¢ 美分",
    "yuan": "yuan rmb cny 元 ¥ ￥ 人民币",
    "mph": "mph",
    "km/h": "km/h kph kmph 千米/时 千米/小时",
    "m/s": "m/s 米/秒",
    "unit": "unit 单位",
    "celsius": "celsius °c 摄氏度",
    "person": "person people 人 名",
    "piece": "piece 个 件 只",
}
UNITS: Mapping[str, str] = {word: unit for unit, words in _UNITS.items() for word in words.split()}
"""Word in lower case, singular -> the unit's one spelling. One-letter ones count in text only."""
_BARE = (
    "cm mm dm km kg ml inches feet miles meters metres minutes hours degrees dollars cents mph"
    " inch foot mile yards pounds liters litres grams seconds days weeks months years people"
    " in USD RMB CNY units unit degree dollar hour minute second day week month year ft sec hrs"
    " cubic square"
)
BARE_UNITS = frozenset(_BARE.split())
"""Words that are units after a number without `\\text`; never a single letter."""

MULTIPLES: Mapping[str, int] = {"万": 10**4, "亿": 10**8, "million": 10**6, "billion": 10**9}
"""Words after a number that multiply it."""

NOTHING = frozenset(("nan", "none", "null", "n/a", "-nan", "+nan"))
"""Words that are no answer; they match nothing, not even themselves."""

_SHORT = (
    "yes no odd even all one two six ten red tom sam amy ann bob joe the none true false"
    " is it to of on if so dne"
)
SHORT_WORDS = frozenset(_SHORT.split())
"""Words of two or three letters that are not products of letters."""

_ARTICLE = re.compile(r"^(?:the|an?) (?=\w{2})")
_LETTER_OR_HAN = re.compile(r"[^\W\d_]{2}|[^\W\d_]\.[^\W\d_]|[\u3400-\u9fff]")
_NOT_TEXT = re.compile(r"[\\^_={}<>+*|\[\]@#~≤≥≠∪]|__")


def unit_of(words: str) -> str:
    """Return the one spelling of a unit: `square inches` and `in^2` are `in^2`, case folded."""
    words = words.replace("\\", "").replace("{", "").replace("}", "").strip(" .,~")
    lower = " ".join(words.lower().split())
    power = ""
    for prefix, mark in (("square ", "^2"), ("sq ", "^2"), ("cubic ", "^3")):
        if lower.startswith(prefix):
            lower, power = lower[len(prefix) :], mark
    for prefix, mark in (("平方", "^2"), ("立方", "^3")):
        if lower.startswith(prefix):
            lower, power = lower[len(prefix) :], mark
    if lower[-2:] in ("^2", "^3"):
        lower, power = lower[:-2].strip(), lower[-2:]
    return _singular(lower) + power


def _singular(word: str) -> str:
    """Return the unit's spelling for a plural or singular word, or the word without its s."""
    if word in UNITS:
        return UNITS[word]
    single = word.removesuffix("s") if len(word) > 2 else word
    return UNITS.get(single, single)


def fold(text: str) -> str:
    """Return a text answer in lower case, blanks single, without article, quotes or full stop."""
    folded = " ".join(text.lower().replace("$", "").split()).strip(" .,;:!?\"'`。，")
    return _ARTICLE.sub("", folded)


def is_text(text: str) -> bool:
    """Whether a cleaned string is words (two letters or a Han character, no mathematical sign)."""
    if _NOT_TEXT.search(text) or not _LETTER_OR_HAN.search(text):
        return False
    return text.count("(") == text.count(")")
