"""Second backend: no namespaces, for systems that forbid them. Landlock for files, then seccomp.

Weaker than the first in three ways: it can be asked whether a file exists (not what is in it),
nothing can be written anywhere, and the clock of CPU time stands alone should we be killed.
"""

from __future__ import annotations

import os

from generator.sandbox import interpreter, seccomp
from generator.sandbox.launch import Launch


def launch() -> Launch:
    """Return the command; raises CannotRun where the filter is not written for this machine."""
    packages = interpreter.package_folders()
    readable = interpreter.visible()
    root = os.geteuid() == 0
    config = {
        "filter": seccomp.assemble().hex(),
        "landlock": [*readable, *interpreter.links()],
        "private": False,
        "user": interpreter.NOBODY if root else None,
        "keep_search": root and not interpreter.open_to_all((*readable, *packages)),
    }
    return Launch(
        command=interpreter.arguments(packages),
        environment=interpreter.environment(str(interpreter.CELL), "/nonexistent"),
        config=config,
        threads=0,
    )
