"""The worked examples: each layout, in a few lines of our own, becomes rows that import as native."""

from __future__ import annotations

import importlib.util
import json
import subprocess
import sys
from pathlib import Path

import pytest
from format_files import question, write, write_lines
from tiny import world

from generator.importers import IMPORTERS
from generator.importers.assigning import assign
from generator.importers.entries import Options
from generator.store import load_dataset

FOLDER = Path(__file__).parents[1] / "examples" / "converters"


def converter(name):
    spec = importlib.util.spec_from_file_location(name, FOLDER / f"{name}.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def imported(folder, rows):
    """Return the responses that the rows become for the three problems of tests/tiny.py."""
    path = write_lines(folder / "responses.jsonl", list(rows))
    batch = IMPORTERS["native"].read([path], Options())
    assigned = assign(batch.entries, load_dataset(world(folder / "world"), "demo").problems)
    assert not assigned.faults
    return [response for _, response in assigned.located]


@pytest.mark.parametrize("path", sorted(FOLDER.glob("*.py")), ids=lambda path: path.stem)
def test_a_converter_is_short_and_says_how_it_is_called(path):
    text = path.read_text("utf-8")
    assert text.count("\n") < 60
    assert f"python examples/converters/{path.name} " in text


LOG = """\
*****************************
Namespace(dataset='demo')
*************************
2st data
1_th_sampling
Q: {1} Answer Choices: (A) 2 (B) 3
A: Let's think.

pred_before is not here. 
Therefore, the answer is 2.
pred_before :  2.

So be it.
pred_after : 2
pred_list : ['2']
pred_mode : 2
GT : 2
*************************
*************************
1_th_sampling
Q: {0}
A: moot.
pred_before : moot.
pred_after : 
pred_list : ['']
pred_mode : 
GT : 1
*************************
accuracy : 50.0
"""  # noqa: W291


def test_a_free_text_log(tmp_path):
    path = tmp_path / "a.log"
    path.write_text(LOG.format(question(0), question(1)))
    first, second = imported(tmp_path, converter("zero_shot_cot_log").rows(str(path)))
    assert (first.problem_id[-1], first.answer, first.claimed) == ("1", "2", "right")
    assert first.text.endswith("Therefore, the answer is 2.")
    assert (second.answer, second.text, second.claimed) == (None, "moot.", "wrong")
    path.write_text(LOG.replace("GT : 2", ""))
    with pytest.raises(ValueError, match="2 records begin"):
        list(converter("zero_shot_cot_log").rows(str(path)))


def test_four_systems_on_a_line(tmp_path):
    row = {
        "question": question(0),
        "ground_truth": "So.\nA: 1",
        "small": {"is_correct": False, "solution": "It is 5.\nA: 5"},
        "large": {"is_correct": True, "solution": "It is 1."},
    }
    path = write_lines(tmp_path / "in.jsonl", [row])
    rows = converter("openai_gsm8k").rows
    (small,) = imported(tmp_path, rows(str(path), "small"))
    (large,) = imported(tmp_path, rows(str(path), "large"))
    assert (small.answer, small.claimed) == ("5", "wrong")
    assert (large.answer, large.text, large.claimed) == (None, "It is 1.", "right")


def test_objects_by_key_with_the_questions_in_another_file(tmp_path):
    result = {"answer": "red", "output": "B", "prediction": "red", "true_false": True}
    results = write(tmp_path / "r.json", {"results": {"8": result, "9": result}})
    known = {"question": question(0), "answer": "red", "choices": ["blue", "red"]}
    problems = write(tmp_path / "p.json", {"8": known})
    rows = list(converter("promptpg_tabmwp").rows(str(results), str(problems)))
    assert [(row["gold"], row["answer"], row["upstream_id"]) for row in rows] == [("B", "B", "8")]
    assert imported(tmp_path, rows)[0].claimed == "right"
    write(tmp_path / "p.json", {"8": known | {"answer": "blue"}})
    with pytest.raises(ValueError, match="8: another gold answer"):
        list(converter("promptpg_tabmwp").rows(str(results), str(problems)))


def test_predictions_by_id_or_by_line(tmp_path):
    said = [{"id": 7, "answer": "[invalid]", "completion": "…"}]
    predictions = write_lines(tmp_path / "a.jsonl", said)
    known = {"question": f"{question(1)}\n# Answer option: ['A)1']", "answer": "2", "id": 7}
    problems = write_lines(tmp_path / "p.jsonl", [known])
    rows = converter("faithful_cot").rows
    assert imported(tmp_path, rows(str(predictions), str(problems)))[0].answer == "[invalid]"
    write_lines(tmp_path / "a.jsonl", [{"id": 0, "answer": "True", "completion": "…"}])
    write_lines(tmp_path / "p.jsonl", [{"question": question(1), "answer": True}])
    (row,) = rows(str(predictions), str(problems))
    assert (row["answer"], row["gold"]) == ("yes", "yes")


@pytest.mark.parametrize(
    ("output", "answer"),
    [
        ('```json\n{"reasoning": "…", "answer": "2"}\n```', "2"),
        ('{"reasoning": "an \\"answer\\": 3", "answer": 2.50}', "2.50"),
        ('{"reasoning": "broken, "answer": "$2", }', "$2"),
        ("The answer is 2.", None),
    ],
)
def test_json_that_a_model_wrote(output, answer, tmp_path):
    record = {"question": question(1), "answer": "# 2", "output": [output]}
    path = write(tmp_path / "a.json", [record])
    (found,) = imported(tmp_path, converter("zeroeval_gsm").rows(str(path)))
    assert (found.answer, found.text) == (answer, output)


def test_programs_their_prompt_and_their_votes(tmp_path, capsys):
    rows = [
        {"demonstration": "Here is how."},
        {"question": question(0), "answer": 1.0, "executed": 1.0, "generated": ["ans = 1"]},
        {
            "question": question(1),
            "answer": "B",
            "generated": ["x", "y"],
            "prediction": "B",
            "options": ["A)1", "B)2"],
        },
        {"question": question(2), "answer": "C", "generated_prediction": "So A) no, C)3 it is."},
    ]
    path = write_lines(tmp_path / "a.jsonl", rows)
    found = imported(tmp_path, converter("program_of_thoughts").rows(str(path)))
    assert [(r.answer, r.text) for r in found] == [("1", "ans = 1"), ("B", "x\n\ny"), ("C", "")]
    assert "left out: a line with demonstration" in capsys.readouterr().err


def test_steps_with_labels(tmp_path):
    rows = [
        {"input": question(0), "steps": ["a", "b"], "target": "1", "answer": "1"},
        {"input": question(1), "steps": ["a"], "target": "1", "answer": None},
        {
            "question": question(2),
            "model_output_step_format": [["a"], ["b", "c"]],
            "ground_truth_answer": "3",
            "model_output_answer_correctness": "incorrect",
        },
    ]
    path = write_lines(tmp_path / "a.jsonl", rows)
    found = imported(tmp_path, converter("labelled_steps").rows(str(path)))
    assert [r.claimed for r in found] == ["right", "wrong", "wrong"]
    assert [message.content for message in found[2].messages] == ["a", "b\nc"]


def test_a_converter_prints_rows_when_it_is_run(tmp_path):
    record = {"question": question(1), "answer": "# 2", "output": ["2"]}
    path = write(tmp_path / "a.json", [record])
    command = [sys.executable, str(FOLDER / "zeroeval_gsm.py"), str(path)]
    said = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    assert json.loads(said)["gold"] == "2"
