"""A fast constructor for frozen dataclasses with slots, of which one comparison makes dozens.

The generated one goes through `object.__setattr__`, which looks every field up by name; this one
calls the setters of the slots. The class stays frozen, its signature the same.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import MISSING, fields
from types import FunctionType
from typing import Any, cast

Setter = Callable[[object, object], None]


def _one(first: Setter) -> FunctionType:
    """Return the constructor of a class with one field."""

    def construct(self: object, a: object) -> None:
        first(self, a)

    return cast("FunctionType", construct)


def _two(first: Setter, second: Setter) -> FunctionType:
    """Return the constructor of a class with two fields."""

    def construct(self: object, a: object, b: object) -> None:
        first(self, a)
        second(self, b)

    return cast("FunctionType", construct)


def _three(first: Setter, second: Setter, third: Setter) -> FunctionType:
    """Return the constructor of a class with three fields."""

    def construct(self: object, a: object, b: object, c: object) -> None:
        first(self, a)
        second(self, b)
        third(self, c)

    return cast("FunctionType", construct)


_BY_FIELDS: dict[int, Callable[..., FunctionType]] = {1: _one, 2: _two, 3: _three}


def quicken(kind: type[Any]) -> None:
    """Replace the constructor of a frozen dataclass with slots and one to three fields."""
    found = fields(kind)
    names = tuple(field.name for field in found)
    made = _BY_FIELDS[len(names)](*(vars(kind)[name].__set__ for name in names))
    made.__code__ = made.__code__.replace(co_varnames=("self", *names))
    made.__defaults__ = tuple(field.default for field in found if field.default is not MISSING)
    made.__qualname__, made.__name__ = f"{kind.__qualname__}.__init__", "__init__"
    type.__setattr__(kind, "__init__", made)
