"""How many model calls a method makes for one problem: least and most, from its settings."""

from __future__ import annotations

from generator.methods.settings import Settings

Bound = tuple[int, int]


def zero_shot(settings: Settings) -> Bound:
    """One call, or two with a cue for the answer."""
    return (2, 2) if settings.two_calls else (1, 1)


def react(settings: Settings) -> Bound:
    """One reply that ends it, up to an action and a made-up output for every step."""
    return 1, 2 * settings.max_steps


def php(settings: Settings) -> Bound:
    """Two calls that agree, up to the limit."""
    return min(2, settings.max_turns), settings.max_turns


def iterative_cot(settings: Settings) -> Bound:
    """The initial solution, and a judgement and a new solution for every turn."""
    least, most = _initial(settings)
    return least + 2, most + 2 * settings.max_turns


def iterative_react(settings: Settings) -> Bound:
    """The same with tools."""
    least, most = react(settings)
    return 2 * least + 1, most + (1 + most) * settings.max_turns


def deli(settings: Settings) -> Bound:
    """The initial solution, and a solution with tools and an integration for every round."""
    least, most = _initial(settings)
    _, loop = react(settings)
    return least + 2, most + (loop + 1) * settings.max_turns


def _initial(settings: Settings) -> Bound:
    return (2, settings.php_turns) if settings.init == "php" else (1, 1)
