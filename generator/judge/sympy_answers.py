"""What an answer states, on SymPy objects: assignments, worked sums, alternatives, solutions."""

from __future__ import annotations

import sympy
from sympy.core.symbol import Str
from sympy.logic.boolalg import Boolean
from sympy.polys.polyerrors import BasePolynomialError

from generator.judge.to_sympy import Object


def stated(found: Object) -> Object:
    """Return an answer without its working: `x = 3 + 4 = 7` states x = 7, `4 + 3 = 7` states 7.

    A list of statements on several names is all of them together.
    """
    if isinstance(found, sympy.FiniteSet) and len(found.args) == 1:
        return stated(found.args[0])
    if isinstance(found, sympy.FiniteSet) and _all_booleans(found.args):
        return found if _alternatives(found) else sympy.And(*found.args, evaluate=False)
    if isinstance(found, sympy.And):
        done = [part for part in found.args if _is_sum_done(part)]
        rest = [part for part in found.args if part not in done]
        if len(rest) > 1:
            return sympy.And(*rest, evaluate=False)
        return rest[0] if rest else done[-1].rhs
    return found.rhs if _is_sum_done(found) else found


def assigned(found: Object) -> Object | None:
    """Return the name that an answer gives a value (or alternatives), if it does only that."""
    if _is_assignment(found):
        return _name_and_value(found)[0]
    values = _alternatives(found)
    return values[0][0] if values else None


def value_of(found: Object) -> Object:
    """Return the value, or the set of alternatives, that an answer gives to a name."""
    if _is_assignment(found):
        return _name_and_value(found)[1]
    values = _alternatives(found)
    return sympy.FiniteSet(*(value for _, value in values)) if values else found


def same_solutions(left: Object, right: Object) -> bool:
    """Whether two statements on one symbol, or a statement and a set, admit the same numbers.

    A statement that always or never holds is no answer that another such statement repeats.
    """
    sets = [_solutions(left), _solutions(right)]
    names = {s for one in (left, right) if isinstance(one, Boolean) for s in one.free_symbols}
    if None in sets or len(names) > 1:
        return False
    one, other = sets
    stated_so = isinstance(left, sympy.Set) and isinstance(right, sympy.Set)
    trivial = one in {sympy.S.Reals, sympy.S.EmptySet} and not stated_so
    return bool(one == other) and not trivial


def _solutions(found: Object) -> Object | None:
    """Return the set of real numbers that a statement on one symbol admits; None if it is none."""
    if isinstance(found, sympy.ConditionSet) and found.base_set == sympy.S.Reals:
        found = found.condition
    if isinstance(found, sympy.Tuple) and len(found) == 2 and _are_numbers(found):
        return sympy.Interval.open(*found)
    if isinstance(found, sympy.Set):
        return found
    if not isinstance(found, Boolean) or len(found.free_symbols) != 1:
        return None
    try:
        return found.as_set()
    except (NotImplementedError, TypeError, ValueError, AttributeError, BasePolynomialError):
        return None


def _are_numbers(parts: Object) -> bool:
    return all(isinstance(part, sympy.Expr) and part.is_extended_real for part in parts)


def _all_booleans(parts: Object) -> bool:
    return all(isinstance(part, Boolean) for part in parts)


def _is_sum_done(part: Object) -> bool:
    """Whether it is a true equation between numbers."""
    if not isinstance(part, sympy.Eq) or part.free_symbols:
        return False
    return part.lhs == part.rhs or bool((part.lhs - part.rhs).equals(0))


def _is_assignment(part: Object) -> bool:
    return _name_and_value(part)[0] is not None


def _name_and_value(part: Object) -> tuple[Object | None, Object]:
    """Return name and value of `x = 3`, `3 = x` or `(x, y) = (1, 2)`."""
    tagged = isinstance(part, sympy.Tuple) and len(part) == 3 and part[0] == Str("=")
    if not isinstance(part, sympy.Eq) and not tagged:
        return None, part
    left, right = part.args[-2:]
    for name, value in ((left, right), (right, left)):
        if _is_name(name) and not value.free_symbols & name.free_symbols:
            return name, value
    return None, part


def _is_name(part: Object) -> bool:
    """Whether it is a symbol or a tuple of symbols."""
    if isinstance(part, sympy.Tuple):
        return all(one.is_Symbol for one in part)
    return bool(part.is_Symbol)


def _alternatives(found: Object) -> list[tuple[Object, Object]]:
    """Return the names and values of `x = 1 or x = 2`, of the list `x = 1, 2`; else nothing."""
    either = isinstance(found, sympy.Or | sympy.FiniteSet)
    if isinstance(found, sympy.Tuple) and found.args[:1] == (Str("either"),):
        parts = found.args[1:]
    elif either:
        parts = found.args
    else:
        return []
    pairs = [_name_and_value(part) for part in parts]
    names = {name for name, _ in pairs if name is not None}
    bare = all(name is not None or isinstance(part, sympy.Expr) for name, part in pairs)
    if len(names) != 1 or not bare:
        return []
    return [(next(iter(names)), value) for _, value in pairs]
