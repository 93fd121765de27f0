"""Programs that try to get out of a sandbox, and a command that tries them all as whoever runs it.

`python sandbox_attacks.py BACKEND` prints one JSON object: attack -> what was achieved, empty where
the sandbox held. It is a program of its own so that it can be started as another user, with a key
in its environment. Where the host can see for itself whether an attack worked, it does not ask.
"""

from __future__ import annotations

import json
import os
import socket
import sys
import tempfile
from pathlib import Path

from generator.sandbox import Limits, Outcome, Session, interpreter
from generator.tools import offered

LIMITS = Limits(seconds=20, session_seconds=300, megabytes=300)
SHORT = Limits(seconds=0.4, session_seconds=300, megabytes=300)
KEY = "sk-attack-0123456789"
ROOT = Path(__file__).parents[1]
PARTS = ("datasets", "examples", "generator", "results", "site_src", "tests")

TRY = """
import os
won = []
def attempt(name, action):
    try:
        got = action()
        won.append(f"{name}: {got!r}"[:200])
    except (OSError, ValueError, AttributeError, MemoryError, ImportError):
        pass
"""
END = "\nprint('WON ' + '; '.join(won) if won else 'held')"

ATTACKS = {
    "network": """
import socket
def connect():
    socket.create_connection(("127.0.0.1", {port}), 1).close()
def datagram():
    s = socket.socket(socket.AF_INET, socket.SOCK_DGRAM); s.sendto(b"x", ("127.0.0.1", {port}))
def unix():
    s = socket.socket(socket.AF_UNIX); s.connect("\\0{abstract}")
for f in (connect, datagram, unix): attempt(f.__name__, f)
""",
    "files": """
for path in ("/etc/passwd", "/etc/shadow", "/proc/cpuinfo", "/proc/1/cmdline", "{secret}"):
    attempt(path, lambda: len(open(path).read()))
for path in ("/etc", "/home", "/srv", "/var", "/proc", os.path.dirname("{secret}")):
    attempt(path, lambda: os.listdir(path))
""",
    "our own files": """
for path in {ours}:
    attempt(path, lambda: len(open(path).read()))
""",
    "write": """
for path in ("{secret}", "/usr/x", "/usr/lib/x", "/x", "/dev/x", "/app/x", os.__file__, os.path.dirname(os.__file__) + "/x"):
    attempt(path, lambda: open(path, "a").write("x"))
attempt("chmod", lambda: os.chmod("/usr/lib", 0o777))
attempt("chown", lambda: os.chown("/usr/lib", 1, 1))
attempt("utime", lambda: os.utime("/usr/lib"))
""",
    "own environment": """
found = [name for name, value in os.environ.items() if "sk-" in value or "KEY" in name]
if found: won.append(repr(found))
""",
    "environment of others": """
import glob
for path in {{*glob.glob("/proc/*/environ"), "/proc/1/environ", "/proc/self/environ", "/proc/{pid}/environ", "/proc/%d/environ" % os.getppid()}}:
    attempt(path, lambda: [e for e in open(path).read().split("\\0") if "KEY" in e] or os.stat("/nonexistent"))
""",
    "fork bomb": """
import time
count = 0
try:
    while count < 1000:
        if os.fork() == 0:
            time.sleep(60)
            os._exit(0)
        count += 1
except OSError:
    pass
if count > 64: won.append(str(count))
""",
    "other programs": """
import subprocess
attempt("subprocess", lambda: subprocess.run(["/bin/true"]))
attempt("execv", lambda: os.execv("/bin/sh", ["sh", "-c", "echo WON"]))
attempt("posix_spawn", lambda: os.posix_spawn("/bin/true", ["true"], {{}}))
""",
    "memory": """
held = []
try:
    for _ in range(3000): held.append(bytes(1 << 20) + b"x")
    won.append("3 GB")
except MemoryError:
    held.clear()
""",
    "disk": """
total = 0
for place in ("/tmp", "/dev/shm", "/dev", "/", "/var/tmp"):
    for n in range(40):
        try:
            with open(f"{{place}}/big{{n}}", "wb") as file:
                for _ in range(12): total += file.write(bytes(1 << 20))
        except OSError:
            pass
if total > 100 << 20: won.append(f"{{total >> 20}} MB")
""",
    "descriptors": """
for fd in range(3, 60): attempt(f"descriptor {{fd}}", lambda: os.fstat(fd))
def all_of_them():
    opened = []
    while len(opened) < 500: opened.append(os.dup(0))
    return len(opened)
attempt("dup", all_of_them)
""",
    "signals": """
import fcntl, signal, ctypes
attempt("kill host", lambda: os.kill({pid}, 0))
attempt("kill supervisor", lambda: os.kill(os.getppid(), 9))
attempt("kill all", lambda: os.kill(-1, 9))
attempt("kill group", lambda: os.killpg(os.getpgid(os.getppid()), 9))
attempt("pidfd", lambda: os.pidfd_open({pid}))
r, w = os.pipe()
attempt("F_SETOWN", lambda: fcntl.fcntl(r, fcntl.F_SETOWN, {pid}))
library = ctypes.CDLL(None)
for name, number, args in (("tgkill", 234, ({pid}, {pid}, 0)), ("tkill", 200, ({pid}, 0)), ("sigqueue", 129, ({pid}, 10, 0))):
    if library.syscall(number, *args) == 0: won.append(name)
if library.setpriority(0, {pid}, 5) == 0: won.append("setpriority")
""",
    "namespaces": """
import ctypes
library = ctypes.CDLL(None)
calls = {{
    "unshare user": lambda: library.unshare(0x10000000),
    "unshare mount": lambda: library.unshare(0x20000),
    "clone user": lambda: library.syscall(56, 0x10000000 | 17, 0, 0, 0, 0),
    "clone3": lambda: library.syscall(435, ctypes.create_string_buffer(88), 88),
    "mount": lambda: library.mount(b"none", b"/tmp", b"tmpfs", 0, None),
    "ptrace": lambda: library.ptrace(16, os.getppid(), 0, 0),
    "process_vm_readv": lambda: library.syscall(310, os.getppid(), 0, 0, 0, 0, 0),
    "chroot": lambda: library.chroot(b"/tmp"),
    "setuid": lambda: library.setuid(0) if os.getuid() else -1,
    "bpf": lambda: library.syscall(321, 0, 0, 0),
    "io_uring": lambda: library.syscall(425, 1, ctypes.create_string_buffer(120)),
    "open_by_handle_at": lambda: library.syscall(304, 0, 0, 0),
    "x32 fork": lambda: library.syscall(0x40000000 | 57),
    "memfd": lambda: library.syscall(319, b"x", 0),
    "keyctl": lambda: library.syscall(250, 0, -3, 1),
}}
for name, call in calls.items():
    if call() >= 0: won.append(name)
""",
    "limits": """
import resource
for which in (resource.RLIMIT_AS, resource.RLIMIT_CPU, resource.RLIMIT_FSIZE, resource.RLIMIT_NOFILE, resource.RLIMIT_CORE):
    attempt(str(which), lambda: resource.setrlimit(which, (resource.RLIM_INFINITY,) * 2) or which)
attempt("of the host", lambda: resource.prlimit({pid}, resource.RLIMIT_NOFILE, (3, 3)))
""",
}
"""Name -> program. Those below need no program to say what they achieved."""

ENDLESS = {
    "endless loop": "while True: pass",
    "endless sleep": "import time\nwhile True:\n    try: time.sleep(99)\n    except BaseException: pass",
    "hang in C": "import signal\nfor s in (2, 10, 14, 15, 24): signal.signal(s, signal.SIG_IGN)\nx = 7 ** (10 ** 9)",
    "endless output": "while True: print('x' * 1000)",
    "endless threads": "import threading\ndef f():\n  while True: pass\nfor _ in range(8): threading.Thread(target=f).start()\nf()",
}


def said(outcome: Outcome) -> str:
    """Return what an attack achieved, empty when it was stopped."""
    lines = outcome.output.splitlines()
    won = [line for line in lines if line.startswith("WON")]
    if won:
        return won[0][:300]
    stopped = "held" in lines or outcome.status in {"memory", "timeout", "died"}
    return "" if stopped else f"the attack is broken: {outcome}"


def ours() -> list[str]:
    """Return one file of every folder of this project that no program may see."""
    seen = interpreter.visible()
    files = [path for part in PARTS for path in (ROOT / part).rglob("*") if path.is_file()]
    hidden = [path for path in files if not any(path.is_relative_to(each) for each in seen)]
    return [str(path) for path in {path.parent: path for path in hidden}.values()]


def attack(session: Session, port: int, abstract: str, secret: str) -> dict[str, str]:
    places = {"port": port, "abstract": abstract, "secret": secret, "pid": os.getpid()}
    hidden = ours()
    found = {}
    for name, program in ATTACKS.items():
        whole = TRY + program.format(**places, ours=hidden) + END
        found[name] = said(session.run(whole, fresh=True))
    session.limits = SHORT
    for name, program in ENDLESS.items():
        outcome = session.run(program, fresh=True)
        found[name] = "" if outcome.status == "timeout" else f"{outcome}"[:300]
    return found


def reached(server: socket.socket) -> bool:
    server.setblocking(False)
    try:
        server.accept()
    except BlockingIOError:
        return False
    return True


def main(backend: str) -> None:
    assert os.environ["OPENAI_API_KEY"] == KEY
    abstract = f"failwhere-{os.getpid()}"
    unix = socket.socket(socket.AF_UNIX)
    unix.bind(f"\0{abstract}")
    unix.listen()
    with (
        socket.create_server(("127.0.0.1", 0)) as server,
        tempfile.TemporaryDirectory() as folder,
        Session(limits=LIMITS, backend=backend, grace=0.0, preload=(offered.__name__,)) as session,
    ):
        secret = Path(folder) / "secret"
        secret.write_text("secret")
        secret.chmod(0o666)
        Path(folder).chmod(0o777)
        found = attack(session, server.getsockname()[1], abstract, str(secret))
        if reached(server) or reached(unix):
            found["network"] = "a server of the host was reached"
        if secret.read_text() != "secret" or len(list(Path(folder).iterdir())) != 1:
            found["write"] = "a file of the host was changed"
    print(json.dumps(found))


if __name__ == "__main__":
    main(sys.argv[1])
