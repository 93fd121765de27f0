"""The names of the tools' arguments, for calls by name and for those who read a list of tools."""

from __future__ import annotations

from collections.abc import Mapping

SIGNATURES: Mapping[str, tuple[str, ...]] = {
    "calculate": ("expression",),
    "substitute": ("expression", "conditions[]"),
    "solve_eq": ("equation",),
    "solve_ineq": ("inequality",),
    "solve_multi_eq": ("equations[]",),
    "solve_multi_ineq": ("inequalities[]",),
    "partial_solve": ("equation", "symbol"),
    "expand": ("expression",),
    "factor": ("expression",),
    "collect": ("expression", "symbol"),
    "complete_the_square": ("expression", "symbol?"),
    "think": ("thought",),
    "mod": ("dividend", "divisor"),
    "base_conversion": ("number", "base"),
    "is_equal": ("first", "second"),
    "gcd": ("numbers[]",),
    "lcm": ("numbers[]",),
    "comb": ("n", "k"),
    "perm": ("n", "k"),
    "finish": ("answer",),
}
"""Tool -> its arguments by position; `[]` marks a list of texts, `?` one that may be left out."""

ALIASES: Mapping[str, str] = {"subs": "substitute"}
"""Other names under which upstream's runtime knows a tool."""


def signature(name: str) -> str:
    """Return a tool's call as a reader sees it: `substitute(expression, conditions[])`."""
    return f"{name}({', '.join(SIGNATURES[name])})"
