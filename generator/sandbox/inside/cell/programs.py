"""The child: runs the programs it is given, one by one, in one namespace.

The only place of this project that executes text written by a model. It is never imported by
the host, and what it is told about a program is made by that program's own process: data.
"""

from __future__ import annotations

import ast
import json
import os
import random
import signal
import sys
import types
from typing import Any, NoReturn

PROGRAM = "<program>"
"""Name of the program's file in its tracebacks."""
TEXT_CHARS = 20_000
"""Longest text of a value or a message; longer ones are cut."""
MEMORY_REPLY = b'{"status": "memory", "error": "MemoryError"}\n'
"""Made beforehand: when it is needed there is no memory left to make it."""


class Caught:
    """Context that catches whatever a program raises, SystemExit and interrupts included."""

    error: BaseException | None = None

    def __enter__(self) -> Caught:
        """Begin."""
        return self

    def __exit__(self, _kind: object, error: BaseException | None, _trace: object) -> bool:
        """Keep the error and go on."""
        self.error = error
        return True


def cut(text: str) -> str:
    """Return text that can be sent: not too long, no half characters."""
    return text[:TEXT_CHARS].encode("utf-8", "backslashreplace").decode()


def execute(code: str, names: dict[str, Any]) -> dict[str, str]:
    """Run a program in `names`; return its last bare expression as `value` and `echo`."""
    tree = ast.parse(code, PROGRAM)
    last = tree.body.pop() if tree.body and isinstance(tree.body[-1], ast.Expr) else None
    exec(compile(tree, PROGRAM, "exec"), names)  # noqa: S102 - this is what the sandbox is for
    if not isinstance(last, ast.Expr):
        return {}
    value = eval(compile(ast.Expression(last.value), PROGRAM, "eval"), names)  # noqa: S307
    return {} if value is None else {"value": cut(str(value)), "echo": cut(repr(value))}


def explain(error: BaseException) -> dict[str, Any]:
    """Return the kind, the text and the program's line of an error."""
    text = ""
    with Caught():
        text = str(error)
    line = error.lineno if isinstance(error, SyntaxError) else None
    trace = error.__traceback__
    while trace is not None:
        if trace.tb_frame.f_code.co_filename == PROGRAM:
            line = trace.tb_lineno
        trace = trace.tb_next
    kind = type(error).__name__
    return {"status": "error", "error": cut(f"{kind}: {text}" if text else kind), "line": line}


def perform(code: str, names: dict[str, Any]) -> bytes:
    """Run a program and return the line to be sent; nothing it raises comes out."""
    shown: dict[str, Any] = {}
    with Caught() as caught:
        signal.signal(signal.SIGINT, signal.default_int_handler)
        shown = {"status": "ok", **execute(code, names)}
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    with Caught():
        sys.stdout.flush()
        sys.stderr.flush()
    if isinstance(caught.error, MemoryError):
        return MEMORY_REPLY
    if isinstance(caught.error, SystemExit) and caught.error.code in {None, 0}:
        shown = {"status": "ok"}
    elif caught.error is not None:
        shown = explain(caught.error)
    return json.dumps(shown).encode() + b"\n"


def serve(control: int, results: int) -> NoReturn:
    """Perform programs from `control` until it closes. The child's main loop."""
    module = types.ModuleType("__main__")
    sys.modules["__main__"] = module
    random.seed(0)
    with open(control, "rb") as requests:
        for line in requests:
            os.write(results, perform(json.loads(line), module.__dict__))
    os._exit(0)
