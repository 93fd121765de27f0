"""Which tools a prompt lists, and how: methods.md 3.13, with examples of our own."""

from __future__ import annotations

from collections.abc import Mapping

from generator.methods.prompts import rows
from generator.methods.settings import ToolSet
from generator.records import Language
from generator.tools import EXTRAS, TOOLS
from generator.tools.signatures import signature

SOLVING = (
    "calculate",
    "solve_eq",
    "solve_ineq",
    "solve_multi_eq",
    "solve_multi_ineq",
    "substitute",
)
CARP = (*SOLVING, "expand", "factor", "collect", "partial_solve")
ALGEBRA = (*CARP, "complete_the_square")
OUTSIDE = tuple(name for name in EXTRAS if name != "finish")

SETS: Mapping[ToolSet, tuple[str, ...]] = {
    "carp": (*CARP, "think"),
    "algebra": (*ALGEBRA, "think"),
    "arithmetic": (*SOLVING, "think"),
    "counting": ("calculate", "solve_eq", "substitute", "think"),
    "sat": (*ALGEBRA, "is_equal", "think"),
    "cloze": (*SOLVING, "expand", "factor", "think"),
    "all": (*TOOLS, *OUTSIDE, "think"),
}
"""Set -> the interfaces that a prompt lists, in its order. `mod` and `base_conversion` can be
called though only `all` lists them."""

OF_DATASET: Mapping[str, ToolSet] = {
    "carp": "carp",
    "carp-en": "carp",
    "math-algebra": "algebra",
    "math-prealgebra": "arithmetic",
    "math-number-theory": "arithmetic",
    "math-counting-and-probability": "counting",
    "sat-math": "sat",
    "gk-math-cloze": "cloze",
}
"""Dataset -> its set; `carp` for all others."""

CALLABLE = frozenset({*TOOLS, *EXTRAS})


def listed(tools: ToolSet, language: Language, *, without: str = "") -> str:
    """Return the list of interfaces as a prompt has it: signature, purpose, a call, its output.

    `without` is one that the method does not have.
    """
    known = {row["name"]: row for row in rows("tools-interfaces", language)}
    return "\n".join(
        f"- {signature(name).replace('[]', '').replace('?', '')}: {known[name]['purpose']}. "
        f"{known[name]['call']} -> {known[name]['output']}"
        for name in SETS[tools]
        if name != without
    )
