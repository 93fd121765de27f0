"""Our own dataset: computation-intensive middle-school algebra with proved expression flow graphs.

A family draws numbers and writes a problem down on a `Sheet` (draft.py); `proof.prove` proves it;
`assembly` turns it into a line of problems.jsonl; `build` makes the whole set from a seed.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from generator.efg_algebra import (
    equations,
    functions,
    inequalities,
    powers,
    quadratics,
    rational,
    roots,
    stories,
    surds,
    systems,
    wholes,
)
from generator.efg_algebra.draft import Draft

Family = Callable[[Random], Draft]

FAMILIES: dict[str, Family] = {
    "linear-brackets": equations.linear_brackets,
    "linear-fractions": equations.linear_fractions,
    "opposites": equations.opposites,
    "square-roots": equations.square_roots,
    "reciprocal-values": equations.reciprocal_values,
    "quadratic-factoring": quadratics.quadratic_factoring,
    "quadratic-formula": quadratics.quadratic_formula,
    "completing-equation": quadratics.completing_equation,
    "square-form": quadratics.square_form,
    "root-parameter": roots.root_parameter,
    "root-whole": roots.root_whole,
    "vieta-symmetric": roots.vieta_symmetric,
    "vieta-parameter": roots.vieta_parameter,
    "discriminant": roots.discriminant,
    "system-substitution": systems.system_substitution,
    "system-elimination": systems.system_elimination,
    "system-sum": systems.system_sum,
    "like-terms": systems.like_terms,
    "nonnegative-sum": systems.nonnegative_sum,
    "inequality-integer": inequalities.inequality_integer,
    "inequality-compare": inequalities.inequality_compare,
    "inequality-system": inequalities.inequality_system,
    "inequality-parameter": inequalities.inequality_parameter,
    "rational-value": rational.rational_value,
    "rational-equation": rational.rational_equation,
    "rational-extraneous": rational.rational_extraneous,
    "proportion": rational.proportion,
    "surd-sum": surds.surd_sum,
    "surd-conjugate": surds.surd_conjugate,
    "surd-rationalise": surds.surd_rationalise,
    "radical-domain": surds.radical_domain,
    "whole-direct": wholes.whole_direct,
    "whole-linear": wholes.whole_linear,
    "whole-quadratic": wholes.whole_quadratic,
    "squares-difference": wholes.squares_difference,
    "missing-term": wholes.missing_term,
    "power-laws": powers.power_laws,
    "equal-powers": powers.equal_powers,
    "line-through-points": functions.line_through_points,
    "line-axes": functions.line_axes,
    "parabola-vertex": functions.parabola_vertex,
    "variation": functions.variation,
    "age": stories.age,
    "travel": stories.travel,
    "price": stories.price,
    "work": stories.work,
}
"""Name of a template family -> the function that writes one problem of it from a random source."""
