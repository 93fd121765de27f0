"""Result files of every format about the three problems of tests/tiny.py, small and of our own."""

from __future__ import annotations

import json
import struct
import zipfile
import zlib
from collections.abc import Mapping
from pathlib import Path

import pyarrow as pa
import zstandard
from pyarrow import parquet
from tiny import problem_row


def question(number: int) -> str:
    return str(problem_row(number)["content"])


def reply(number: int) -> str:
    return f"Adding gives $2 x = {2 * number + 2}$. The answer is ${number + 1}$."


def write(path: Path, value: object) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(value, ensure_ascii=False), "utf-8")
    return path


def write_lines(path: Path, rows: list[Mapping[str, object]]) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows), "utf-8")
    return path


# ---------------------------------------------------------------- lm-evaluation-harness


def lm_eval_row(number: int, name: str = "none", **changed: object) -> dict[str, object]:
    row: dict[str, object] = {
        "doc_id": number,
        "doc": {"problem": question(number), "answer": str(number + 1)},
        "target": str(number + 1),
        "arguments": {"gen_args_0": {"arg_0": f"Q: {question(number)}\nA:", "arg_1": {}}},
        "resps": [[reply(number)]],
        "filtered_resps": [str(number + 1)],
        "filter": name,
        "metrics": ["exact_match"],
        "exact_match": 1.0,
    }
    return row | changed


def lm_eval_results(n: int = 3, **scores: float) -> dict[str, object]:
    return {
        "results": {"demo": {"alias": "demo", **scores}},
        "n-samples": {"demo": {"original": 3, "effective": n}},
        "config": {},
    }


# ---------------------------------------------------------------- Inspect


def inspect_sample(number: int, epoch: int = 1, **changed: object) -> dict[str, object]:
    messages = [
        {"role": "system", "content": "Be brief."},
        {"role": "user", "content": question(number)},
        {"role": "assistant", "content": reply(number)},
    ]
    sample: dict[str, object] = {
        "id": f"p{number}",
        "epoch": epoch,
        "input": question(number),
        "target": str(number + 1),
        "messages": messages,
        "output": {"choices": [{"stop_reason": "stop"}], "completion": reply(number)},
        "scores": {"match": {"value": "C", "answer": str(number + 1)}},
        "model_usage": {"demo/m": {"input_tokens": 9, "output_tokens": 8}},
        "attachments": {},
    }
    return sample | changed


def inspect_header(**changed: object) -> dict[str, object]:
    header: dict[str, object] = {
        "version": 2,
        "status": "success",
        "eval": {"dataset": {"samples": 3}, "config": {"epochs": 1}},
        "results": {"scores": [{"name": "match", "metrics": {"accuracy": {"value": 1.0}}}]},
    }
    return header | changed


def inspect_zip(path: Path, members: Mapping[str, object], method: int = 8) -> Path:
    """Write a ZIP whose members are JSON; method 93 is written by hand, in two frames each."""
    texts = {name: json.dumps(value).encode() for name, value in members.items()}
    if method != 93:
        with zipfile.ZipFile(path, "w", method) as archive:
            for name, text in texts.items():
                archive.writestr(name, text)
        return path
    path.write_bytes(zstandard_zip(texts))
    return path


def zstandard_zip(texts: Mapping[str, bytes]) -> bytes:
    body, directory = b"", b""
    for name, text in texts.items():
        pack = zstandard.ZstdCompressor().compress
        packed = pack(text[:20]) + pack(text[20:])
        raw = name.encode()
        fixed = struct.pack("<3H2H3I", 63, 0, 93, 0, 0, zlib.crc32(text), len(packed), len(text))
        fixed += struct.pack("<H", len(raw))
        directory += b"PK\1\2" + struct.pack("<H", 63) + fixed
        directory += struct.pack("<4H2I", 0, 0, 0, 0, 0, len(body)) + raw
        body += b"PK\3\4" + fixed + struct.pack("<H", 0) + raw + packed
    many = len(texts)
    end = struct.pack("<4H2IH", 0, 0, many, many, len(directory), len(body), 0)
    return body + directory + b"PK\5\6" + end


def inspect_log(path: Path, *, epochs: int = 1, method: int = 8, **header: object) -> Path:
    samples = {
        f"samples/p{k}_epoch_{e}.json": inspect_sample(k, e)
        for k in range(3)
        for e in range(1, epochs + 1)
    }
    return inspect_zip(path, {"header.json": inspect_header(**header), **samples}, method)


# ---------------------------------------------------------------- the others


def opencompass(folder: Path) -> Path:
    def entry(number: int) -> dict[str, object]:
        prompt = [{"role": "HUMAN", "prompt": f"{question(number)} Put it in a box."}]
        return {"origin_prompt": prompt, "prediction": reply(number), "gold": str(number + 1)}

    write(folder / "predictions/m-x/demo_0.json", {"0": entry(0), "1": entry(1)})
    write(folder / "predictions/m-x/demo_1.json", {"0": entry(2)})
    details = [{"example_abbr": f"demo_{k}", "correct": [k != 1]} for k in range(3)]
    write(folder / "results/m-x/demo.json", {"accuracy": 66.7, "details": details})
    return folder


def helm(folder: Path) -> Path:
    def instance(number: int, **more: object) -> dict[str, object]:
        references = [{"output": {"text": str(number + 1)}, "tags": ["correct"]}]
        known = {"id": f"id{number}", "input": {"text": question(number)}}
        return {**known, "references": references, "split": "test", **more}

    def prediction(number: int, **more: object) -> dict[str, object]:
        row = {"instance_id": f"id{number}", "train_trial_index": 0}
        stats = {"exact_match": float(number != 0), "num_output_tokens": 7.0}
        return {**row, "predicted_text": reply(number), "stats": stats, **more}

    twisted = {"perturbation": {"name": "typos"}}
    write(folder / "instances.json", [*map(instance, range(3)), instance(0, **twisted)])
    rows = [*map(prediction, range(3)), prediction(0, **twisted)]
    write(folder / "display_predictions.json", rows)
    stat = {"name": {"name": "exact_match", "split": "test"}, "count": 1, "mean": 0.667}
    write(folder / "stats.json", [stat])
    return folder


def matharena_row(number: int, **changed: object) -> dict[str, object]:
    def talk(text: str) -> list[dict[str, object]]:
        return [
            {"role": "user", "content": question(number)},
            {"role": "assistant", "type": "cot", "content": "Let me think."},
            {"role": "assistant", "type": "response", "content": text},
        ]

    row: dict[str, object] = {
        "idx": number + 1,
        "problem": question(number),
        "gold_answer": str(number + 1),
        "N": 2,
        "pass_at_1": 0.5,
        "answers": [str(number + 1), "None"],
        "correct": [True, False],
        "messages": [talk(reply(number)), talk("I do not know.")],
        "judgment": [None, None],
        "history": [None, None],
        "detailed_costs": [{"input_tokens": 30, "output_tokens": 200}, {}],
    }
    return row | changed


def matharena(folder: Path) -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    for number in range(3):
        raw = json.dumps(matharena_row(number), indent=2).encode()
        packed = zstandard.ZstdCompressor().compress(raw)
        (folder / f"{number + 1}.json.zst").write_bytes(packed)
    return folder


def lighteval(folder: Path, *, underscores: bool = False) -> Path:
    rows = [
        {
            "doc": {
                "query": f"Solve. {question(number)}",
                "choices": [str(number + 1)],
                "gold_index": [0],
                "id": str(number),
            },
            "model_response": {
                "input": f"Solve. {question(number)}",
                "text": [reply(number), "No idea."],
                "output_tokens": [[1, 2, 3], [4]],
                "input_tokens": [1, 2],
                "reasonings": [None, "Hm."],
            },
            "metric": {"extractive_match": 1.0},
        }
        for number in range(3)
    ]
    if underscores:
        rows = [{f"__{name}__": value for name, value in row.items()} for row in rows]
    folder.mkdir(parents=True, exist_ok=True)
    parquet.write_table(pa.Table.from_pylist(rows), folder / "details_demo_x.parquet")
    scores = {"extractive_match": 1.0, "extractive_match_stderr": 0.0}
    write(folder / "results_x.json", {"results": {"demo|0": scores, "all": scores}})
    return folder


def simple_evals(path: Path) -> Path:
    def page(number: int) -> str:
        shown = "<p>Score: 1.0</p>"  # In the prompt: a lie that must not be believed.
        said = f"<p>Correct Answer: {number + 1}</p><p>Extracted Answer: 9</p>"
        return f"<h3>Prompt</h3>{shown}<h3>Results</h3>{said}<p>Score: {float(number != 1)}</p>"

    def talk(number: int) -> list[dict[str, str]]:
        asked = {"role": "user", "content": f"Solve it step by step. {question(number)} Remember."}
        return [asked, {"role": "assistant", "content": reply(number)}]

    twice = [*range(3), *range(3)]
    value = {
        "score": 0.6667,
        "metrics": {},
        "htmls": [page(number) for number in twice],
        "convos": [talk(number) for number in twice],
    }
    return write(path, value)


def every_eval_ever(folder: Path) -> Path:
    rows = [
        {
            "schema_version": "0.3.0",
            "evaluation_name": "demo",
            "sample_id": str(number),
            "input": {"raw": question(number), "reference": [str(number + 1)]},
            "output": {"raw": [reply(number)]},
            "evaluation": {"score": 1.0, "is_correct": True},
            "token_usage": {"input_tokens": 5, "output_tokens": 6},
        }
        for number in range(3)
    ]
    write_lines(folder / "u_samples.jsonl", rows)
    config = {"metric_id": "acc", "min_score": 0, "max_score": 100}
    details = {"score": 100.0, "uncertainty": {"num_samples": 3}}
    result = {"evaluation_name": "demo", "metric_config": config, "score_details": details}
    write(folder / "u.json", {"evaluation_id": "demo/m/1", "evaluation_results": [result]})
    return folder
