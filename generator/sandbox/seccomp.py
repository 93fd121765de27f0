"""The filter of system calls, assembled by hand: eight bytes an instruction, no library needed.

Linux, Documentation/userspace-api/seccomp_filter.rst; the instructions are classic BPF.
"""

from __future__ import annotations

import platform
import struct
from collections.abc import Iterator

from generator.errors import CannotRun
from generator.sandbox.syscalls import ABSENT, AUDIT_ARCH, CHECKED, NEWEST, SYSCALLS

LOAD, AND, EQUAL, GREATER, RETURN = 0x20, 0x54, 0x15, 0x25, 0x06
NUMBER, ARCHITECTURE, ARGUMENTS = 0, 4, 16
"""Offsets in `struct seccomp_data`, which a filter looks at; both machines put low words first."""
ALLOW, KILL = 0x7FFF_0000, 0x8000_0000
REFUSE, UNKNOWN = 0x0005_0001, 0x0005_0026
"""Answer EPERM; answer ENOSYS."""

Instruction = tuple[int, int, int, int]
"""Code, how many to skip when true, when false, operand."""


def assemble(machine: str | None = None) -> bytes:
    """Return the filter for `machine` (this one by default).

    Raises CannotRun where the numbers of its system calls are not known to us.
    """
    machine = machine or platform.machine()
    if machine not in SYSCALLS:
        raise CannotRun(f"the filter of system calls is not written for {machine}")
    return b"".join(struct.pack("=HBBI", *line) for line in _program(machine))


def _program(machine: str) -> Iterator[Instruction]:
    """Yield the instructions; a call that no rule names is refused."""
    yield LOAD, 0, 0, ARCHITECTURE
    yield EQUAL, 1, 0, AUDIT_ARCH[machine]
    yield RETURN, 0, 0, KILL
    yield LOAD, 0, 0, NUMBER
    yield GREATER, 0, 1, NEWEST  # also the x32 variants of all calls, which have bit 30 set
    yield RETURN, 0, 0, UNKNOWN
    for name, number in SYSCALLS[machine].items():
        rule = list(_rule(name))
        yield EQUAL, 0, len(rule), number
        yield from rule
    yield RETURN, 0, 0, REFUSE


def _rule(name: str) -> Iterator[Instruction]:
    """Yield what is done about the call `name`; always ends in an answer."""
    if name in ABSENT:
        yield RETURN, 0, 0, UNKNOWN
    elif name not in CHECKED:
        yield RETURN, 0, 0, ALLOW
    else:
        argument, mask, values = CHECKED[name]
        yield LOAD, 0, 0, ARGUMENTS + 8 * argument
        yield AND, 0, 0, mask
        for value in values:
            yield EQUAL, 0, 1, value
            yield RETURN, 0, 0, ALLOW
        yield RETURN, 0, 0, REFUSE
