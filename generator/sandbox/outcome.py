"""What a program may use, and what became of it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, get_args

BackendName = Literal["bubblewrap", "landlock"]
"""What kept a program in: namespaces and seccomp, or Landlock and seccomp."""
BACKEND_NAMES: tuple[BackendName, ...] = get_args(BackendName)

Status = Literal["ok", "error", "timeout", "memory", "died"]
"""It came to its end, raised an error, ran out of time, ran out of memory, or its process ended."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Limits:
    """What one program may use; every value is positive."""

    seconds: float = 10.0
    """Wall-clock time of one program."""
    session_seconds: float = 60.0
    """Wall-clock time, and CPU time, of all programs of one session together."""
    megabytes: int = 1024
    """Address space, the interpreter and its packages included (SymPy about 150)."""
    file_megabytes: int = 16
    """Longest file; all files share 64 MB of memory. Under Landlock no file can be written."""
    output_bytes: int = 20_000
    """Output that is kept; what comes after it is read and thrown away."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Outcome:
    """What became of one program. All texts were made by the program's process: data, not fact."""

    status: Status
    output: str = ""
    """Standard output and error, in the order they were written."""
    value: str | None = None
    """`str()` of the program's last bare expression; None without one, or when it is None."""
    echo: str | None = None
    """`repr()` of the same, as an interactive interpreter shows it."""
    error: str = ""
    """Kind and text of what went wrong, such as `ZeroDivisionError: division by zero`."""
    line: int | None = None
    """1-based line of the program that raised the error; None when that is not known."""
    truncated: bool = False
    """Whether output was longer than the limit."""
    state_lost: bool = False
    """Whether the names a session had are gone, because its process had to be ended."""
    backend: BackendName
    """What kept it in; to be recorded with the run."""
