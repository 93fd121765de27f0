"""The initial solution s_n^(0) of DELI and the iterative methods, by any method in words."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping

from generator.methods import cot, php, retrieval
from generator.methods.contract import Plan
from generator.methods.session import Session

Initialiser = Callable[[Session], Awaitable[str]]
"""Solve the session's question in words, noting what was said."""

INITIALISERS: Mapping[str, Callable[[Plan], Initialiser]] = {
    "retrieval-cot": retrieval.initialiser,
    "random-cot": cot.initialiser,
    "complex-cot": cot.initialiser,
    "zero-shot-cot": cot.initialiser,
    "php": php.initialiser,
}
"""Method -> how it starts off another one; which worked problems it has is the plan's matter."""


def initialiser(plan: Plan) -> Initialiser:
    """Return what the settings name; raise CannotRun where its pool cannot be used."""
    return INITIALISERS[plan.settings.init](plan)
