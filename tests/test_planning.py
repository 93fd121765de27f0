"""From a wish to a job: worked problems, presets, variants, and what the run's card says."""

from __future__ import annotations

import dataclasses
import datetime as dt
from pathlib import Path

import pytest
from scripted_chat import Endless, answered
from test_cot import card

from generator.errors import CannotRun
from generator.methods import METHODS
from generator.methods.choosing import (
    MEASURES,
    exemplar,
    fresh_draw,
    measure_of,
    most_complex,
    sentences,
)
from generator.methods.planning import Wish, ask, job, plan_of
from generator.methods.settings import ABOUT, preset, recorded, value
from generator.methods.variants import parted, settings, summaries, variant
from generator.records import Choice, ExpressionGraph, Node, Problem

MODELS = [name for name, info in METHODS.items() if info.needs_model]


def problem(split: str, k: int, steps: int = 1, *, graph: bool = True) -> Problem:
    names = tuple(f"w = {k + step}" for step in range(steps))
    nodes = tuple(Node(id=name, kind="derived") for name in names)
    return Problem(
        id=f"d/{split}-{k:04}",
        dataset="d",
        split=split,
        question=f"Solve $w = {k}$ ({split}).",
        answer=f"{split.upper()}GOLD{k}",
        answer_type="expression",
        language="en",
        solution="So. It is." if split == "train" else f"SOLUTION of {split}",
        graph=ExpressionGraph(nodes=nodes, edges=(), derived=names) if graph else None,
    )


TRAIN = [problem("train", k, steps) for k, steps in enumerate((1, 5, 2, 5, 3, 1, 4, 2, 1, 1))]
PROBLEMS = [*TRAIN, *(problem("dev", k) for k in range(2)), *(problem("test", k) for k in range(3))]


def wish(method: str, **changes: object) -> Wish:
    base = Wish(
        method=method,
        shots=METHODS[method].shots,
        split="test",
        language="en",
        sampling={"model": "m", "temperature": 0.0, "max_tokens": 64},
        date=dt.date(2026, 11, 30),
    )
    return dataclasses.replace(base, **changes)  # type: ignore[arg-type]


def planned(method: str, folder: Path, **changes: object):
    return job(wish(method, **changes), card(), PROBLEMS, "0" * 64, folder)


def test_the_ten_methods_are_there() -> None:
    wanted = "zero-shot-cot random-cot complex-cot retrieval-cot pal react learning-to-program php iterative-cot iterative-react deli"
    assert set(wanted.split()) <= set(METHODS)


@pytest.mark.parametrize("method", MODELS)
@pytest.mark.parametrize("name", ["faithful", "fixed"])
def test_no_gold_answer_or_solution_of_a_test_problem_reaches_a_prompt(
    method: str, name: str, tmp_path: Path
) -> None:
    made = planned(method, tmp_path, preset=name)
    replies = ['Action: think("?")', "The answer is: $1$", "Final Answer: 3"]
    chat = Endless(lambda k: replies[k % 3])
    answered(made.method, chat, made.questions[0])
    text = "\n".join(chat.prompt(k) for k in range(len(chat.asked)))
    for secret in ("TESTGOLD", "DEVGOLD", "SOLUTION of"):
        assert secret not in text


@pytest.mark.parametrize("method", MODELS)
def test_card_says_preset_and_parameters(method: str, tmp_path: Path) -> None:
    said = planned(method, tmp_path, preset="faithful").card
    assert said.settings["preset"] == "faithful"
    assert said.method == f"{method}-faithful"
    assert said.title.startswith(f"{METHODS[method].title} (faithful)")
    chosen = settings(method, "faithful")
    for each in METHODS[method].parameters:
        assert said.settings.get(each, False) in {getattr(chosen, each), False}


def test_older_runs_of_chain_of_thought_can_still_be_continued(tmp_path: Path) -> None:
    """Their cards were written before there were presets."""
    for method in ("zero-shot-cot", "few-shot-cot"):
        said = planned(method, tmp_path).card
        assert set(said.settings) == {"model", "temperature", "max_tokens", "prompt"}
        assert said.method == method


def test_presets_of_deli() -> None:
    faithful, fixed = settings("deli", "faithful"), settings("deli", "fixed")
    assert (faithful.fallback_to_cot, fixed.fallback_to_cot) == (False, True)
    assert (faithful.compat, fixed.compat) == (True, False)
    assert faithful.max_turns == fixed.max_turns == 3
    assert faithful.max_steps == fixed.max_steps == 15
    assert settings("php", "fixed").max_turns == 8
    assert recorded(faithful, METHODS["deli"].parameters)["init"] == "retrieval-cot"


@pytest.mark.parametrize(
    ("changes", "name"),
    [({}, "deli"), ({"init": "php"}, "deli-on-php"), ({"init": "random-cot"}, "deli-on-random-cot"), ({"init": "retrieval-cot"}, "deli")],
)  # fmt: skip
def test_each_initialiser_has_a_folder_of_its_own(changes: dict[str, object], name: str) -> None:
    chosen = settings("deli", "fixed", **changes)
    assert variant("deli", chosen, "fixed") == name
    assert parted(name)[0] == "deli"
    assert parted(name)[1] in {None, chosen.init}


def test_every_variant_is_described_for_its_page() -> None:
    found = summaries()
    assert set(METHODS) <= set(found)
    assert "Progressive-Hint" in found["deli-on-php"]
    assert "choices of the paper" in found["deli-on-php-faithful"]
    assert found["zero-shot-cot"] == METHODS["zero-shot-cot"].summary


@pytest.mark.parametrize(
    ("method", "changes", "message"),
    [
        ("zero-shot-cot", {"max_turns": 2}, "no parameter 'max_turns'"),
        ("deli", {"init": "pal"}, "starts from one of"),
        ("react", {"init": "php"}, "starts from one of none"),
    ],
)
def test_change_that_the_method_does_not_know(
    method: str, changes: dict[str, object], message: str
) -> None:
    with pytest.raises(CannotRun, match=message):
        settings(method, "fixed", **changes)


@pytest.mark.parametrize(
    ("name", "text", "found"),
    [("max_turns", "2", 2), ("compat", "true", True), ("compat", "No", False), ("threshold", "0.9", 0.9), ("tools", "algebra", "algebra"), ("init", "php", "php")],
)  # fmt: skip
def test_value_of_a_parameter(name: str, text: str, found: object) -> None:
    assert value(name, text) == found


@pytest.mark.parametrize(
    ("name", "text"),
    [("max_turns", "0"), ("max_turns", "51"), ("max_turns", "x"), ("max_turns", "9" * 99), ("compat", "2"), ("threshold", "x"), ("threshold", "11"), ("tools", "none")],
)  # fmt: skip
def test_value_that_cannot_be(name: str, text: str) -> None:
    with pytest.raises(CannotRun):
        value(name, text)


def test_every_parameter_is_explained() -> None:
    for info in METHODS.values():
        assert all(ABOUT[each] for each in info.parameters)
    assert preset("fixed", ()) == preset("fixed", ())


# ------------------------------------------------------------------ worked problems


def test_complex_cot_takes_those_with_most_steps_and_names_the_measure(tmp_path: Path) -> None:
    made = planned("complex-cot", tmp_path, shots=4)
    assert made.card.shots.problems == (
        "d/train-0001",
        "d/train-0003",
        "d/train-0006",
        "d/train-0004",
    )
    assert made.card.settings["complexity"] == "derived"


def test_of_as_many_steps_the_longer_question_goes_first() -> None:
    shots = [exemplar(each, "en", MEASURES["derived"]) for each in TRAIN]
    longer = dataclasses.replace(shots[3], question=shots[3].question + " Really.")
    assert most_complex([*shots[:3], longer], 2) == (longer, shots[1])


def test_measure_follows_what_the_solutions_are() -> None:
    plain = problem("train", 0, graph=False)
    assert measure_of(TRAIN) == "derived"
    assert measure_of([plain]) == "sentences"
    assert measure_of([plain, dataclasses.replace(plain, solution="One.\nTwo.")]) == "lines"
    assert sentences(plain) == 2
    assert sentences(dataclasses.replace(plain, solution="一步。两步；三步。")) == 3


def test_random_cot_is_drawn_once_in_file_order(tmp_path: Path) -> None:
    made = planned("random-cot", tmp_path)
    assert made.card.shots.count == 8
    assert list(made.card.shots.problems) == sorted(made.card.shots.problems)


def test_fresh_draw_is_another_one_for_every_problem_and_the_same_at_every_start(
    tmp_path: Path,
) -> None:
    """methods.md 1.1 offers both; one draw for the whole run is the default."""
    made = planned("random-cot", tmp_path, shots=4, changes={"fresh_draw": True})
    assert (made.card.shots.count, made.card.shots.problems) == (4, ())
    assert made.card.settings["fresh_draw"] is True
    chat = Endless(lambda _: "The answer is: $1$")
    draws = [answered(made.method, chat, each).exemplars for each in (*made.questions,) * 2]
    assert draws[:3] == draws[3:]
    assert len(set(draws)) == 3
    assert all(len(ids) == 4 and list(ids) == sorted(ids) for ids in draws)
    assert all("train" in each for ids in draws for each in ids)
    with pytest.raises(CannotRun, match="only 10 solved train problems"):
        planned("random-cot", tmp_path, shots=11, changes={"fresh_draw": True})
    with pytest.raises(CannotRun, match="no parameter 'fresh_draw'"):
        planned("complex-cot", tmp_path, changes={"fresh_draw": True})


def test_worked_problem_is_no_question_of_its_own_split() -> None:
    pool = [exemplar(each, "en", MEASURES["derived"]) for each in TRAIN[:3]]
    asked = ask(TRAIN[1], "en")
    twin = dataclasses.replace(asked, problem_id="d/test-0000")
    for each in (asked, twin):
        drawn = fresh_draw(pool, 3, each)
        assert [shot.problem_id for shot in drawn] == ["d/train-0000", "d/train-0002"]


def test_worked_problem_stands_with_its_options_as_it_would_be_asked() -> None:
    options = (Choice(label="A", text="$1$"), Choice(label="B", text="$2$"))
    choice = dataclasses.replace(TRAIN[0], choices=options, answer_type="choice", answer="B")
    shot = exemplar(choice, "en", MEASURES["derived"])
    assert shot.question == ask(choice, "en").text
    assert shot.question.endswith("(A) $1$\n(B) $2$")
    assert shot.answer_type == "choice"


def test_retrieval_looks_among_train_only_and_refuses_a_run_on_it() -> None:
    made = plan_of(wish("retrieval-cot"), PROBLEMS, ())
    assert {each.problem_id for each in made.pool} == {each.id for each in TRAIN}
    assert made.shots == 8
    assert made.exemplars == ()
    with pytest.raises(CannotRun, match="is no train problem"):
        job(wish("retrieval-cot", split="train"), card(), PROBLEMS, "0" * 64, Path())


def test_deli_gets_the_worked_problems_of_its_initialiser(tmp_path: Path) -> None:
    random = planned("deli", tmp_path, shots=4, changes={"init": "random-cot"})
    hard = planned("deli", tmp_path, shots=4, changes={"init": "complex-cot"})
    none = planned("deli", tmp_path, changes={"init": "zero-shot-cot"})
    near = planned("deli", tmp_path)
    assert random.card.shots.count == hard.card.shots.count == 4
    assert hard.card.shots.problems[0] == "d/train-0001"
    assert none.card.shots.count == 0
    assert (near.card.shots.count, near.card.shots.problems) == (8, ())
    assert random.card.title == "DELI on Random CoT · m"


def test_pal_says_which_sandbox_ran_its_programs(tmp_path: Path) -> None:
    assert planned("pal", tmp_path).card.settings["sandbox"] in {"bubblewrap", "landlock"}
