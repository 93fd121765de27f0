"""Running programs: what comes back, what a session keeps, and what happens at the limits."""

from __future__ import annotations

import subprocess
import sys
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from uuid import uuid4

import pytest

from generator.errors import CannotRun
from generator.sandbox import (
    BACKENDS,
    Limits,
    Outcome,
    Session,
    backends,
    chosen,
    interpreter,
    pool,
    run,
    self_test,
    session,
)
from generator.sandbox.box import Box, BoxBroken

ROOT = Path(__file__).parents[1]
BOTH = pytest.mark.parametrize("backend", list(BACKENDS))
SHORT = Limits(seconds=0.5)


def needs(name: str | None = None) -> None:
    """Skip, with the reason, where a sandbox cannot work on this machine."""
    try:
        chosen(name)
    except CannotRun as error:
        pytest.skip(str(error))


@pytest.fixture(scope="module", autouse=True)
def tidy() -> Iterator[None]:
    yield
    pool.shut_down()


@pytest.fixture(scope="module", params=list(BACKENDS))
def repl(request: pytest.FixtureRequest) -> Iterator[Session]:
    """One sandbox for the tests that begin with a new child anyway."""
    needs(request.param)
    limits = Limits(session_seconds=300, megabytes=400)
    with Session(limits=limits, backend=request.param, grace=0.3) as opened:
        yield opened


@pytest.mark.parametrize(
    ("program", "expected"),
    [
        ("print(1 + 1)", {"status": "ok", "output": "2\n", "value": None}),
        ("1 + 1", {"status": "ok", "output": "", "value": "2", "echo": "2"}),
        ("'two'", {"value": "two", "echo": "'two'"}),
        ("def solution():\n    return 6 * 7\n\nsolution()", {"value": "42"}),
        ("from sympy import *\nx = Symbol('x')\nsolve(x**2 - 2)", {"value": "[-sqrt(2), sqrt(2)]"}),
        ("print('√2 ≈ 1.41')", {"output": "√2 ≈ 1.41\n"}),
        ("'\\ud800'", {"status": "ok", "value": "\\ud800"}),
        ("import sys; print('a'); print('b', file=sys.stderr)", {"output": "a\nb\n"}),
        ("", {"status": "ok", "output": "", "value": None}),
        ("raise SystemExit", {"status": "ok"}),
        ("exit()", {"status": "ok"}),
        ("exit(3)", {"status": "error", "error": "SystemExit: 3"}),
        (
            "x = 1\ny = x / 0",
            {"status": "error", "error": "ZeroDivisionError: division by zero", "line": 2},
        ),
        ("def f():\n    return nothing\n\nf()", {"status": "error", "line": 2}),
        ("solution()", {"error": "NameError: name 'solution' is not defined", "line": 1}),
        (
            "x = (",
            {
                "status": "error",
                "error": "SyntaxError: '(' was never closed (<program>, line 1)",
                "line": 1,
            },
        ),
        ("x = '\0'", {"status": "error"}),
        ("(" * 5000 + ")" * 5000, {"output": ""}),
        (
            "def f(): f()\nf()",
            {"status": "error", "error": "RecursionError: maximum recursion depth exceeded"},
        ),
        ("input()", {"status": "error", "error": "EOFError: EOF when reading a line"}),
        ("x = bytearray(10 ** 10)", {"status": "memory", "error": "MemoryError"}),
        ("print('x' * 30000)", {"output": "x" * 20000, "truncated": True}),
        (
            "import os; print('a', flush=True); os._exit(3)",
            {"status": "died", "output": "a\n", "error": "ended with exit code 3"},
        ),
        ("import ctypes; ctypes.string_at(0)", {"status": "died", "error": "ended by SIGSEGV"}),
        ("import os; os.close(61)", {"status": "died", "error": "ended with exit code 1"}),
        ("import os; os.closerange(0, 99); os.write(9, b'')", {"status": "died"}),
        ("import random; random.random()", {"value": "0.8444218515250481"}),
        ("hash('x') == hash('x')", {"value": "True"}),
        ("__name__", {"value": "__main__"}),
        (
            "import threading; t = threading.Thread(target=print, args=('t',)); t.start(); t.join()",
            {"output": "t\n"},
        ),
        (
            "class A:\n    def __repr__(self): raise KeyError('no')\nA()",
            {"status": "error", "error": "KeyError: 'no'"},
        ),
    ],
)
def test_what_comes_back(repl: Session, program: str, expected: dict[str, object]) -> None:
    outcome = repl.run(program, fresh=True)
    assert {name: getattr(outcome, name) for name in expected} == expected
    assert outcome.backend == repl.backend


def test_the_same_program_says_the_same_every_time(repl: Session) -> None:
    program = "import sympy, random\nprint(list({'a', 'b', 'c', 'd'}), random.random(), hash('a'))"
    assert repl.run(program, fresh=True) == repl.run(program, fresh=True)


def test_a_session_keeps_names(repl: Session) -> None:
    repl.run("x = 20", fresh=True)
    repl.run("def double(): return 2 * x")
    assert repl.run("double() + 2").value == "42"
    assert repl.run("1 / 0").status == "error"
    assert repl.run("x").value == "20"
    assert repl.run("x", fresh=True).error == "NameError: name 'x' is not defined"


def test_an_interrupt_at_the_limit_keeps_the_names_of_a_session(repl: Session) -> None:
    repl.limits = replace(repl.limits, seconds=0.5)
    repl.run("x = 20", fresh=True)
    outcome = repl.run("while True: pass")
    assert (outcome.status, outcome.error, outcome.state_lost) == (
        "timeout",
        "stopped after 0.5 s",
        False,
    )
    assert repl.run("x").value == "20"
    lost = repl.run("import signal; signal.signal(2, signal.SIG_IGN)\nwhile True: pass")
    assert (lost.status, lost.state_lost) == ("timeout", True)
    assert repl.run("x").error == "NameError: name 'x' is not defined"
    repl.limits = replace(repl.limits, seconds=10)


def test_memory_that_ran_out_keeps_the_names_of_a_session(repl: Session) -> None:
    repl.run("x = 20", fresh=True)
    outcome = repl.run("big = [bytes(1 << 20) + b'x' for _ in range(5000)]")
    assert (outcome.status, outcome.state_lost) == ("memory", False)
    assert repl.run("x").value == "20"


@BOTH
def test_names_of_a_set_up_are_there_for_the_program(backend: str) -> None:
    needs(backend)
    assert run("x + 1", setup="x = 41", backend=backend, preload=()).value == "42"
    with pytest.raises(CannotRun, match="cannot be set up: ModuleNotFoundError"):
        run("1", setup="import nowhere", backend=backend, preload=())


LOOK_AT_US = """
import os
try: print(*sorted(os.listdir({!r})))
except OSError as error: print(error.strerror)
"""


@BOTH
def test_of_our_package_only_what_the_tools_are_made_of_is_shown(backend: str) -> None:
    """No prompt, method, dataset or result; the attack on our own files tries them all."""
    needs(backend)
    seen = run(LOOK_AT_US.format(str(interpreter.PACKAGE)), backend=backend, preload=()).output
    everything = " ".join(sorted(interpreter.OURS))
    assert seen.strip() == {"bubblewrap": everything, "landlock": "Permission denied"}[backend]
    files = [each for name in interpreter.OURS for each in (interpreter.PACKAGE / name).rglob("*")]
    assert {each.suffix for each in files if each.is_file()} <= {".py", ".pyc"}


@BOTH
def test_pandas_works_in_the_memory_it_is_given(backend: str) -> None:
    needs(backend)
    program = "import pandas as pd\npd.DataFrame({'a': [1, 2], 'b': ['x', 'y']}).groupby('b').a.sum().sum()"
    assert run(program, backend=backend, preload=("sympy", "pandas")).value == "3"


@BOTH
def test_packages_below_tmp_and_below_a_closed_folder_are_seen(
    backend: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """As a virtual environment made in /tmp, or in a home that is closed to others, would be."""
    folder = tmp_path / "closed" / "site-packages"
    folder.mkdir(parents=True)
    (folder / "below_tmp.py").write_text("answer = 42")
    folder.parent.chmod(0o700)
    folders = (*interpreter.package_folders(), str(folder))
    monkeypatch.setattr(interpreter, "package_folders", lambda: folders)
    found = backends.Backend(name=backend, launch=BACKENDS[backend]())
    needs(backend)
    monkeypatch.setattr(session, "chosen", lambda _: found)
    assert run("import below_tmp\nbelow_tmp.answer", preload=()).value == "42"


def test_a_session_has_a_time_of_its_own() -> None:
    needs()
    limits = Limits(seconds=5, session_seconds=0.5)
    with Session(limits=limits, grace=0) as opened:
        assert opened.run("import time; time.sleep(9)").status == "timeout"
        assert opened.run("1") == Outcome(
            status="timeout", error="stopped after 0.5 s", backend=opened.backend
        )


LITTER = """
import builtins, json, os, sympy, sys
builtins.leak = sympy.leak = leak = 1
builtins.print = sympy.Symbol = sys.modules["math"] = sys.stdout = None
json.dumps = lambda _: "{}"
os.environ["leak"] = "1"
for place in ("/tmp/leak", "/dev/shm/leak"):
    try: open(place, "w").write("x")
    except OSError: pass
"""
LOOK = """
import builtins, json, os, sympy, math
print(hasattr(builtins, "leak"), hasattr(sympy, "leak"), "leak" in os.environ, "leak" in globals(),
      os.path.exists("/tmp/leak"), os.path.exists("/dev/shm/leak"))
[json.dumps(1), sympy.Symbol("x"), math.pi > 3]
"""


@BOTH
def test_nothing_is_left_for_the_next_problem(backend: str) -> None:
    needs(backend)
    run(LITTER, backend=backend)
    outcome = run(LOOK, backend=backend)
    assert outcome.output == " ".join(["False"] * 6) + "\n"
    assert outcome.value == "['1', x, True]"


FORGED = [
    b'{"status": "ok", "value": "42"}\n',
    b'{"status": "right"}\n',
    b'{"status": "ok", "value": 42, "line": "x", "error": ["x"]}\n',
    b'{"status": "ok", "value": NaN}\n',
    b'{"id": 1, "end": "result", "status": "ok"}\n{"ready": true}\n',
    b"[" * 100_000 + b"\n",
    b"x" * (1 << 20),
    b"\xff\xfe\n",
]
FORGE = """
import os
for descriptor in (61, 1, 2, 60, 0):
    try: os.write(descriptor, line)
    except OSError: pass
for path in ("/proc/2/fd/1", "/proc/self/fd/61", "/dev/stdout", f"/proc/{os.getppid()}/fd/1"):
    try: open(path, "wb").write(line)
    except OSError: pass
os._exit(0)
"""


@BOTH
def test_a_forged_result_is_only_data(backend: str) -> None:
    """A program may write whatever it likes, on every descriptor it has."""
    needs(backend)
    limits = Limits(seconds=2, session_seconds=100)
    with Session(limits=limits, backend=backend, preload=(), grace=0) as opened:
        for line in FORGED:
            unit, times = (line[:1], len(line)) if len(line) > 1000 else (line, 1)
            outcome = opened.run(f"line = {unit!r} * {times}\n{FORGE}", fresh=True)
            assert outcome.status in {"ok", "died"}
            assert outcome.value in {None, "42"}
            assert len(outcome.output) <= 20_000
            assert opened.run("6 * 7", fresh=True).value == "42"


def marked(monkeypatch: pytest.MonkeyPatch, backend: str) -> str:
    """Start sandboxes whose command lines can be found among all processes."""
    needs(backend)
    mark = f"/nonexistent-{uuid4()}"
    folders = interpreter.package_folders()
    monkeypatch.setattr(interpreter, "package_folders", lambda: (*folders, mark))
    found = backends.Backend(name=backend, launch=BACKENDS[backend]())
    monkeypatch.setattr(session, "chosen", lambda _: found)
    return mark


def processes(mark: str, *, some: bool = False) -> int:
    """Return how many processes have `mark` in their command line; wait until none, or some, do."""
    end = time.monotonic() + 3
    while True:
        count = 0
        for path in Path("/proc").glob("[0-9]*/cmdline"):
            try:
                count += mark in path.read_text("utf-8", "replace")
            except OSError:
                continue
        if bool(count) == some or time.monotonic() > end:
            return count
        time.sleep(0.05)


@BOTH
def test_twenty_programs_leave_no_process(backend: str, monkeypatch: pytest.MonkeyPatch) -> None:
    mark = marked(monkeypatch, backend)
    programs = [
        "1",
        "import os\nos.fork()",
        "import threading, time\nthreading.Thread(target=time.sleep, args=(99,)).start()",
        "import os; os._exit(1)",
        "while True: pass",
    ]
    for number in range(20):
        run(programs[number % 5], limits=Limits(seconds=0.1), preload=())
    pool.shut_down()
    assert processes(mark) == 0


OWNER = """
import sys
from generator.sandbox import BACKENDS, Limits, Session, backends, interpreter, session
folders = (*interpreter.package_folders(), sys.argv[2])
interpreter.package_folders = lambda: folders
found = backends.Backend(name=sys.argv[1], launch=BACKENDS[sys.argv[1]]())
session.chosen = lambda _: found
Session(preload=(), limits=Limits(seconds=100)).run("import time; time.sleep(99)")
"""


@BOTH
def test_a_session_that_is_abandoned_leaves_no_process(
    backend: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its reader is killed while a program runs: nothing outlives it."""
    needs(backend)
    mark = f"/nonexistent-{uuid4()}"
    owner = subprocess.Popen([sys.executable, "-c", OWNER, backend, mark], cwd=ROOT)
    assert processes(mark, some=True)
    time.sleep(1)
    owner.kill()
    owner.wait()
    assert processes(mark) == 0


def test_namespaces_alone_hold_a_program_that_may_call_anything() -> None:
    """Every wall is there twice: without the filter, forks are bounded and killed, and /etc is gone."""
    needs("bubblewrap")
    launch = BACKENDS["bubblewrap"]()
    everything = "06000000" + "0000ff7f"  # one instruction: allow
    box = Box(replace(launch, config={**launch.config, "filter": everything}), ())
    request = {
        "fresh": True, "seconds": 5, "grace": 0, "megabytes": 300, "cpu": 5,
        "file_megabytes": 1, "threads": launch.threads, "output": 1000,
    }  # fmt: skip
    forks = (
        "import os, time\nn = 0\ntry:\n  while n < 1000:\n    if os.fork() == 0:\n"
        "      os.setsid(); time.sleep(60); os._exit(0)\n    n += 1\nexcept OSError: pass\nprint(n)"
    )
    try:
        count = int(str(box.ask({**request, "code": forks}, 5)["output"]))
        assert 0 < count <= 64
        # The kernel reaps the killed ones in its own time; a limit of processes counts them till then.
        again = (int(str(box.ask({**request, "code": forks}, 5)["output"])) for _ in range(20))
        assert any(time.sleep(0.1) or number == count for number in again), "they are still there"
        look = "import os, ctypes\nprint(os.path.exists('/etc'), os.path.exists('/proc'), ctypes.CDLL(None).unshare(0x10000000), os.getuid(), len(os.environ))"
        assert str(box.ask({**request, "code": look}, 5)["output"]).split()[:4] == [
            "False",
            "False",
            "-1",
            "65534",
        ]
        box.ask({**request, "code": "import os; os.kill(os.getppid(), 9)"}, 5)
    except BoxBroken:
        assert not box.alive  # it killed its own supervisor: the box is lost, nothing else
    finally:
        box.close()


def test_a_sandbox_that_ends_is_an_outcome_and_the_next_program_runs(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    needs()
    with Session(preload=()) as opened:
        opened.run("x = 1")
        assert opened._box is not None
        opened._box._process.kill()
        time.sleep(0.5)  # what is in it ends a moment after it
        outcome = opened.run("x")
        assert (outcome.status, outcome.state_lost) == ("died", True)
        assert opened.run("2").value == "2"


def test_a_program_that_is_too_long_is_refused() -> None:
    needs()
    with Session(preload=()) as opened:
        assert opened.run("#" * 1_000_001).error == "a program has at most 1000000 characters"


@BOTH
def test_the_self_test_has_six_probes_and_all_hold(backend: str) -> None:
    needs(backend)
    probes = self_test(backend)
    assert [probe.name for probe in probes] == [
        "network", "secret file", "environment", "fork bomb", "memory", "user namespace",
    ]  # fmt: skip
    assert all(probe.held for probe in probes)


def test_a_probe_that_fails_rules_a_backend_out(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without its walls the second backend is only an interpreter, and the self-test says so."""
    needs("landlock")
    launch = BACKENDS["landlock"]()
    bare = {**launch.config, "filter": "06000000" + "0000ff7f", "landlock": None, "user": None}
    monkeypatch.setattr(backends, "_tested", {})
    monkeypatch.setattr(backends, "BACKENDS", {"landlock": lambda: replace(launch, config=bare)})
    with pytest.raises(
        CannotRun, match=r"landlock: the self-test failed .*network: reached a server"
    ):
        chosen()
    with pytest.raises(CannotRun, match="secret file: read"):
        chosen("landlock")


def test_a_system_that_forbids_namespaces_is_told_in_its_own_words(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """As Ubuntu 24.04 does where no AppArmor profile allows bubblewrap."""
    denied = tmp_path / "bwrap"
    denied.write_text(
        "#!/bin/sh\necho 'bwrap: setting up uid map: Permission denied' >&2\nexit 1\n"
    )
    denied.chmod(0o755)
    monkeypatch.setattr("shutil.which", lambda *_, **__: str(denied))
    with pytest.raises(CannotRun, match="does not start: bwrap: setting up uid map: Permission"):
        self_test("bubblewrap")


def test_a_wall_that_cannot_be_built_is_a_reason_not_a_program_run_without_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    needs("landlock")
    launch = BACKENDS["landlock"]()
    broken = {**launch.config, "filter": "ffffffffffffffff"}
    monkeypatch.setattr(backends, "_tested", {})
    monkeypatch.setattr(backends, "BACKENDS", {"landlock": lambda: replace(launch, config=broken)})
    with pytest.raises(CannotRun, match=r"user namespace: OSError: .*prctl: Invalid argument"):
        chosen()


def test_without_a_backend_every_reason_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(backends, "_tested", {})
    monkeypatch.setattr("shutil.which", lambda *_, **__: None)
    monkeypatch.setattr("platform.machine", lambda: "s390x")
    with pytest.raises(CannotRun) as caught:
        run("1")
    assert "bubblewrap: the filter of system calls is not written for s390x" in str(caught.value)
    assert "landlock: the filter of system calls is not written for s390x" in str(caught.value)
    monkeypatch.setattr("platform.machine", lambda: "x86_64")
    with pytest.raises(CannotRun, match=r"bwrap is not installed \(apt-get install bubblewrap\)"):
        self_test("bubblewrap")
    monkeypatch.setattr("sys.platform", "darwin")
    with pytest.raises(CannotRun, match="it needs Linux, this is darwin"):
        self_test("landlock")
