"""The verbs of the command line: name -> one-line summary; `<name>.py` beside this file does it.

A command module has `EXAMPLES` (shown by --help), `configure(parser)` and `run(args) -> exit code`.
It is imported only when its verb is chosen, so that heavy libraries cost nobody else anything.
Commands are the only place that prints.
"""

from __future__ import annotations

from collections.abc import Mapping

COMMANDS: Mapping[str, str] = {
    "new": "lay out the folder of a run or a dataset, every field explained",
    "make-dataset": "make a generated dataset again, or a fresh one from another seed",
    "fetch": "get a dataset that we may not copy, and check its hashes",
    "import": "turn a result file of another tool into a run folder",
    "run": "put a dataset's problems to a method and keep every response",
    "methods": "list every method with its parameters",
    "tool": "call a tool of computer algebra by hand, or list all of them",
    "judge": "recompute verdicts and scores of runs and write their locks",
    "score": "print one run's ExpAcc and Fail@where as JSON",
    "check": "verify datasets, runs and locks; what CI runs",
    "report": "say what a run changes on its board, and preview the pages",
    "build": "build the site",
    "serve": "build the site and serve it on this machine",
    "audit": "list where a second judge disagrees with ours, for a human to look at",
    "sandbox": "run a program as a method would, or test the walls around it",
    "same": "ask the judge whether two answers are the same",
}


def module_name(command: str) -> str:
    """Return the dotted module of `command`; `import` lives in `import_` as it is a keyword."""
    stem = command.replace("-", "_")
    return f"{__name__}.{stem}_" if stem == "import" else f"{__name__}.{stem}"
