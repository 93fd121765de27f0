"""Tool interfaces: what CARP's methods may call, string in, string out (methods.md section 3).

Arguments are written by models, so they are read by the judge's bounded parser; use
`generator.tools.calling.call`, which computes in a process that can be killed. `think` is not here:
it is words of the model, nothing is computed.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TypeAlias

from generator.tools import extras
from generator.tools.calculating import calculate
from generator.tools.equations import solve_eq, solve_multi_eq
from generator.tools.inequalities import solve_ineq, solve_multi_ineq
from generator.tools.partly import partial_solve
from generator.tools.rewriting import collect, complete_the_square, expand, factor
from generator.tools.substituting import substitute

Output: TypeAlias = str | tuple[str, ...] | Mapping[str, tuple[str, ...]]
"""An expression; several solutions; or several values of several symbols, entry k with entry k."""

TOOLS: Mapping[str, Callable[..., Output]] = {
    "calculate": calculate,
    "substitute": substitute,
    "solve_eq": solve_eq,
    "solve_ineq": solve_ineq,
    "solve_multi_eq": solve_multi_eq,
    "solve_multi_ineq": solve_multi_ineq,
    "partial_solve": partial_solve,
    "expand": expand,
    "factor": factor,
    "collect": collect,
    "complete_the_square": complete_the_square,
}
"""Name that a model writes -> function; each may raise ToolError."""

EXTRAS: Mapping[str, Callable[..., Output]] = {
    "mod": extras.mod,
    "base_conversion": extras.base_conversion,
    "is_equal": extras.is_equal,
    "gcd": extras.gcd,
    "lcm": extras.lcm,
    "comb": extras.comb,
    "perm": extras.perm,
    "finish": extras.finish,
}
"""Tools outside the paper's list; a run that offers them says so in its settings."""
