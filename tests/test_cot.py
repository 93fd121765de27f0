"""Chain of thought: what stands in the prompt, what cannot, and what becomes of the reply."""

from __future__ import annotations

import asyncio
import dataclasses
import datetime as dt
import re
from collections.abc import Sequence
from pathlib import Path

import pytest
from scripted_chat import Scripted, answered

from generator.cards import DatasetCard
from generator.errors import CannotRun
from generator.methods import METHODS, prompts
from generator.methods.contract import CallFailed, Exemplar, Plan, Question, Reply
from generator.methods.cot import build_cot, prompt
from generator.methods.planning import Wish, ask, exemplars, job, slug
from generator.methods.variants import settings
from generator.records import AnswerType, Language, Message, Problem, Response, Variant
from generator.store import Roots, load_dataset

LEAD_IN = {"en": "The answer is:", "zh": "答案是："}
SHOTS = tuple(
    Exemplar(
        problem_id=f"d/train-{k:04}",
        question=f"Solve $x = {k}$.",
        solution=f"We read ${k}$.",
        answer=str(k),
    )
    for k in range(4)
)


def question(text: str = "Solve ${x} = {answer}$.", language: Language = "en") -> Question:
    return Question(problem_id="d/test-0000", text=text, language=language)


def problem(split: str, k: int, text: str | None = None, solution: str = "So it is.") -> Problem:
    zh = Variant(language="zh", question=f"解方程 $x = {k}$（{split}）。", solution="所以。")
    return Problem(
        id=f"d/{split}-{k:04}",
        dataset="d",
        split=split,
        question=text or f"Solve $x = {k}$ ({split}).",
        answer=f"GOLD{k}",
        answer_type="expression",
        language="en",
        solution=solution,
        variants=(zh,),
    )


PROBLEMS = [
    *(problem("train", k) for k in range(10)),
    *(problem("dev", k) for k in range(3)),
    *(problem("test", k) for k in range(5)),
]


def card() -> DatasetCard:
    return DatasetCard.model_validate(
        {
            "id": "d",
            "title": "D",
            "summary": "Made up",
            "version": "1",
            "languages": ["en", "zh"],
            "licence": "CC0",
            "licence_url": "https://example.org/",
            "answer_type": "expression",
            "format": "efg",
            "splits": {"train": 10, "dev": 3, "test": 5},
            "board": "test",
            "graphs": False,
        }
    )


def wish(**changes: object) -> Wish:
    base = Wish(
        method="few-shot-cot",
        shots=4,
        split="test",
        language="en",
        sampling={"model": "Org/Model 1.5B", "temperature": 0.0},
        date=dt.date(2026, 11, 30),
    )
    return dataclasses.replace(base, **changes)  # type: ignore[arg-type]


@pytest.mark.parametrize("language", ["en", "zh"])
@pytest.mark.parametrize("shots", [(), SHOTS])
def test_last_turn_is_the_question_and_no_placeholder_is_left(
    language: Language, shots: tuple[Exemplar, ...]
) -> None:
    asked = question("Find $m$ of $m = 2$.", language)
    turns = prompt(Plan(language=language, exemplars=shots), asked)
    assert turns[-1].role == "user"
    assert "Find $m$ of $m = 2$." in turns[-1].content
    assert not any(prompts.PLACEHOLDER.search(turn.content) for turn in turns)
    assert LEAD_IN[language] in turns[0].content


def test_braces_of_a_problem_are_left_alone() -> None:
    (turn,) = prompt(Plan(language="en"), question())
    assert "Solve ${x} = {answer}$." in turn.content


@pytest.mark.parametrize("language", ["en", "zh"])
def test_worked_examples_are_earlier_turns_that_end_with_the_lead_in(language: Language) -> None:
    turns = prompt(Plan(language=language, exemplars=SHOTS), question(language=language))
    assert [turn.role for turn in turns] == ["user", "assistant"] * 4 + ["user"]
    last_lines = [turn.content.splitlines()[-1] for turn in turns if turn.role == "assistant"]
    assert [line.removeprefix(LEAD_IN[language]).strip() for line in last_lines] == [
        "$0$",
        "$1$",
        "$2$",
        "$3$",
    ]


@pytest.mark.parametrize("language", ["en", "zh"])
def test_no_problem_of_test_or_dev_stands_in_a_prompt_of_our_own_dataset(
    language: Language,
) -> None:
    root = Path(__file__).parents[1]
    roots = Roots(datasets=root / "datasets", results=root / "results")
    dataset = load_dataset(roots, "efg-algebra")
    planned = wish(language=language)
    questions = [ask(each, language) for each in dataset.split("test")]
    shots = exemplars(planned, dataset.problems, questions)
    turns = prompt(Plan(language=language, exemplars=shots), questions[0])[:-1]
    text = "\n".join(turn.content for turn in turns)
    held_out = [ask(each, language) for each in dataset.problems if each.split != "train"]
    assert len(shots) == 4
    assert not [each.problem_id for each in held_out if each.text in text]


def test_beginning_of_the_prompt_is_the_same_for_every_problem() -> None:
    plan = Plan(language="en", exemplars=SHOTS)
    assert prompt(plan, question("A"))[:-1] == prompt(plan, question("B"))[:-1]


def test_example_that_is_the_question_itself_is_dropped() -> None:
    turns = prompt(Plan(language="en", exemplars=SHOTS), question(SHOTS[0].question))
    assert len(turns) == 7
    assert LEAD_IN["en"] in turns[0].content
    assert sum(SHOTS[0].question in turn.content for turn in turns) == 1


def test_reply_becomes_the_response() -> None:
    class Model:
        async def complete(self, messages: Sequence[Message]) -> Reply:
            return Reply(
                text="The answer is: $1$", finish_reason="length", tokens_in=5, tokens_out=6
            )

    response = asyncio.run(build_cot(Plan(language="en"))(question(), Model()))
    assert response == Response(
        problem_id="d/test-0000",
        text="The answer is: $1$",
        stop_reason="length",
        tokens_in=5,
        tokens_out=6,
    )


def in_two_calls(chat: Scripted, kind: AnswerType = "expression", language: Language = "en"):
    made = Plan(language=language, settings=settings("zero-shot-cot", "faithful"))
    asked = dataclasses.replace(question("Find $m$.", language), answer_type=kind)
    return answered(build_cot(made), chat, asked)


def test_zero_shot_asks_for_the_answer_in_a_second_call() -> None:
    """methods.md 1.4: the same prompt and the reasoning, then a cue; at most 32 tokens."""
    chat = Scripted("We see that $m = 2$.", "$m = 2$.")
    response = in_two_calls(chat)
    (first, plain), (second, short) = chat.asked
    assert [turn.role for turn in second] == ["user", "assistant", "user"]
    assert second[0] == first[0]
    assert second[1].content == "We see that $m = 2$."
    assert (plain.max_tokens, short.max_tokens) == (None, 32)
    assert (response.stop_reason, response.answer, response.n_calls) == ("final_answer", "m = 2", 2)
    assert [turn.kind for turn in response.messages] == ["init", "think"]
    assert LEAD_IN["en"] not in chat.prompt(1)


@pytest.mark.parametrize("language", ["en", "zh"])
@pytest.mark.parametrize(
    ("kind", "names"),
    [("number", "number|一个数"), ("choice", "A to E|A 到 E"), ("yes_no", "yes or no|是或否"), ("expression", "formula|式子")],
)  # fmt: skip
def test_cue_names_the_type_that_is_expected(
    kind: AnswerType, names: str, language: Language
) -> None:
    chat = Scripted("So.", "1")
    in_two_calls(chat, kind, language)
    assert re.search(names, chat.asked[1][0][-1].content)


def test_reply_to_the_cue_without_an_answer_is_none() -> None:
    response = in_two_calls(Scripted("So it is.", "I do not know."), "number")
    assert (response.stop_reason, response.answer) == ("final_answer", None)


@pytest.mark.parametrize(
    ("reason", "stop"), [("timeout", "error"), ("context_overflow", "overflow")]
)
def test_failed_second_call_keeps_the_reasoning(reason: str, stop: str) -> None:
    response = in_two_calls(Scripted("So it is.", CallFailed(reason)))
    assert (response.stop_reason, response.error, response.answer) == (stop, reason, None)
    assert [turn.content for turn in response.messages] == ["So it is."]


def test_one_call_is_enough_by_default() -> None:
    chat = Scripted("The answer is: $2$")
    answered(build_cot(Plan(language="en", settings=settings("zero-shot-cot", "fixed"))), chat)
    assert LEAD_IN["en"] in chat.prompt(0)


def test_prompt_files_hold_only_known_placeholders_and_come_in_both_languages() -> None:
    files = sorted(prompts.FOLDER.glob("*.txt"))
    assert {path.name.split(".")[1] for path in files} == {"en", "zh"}
    for path in files:
        other = "zh" if ".en." in path.name else "en"
        twin = path.with_name(f"{path.name.split('.')[0]}.{other}.txt").read_text("utf-8")
        names = sorted(re.findall(r"\{\w+\}", path.read_text("utf-8")))
        assert names == sorted(re.findall(r"\{\w+\}", twin))
        assert len(names) == len(prompts.PLACEHOLDER.findall(path.read_text("utf-8")))


@pytest.mark.parametrize("language", ["en", "zh"])
def test_examples_are_a_fixed_draw_from_train_in_file_order(language: Language) -> None:
    plan = wish(language=language)
    questions = [ask(each, language) for each in PROBLEMS if each.split == "test"]
    shots = exemplars(plan, PROBLEMS, questions)
    assert shots == exemplars(plan, PROBLEMS, questions)
    ids = [shot.problem_id for shot in shots]
    assert len(set(ids)) == 4
    assert ids == sorted(ids)
    assert all(name.startswith("d/train-") for name in ids)


def test_no_question_of_the_run_stands_in_the_examples() -> None:
    twin = problem("test", 9, text=PROBLEMS[0].question)
    shots = exemplars(wish(shots=9), PROBLEMS, [ask(twin, "en")])
    assert PROBLEMS[0].question not in [shot.question for shot in shots]
    with pytest.raises(CannotRun, match="only 9 solved train problems"):
        exemplars(wish(shots=10), PROBLEMS, [ask(twin, "en")])


def test_dataset_without_train_has_no_examples() -> None:
    rest = [each for each in PROBLEMS if each.split != "train"]
    with pytest.raises(CannotRun, match="--shots 0"):
        exemplars(wish(), rest, [])


def test_job_records_what_it_is(tmp_path: Path) -> None:
    planned = job(wish(limit=2), card(), PROBLEMS, "0" * 64, tmp_path)
    assert planned.folder == tmp_path / "d" / "few-shot-cot--org-model-1.5b"
    assert [each.problem_id for each in planned.questions] == ["d/test-0000", "d/test-0001"]
    assert len(planned.order) == 5
    assert planned.card.shots.count == len(planned.card.shots.problems) == 4
    assert planned.card.settings["model"] == "Org/Model 1.5B"
    assert planned.card.settings["prompt"] == prompts.digest("en")
    assert planned.card.title == "Few-shot chain of thought · Org/Model 1.5B"


def test_method_never_sees_gold(tmp_path: Path) -> None:
    planned = job(wish(), card(), PROBLEMS, "0" * 64, tmp_path)
    assert not any("GOLD" in repr(each) for each in planned.questions)


@pytest.mark.parametrize(("field", "value"), [("split", "nowhere"), ("language", "fr")])
def test_split_or_language_that_is_not_there(tmp_path: Path, field: str, value: str) -> None:
    with pytest.raises(CannotRun, match=value):
        job(wish(**{field: value}), card(), PROBLEMS, "0" * 64, tmp_path)


@pytest.mark.parametrize(
    ("model", "name"),
    [
        ("smollm2-135m", "smollm2-135m"),
        ("Qwen/Qwen2.5-7B-Instruct", "qwen-qwen2.5-7b-instruct"),
        ("a..b--c/-d.", "a-b-c-d"),
        ("gpt 4 (turbo)", "gpt-4-turbo"),
    ],
)
def test_model_name_as_a_folder_name(model: str, name: str) -> None:
    assert slug(model) == name


def test_model_without_a_letter_has_no_folder() -> None:
    with pytest.raises(CannotRun):
        slug("//")


def test_every_method_has_a_title() -> None:
    assert all(info.title for info in METHODS.values())
