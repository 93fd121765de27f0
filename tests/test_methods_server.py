"""Every method from the command line against a real server with faults: 429, 500, lost connections,
broken JSON. The server plays a model that can keep to the formats."""

# ruff: noqa: F811 - the fixture `roots` is imported
from __future__ import annotations

import json
import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from scripted_server import Handler, Server, completion, scripted_server
from test_run_command import roots, run  # noqa: F401 - a fixture

from generator.__main__ import main
from generator.cards import RunCard
from generator.commands import methods as methods_command
from generator.errors import CannotRun
from generator.files import read_card
from generator.methods import METHODS
from generator.methods.contract import MethodInfo
from generator.methods.running import identity
from generator.records import Response
from generator.sandbox import chosen
from generator.store import JOURNAL, Roots, load_dataset, load_run

GIVEN = re.compile(r"Solve \$(x - \d+) = (\d+)\$ \(test\)")


class Skilled(Handler):
    """A model that solves `x - k = 2` with tools, in words, and with a program."""

    def act(self, fault: str, request: dict[str, Any]) -> None:
        if fault:
            super().act(fault, request)
        else:
            self.answer(200, completion(said(request["messages"])))


def said(messages: list[dict[str, str]]) -> str:
    last, everything = messages[-1]["content"], "\n".join(turn["content"] for turn in messages)
    found = list(GIVEN.finditer(everything))
    left, right = found[-1].groups() if found else ("x - 0", "2")
    result = f"x = {int(left[4:]) + int(right)}"
    if "Python" in messages[0]["content"]:
        return f"```python\ndef solution():\n    return '{result}'\n```"
    if last.startswith("Output:"):
        return f"Final Answer: ${result}$"
    if messages[0]["content"].startswith("You solve a problem"):
        return f'Action: solve_eq("{left} = {right}")\nOutput: made up'
    return f"We add.\nThe answer is: ${result}$"


@contextmanager
def skilled(*, faulty: bool) -> Iterator[Server]:
    with scripted_server(faulty=faulty) as server:
        server.RequestHandlerClass = Skilled
        yield server


AWAY = ["--base-url", "http://127.0.0.1:9/v1"]
"""Nobody is there: a dry run sends nothing."""


class Echo(Handler):
    """Says, one after another, what a dry run made up in the place of replies."""

    def act(self, fault: str, request: dict[str, Any]) -> None:
        replies: list[str] = self.server.replies  # type: ignore[attr-defined]
        self.answer(200, completion(replies[min(len(self.server.sent), len(replies)) - 1]))


@contextmanager
def echoing(shown: str) -> Iterator[Server]:
    made_up = re.findall(r"^=== made up.*\n((?:(?!===|---).*\n)+)", shown, re.MULTILINE)
    with scripted_server() as server:
        server.RequestHandlerClass = Echo
        server.replies = [each.removesuffix("\n") for each in made_up] or ["?"]  # type: ignore[attr-defined]
        yield server


def names() -> list[str]:
    return [name for name, info in METHODS.items() if info.needs_model]


def words(name: str, info: MethodInfo) -> list[str]:
    few = ["--shots", "2"] if info.shots else []
    learns = (
        ["--set", "epochs=1", "--set", "batches=1", "--set", "candidates=1"] if info.learn else []
    )
    return [name, *few, *learns, "--model", "scripted", "--max-tokens", "64"]


def answers(responses: tuple[Response, ...]) -> list[str | None]:
    return [
        each.answer or re.sub(r".*is: \$|\$", "", each.text, flags=re.DOTALL) for each in responses
    ]


@pytest.mark.parametrize("name", names())
def test_method_answers_every_problem_in_spite_of_faults(
    name: str,
    roots: Roots,
    request: pytest.FixtureRequest,
) -> None:
    if METHODS[name].sandboxed:
        try:
            chosen()
        except CannotRun as error:
            pytest.skip(str(error))
    with skilled(faulty=True) as server:
        assert run(roots, *words(name, METHODS[name]), "--base-url", server.url) == 0
    dataset = load_dataset(roots, "made-up")
    loaded = load_run(roots.results / "made-up" / f"{name}--scripted", dataset)
    assert [each.error for each in loaded.responses] == [None] * 3
    answered = [
        answer.replace('["', "").replace('"]', "") for answer in answers(loaded.responses) if answer
    ]
    assert answered == ["x = 2", "x = 3", "x = 4"]
    least, most = METHODS[name].calls(_settings(name))
    assert all(least <= each.n_calls <= most for each in loaded.responses)


def _settings(name: str):
    from generator.methods.variants import settings

    return settings(name, "fixed")


def test_every_call_of_a_method_goes_to_the_model_and_with_the_temperature_that_were_given(
    roots: Roots,
) -> None:
    """Upstream asked gpt-3.5-turbo at 0 whatever its command line said (methods.md 2.5)."""
    words_ = ["deli", "--shots", "2", "--model", "other", "--temperature", "0.3"]
    with skilled(faulty=False) as server:
        assert (
            run(roots, *words_, "--top-p", "0.9", "--max-tokens", "77", "--base-url", server.url)
            == 0
        )
    sent = {(each["model"], each["temperature"], each["top_p"], each["max_tokens"]) for each in server.sent}  # fmt: skip
    assert len(server.sent) > 9
    assert sent == {("other", 0.3, 0.9, 77)}


def test_second_start_asks_nothing_again(roots: Roots) -> None:
    with skilled(faulty=False) as server:
        assert run(roots, *words("deli", METHODS["deli"]), "--base-url", server.url) == 0
        asked = sum(server.asked.values())
        before = (roots.results / "made-up" / "deli--scripted" / "responses.jsonl").read_bytes()
        assert run(roots, *words("deli", METHODS["deli"]), "--base-url", server.url) == 0
        assert sum(server.asked.values()) == asked
    after = (roots.results / "made-up" / "deli--scripted" / "responses.jsonl").read_bytes()
    assert before == after


def test_run_with_another_preset_or_initialiser_goes_elsewhere(roots: Roots) -> None:
    with skilled(faulty=False) as server:
        base = [*words("deli", METHODS["deli"]), "--base-url", server.url, "--limit", "1"]
        for extra in (
            [],
            ["--preset", "faithful"],
            ["--init", "php"],
            ["--init", "random-cot", "--max-turns", "1"],
        ):
            assert run(roots, *base, *extra) == 0
    folders = {path.name for path in (roots.results / "made-up").iterdir()}
    assert folders == {"deli--scripted", "deli-faithful--scripted", "deli-on-php--scripted", "deli-on-random-cot--scripted"}  # fmt: skip


def test_changed_parameter_is_no_continuation(
    roots: Roots, capsys: pytest.CaptureFixture[str]
) -> None:
    with skilled(faulty=False) as server:
        base = [*words("react", METHODS["react"]), "--base-url", server.url]
        assert run(roots, *base, "--limit", "1") == 0
        assert run(roots, *base, "--set", "max_steps=2") == 2
    assert "settings.max_steps was 15 and is 2" in capsys.readouterr().err


def test_dataset_without_train_problems_starts_zero_shot(
    roots: Roots, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = roots.datasets / "made-up"
    lines = (folder / "problems.jsonl").read_text("utf-8").splitlines()
    tests = [line for line in lines if '"test"' in line]
    (folder / "problems.jsonl").write_text("\n".join(tests) + "\n", "utf-8")
    card = (folder / "dataset.yaml").read_text("utf-8")
    (folder / "dataset.yaml").write_text(card.replace("{train: 2, test: 3}", "{test: 3}"), "utf-8")
    with skilled(faulty=False) as server:
        assert run(roots, "deli", "--model", "scripted", "--base-url", server.url) == 0
    assert (roots.results / "made-up" / "deli-on-zero-shot-cot--scripted").is_dir()
    assert run(roots, "deli", "--init", "retrieval-cot", "--model", "m") == 2
    assert "no solved train problems" in capsys.readouterr().err


# ------------------------------------------------------------------ dry run, list of methods


def test_dry_run_shows_several_prompts_and_bounds_the_calls(
    roots: Roots, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(roots, "deli", "--shots", "2", "--model", "m", "--dry-run") == 0
    shown = capsys.readouterr().out
    assert shown.count("=== call") == 5  # words; an action, its output, an answer; words
    assert "You solve a problem of mathematics" in shown
    assert "You correct solutions" in shown
    assert '=== call 2, a reply ends before "\\nOutput:"' in shown
    assert "9 to 282 calls" in shown
    assert not roots.results.exists()


@pytest.mark.parametrize(
    "name", [each for each in names() if not (METHODS[each].sandboxed or METHODS[each].learn)]
)
def test_dry_run_shows_the_messages_that_are_sent(
    name: str, roots: Roots, capsys: pytest.CaptureFixture[str]
) -> None:
    """A server that says what the rehearsal made up is sent the very same messages."""
    planned = [*words(name, METHODS[name]), "--limit", "1"]
    assert run(roots, *planned, "--dry-run") == 0
    shown = capsys.readouterr().out
    with echoing(shown) as server:
        assert run(roots, *planned, "--base-url", server.url) == 0
    calls = max(1, shown.count("=== call"))
    assert len(server.sent) >= calls
    for request in server.sent[:calls]:
        turns = request["messages"]
        assert "\n".join(f"--- {t['role']}\n{t['content']}" for t in turns) in shown  # type: ignore[attr-defined]
    last = shown.splitlines()[-1]
    assert re.fullmatch(
        r"--- made-up/test-0000: the first of 1 problems, \d+( to \d+)? calls", last
    )


def test_dry_run_counts_the_calls_of_the_learning_until_it_has_learned(
    roots: Roots, capsys: pytest.CaptureFixture[str]
) -> None:
    base = words("learning-to-program", METHODS["learning-to-program"])
    assert run(roots, *base, *AWAY, "--dry-run") == 0
    assert "learns from train problems, 3 to 6 calls" in capsys.readouterr().out
    with skilled(faulty=False) as server:
        assert run(roots, *base, "--base-url", server.url, "--limit", "1") == 0
        assert 3 <= len(server.sent) - 1 <= 6
    capsys.readouterr()
    assert run(roots, *base, *AWAY, "--dry-run") == 0
    shown = capsys.readouterr().out
    assert "learns" not in shown
    assert "Keep to this procedure:\nWe add." in shown
    assert "the first of 2 problems that are left of 3, 2 calls" in shown


def test_dry_run_counts_what_is_left(roots: Roots, capsys: pytest.CaptureFixture[str]) -> None:
    base = ["cot", "--model", "scripted", "--cache", str(roots.results.parent / "calls.sqlite")]
    with skilled(faulty=False) as server:
        assert run(roots, *base, "--base-url", server.url, "--limit", "1") == 0
    folder = roots.results / "made-up" / "zero-shot-cot--scripted"
    before = {path.name: path.read_bytes() for path in folder.iterdir()}
    capsys.readouterr()
    base += AWAY
    assert run(roots, *base, "--dry-run") == 0
    shown = capsys.readouterr().out
    assert "made-up/test-0001: the first of 2 problems that are left of 3, 2 calls" in shown
    assert "calls.sqlite are not asked for again" in shown
    assert run(roots, *base, "--limit", "1", "--dry-run") == 0
    assert "none of 1 problems is left, 0 calls" in capsys.readouterr().out
    assert run(roots, *base, "--temperature", "1", "--dry-run") == 2  # as the run itself would
    assert {path.name: path.read_bytes() for path in folder.iterdir()} == before


def test_dry_run_reads_the_journal_of_a_run_that_is_under_way(
    roots: Roots, capsys: pytest.CaptureFixture[str]
) -> None:
    with skilled(faulty=False) as server:
        assert run(roots, "cot", "--model", "scripted", "--base-url", server.url) == 0
    folder = roots.results / "made-up" / "zero-shot-cot--scripted"
    lines = (folder / "responses.jsonl").read_text("utf-8").splitlines(keepends=True)
    (folder / "responses.jsonl").unlink()
    dataset = load_dataset(roots, "made-up")
    card = read_card(folder / "run.yaml", RunCard)
    head = json.dumps({**identity(card), "dataset_sha256": dataset.sha256})
    (folder / JOURNAL).write_text(f"{head}\n{lines[0]}{lines[1][:20]}", "utf-8")
    capsys.readouterr()
    assert run(roots, "cot", "--model", "scripted", *AWAY, "--dry-run") == 0
    assert "the first of 2 problems that are left of 3, 2 calls" in capsys.readouterr().out
    (folder / JOURNAL).write_text(f"{head}\n{{\n{lines[0]}", "utf-8")
    assert run(roots, "cot", "--model", "scripted", *AWAY, "--dry-run") == 2
    assert "is damaged" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("extra", "message"),
    [
        (["--set", "max_turns=0"], "from 1 to 50"),
        (["--set", "speed=9"], "no parameter 'speed'"),
        (["--init", "pal"], "starts from one of"),
        (["--max-turns", "many"], "whole number"),
    ],
)
def test_setting_that_cannot_be(
    extra: list[str], message: str, roots: Roots, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(roots, "deli", "--shots", "2", "--model", "m", *extra) == 2
    assert message in capsys.readouterr().err


def test_list_of_methods_has_every_parameter(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["methods"]) == 0
    shown = capsys.readouterr().out
    for name, info in METHODS.items():
        assert f"{name}: {info.title}" in shown
        assert all(f"--set {each}=" in shown for each in info.parameters)
    assert main(["methods", "deli", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["deli"]["parameters"]["fallback_to_cot"]["faithful"] is False
    assert found["deli"]["calls"] == [3, 94]
    assert methods_command.EXAMPLES


def test_unknown_method_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["methods", "delly"]) == 2
    assert "no method 'delly'" in capsys.readouterr().err
    assert Path(methods_command.__file__).is_file()
