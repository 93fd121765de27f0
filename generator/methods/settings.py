"""What can be set on a method, and the two presets: as in the paper, and with our repairs.

`faithful` takes the choices that the paper (or, where it is silent, its published code) made;
faults of that code are in neither preset. `fixed` takes what methods.md recommends for use.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, fields, replace
from typing import Literal, get_args

from generator.errors import CannotRun

Preset = Literal["faithful", "fixed"]
PRESETS: tuple[Preset, ...] = get_args(Preset)

ToolSet = Literal["carp", "algebra", "arithmetic", "counting", "sat", "cloze", "all"]
"""Which interfaces a prompt lists (methods.md 3.13)."""


def _about(text: str) -> dict[str, str]:
    return {"about": text}


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """Every knob of every method; a method names those it looks at. Defaults are `fixed`."""

    init: str = field(default="", metadata=_about("method that gives the initial solution"))
    max_turns: int = field(default=3, metadata=_about("rounds at most, 1 and up"))
    php_turns: int = field(
        default=8, metadata=_about("calls at most where PHP gives the initial solution")
    )
    max_steps: int = field(default=15, metadata=_about("actions in one solution with tools"))
    tools: ToolSet = field(default="carp", metadata=_about("which interfaces the prompt lists"))
    traces: int = field(default=5, metadata=_about("worked tool traces in the prompt, 0 to 5"))
    programs: int = field(default=8, metadata=_about("worked programs in the prompt, 0 to 8"))
    compat: bool = field(
        default=False, metadata=_about("tools answer as upstream's did, faults included")
    )
    feedback: bool = field(
        default=False, metadata=_about("a tool's error is shown instead of a made-up output")
    )
    grammar: bool = field(
        default=False, metadata=_about("replies are held to the format by a grammar (llama.cpp)")
    )
    system: bool = field(
        default=False, metadata=_about("instructions stand in a system message, not a user's")
    )
    fallback_to_cot: bool = field(
        default=True, metadata=_about("return the answer in words where the tools gave none")
    )
    stop_on_converged_nl: bool = field(
        default=True, metadata=_about("stop where the solution in words comes back unchanged")
    )
    strip_answer: bool = field(
        default=False, metadata=_about("leave the answer sentence out of the trial")
    )
    fresh_draw: bool = field(
        default=False, metadata=_about("worked problems are drawn anew for every problem")
    )
    two_calls: bool = field(
        default=False, metadata=_about("ask for the answer in a second call (Kojima et al.)")
    )
    context: int = field(
        default=0, metadata=_about("tokens of prompt and reply together; 0: the server says")
    )
    count_question: bool = field(
        default=True, metadata=_about("the question counts towards `context`")
    )
    epochs: int = field(default=10, metadata=_about("passes over the training problems"))
    batches: int = field(default=4, metadata=_about("batches in one pass"))
    batch: int = field(default=32, metadata=_about("training problems before a revision"))
    candidates: int = field(default=5, metadata=_about("revisions that are tried per batch"))
    threshold: float = field(
        default=1.0, metadata=_about("share of the old score that a revision has to reach")
    )
    must_improve: bool = field(
        default=True, metadata=_about("a revision has to score better than the program")
    )
    program_chars: int = field(
        default=4000, metadata=_about("longest learned program before it is compressed")
    )


FAITHFUL: Mapping[str, bool | int] = {
    "compat": True,
    "fallback_to_cot": False,
    "stop_on_converged_nl": False,
    "two_calls": True,
    "must_improve": False,
    "context": 4090,
    "count_question": False,
}
"""Where `faithful` differs from the defaults."""

LIMITS: Mapping[str, tuple[int, int]] = {
    "max_turns": (1, 50),
    "php_turns": (2, 50),
    "max_steps": (1, 100),
    "traces": (0, 5),
    "programs": (0, 8),
    "context": (0, 10_000_000),
    "epochs": (1, 100),
    "batches": (1, 1000),
    "batch": (1, 1000),
    "candidates": (1, 50),
    "program_chars": (200, 100_000),
}
"""Least and most of the whole numbers."""

ABOUT: Mapping[str, str] = {each.name: each.metadata["about"] for each in fields(Settings)}


def preset(name: Preset, parameters: tuple[str, ...], **changes: object) -> Settings:
    """Return the settings of a preset for a method with these parameters, and `changes` to them.

    Raise CannotRun for a change of what the method does not look at, or to what cannot be.
    """
    for each in changes:
        if each not in parameters:
            known = ", ".join(parameters) or "none"
            raise CannotRun(f"the method has no parameter {each!r}; it has {known}")
    faithful = FAITHFUL if name == "faithful" else {}
    return replace(Settings(), **{**faithful, **changes})  # type: ignore[arg-type]


def value(name: str, text: str) -> object:
    """Return the value of a parameter from the command line; raise CannotRun for nonsense."""
    default = getattr(Settings(), name, None)
    if isinstance(default, bool):
        return _word(name, text, {"true": True, "false": False, "yes": True, "no": False})
    if isinstance(default, int):
        return _whole(name, text)
    if isinstance(default, float):
        return _share(name, text)
    if name == "tools":
        return _word(name, text, {each: each for each in get_args(ToolSet)})
    return text


def recorded(settings: Settings, parameters: tuple[str, ...]) -> dict[str, str | int | float]:
    """Return what a run's card says of the settings; a switch that is off is not named."""
    found = {name: getattr(settings, name) for name in parameters}
    return {name: each for name, each in found.items() if each is not False and each != ""}


def _word(name: str, text: str, words: Mapping[str, object]) -> object:
    if text.lower() not in words:
        raise CannotRun(f"{name} is one of {', '.join(words)}, not {text!r}")
    return words[text.lower()]


def _whole(name: str, text: str) -> int:
    low, high = LIMITS[name]
    if not text.isdecimal() or not low <= int(text[:12]) <= high:
        raise CannotRun(f"{name} is a whole number from {low} to {high}, not {text!r}")
    return int(text)


def _share(name: str, text: str) -> float:
    digits = text.replace(".", "", 1)
    if not digits.isdecimal() or float(text) > 10:
        raise CannotRun(f"{name} is a number from 0 to 10, not {text!r}")
    return float(text)
