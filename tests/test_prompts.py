"""Prompt files: both languages, no placeholder left, worked examples that are true, nothing of a test."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from scripted_chat import Endless, answered, plan

from generator.judge import same
from generator.methods import METHODS, prompts
from generator.methods.calls import positional, read_call
from generator.methods.interfaces import SETS, listed
from generator.methods.settings import Preset
from generator.records import Language
from generator.tools import EXTRAS, TOOLS
from generator.tools.calling import call, shown

ROOT = Path(__file__).parents[1]
LANGUAGES: tuple[Language, ...] = ("en", "zh")
TRACES = [(lang, row) for lang in LANGUAGES for row in prompts.rows("tools-traces", lang)]
CALLS = [
    (written, output)
    for lang in LANGUAGES
    for written, output in [
        *((row["call"], row["output"]) for row in prompts.rows("tools-interfaces", lang)),
        *(step for row in prompts.rows("tools-traces", lang) for step in row["steps"]),
    ]
    if not written.startswith("think(")
]
MANY = [name for name, info in METHODS.items() if info.needs_model and name != "pal"]


@pytest.mark.parametrize("name", MANY)
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("preset", ["faithful", "fixed"])
def test_every_placeholder_of_every_prompt_is_filled(
    name: str, language: Language, preset: Preset
) -> None:
    replies = ['Action: think("?")', "The answer is: $1$", "答案是：$2$", "Final Answer: 3"]
    chat = Endless(lambda k: replies[k % len(replies)])
    answered(METHODS[name].build(plan(name, preset, language=language)), chat)
    assert chat.asked
    for k in range(len(chat.asked)):
        assert not prompts.PLACEHOLDER.search(chat.prompt(k))


@pytest.mark.parametrize(("written", "output"), CALLS)
@pytest.mark.parametrize("compat", [False, True])
def test_worked_calls_give_the_output_that_the_prompt_says(
    written: str, output: str, compat: bool
) -> None:
    parsed = read_call(written)
    assert shown(call(parsed.name, *positional(parsed), compat=compat)) == output


@pytest.mark.parametrize(("language", "row"), TRACES)
def test_worked_traces_end_in_the_answer_that_their_revision_states(
    language: Language, row: dict[str, str]
) -> None:
    stated = re.split("The answer is: |答案是：", row["revision"])[1].strip("$")
    assert same(stated, row["final"]).equal
    assert len(re.split("The answer is: |答案是：", row["trial"])) == 2


def test_most_trials_of_worked_traces_are_wrong_and_one_is_right() -> None:
    for language in LANGUAGES:
        rows = prompts.rows("tools-traces", language)
        trials = [re.split("The answer is: |答案是：", row["trial"])[1].strip("$") for row in rows]
        right = [same(trial, row["final"]).equal for trial, row in zip(trials, rows, strict=True)]
        assert (len(right), sum(right)) == (5, 1)


def test_both_languages_work_through_the_same_mathematics() -> None:
    for part in ("tools-traces", "pal-programs", "tools-interfaces"):
        english, chinese = (prompts.rows(part, language) for language in LANGUAGES)
        assert len(english) == len(chinese)
        fields = {"final", "value", "program"}
        for one, other in zip(english, chinese, strict=True):
            assert {k: one[k] for k in fields & set(one)} == {
                k: other[k] for k in fields & set(one)
            }


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("tools", sorted(SETS))
def test_list_of_interfaces(tools: str, language: Language) -> None:
    text = listed(tools, language)  # type: ignore[arg-type]
    assert text.count("\n") + 1 == len(SETS[tools])  # type: ignore[index]
    assert all(f"- {name}(" in text for name in SETS[tools])  # type: ignore[index]


def test_sets_of_interfaces_are_those_of_the_paper() -> None:
    assert set(SETS["all"]) == {*TOOLS, *EXTRAS, "think"} - {"finish"}
    assert set(SETS["algebra"]) - set(SETS["carp"]) == {"complete_the_square"}
    assert set(SETS["carp"]) - set(SETS["cloze"]) == {"collect", "partial_solve"}
    assert len(SETS["carp"]) == 11
    assert len(SETS["counting"]) == 4


def held_out() -> Iterator[str]:
    """Texts of test and dev problems of every dataset that is here."""
    for path in sorted((ROOT / "datasets").glob("*/problems.jsonl")):
        for line in path.read_text("utf-8").splitlines():
            row = json.loads(line)
            if row.get("split") != "train":
                variants = row.get("variants") or {}
                texts = [row.get("content"), *(each.get("content") for each in variants.values())]
                yield from (text for text in texts if text)


def bare(text: str) -> str:
    return re.sub(r"\s", "", text)


def test_no_text_of_a_held_out_problem_stands_in_a_prompt_file() -> None:
    files = [path.read_text("utf-8") for path in sorted(prompts.FOLDER.glob("*.*.*"))]
    everything = bare("\n".join(files)) + bare("\n".join(files).replace("\\\\", "\\"))
    texts = [bare(text) for text in held_out()]
    assert len(texts) > 500
    assert not [text for text in texts if len(text) > 8 and text in everything]


def test_worked_problems_have_formulas_of_no_held_out_problem() -> None:
    """The formulas of a problem together would give it away even in other words."""
    formulas = re.compile(r"\$([^$]{6,})\$")
    ours = {
        frozenset(map(bare, formulas.findall(row["question"])))
        for part in ("tools-traces", "pal-programs")
        for row in prompts.rows(part, "en")
    } - {frozenset()}
    theirs = {frozenset(map(bare, formulas.findall(text))) for text in held_out()}
    assert not ours & theirs


def test_digest_is_of_a_methods_own_prompts() -> None:
    assert prompts.digest("en") == prompts.digest("en", ("cot-",))
    digests = {
        prompts.digest(lang, info.prompts) for info in METHODS.values() for lang in LANGUAGES
    }
    assert len(digests) == 2 * len({info.prompts for info in METHODS.values()})
    for info in METHODS.values():
        for part in info.prompts:
            assert list(prompts.FOLDER.glob(f"{part}*.en.*")), part
