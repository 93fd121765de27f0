"""`Sheet`: where a family writes down a problem, and `Draft`: the problem it wrote."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction

from generator.efg_algebra.printer import math
from generator.efg_algebra.terms import Expr, Rel, Var

# CARP's relations (records.RELATIONS) under the names that families use.
DESCRIBED = "被描述"
CONDITION = "限制性描述"
PROPERTY = "属性描述"
ASSUME = "假设描述"
PUT = "代入"
INTO = "被代入"
JOINT = "联立"
SOLVE = "等式方程求解"
SOLVE_FOR = "等式方程部分求解"
SOLVE_INEQ = "不等式方程求解"
SOLVE_INEQ_FOR = "不等式方程部分求解"
REGROUP = "提取因式"
REFERENCE = "提取因式参考"
COMPUTE = "计算"
MOVE = "移项"
SCALE = "同乘除"
EXPAND = "展开"
LOGS = "同取对数"

Pair = tuple[str, str]
"""A sentence in English and in Chinese; `@` stands for the expression that it leads to."""

Law = Callable[[tuple[Expr, ...], Expr], bool]
"""What the sentences of a node mean: does `target` follow from the described expressions?"""


@dataclass(frozen=True, slots=True)
class Text:
    """A condition, property or assumption in words: a text node."""

    en: str
    zh: str
    relation: str


@dataclass(frozen=True, slots=True)
class Source:
    """One incoming edge of a derived expression."""

    node: Expr | Text
    relation: str


@dataclass(frozen=True, slots=True)
class Derived:
    """A derived expression with what it follows from."""

    expr: Expr
    sources: tuple[Source, ...]
    law: Law | None = None

    def by(self, relation: str) -> tuple[Expr, ...]:
        """Return the expressions that come in by `relation`."""
        found = (s.node for s in self.sources if s.relation == relation)
        return tuple(node for node in found if not isinstance(node, Text))


@dataclass(frozen=True, slots=True)
class Draft:
    """A whole problem in our own trees, not yet proved."""

    family: str
    numbers: tuple[Fraction | int | str, ...]
    """What makes the problem unlike others of its family; letters and wording are not in it."""
    question: Pair
    solution: tuple[Pair, ...]
    derived: tuple[Derived, ...]
    answer: Expr


class Sheet:
    """Collects the derivation of one problem, in solution order."""

    def __init__(self, family: str, *numbers: Fraction | int | str) -> None:
        self.family = family
        self.numbers = numbers
        self.derived: list[Derived] = []
        self.solution: list[Pair] = []

    def say(self, words: Pair, expr: Expr | None = None) -> None:
        """Add a sentence to the solution; `@` in it becomes `expr`."""
        shown = "" if expr is None else math(expr)
        self.solution.append((words[0].replace("@", shown), words[1].replace("@", shown)))

    def node(
        self, expr: Expr, sources: list[Source], words: Pair | None, law: Law | None = None
    ) -> Expr:
        """Add a derived expression; `words` None says nothing (an earlier sentence told it)."""
        self.derived.append(Derived(expr, tuple(sources), law))
        if words is not None:
            self.say(words, expr)
        return expr

    def step(self, expr: Expr, relation: str, source: Expr, words: Pair | None) -> Expr:
        """Add an expression that follows from one other by `relation`."""
        return self.node(expr, [Source(source, relation)], words)

    def put(self, expr: Expr, into: Expr, values: list[Expr], words: Pair | None) -> Expr:
        """Add what `into` becomes when the conditions `values` are put in."""
        return self.node(expr, [Source(into, INTO), *(Source(v, PUT) for v in values)], words)

    def joint(self, expr: Expr, members: list[Expr], words: Pair | None) -> Expr:
        """Add what follows from conditions that hold together."""
        return self.node(expr, [Source(member, JOINT) for member in members], words)

    def regroup(self, expr: Expr, source: Expr, references: list[Expr], words: Pair | None) -> Expr:
        """Add `source` rewritten so that the left sides of `references` show in it."""
        edges = [Source(source, REGROUP), *(Source(r, REFERENCE) for r in references)]
        return self.node(expr, edges, words)

    def follow(
        self, expr: Expr, of: list[Expr], texts: list[Text], law: Law, words: Pair | None
    ) -> Expr:
        """Add what the sentences `texts`, meaning `law`, say about the expressions `of`."""
        edges = [*(Source(e, DESCRIBED) for e in of), *(Source(t, t.relation) for t in texts)]
        return self.node(expr, edges, words, law)

    def draft(self, question: Pair, answer: Expr | None = None) -> Draft:
        """Return the finished draft; `answer` defaults to the value of the last expression."""
        gold = value_of(self.derived[-1].expr) if answer is None else answer
        solution, derived = tuple(self.solution), tuple(self.derived)
        return Draft(self.family, self.numbers, question, solution, derived, gold)


def value_of(expr: Expr) -> Expr:
    """Return the right side of `letter = value`, and anything else as it is."""
    named = isinstance(expr, Rel) and expr.ops == ("=",) and isinstance(expr.sides[0], Var)
    return expr.sides[1] if named and isinstance(expr, Rel) else expr


def condition(en: str, zh: str) -> Text:
    """Return a sentence of the problem that restricts."""
    return Text(en, zh, CONDITION)


def theorem(en: str, zh: str) -> Text:
    """Return a property or theorem that is used."""
    return Text(en, zh, PROPERTY)


def assumption(en: str, zh: str) -> Text:
    """Return a "let ..." of the solution."""
    return Text(en, zh, ASSUME)
