"""Proving a draft: every derived expression from its sources, and the answer from the last one."""

from __future__ import annotations

import sympy
from sympy.solvers.solveset import NonlinearError

from generator.efg_algebra import draft as d
from generator.efg_algebra.meaning import is_zero, same_sides, to_sympy
from generator.efg_algebra.printer import latex
from generator.efg_algebra.rules import RULES, unknown
from generator.efg_algebra.sets import solutions
from generator.efg_algebra.terms import Expr, Rel, Var, names
from generator.errors import FailwhereError


class ProofFailed(FailwhereError):
    """A generated problem is wrong: a bug of its family, never of the user."""

    exit_code = 2


def prove(draft: d.Draft, origin: str) -> None:
    """Prove every step and the answer of `draft`; raises ProofFailed naming family and node.

    `origin` says where the draft came from (seed and number), for the message.
    """
    for node in draft.derived:
        if not proved(node):
            raise ProofFailed(_told(draft, origin, node.expr, "does not follow from its sources"))
    for equation in _solved_equations(draft):
        if not _all_roots_told(draft, equation):
            raise ProofFailed(_told(draft, origin, equation, "has roots that are not told"))
    described = [expr for node in draft.derived for expr in node.by(d.DESCRIBED)]
    for node in draft.derived:
        if _new_roots(node) and not set(node.by(d.SCALE)) & set(described):
            raise ProofFailed(_told(draft, origin, node.expr, "has extraneous roots, not excluded"))
    last = draft.derived[-1].expr
    if not _is_answer(draft.answer, last):
        raise ProofFailed(_told(draft, origin, last, "is not the answer"))
    if not _is_final(draft.answer):
        raise ProofFailed(_told(draft, origin, draft.answer, "is an answer that is not solved"))


def proved(node: d.Derived) -> bool:
    """Return whether `node` follows from its sources by the rule of its relation, or its law."""
    leading = [s.relation for s in node.sources if s.relation in RULES]
    try:
        if leading:
            return RULES[leading[0]](node)
        return node.law is not None and node.law(node.by(d.DESCRIBED), node.expr)
    except (
        ValueError,
        TypeError,
        ZeroDivisionError,
        IndexError,
        sympy.PolynomialError,
        NonlinearError,
    ):
        # A corrupted node can leave a rule's ground (no relation, no polynomial): not proved.
        return False


def _told(draft: d.Draft, origin: str, node: Expr, fault: str) -> str:
    return f"{draft.family} ({origin}, numbers {draft.numbers}): {latex(node)} {fault}"


def _solved_equations(draft: d.Draft) -> list[Expr]:
    found = [source for node in draft.derived for source in node.by(d.SOLVE)]
    return list(dict.fromkeys(found))


def _all_roots_told(draft: d.Draft, equation: Expr) -> bool:
    """Return whether every real root of `equation` is a node, so nothing is lost by solving."""
    if not isinstance(equation, Rel):
        return False
    nodes = [node.expr for node in draft.derived if equation in node.by(d.SOLVE)]
    told = [to_sympy(node.sides[1]) for node in nodes if isinstance(node, Rel)]
    found = solutions(equation, unknown(equation))
    return all(any(is_zero(value - root) for value in told) for root in found)


def _is_answer(answer: Expr, last: Expr) -> bool:
    if isinstance(answer, Rel):
        return same_sides(answer, last)
    return not isinstance(d.value_of(last), Rel) and same_sides(answer, d.value_of(last))


def _is_final(answer: Expr) -> bool:
    """Return whether the answer is solved: a number, or a letter between numbers."""
    if not isinstance(answer, Rel):
        return not names(answer)
    return all(isinstance(side, Var) or not names(side) for side in answer.sides)


def _new_roots(node: d.Derived) -> bool:
    """Return whether clearing denominators let roots in that the equation has not."""
    for source in node.by(d.SCALE):
        letter = unknown(source)
        if letter and isinstance(source, Rel) and isinstance(node.expr, Rel) and "=" in source.ops:
            return solutions(source, letter) != solutions(node.expr, letter)
    return False
