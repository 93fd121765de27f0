"""Trying several things and reporting all their faults together."""

from __future__ import annotations

from collections.abc import Callable
from typing import ParamSpec, TypeVar

from generator.errors import Fault, FaultsFound

_P = ParamSpec("_P")
_R = TypeVar("_R")


class Gather:
    """Keeps the faults of what was tried; `done` raises them all."""

    def __init__(self) -> None:
        """Start without faults."""
        self.faults: list[Fault] = []

    def attempt(self, action: Callable[_P, _R], *args: _P.args, **options: _P.kwargs) -> _R | None:
        """Return what `action` returns, or None when it found faults, which are kept."""
        try:
            return action(*args, **options)
        except FaultsFound as error:
            self.faults.extend(error.faults)
            return None

    def done(self) -> None:
        """Raise what was kept.

        Raises:
            FaultsFound: when there is any fault.

        """
        if self.faults:
            raise FaultsFound(self.faults)
