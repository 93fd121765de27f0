"""How a process in the sandbox gives up what it could do: user, files, system calls, resources.

Nothing here can be taken back by the process, and each wall stands without the others.
"""

from __future__ import annotations

import contextlib
import ctypes
import os
import resource
import sys
from typing import Any

PR_SET_DUMPABLE, PR_SET_KEEPCAPS, PR_SET_SECCOMP, PR_SET_NO_NEW_PRIVS = 4, 8, 22, 38
SECCOMP_MODE_FILTER = 2
CAPABILITY_VERSION_3, CAP_DAC_READ_SEARCH = 0x20080522, 2
CAPSET = {"x86_64": 126, "aarch64": 91}
LANDLOCK_CREATE, LANDLOCK_ADD, LANDLOCK_RESTRICT = 444, 445, 446
LANDLOCK_WRITE_FILE, LANDLOCK_READ_FILE, LANDLOCK_READ_DIR = 2, 4, 8
LANDLOCK_RIGHTS = {1: 0x1FFF, 2: 0x3FFF, 3: 0x7FFF, 4: 0x7FFF, 5: 0xFFFF}
"""ABI -> every right on files that it knows; all are taken away unless a rule gives them back."""

libc = ctypes.CDLL(None, use_errno=True)


def hide() -> None:
    """Let nobody look into this process, its own children included (ptrace, /proc/2/fd/1)."""
    prctl(PR_SET_DUMPABLE, 0)


def checked(returned: int, what: str) -> int:
    """Return what the C library returned, or raise OSError when that means failure."""
    if returned < 0:
        number = ctypes.get_errno()
        raise OSError(number, f"{what}: {os.strerror(number)}")
    return returned


def prctl(option: int, first: int, pointer: int = 0) -> None:
    """Set one attribute of this process; raises OSError."""
    arguments = (ctypes.c_ulong(value) for value in (first, pointer, 0, 0))
    checked(libc.prctl(option, *arguments), "prctl")


def drop_privilege(number: int, *, keep_search: bool) -> None:
    """Become user and group `number`; keep at most the right to walk into closed folders.

    The right is needed where the interpreter lies below a home that is closed to others;
    Landlock, which does not ask for the user, then says what may be read.
    """
    os.setgroups([])
    os.setresgid(number, number, number)
    prctl(PR_SET_KEEPCAPS, 1)
    os.setresuid(number, number, number)
    kept = (1 << CAP_DAC_READ_SEARCH) if keep_search else 0
    header = (ctypes.c_uint32 * 2)(CAPABILITY_VERSION_3, 0)
    sets = (ctypes.c_uint32 * 6)(kept, kept, 0, 0, 0, 0)
    checked(libc.syscall(CAPSET[os.uname().machine], header, sets), "capset")


def restrict_files(readable: list[str]) -> None:
    """Take away all files but `readable` ones, for good. Raises OSError without Landlock."""
    abi = checked(libc.syscall(LANDLOCK_CREATE, None, 0, 1), "Landlock")
    # From ABI 4 the network and from ABI 6 signals and abstract sockets are in the same struct.
    words = 1 if abi < 4 else 2 if abi < 6 else 3
    rights = LANDLOCK_RIGHTS[min(abi, 5)]
    wanted = (ctypes.c_uint64 * 3)(rights, 3 if abi >= 4 else 0, 3 if abi >= 6 else 0)
    rules = checked(libc.syscall(LANDLOCK_CREATE, wanted, 8 * words, 0), "Landlock")
    for path in readable:
        allow_path(rules, path, LANDLOCK_READ_FILE | LANDLOCK_READ_DIR)
    allow_path(rules, "/dev/null", LANDLOCK_READ_FILE | LANDLOCK_WRITE_FILE)
    prctl(PR_SET_NO_NEW_PRIVS, 1)
    checked(libc.syscall(LANDLOCK_RESTRICT, rules, 0), "Landlock")
    os.close(rules)


def allow_path(rules: int, path: str, rights: int) -> None:
    """Add a rule that gives `rights` on `path` and what lies below; a missing path is skipped."""
    with contextlib.suppress(FileNotFoundError):
        opened = os.open(path, os.O_PATH | os.O_CLOEXEC)
        if not os.path.isdir(path):  # noqa: PTH112
            rights &= ~LANDLOCK_READ_DIR
        rule = rights.to_bytes(8, sys.byteorder) + opened.to_bytes(4, sys.byteorder)
        checked(libc.syscall(LANDLOCK_ADD, rules, 1, rule, 0), f"Landlock: {path}")
        os.close(opened)


def restrict_calls(program: bytes) -> None:
    """Install a seccomp filter of BPF instructions, for good; raises OSError."""
    prctl(PR_SET_NO_NEW_PRIVS, 1)
    text = ctypes.create_string_buffer(program, len(program))
    head = (len(program) // 8).to_bytes(8, sys.byteorder)  # unsigned short and padding
    whole = ctypes.create_string_buffer(head + ctypes.addressof(text).to_bytes(8, sys.byteorder))
    prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, ctypes.addressof(whole))


def set_limits(request: dict[str, Any]) -> None:
    """Set the rlimits of a child, soft and hard alike."""
    limits = {
        resource.RLIMIT_AS: request["megabytes"] << 20,
        resource.RLIMIT_CPU: request["cpu"],
        resource.RLIMIT_FSIZE: request["file_megabytes"] << 20,
        resource.RLIMIT_NOFILE: 64,
        resource.RLIMIT_CORE: 0,
        resource.RLIMIT_MEMLOCK: 0,
        resource.RLIMIT_MSGQUEUE: 0,
    }
    if request["threads"]:
        limits[resource.RLIMIT_NPROC] = request["threads"]
    for which, value in limits.items():
        hard = resource.getrlimit(which)[1]
        value = value if hard == resource.RLIM_INFINITY else min(value, hard)  # noqa: PLW2901
        resource.setrlimit(which, (value, value))
