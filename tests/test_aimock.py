"""Every method and the client against aimock, a scripted OpenAI-compatible server from a package.

It comes from npm, pinned in tests/aimock, into `.cache`, and wants Node.js 20.15 or newer; without
these the tests are skipped, and say so. What it replies is written in tests/aimock/server.mjs.
"""

# ruff: noqa: F811 - the fixtures are imported
from __future__ import annotations

import asyncio
import hashlib
import json
import os
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from test_methods_server import answers, names, words
from test_run_command import roots, run  # noqa: F401 - a fixture

from generator.errors import CannotRun
from generator.methods import METHODS
from generator.methods.client import Client
from generator.methods.endpoint import Endpoint
from generator.records import Message
from generator.sandbox import chosen
from generator.store import Roots, load_dataset, load_run

HERE = Path(__file__).parent
SOURCE = HERE / "aimock"
FILES = ("package.json", "package-lock.json", "server.mjs")
NEEDED = (20, 15)
FAULTS = {"dropRate": 0.08, "malformedRate": 0.06, "disconnectRate": 0.06, "latencyMs": 5}
"""Parts of the requests that get a 500, broken JSON or a lost connection; all come late."""
LIMITED = {**FAULTS, "rateLimitRate": 0.06}
"""Some get a 429 as well, which asks to wait for a second."""


@pytest.fixture(scope="session")
def package() -> Path:
    """The folder of the installed package."""
    node, npm = shutil.which("node"), shutil.which("npm")
    if node is None or npm is None or version(node) < NEEDED:
        pytest.skip("aimock needs Node.js 20.15 or newer, and npm")
    digest = hashlib.sha256(b"".join((SOURCE / name).read_bytes() for name in FILES)).hexdigest()
    folder = HERE.parent / ".cache" / f"aimock-{digest[:12]}"
    if not folder.exists():
        scratch = folder.with_suffix(f".{os.getpid()}")
        scratch.mkdir(parents=True)
        for name in FILES:
            shutil.copy(SOURCE / name, scratch)
        command = [npm, "ci", "--ignore-scripts", "--no-audit", "--no-fund"]
        done = subprocess.run(command, check=False, cwd=scratch, capture_output=True, timeout=300)
        if done.returncode:
            shutil.rmtree(scratch)
            pytest.skip("aimock could not be installed with npm")
        scratch.rename(folder)
    return folder


def version(node: str) -> tuple[int, ...]:
    said = subprocess.run([node, "--version"], check=True, capture_output=True, text=True).stdout
    return tuple(map(int, said.strip().removeprefix("v").split(".")[:2]))


@contextmanager
def aimock(package: Path, faults: dict[str, float]) -> Iterator[str]:
    command = ["node", "server.mjs", json.dumps(faults)]
    with subprocess.Popen(
        command, cwd=package, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        try:
            yield f"{process.stdout.readline().strip()}/v1"
        finally:
            process.stdin.close()


@pytest.mark.parametrize("name", names())
def test_method_answers_every_problem_in_spite_of_faults(
    name: str, roots: Roots, package: Path
) -> None:
    if METHODS[name].sandboxed:
        try:
            chosen()
        except CannotRun as error:
            pytest.skip(str(error))
    with aimock(package, FAULTS) as url:
        assert run(roots, *words(name, METHODS[name]), "--base-url", url) == 0
    dataset = load_dataset(roots, "made-up")
    loaded = load_run(roots.results / "made-up" / f"{name}--scripted", dataset)
    assert [each.error for each in loaded.responses] == [None] * 3
    found = [each.replace('["', "").replace('"]', "") for each in answers(loaded.responses) if each]
    assert found == ["x = 2", "x = 3", "x = 4"]


def test_200_calls_are_answered(package: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "sk-canary-0123456789abcdef")

    async def main(url: str) -> tuple[list[str], Client]:
        place = Endpoint(model="m", base_url=url, backoff=0.01, concurrency=16)
        async with Client(place) as client:
            asked = [
                client.complete((Message(role="user", content=f"Solve $x - {k} = 2$ (test)"),))
                for k in range(200)
            ]
            return [reply.text for reply in await asyncio.gather(*asked)], client

    with aimock(package, LIMITED) as url:
        texts, client = asyncio.run(main(url))
    assert texts == [f"We add.\nThe answer is: $x = {k + 2}$" for k in range(200)]
    assert client.tally.tries > 200
