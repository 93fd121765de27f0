"""How questions are put: several wordings a family, in English and in Chinese.

A placeholder `{given}` stands for an expression (printed between `$`), a letter, a number, or a
sentence with one form per language.
"""

from __future__ import annotations

from random import Random

from generator.efg_algebra.draft import Pair, Text
from generator.efg_algebra.printer import math
from generator.efg_algebra.terms import Expr
from generator.efg_algebra.wordings_equations import EQUATIONS
from generator.efg_algebra.wordings_expressions import EXPRESSIONS

Filling = Expr | Text | Pair | str | int


def question(rng: Random, kind: str, **fillings: Filling) -> Pair:
    """Return one of the wordings of `kind` with `fillings` put in; raises KeyError on a gap."""
    wording = rng.choice(WORDINGS[kind])
    shown = [{name: shape(value, side) for name, value in fillings.items()} for side in (0, 1)]
    return wording[0].format(**shown[0]), wording[1].format(**shown[1])


def shape(value: Filling, side: int) -> str:
    """Return `value` as it stands in the English (side 0) or the Chinese (side 1) sentence."""
    match value:
        case str() | int():
            return str(value)
        case Text(en, zh, _):
            return (en, zh)[side]
        case (str() as en, str() as zh):
            return (en, zh)[side]
        case _:
            return math(value)


WORDINGS = EQUATIONS | EXPRESSIONS
"""Kind of question -> its wordings."""
