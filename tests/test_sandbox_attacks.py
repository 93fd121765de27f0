"""Attacks on each backend, as we are and as an ordinary user, with a key in our environment."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
import sandbox_attacks

from generator.errors import CannotRun
from generator.sandbox import BACKENDS, chosen, interpreter

HERE = Path(__file__).parent
ORDINARY = 12345


def command(user: str) -> list[str]:
    """Return how to start Python as `user`; skips, with the reason, where that cannot be done."""
    if user == "ourselves":
        return [sys.executable]
    if os.geteuid() != 0:
        pytest.skip("we are an ordinary user already")
    version = f"python3.{sys.version_info.minor}"
    python = shutil.which(version, path=os.defpath)
    if interpreter.open_to_all([interpreter.executable()]):
        python = sys.executable
    if python is None or not interpreter.open_to_all([*interpreter.package_folders(), str(HERE)]):
        pytest.skip(f"an ordinary user has no {version} here, or may not read this project")
    drop = [f"--reuid={ORDINARY}", f"--regid={ORDINARY}", "--clear-groups"]
    return ["setpriv", *drop, python]


@pytest.fixture(scope="module", params=["ourselves", "an ordinary user"])
def user(request: pytest.FixtureRequest) -> list[str]:
    return command(request.param)


@pytest.fixture(scope="module", params=list(BACKENDS))
def achieved(request: pytest.FixtureRequest, user: list[str]) -> dict[str, str]:
    """Return what every attack achieved."""
    try:
        chosen(request.param)
    except CannotRun as error:
        pytest.skip(str(error))
    path = os.pathsep.join([str(HERE.parent), *interpreter.package_folders()])
    done = subprocess.run(
        [*user, "-B", str(HERE / "sandbox_attacks.py"), request.param],
        env={"OPENAI_API_KEY": sandbox_attacks.KEY, "PYTHONPATH": path, "PATH": os.defpath},
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


@pytest.mark.parametrize("attack", [*sandbox_attacks.ATTACKS, *sandbox_attacks.ENDLESS])
def test_is_stopped(achieved: dict[str, str], attack: str) -> None:
    assert achieved[attack] == ""
