"""A method with its settings: what the user may set, and the id under which its runs are filed.

`deli` on another initialiser than its first is `deli-on-php`; with the paper's choices it is
`deli-faithful`: a board shows such runs side by side, so they need folders of their own.
"""

from __future__ import annotations

from generator.cards import FAITHFUL
from generator.errors import CannotRun
from generator.methods import METHODS
from generator.methods.contract import Selection
from generator.methods.settings import PRESETS, Preset, Settings, preset

ON = "-on-"
FAITHFULLY = " With the choices of the paper, in the preset faithful."


def settings(method: str, name: Preset, **changes: object) -> Settings:
    """Return the settings of a method under a preset, with `changes`; raise CannotRun."""
    info = METHODS[method]
    own: dict[str, object] = {}
    if "max_turns" in info.parameters:
        own["max_turns"] = info.max_turns
    if info.inits:
        own["init"] = info.inits[0]
    if "init" in changes and changes["init"] not in info.inits:
        known = ", ".join(info.inits) or "none"
        raise CannotRun(f"{method} starts from one of {known}, not {changes['init']!r}")
    return preset(name, info.parameters, **{**own, **changes})


def parted(typed: str) -> tuple[str, str | None]:
    """Return method and initialiser of what the user typed: `deli-on-php` is deli on php."""
    method, on, init = typed.partition(ON)
    return (method, init) if on else (typed, None)


def variant(method: str, chosen: Settings, name: Preset) -> str:
    """Return the id that runs of a method with these settings are filed under."""
    inits = METHODS[method].inits
    on = f"{ON}{chosen.init}" if inits and chosen.init != inits[0] else ""
    return f"{method}{on}{FAITHFUL if name == 'faithful' else ''}"


def summaries() -> dict[str, str]:
    """Return what every method does, by the id of every variant that runs may be filed under."""
    found: dict[str, str] = {}
    for name, info in METHODS.items():
        for init in info.inits or ("",):
            on = f" The first solution is by {METHODS[init].title}." if init else ""
            changed = {"init": init} if init else {}
            for each in PRESETS:
                chosen = variant(name, settings(name, each, **changed), each)
                how = FAITHFULLY if each == "faithful" else ""
                found[chosen] = f"{info.summary}{on}{how}"
    return found


def shots_of(method: str, chosen: Settings, count: int) -> int:
    """Return the number of worked problems: none where the initialiser takes none."""
    init = METHODS[method].inits and chosen.init
    return 0 if init and METHODS[init].shots == 0 else count


def selection(method: str, chosen: Settings) -> Selection:
    """Return where the worked problems of a method come from."""
    own = METHODS[method].exemplars
    return METHODS[chosen.init].exemplars if own == "init" else own
