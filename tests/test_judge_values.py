"""The parser reads the right value: CARP's expressions against a reader that shares no code with it.

The reader here is as plain as can be: letters are numbers, everything is floating point, one pass.
"""

import cmath
import json
import re
from pathlib import Path
from random import Random

import pytest

from generator.judge.parse import parse
from generator.judge.to_sympy import to_sympy
from generator.judge.tree import Relation

CARP = Path(__file__).parents[2] / "shared" / "data" / "ds_carp" / "carp_en"
PLAIN = re.compile(r"(?:[a-zA-Z]|\d+(?:\.\d+)?|\\frac|\\sqrt|\\times|\\cdot|\\div|[-+(){}^\s])+")
TOKEN = re.compile(r"\\[a-z]+|\d+(?:\.\d+)?|\S")
SAMPLE = 300


def point(name):
    return 0.3 + ord(name) % 23 / 7


class Plain:
    """Value of an expression in letters, numbers, brackets, powers, fractions and square roots."""

    def __init__(self, text):
        self.tokens = [*TOKEN.findall(text), "END"]

    def take(self):
        return self.tokens.pop(0)

    def total(self):
        value = self.product()
        while self.tokens[0] in "+-":
            sign = self.take()
            value = value + self.product() if sign == "+" else value - self.product()
        return value

    def product(self):
        if self.tokens[0] == "-":
            self.take()
            return -self.product()
        value = self.factors()
        while self.tokens[0] in {r"\times", r"\cdot", r"\div"}:
            divide = self.take() == r"\div"
            sign = -1 if self.tokens[0] == "-" else 1
            if sign < 0:
                self.take()
            other = sign * self.factors()
            value = value / other if divide else value * other
        return value

    def factors(self):
        value = self.power()
        while self.tokens[0] not in {"END", "+", "-", ")", "}", r"\times", r"\cdot", r"\div"}:
            value *= self.power()
        return value

    def power(self):
        value = self.one()
        while self.tokens[0] == "^":
            self.take()
            value **= self.one()
        return value

    def one(self):
        token = self.take()
        if token in "({":
            value = self.total()
            assert self.take() in ")}"
            return value
        if token == r"\frac":
            top = self.one()
            return top / self.one()
        if token == r"\sqrt":
            return cmath.sqrt(self.one())
        return point(token) if token.isalpha() else float(token)


def plain_value(text):
    """The value, or None where this reader does not know the string or runs over."""
    if not PLAIN.fullmatch(text) or re.search(r"[ei]", re.sub(r"\\[a-z]+", "", text)):
        return None
    try:
        return complex(Plain(text).total())
    except (IndexError, AssertionError, ValueError, OverflowError, ZeroDivisionError):
        return None


def our_value(node):
    found = to_sympy(node)
    return complex(found.subs({name: point(name.name) for name in found.free_symbols}).evalf())


def pairs(text):
    """The sides of an equation, or the whole string, with the nodes that they should be."""
    root = parse(text).root
    sides = text.split("=")
    if isinstance(root, Relation) and set(root.signs) == {"="}:
        return list(zip(sides, root.sides, strict=True))
    return [(text, root)] if len(sides) == 1 else []


def test_no_value_of_carp_is_misread():
    if not CARP.is_dir():
        pytest.skip("../shared is absent")
    rows = map(json.loads, (CARP / "test.json").read_text("utf-8").splitlines())
    texts = sorted({text for row in rows for text in row["exprs"]})
    Random(7).shuffle(texts)
    compared = 0
    for text in texts:
        known = [(plain_value(side), node) for side, node in pairs(text)]
        for expected, node in known:
            if expected is not None:
                assert our_value(node) == pytest.approx(expected, rel=1e-9, abs=1e-9), text
                compared += 1
        if compared >= SAMPLE:
            return
    pytest.fail(f"only {compared} values compared")


@pytest.mark.parametrize(
    ("text", "value"),
    [
        (r"8 \div 2 \times 4", 16),
        (r"- 3 ^ { 2 }", -9),
        (r"\frac { 3 } { 4 } ( 8 - 4 )", 3),
    ],
)
def test_the_plain_reader_itself(text, value):
    assert plain_value(text) == value
    assert our_value(parse(text).root) == value
