"""The self-test: six programs that try to get out. Each must fail, or the backend is not used."""

from __future__ import annotations

import socket
import tempfile
from dataclasses import dataclass
from pathlib import Path

from generator.errors import CannotRun
from generator.sandbox import interpreter
from generator.sandbox.box import Box, BoxBroken
from generator.sandbox.launch import Launch

SECONDS = 20.0
"""Time of one probe; on a quiet machine all six take a quarter of a second."""
MEGABYTES = 512
MOST_FORKS = 64

NETWORK = """
import socket
try:
    socket.create_connection(("127.0.0.1", {port}), 1).close()
    print("reached a server on this machine")
except OSError as error:
    print("ok", error)
"""
OPEN_FILES = """
found = []
for path in ({path!r}, "/etc/passwd", "/etc/hostname"):
    try:
        found.append(f"{{path}}: {{len(open(path).read())}} characters")
    except OSError:
        pass
print("read " + ", ".join(found) if found else "ok")
"""
ENVIRONMENT = """
import glob, os
names = set(os.environ)
for path in glob.glob("/proc/*/environ"):
    try:
        names |= {{entry.split("=")[0] for entry in open(path).read().split("\\0") if entry}}
    except OSError:
        pass
extra = sorted(names - {allowed!r})
print("sees " + ", ".join(extra) if extra else "ok")
"""
FORKS = """
import os, time
made = []
try:
    while len(made) <= {most}:
        made.append(os.fork())
        if made[-1] == 0:
            time.sleep(9)
            os._exit(0)
except OSError:
    pass
for process in made:
    os.kill(process, 9)
print(f"ok {{len(made)}}" if len(made) <= {most} else f"{{len(made)}} processes")
"""
MEMORY = """
held = []
try:
    for _ in range(4 * {megabytes}):
        held.append(b"x" * (1 << 20))
except MemoryError:
    held.clear()
    print("ok")
else:
    print(f"got {{len(held)}} MB")
"""
NAMESPACES = """
import ctypes
library = ctypes.CDLL(None)
print("made a user namespace" if library.unshare(0x10000000) == 0 else "ok")
"""


@dataclass(frozen=True, slots=True, kw_only=True)
class Probe:
    """What one attempt to get out has come to."""

    name: str
    held: bool
    """Whether the sandbox held."""
    found: str
    """What the attempt saw, in a few words; `ok` where it was stopped."""


def probe(launch: Launch) -> tuple[Probe, ...]:
    """Return the six probes of a backend, run in one sandbox, each in a new child.

    Raises CannotRun where it does not start.
    """
    box = Box(launch, ())
    try:
        box.wait_ready()
        return (_network(box), _secret_file(box), *_others(box))
    finally:
        box.close()


def _network(box: Box) -> Probe:
    """Try to reach a server of ours; the server says whether it was reached."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        server.settimeout(0)
        found = _say(box, NETWORK.format(port=server.getsockname()[1]))
        try:
            server.accept()[0].close()
        except BlockingIOError:
            return _judged("network", found)
        return Probe(name="network", held=False, found="reached a server on this machine")


def _secret_file(box: Box) -> Probe:
    """Try to read a file that everybody on this machine may read."""
    with tempfile.NamedTemporaryFile("w", suffix=".secret") as secret:
        secret.write("secret")
        secret.flush()
        Path(secret.name).chmod(0o644)
        return _judged("secret file", _say(box, OPEN_FILES.format(path=secret.name)))


def _others(box: Box) -> tuple[Probe, ...]:
    """Try the rest."""
    allowed = {*interpreter.environment("", ""), "PWD"}
    programs = {
        "environment": ENVIRONMENT.format(allowed=allowed),
        "fork bomb": FORKS.format(most=MOST_FORKS),
        "memory": MEMORY.format(megabytes=MEGABYTES),
        "user namespace": NAMESPACES,
    }
    return tuple(_judged(name, _say(box, program)) for name, program in programs.items())


def _judged(name: str, found: str) -> Probe:
    """Return the probe called `name`."""
    return Probe(name=name, held=found.startswith("ok"), found=found)


def _say(box: Box, program: str) -> str:
    """Return what a program of ours prints in a new child of the sandbox."""
    request = {
        "code": program,
        "fresh": True,
        "seconds": SECONDS,
        "grace": 0,
        "megabytes": MEGABYTES,
        "cpu": int(SECONDS),
        "file_megabytes": 1,
        "threads": box.launch.threads,
        "output": 1000,
    }
    try:
        reply = box.ask(request, SECONDS)
    except BoxBroken as error:
        raise CannotRun(f"the self-test could not be run: {error}") from error
    said = str(reply.get("output")).strip().splitlines()  # of a traceback, its last line
    return said[-1] if said else f"no answer ({reply.get('end')})"
