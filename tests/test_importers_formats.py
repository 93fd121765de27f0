"""Each format becomes the same three responses, with its attempts, claims and figures."""

from __future__ import annotations

import csv
import importlib.util
import json
from pathlib import Path

import format_files as make
import pytest
from tiny import world

from generator.errors import CannotRun, FaultsFound
from generator.importers import IMPORTERS
from generator.importers.assigning import assign
from generator.importers.entries import Options
from generator.importers.opening import expand
from generator.importers.sighting import detect
from generator.store import load_dataset


@pytest.fixture
def problems(tmp_path):
    return load_dataset(world(tmp_path / "world"), "demo").problems


def read(name, *paths, **options):
    return IMPORTERS[name].read(expand(paths), Options(**options))


def joined(batch, problems, **options):
    assigned = assign(batch.entries, problems, repeats=batch.repeats, **options)
    assert not assigned.faults
    return [response for _, response in assigned.located]


FORMATS = {
    "lm-eval": lambda at: make.write_lines(
        at / "samples_demo_x.jsonl", [make.lm_eval_row(k) for k in range(3)]
    ),
    "inspect": lambda at: make.inspect_log(at / "log.eval"),
    "opencompass": lambda at: make.opencompass(at / "run"),
    "helm": lambda at: make.helm(at / "run"),
    "matharena": lambda at: make.matharena(at / "m"),
    "lighteval": lambda at: make.lighteval(at / "details"),
    "simple-evals": lambda at: make.simple_evals(at / "demo_allresults.json"),
    "every-eval-ever": lambda at: make.every_eval_ever(at / "eee"),
    "csv": lambda at: _csv(at / "table.csv"),
}


def _csv(path):
    with path.open("w", newline="") as file:
        rows = csv.writer(file)
        rows.writerow(["question", "text", "claimed"])
        rows.writerows([make.question(k), make.reply(k), "true"] for k in range(3))
    return path


@pytest.mark.parametrize("name", FORMATS)
def test_a_format_is_recognised_with_a_reason_and_read(name, tmp_path, problems):
    path = FORMATS[name](tmp_path)
    guess = detect([path] if name != "every-eval-ever" else sorted(path.iterdir()), IMPORTERS)
    assert guess.name == name
    assert guess.reason
    found = joined(read(name, path), problems)
    first = {r.problem_id: r for r in found if r.attempt == 0}
    assert sorted(first) == [problem.id for problem in problems]
    said = first[problems[2].id]
    assert make.reply(2) in (said.text or said.messages[-1].content)
    assert said.claimed == "right"


def test_every_importer_is_tried_here():
    assert FORMATS.keys() | {"native", "carp", "jsonl"} == IMPORTERS.keys()


# ---------------------------------------------------------------- lm-evaluation-harness


def test_each_filter_is_a_part_with_its_own_answer_and_figure(tmp_path, problems):
    rows = [
        make.lm_eval_row(k, name, filtered_resps=[said], exact_match=score)
        for k in range(3)
        for name, said, score in (("strict", "[invalid]", 0.0), ("loose", str(k + 1), 1.0))
    ]
    samples = make.write_lines(tmp_path / "samples_demo_x.jsonl", rows)
    scores = {"exact_match,strict": 0.0, "exact_match,loose": 1.0, "exact_match_stderr,loose": 0.0}
    results = make.write(tmp_path / "results_x.json", make.lm_eval_results(**scores))
    batch = read("lm-eval", samples, results)
    assert batch.parts == ("strict", "loose")
    strict = [entry for entry in batch.entries if entry.part == "strict"]
    assert {entry.reply.answer for entry in strict} == {"[invalid]"}
    assert {value for entry in strict for value in entry.verdicts.values()} == {"wrong"}
    assert [(f.part, f.value, f.unit, f.n) for f in batch.figures] == [
        ("strict", 0.0, "fraction", 3),
        ("loose", 1.0, "fraction", 3),
    ]


def test_repeats_are_attempts_and_a_vote_is_one(tmp_path, problems):
    two = make.lm_eval_row(0, resps=[["a", "b"]], filtered_resps=[["a", "2"]])
    vote = make.lm_eval_row(1, resps=[["a", "b"]], filtered_resps=["2"])
    path = make.write_lines(tmp_path / "samples_demo_x.jsonl", [two, vote])
    found = joined(read("lm-eval", path), problems)
    assert [(r.attempt, r.text, r.answer) for r in found] == [
        (0, "a", None),
        (1, "b", "2"),
        (0, "", "2"),
    ]
    assert [message.content for message in found[2].messages] == ["a", "b"]


def test_ranked_options_become_a_letter_and_a_note(tmp_path, problems):
    ranked = make.lm_eval_row(0, resps=[[["-3.2", "False"]], [["-0.1", "True"]]])
    batch = read("lm-eval", make.write_lines(tmp_path / "samples_demo_x.jsonl", [ranked]))
    assert batch.entries[0].reply.answer == "B"
    assert "log-probability" in batch.notes[0].message


def test_older_rows_have_a_list_of_arguments_and_no_list_of_metrics(tmp_path, problems):
    row = make.lm_eval_row(1, arguments=[[f"Q: {make.question(1)}\nA:", {}]], doc={})
    del row["metrics"], row["filter"]
    path = make.write_lines(tmp_path / "samples_demo_x.jsonl", [row])
    (found,) = joined(read("lm-eval", path), problems)
    assert (found.problem_id, found.claimed) == ("demo/test-0001", "right")


# ---------------------------------------------------------------- Inspect


@pytest.mark.parametrize("method", [0, 8, 93])
def test_members_may_be_stored_deflated_or_zstandard(method, tmp_path, problems):
    path = make.inspect_log(tmp_path / "log.eval", method=method)
    assert len(joined(read("inspect", path), problems)) == 3


def test_epochs_are_attempts_and_the_prompt_is_no_reply(tmp_path, problems):
    path = make.inspect_log(tmp_path / "log.eval", epochs=2)
    found = joined(read("inspect", path), problems)
    assert sorted((r.problem_id[-1], r.attempt) for r in found) == [
        (k, e) for k in "012" for e in (0, 1)
    ]
    assert (found[0].text, found[0].tokens_in, found[0].tokens_out) == (make.reply(0), 9, 8)


def test_a_log_without_header_is_read_from_its_journal(tmp_path, problems):
    members = {
        "_journal/start.json": {"version": 2, "eval": {"dataset": {"samples": 3}}},
        "samples/p0_epoch_1.json": make.inspect_sample(0),
        "_journal/summaries/1.json": [{"id": "p0", "epoch": 1}, {"id": "p1", "epoch": 1}],
    }
    batch = read("inspect", make.inspect_zip(tmp_path / "log.eval", members))
    assert [r.problem_id for r in joined(batch, problems)] == ["demo/test-0000"]
    told = " ".join(note.message for note in batch.notes)
    assert "ended as 'started' and the log has 1 samples of 3" in told
    assert "1 samples are only summed up, without their messages: p1 (epoch 1)" in told


def test_a_cancelled_run_says_so(tmp_path):
    path = make.write(
        tmp_path / "log.json",
        make.inspect_header(status="cancelled") | {"samples": [make.inspect_sample(0)]},
    )
    assert "ended as 'cancelled'" in read("inspect", path).notes[0].message


def test_an_agent_keeps_its_turns_its_calls_and_its_tools_words(tmp_path, problems):
    call = {"id": "1", "function": "calculate", "arguments": {"expression": "2/2"}}
    messages = [
        {"role": "user", "content": make.question(0)},
        {"role": "assistant", "content": [{"type": "reasoning", "reasoning": "hm"}]},
        {"role": "assistant", "content": "", "tool_calls": [call]},
        {"role": "tool", "content": "attachment://ab12", "tool_call_id": "1"},
        {"role": "assistant", "content": [{"type": "text", "text": "It is 1."}, {"type": "image"}]},
    ]
    sample = make.inspect_sample(0, messages=messages, attachments={"ab12": "1"})
    path = make.write(tmp_path / "log.json", make.inspect_header() | {"samples": [sample]})
    (found,) = joined(read("inspect", path), problems)
    assert [m.parsed for m in found.messages] == ["", 'calculate({"expression": "2/2"})', "", ""]
    assert (found.n_tool_calls, found.messages[1].kind) == (1, "action")
    assert [(m.role, m.content) for m in found.messages] == [
        ("assistant", "hm"),
        ("assistant", 'Action: calculate({"expression": "2/2"})'),
        ("tool", "1"),
        ("assistant", "It is 1.\n[image]"),
    ]


@pytest.mark.parametrize(
    ("value", "word"),
    [
        ("C", "right"),
        ("I", "wrong"),
        ("P", "partly right"),
        ("N", "no_answer"),
        (0.75, "0.75"),
        (True, "right"),
        ([1, 0], "[1, 0]"),
        ({"points": 3}, '{"points": 3}'),
        ("7 of 10", "7 of 10"),
    ],
)
def test_a_score_is_kept_as_a_claim_whatever_its_shape(value, word, tmp_path, problems):
    sample = make.inspect_sample(0, scores={"judge": {"value": value}})
    path = make.write(tmp_path / "log.json", make.inspect_header() | {"samples": [sample]})
    assert joined(read("inspect", path), problems)[0].claimed == word


def test_nan_is_no_claim_and_an_error_is_one_answer_less(tmp_path, problems):
    sample = make.inspect_sample(0, error={"message": "time limit"}, scores={})
    other = make.inspect_sample(1, scores={"match": {"value": float("nan")}})
    log = make.inspect_header() | {"samples": [sample, other]}
    first, second = joined(read("inspect", make.write(tmp_path / "log.json", log)), problems)
    assert (first.error, first.text) == ("time limit", "")
    assert second.claimed is None


def test_a_sample_in_pieces_is_put_together(tmp_path, problems):
    whole = make.inspect_sample(0)
    messages = whole.pop("messages")
    folder = "samples/p0_epoch_1"
    members = {
        "header.json": make.inspect_header(),
        f"{folder}/sample.json": whole,
        f"{folder}/messages/2.json": messages[2:],
        f"{folder}/messages/0.json": messages[:2],
    }
    batch = read("inspect", make.inspect_zip(tmp_path / "log.eval", members))
    assert joined(batch, problems)[0].text == make.reply(0)


def test_targets_and_answers_may_be_lists(tmp_path, problems):
    sample = make.inspect_sample(0, target=["1", "one"])
    path = make.write(tmp_path / "log.json", make.inspect_header() | {"samples": [sample]})
    assert read("inspect", path).entries[0].gold == "1, one"


# ---------------------------------------------------------------- OpenCompass, HELM


def test_shards_restart_at_zero_and_are_told_apart_by_text(tmp_path, problems):
    batch = read("opencompass", make.opencompass(tmp_path / "run"))
    found = joined(batch, problems)
    assert [r.problem_id for r in found] == [problem.id for problem in problems]
    assert [r.claimed for r in found] == ["right", "wrong", "right"]
    assert [(f.value, f.unit) for f in batch.figures] == [(66.7, "percent")]


def test_verdicts_are_left_out_where_details_are_fewer_than_predictions(tmp_path, problems):
    folder = make.opencompass(tmp_path / "run")
    details = [{"correct": [True]}, {"correct": [True]}]
    make.write(folder / "results/m-x/demo.json", {"accuracy": 66.7, "details": details})
    batch = read("opencompass", folder)
    assert {r.claimed for r in joined(batch, problems)} == {None}
    assert "verdicts on 2 of 3 predictions" in batch.notes[0].message


def test_repeated_predictions_are_attempts(tmp_path, problems):
    entry = {"origin_prompt": make.question(0), "prediction": ["one", "two"]}
    path = make.write(tmp_path / "demo.json", {"0": entry})
    found = joined(read("opencompass", path), problems)
    assert [(r.attempt, r.text) for r in found] == [(0, "one"), (1, "two")]


def test_perturbed_instances_are_left_out_and_counted(tmp_path, problems):
    batch = read("helm", make.helm(tmp_path / "run"))
    assert [r.claimed for r in joined(batch, problems)] == ["wrong", "right", "right"]
    assert "1 perturbed instances" in batch.notes[0].message
    assert [(f.metric, f.value, f.unit) for f in batch.figures] == [
        ("exact_match", 0.667, "fraction")
    ]


def test_the_state_of_a_scenario_is_read_where_there_is_no_summary(tmp_path, problems):
    state = {
        "request_states": [
            {
                "instance": {"id": "id0", "input": {"text": make.question(0)}, "references": []},
                "train_trial_index": 0,
                "request": {"prompt": "..."},
                "result": {
                    "success": True,
                    "completions": [{"text": "It is 1.", "finish_reason": {"reason": "length"}}],
                },
            },
            {
                "instance": {"id": "id1", "input": {"text": make.question(1)}},
                "result": {"success": False, "error": "refused", "completions": []},
            },
        ]
    }
    path = make.write(tmp_path / "scenario_state.json", state)
    first, second = joined(read("helm", path), problems)
    assert (first.text, first.stop_reason, second.error) == ("It is 1.", "length", "refused")


# ---------------------------------------------------------------- MathArena and the rest


def test_matharena_has_attempts_costs_and_reasoning(tmp_path, problems):
    found = joined(read("matharena", make.matharena(tmp_path / "m")), problems)
    assert [(r.attempt, r.claimed, r.tokens_out) for r in found[:2]] == [
        (0, "right", 200),
        (1, "wrong", None),
    ]
    assert [m.content for m in found[0].messages] == ["Let me think.", make.reply(0)]


def test_marks_of_judges_are_claims_and_no_verdicts(tmp_path, problems):
    marks = [[{"points": 3, "max_points": 7}, {"points": 0, "max_points": 7}]]
    row = make.matharena_row(0, judgment=marks, correct=[3 / 7, 0.0])
    found = joined(read("matharena", make.write(tmp_path / "1.json", row)), problems)
    assert [r.claimed for r in found] == ["3 of 7 points", "0 of 7 points"]


def test_an_agents_steps_are_kept_and_a_hole_is_an_error(tmp_path, problems):
    step = {"step": "try", "timestep": 0, "messages": [{"role": "assistant", "content": "try 1"}]}
    last = {"step": "end", "timestep": 1, "messages": [{"role": "assistant", "content": "so 1"}]}
    row = make.matharena_row(
        0, N=3, history=[[step, last], None, None], pass_at_1="TODO Grading", correct=[True]
    )
    found = joined(read("matharena", make.write(tmp_path / "1.json", row)), problems)
    assert [m.content for m in found[0].messages] == ["try 1", "so 1"]
    assert found[2].error
    assert found[2].claimed is None


@pytest.mark.parametrize("underscores", [False, True])
def test_lighteval_columns_may_have_underscores(underscores, tmp_path, problems):
    batch = read("lighteval", make.lighteval(tmp_path / "d", underscores=underscores))
    found = joined(batch, problems)
    assert [(r.attempt, r.text, r.tokens_in, r.tokens_out) for r in found[:2]] == [
        (0, make.reply(0), 2, 3),
        (1, "Hm.\nNo idea.", 2, 1),
    ]
    assert [(f.metric, f.value, f.unit) for f in batch.figures] == [
        ("extractive_match", 1.0, "fraction")
    ]


def test_simple_evals_repeats_the_set_and_its_prompts_are_not_believed(tmp_path, problems):
    batch = read("simple-evals", make.simple_evals(tmp_path / "a.json"))
    found = joined(batch, problems)
    assert [r.attempt for r in found] == [0, 0, 0, 1, 1, 1]
    assert [r.claimed for r in found[:3]] == ["right", "wrong", "right"]
    assert [entry.gold for entry in batch.entries[:3]] == ["1", "2", "3"]


def test_every_eval_ever_states_its_range_itself(tmp_path, problems):
    batch = read("every-eval-ever", make.every_eval_ever(tmp_path / "eee"))
    assert [(f.metric, f.unit, f.n) for f in batch.figures] == [("acc", "percent", 3)]
    assert joined(batch, problems)[0].tokens_out == 6


# ---------------------------------------------------------------- tables


def test_columns_lead_into_lists_and_objects(tmp_path, problems):
    rows = [
        {"q": make.question(0), "out": {"texts": ["no", "yes 1"]}, "ok": "correct", "n": "12"},
        {"q": make.question(1), "out": {"texts": ["only"]}, "ok": "incorrect"},
    ]
    columns = {"question": "q", "text": "out.texts.-1", "claimed": "ok", "tokens_out": "n"}
    path = make.write_lines(tmp_path / "a.jsonl", rows)
    first, second = joined(read("jsonl", path, columns=columns), problems)
    assert (first.text, first.claimed, first.tokens_out) == ("yes 1", "right", 12)
    assert (second.text, second.claimed) == ("only", "wrong")


def test_a_list_of_texts_is_several_attempts_with_their_verdicts(tmp_path, problems):
    row = {"question": make.question(0), "text": ["a", "b"], "score": [True, 0.5]}
    row["rank_score"] = [-1.5, 3]
    path = make.write_lines(tmp_path / "a.jsonl", [row])
    found = joined(read("jsonl", path, columns={"claimed": "score"}), problems)
    assert [(r.attempt, r.text, r.claimed, r.rank_score) for r in found] == [
        (0, "a", "right", -1.5),
        (1, "b", "0.5", 3.0),
    ]


def test_an_answer_that_is_a_list_is_one_answer(tmp_path, problems):
    row = {"question": make.question(0), "answer": [1, 3.0, "x"]}
    path = make.write_lines(tmp_path / "a.jsonl", [row])
    found = joined(read("jsonl", path, columns={"answer": "answer"}), problems)
    assert found[0].answer == "1, 3, x"


def test_rows_that_are_no_records_are_left_out_by_name(tmp_path, problems):
    rows = [{"prompt": "Here is how."}, {"question": make.question(0), "text": "1"}]
    batch = read("jsonl", make.write_lines(tmp_path / "a.jsonl", rows))
    assert len(batch.entries) == 1
    assert "line 1" in batch.notes[0].message
    with pytest.raises(FaultsFound, match="map the columns"):
        read("jsonl", make.write_lines(tmp_path / "b.jsonl", rows[:1] * 11 + rows[1:]))


def test_a_json_file_may_be_a_list_or_objects_by_key(tmp_path, problems):
    row = {"question": make.question(0), "text": "1"}
    for value in ([row], {"8": row}):
        assert len(read("jsonl", make.write(tmp_path / "a.json", value)).entries) == 1
    by_key = make.write(tmp_path / "b.json", {"demo/test-0002": {"text": "3"}})
    batch = read("jsonl", by_key, columns={"problem_id": "@key"})
    assert joined(batch, problems)[0].problem_id == "demo/test-0002"


def test_a_table_of_conversations(tmp_path, problems):
    talk = [{"from": "human", "value": make.question(2)}, {"from": "gpt", "value": "It is 3."}]
    path = make.write_lines(tmp_path / "a.jsonl", [{"conversations": talk}])
    batch = read("jsonl", path, columns={"messages": "conversations"})
    assert [(r.problem_id[-1], r.text) for r in joined(batch, problems)] == [("2", "It is 3.")]
    as_text = [{"conversations": json.dumps(talk)}]
    again = make.write_lines(tmp_path / "b.jsonl", as_text)
    batch = read("jsonl", again, columns={"messages": "conversations"})
    assert [r.text for r in joined(batch, problems)] == ["It is 3."]


def test_an_unknown_field_of_ours_is_named(tmp_path):
    path = make.write_lines(tmp_path / "a.jsonl", [{"text": "1"}])
    with pytest.raises(CannotRun, match="no field 'txt'"):
        read("jsonl", path, columns={"txt": "text"})


def test_a_column_called_answer_is_taken_only_when_the_user_says_so(tmp_path, problems):
    row = {"question": make.question(0), "text": "It is 5.", "answer": "1", "gold": "1"}
    path = make.write_lines(tmp_path / "a.jsonl", [row])
    assert joined(read("jsonl", path), problems)[0].answer is None
    assert joined(read("jsonl", path, columns={"answer": "answer"}), problems)[0].answer == "1"


# ---------------------------------------------------------------- telling formats apart


def test_rows_with_our_own_names_need_no_map(tmp_path):
    path = make.write_lines(tmp_path / "a.jsonl", [{"question": "?", "text": "!", "more": 1}])
    assert detect([path], IMPORTERS).name == "jsonl"


def test_two_formats_at_once_are_ambiguous(tmp_path):
    paths = [FORMATS["lm-eval"](tmp_path), FORMATS["simple-evals"](tmp_path)]
    with pytest.raises(CannotRun, match=r"ambiguous.*lm-eval: .*simple-evals: "):
        detect(paths, IMPORTERS)


def test_what_fits_no_format_is_described(tmp_path):
    path = make.write_lines(tmp_path / "a.jsonl", [{"problem": "?", "output": "!"}])
    with pytest.raises(
        CannotRun, match=r"no format fits: 'a.jsonl' is json with 'output, problem'"
    ):
        detect([path], IMPORTERS)


# ---------------------------------------------------------------- the page that tells how


def test_the_example_of_the_page_works_as_it_stands(tmp_path, problems):
    page = (Path(__file__).parents[1] / "site_src" / "importers.md").read_text("utf-8")
    source = page.split("```python\n")[1].split("```")[0]
    assert source.count("\n") < 45
    (tmp_path / "toytool_example.py").write_text(source)
    spec = importlib.util.spec_from_file_location("toy", tmp_path / "toytool_example.py")
    toy = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(toy)
    rows = [{"task": make.question(1), "out": "It is 2.", "pass": True}]
    path = make.write_lines(tmp_path / "runs.ndjson", rows)
    assert detect([path], {"toytool": toy.IMPORTER}).name == "toytool"
    (found,) = joined(toy.IMPORTER.read([path], Options()), problems)
    assert (found.problem_id, found.text, found.claimed) == ("demo/test-0001", "It is 2.", "right")


def test_the_page_names_every_format_and_its_unit():
    page = (Path(__file__).parents[1] / "site_src" / "importers.md").read_text("utf-8")
    for name, importer in IMPORTERS.items():
        assert f"`{name}`" in page
        assert importer.unit.split(" ")[0] in page
