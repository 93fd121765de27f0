"""The filter of system calls, read instruction by instruction, and its numbers against the kernel's."""

from __future__ import annotations

import re
import struct
from pathlib import Path

import pytest

from generator.errors import CannotRun
from generator.sandbox.seccomp import assemble
from generator.sandbox.syscalls import AUDIT_ARCH, SYSCALLS

ALLOW, EPERM, ENOSYS, KILL = 0x7FFF0000, 0x50001, 0x50026, 0x80000000
HEADERS = {
    "x86_64": Path("/usr/include/x86_64-linux-gnu/asm/unistd_64.h"),
    "aarch64": Path("/usr/include/asm-generic/unistd.h"),
}
MACHINES = pytest.mark.parametrize("machine", list(SYSCALLS))


def answer(machine: str, number: int, *arguments: int, arch: int | None = None) -> int:
    """Run the filter on one call, as the kernel would."""
    program = list(struct.iter_unpack("=HBBI", assemble(machine)))
    arch = AUDIT_ARCH[machine] if arch is None else arch
    data = struct.pack("<iIQ6Q", number, arch, 0, *arguments, *[0] * (6 - len(arguments)))
    at, held = 0, 0
    while True:
        code, when_true, when_false, operand = program[at]
        at += 1
        if code == 0x06:
            return operand
        if code == 0x20:
            held = struct.unpack_from("<I", data, operand)[0]
        elif code == 0x54:
            held &= operand
        else:
            true = held == operand if code == 0x15 else held > operand
            at += when_true if true else when_false


@MACHINES
def test_computing_is_allowed(machine: str) -> None:
    numbers = SYSCALLS[machine]
    for name in ("read", "write", "mmap", "futex", "exit_group", "openat", "getrandom"):
        assert answer(machine, numbers[name]) == ALLOW


def test_everything_else_is_refused() -> None:
    allowed = set(SYSCALLS["x86_64"].values())
    for number in set(range(452)) - allowed:
        assert answer("x86_64", number) == EPERM
    fork, vfork, execve, kill, socket, ptrace = 57, 58, 59, 62, 41, 101
    assert not allowed & {fork, vfork, execve, kill, socket, ptrace}


@MACHINES
def test_clone_makes_threads_only(machine: str) -> None:
    clone, clone3 = SYSCALLS[machine]["clone"], SYSCALLS[machine]["clone3"]
    thread = 0x3D0F00
    assert answer(machine, clone, thread) == ALLOW
    assert answer(machine, clone, 17) == EPERM
    assert answer(machine, clone, thread | 0x10000000) == EPERM
    assert answer(machine, clone3) == ENOSYS


@MACHINES
def test_arguments_are_looked_at(machine: str) -> None:
    numbers = SYSCALLS[machine]
    assert answer(machine, numbers["prlimit64"], 0) == ALLOW
    assert answer(machine, numbers["prlimit64"], 1) == EPERM
    assert answer(machine, numbers["fcntl"], 3, 2) == ALLOW
    assert answer(machine, numbers["fcntl"], 3, 8) == EPERM  # F_SETOWN
    assert answer(machine, numbers["ioctl"], 0, 0x5401) == ALLOW
    assert answer(machine, numbers["ioctl"], 0, 0x5412) == EPERM  # TIOCSTI


@MACHINES
def test_other_tables_of_calls_are_no_way_around(machine: str) -> None:
    assert answer(machine, 1, arch=0x40000003) == KILL  # the 32-bit table of an x86
    assert answer(machine, 0x40000000 | 1) == ENOSYS  # x32
    assert answer(machine, 9999) == ENOSYS


def test_an_unknown_machine_is_named() -> None:
    with pytest.raises(CannotRun, match="not written for s390x"):
        assemble("s390x")


@MACHINES
def test_numbers_are_those_of_the_headers(machine: str) -> None:
    if not HEADERS[machine].is_file():
        pytest.skip("the kernel's headers are not installed (linux-libc-dev)")
    text = HEADERS[machine].read_text("utf-8")
    known = {name: int(n) for name, n in re.findall(r"#define __NR(?:3264)?_(\w+)\s+(\d+)", text)}
    known["newfstatat"] = known.get("newfstatat", known.get("fstatat", 0))
    assert SYSCALLS[machine] == {name: known[name] for name in SYSCALLS[machine]}
