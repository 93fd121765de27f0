"""The helper process: its limits hold, its failures have names, and it always comes back."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from generator.judge import worker
from generator.judge.errors import Crashed, OutOfMemory, Timeout
from generator.judge.worker import run_limited


def add(a, b):
    return a + b


def spin():
    while True:
        pass


def spin_in_c():
    return len(str(7 ** (10**9)))


def allocate(megabytes):
    return len(bytearray(megabytes << 20))


def die():
    os._exit(3)


def fail():
    raise ValueError("no such thing")


def process():
    return os.getpid()


@pytest.fixture(scope="module", autouse=True)
def _helper_is_gone_afterwards():
    yield
    worker.shut_down()


def limited(function, *args, seconds=5.0, megabytes=512):
    return run_limited(function, *args, seconds=seconds, megabytes=megabytes)


def test_returns_the_value_from_another_process():
    assert limited(add, 2, 3) == 5
    assert limited(process) != os.getpid()


def test_a_function_may_be_named_so_that_only_the_helper_imports_it():
    assert limited("math:gcd", 12, 18) == 6
    with pytest.raises(Crashed, match=r"ModuleNotFoundError|ended"):
        limited("no_such_module:f")


def test_stays_warm():
    assert limited(process) == limited(process)


@pytest.mark.parametrize("hang", [spin, spin_in_c])
def test_a_hang_is_killed_at_the_limit(hang):
    limited(add, 1, 1)
    with pytest.raises(Timeout):
        limited(hang, seconds=0.3)
    assert limited(add, 1, 1) == 2


def test_memory_is_limited_per_task():
    with pytest.raises(OutOfMemory):
        limited(allocate, 600, megabytes=512)
    assert limited(allocate, 600, megabytes=2048) == 600 << 20


def test_a_crash_is_named_and_does_not_last():
    with pytest.raises(Crashed, match="ended"):
        limited(die)
    assert limited(add, 1, 1) == 2


def test_what_a_function_raises_is_told_and_the_process_kept():
    before = limited(process)
    with pytest.raises(Crashed, match="ValueError: no such thing"):
        limited(fail)
    assert limited(process) == before


def test_is_replaced_after_so_many_tasks(monkeypatch):
    before = limited(process)
    monkeypatch.setattr(worker, "TASKS_PER_PROCESS", 0)
    assert limited(process) != before


def test_does_not_see_our_environment(monkeypatch):
    monkeypatch.setenv("SOME_API_KEY", "secret")
    worker.shut_down()
    assert limited(os.getenv, "SOME_API_KEY") is None


def test_a_forked_child_gets_a_helper_of_its_own():
    ours = limited(process)
    child = os.fork()
    if child == 0:
        theirs = limited(process)
        worker.shut_down()
        os._exit(0 if theirs != ours else 1)
    assert os.waitpid(child, 0)[1] == 0
    assert limited(process) == ours


def test_an_unguarded_script_runs_once_and_ends_promptly(tmp_path):
    script = tmp_path / "script.py"
    script.write_text(
        "from generator.judge.worker import run_limited\n"
        "print(run_limited(abs, -3, seconds=5, megabytes=512))\n"
    )
    done = subprocess.run(
        [sys.executable, script],
        capture_output=True, text=True, timeout=60, check=True,
        cwd=Path(__file__).parents[1], env={**os.environ, "PYTHONPATH": "."},
    )  # fmt: skip
    assert (done.stdout, done.stderr) == ("3\n", "")
