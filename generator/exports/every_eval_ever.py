"""Runs in the format Every Eval Ever 0.3.0, for exchange with other collections.

    data/every-eval-ever/failwhere/<developer>/<model>/<uuid>.json and <uuid>_samples.jsonl

Source: the rules of formats.md 2.10. The format asks for a random id and for two times; ours are
made from the run (its address, its date at midnight UTC), so that equal runs give equal bytes.
"""

from __future__ import annotations

import datetime as dt
import hashlib
import json
import uuid
from collections.abc import Iterator

from generator.aggregate import Run
from generator.files import jsonl_text
from generator.pages import paths
from generator.pages.site import ShownDataset, Site
from generator.records import Judgement, Problem, Response

VERSION = "0.3.0"
DEVELOPER = "unknown"
"""The developer of a model is not on our cards."""
Data = dict[str, object]


def exchange_files(site: Site) -> Iterator[tuple[str, bytes]]:
    """Yield (path, bytes) of the two files of every run."""
    for dataset in site.datasets:
        for run in site.runs_of(dataset.card.id):
            id_ = uuid.UUID(bytes=hashlib.sha256(run.path.encode()).digest()[:16], version=4)
            stem = f"{paths.EXCHANGE}/failwhere/{DEVELOPER}/{run.card.model}/{id_}"
            samples = jsonl_text(_samples(dataset, run)).encode()
            whole = _aggregate(site, dataset, run)
            whole["detailed_evaluation_results"] = {
                "format": "jsonl",
                "file_path": f"{id_}_samples.jsonl",
                "hash_algorithm": "sha256",
                "checksum": hashlib.sha256(samples).hexdigest(),
                "total_rows": samples.count(b"\n"),
            }
            text = json.dumps(whole, ensure_ascii=False, indent=1) + "\n"
            yield f"{stem}.json", text.encode()
            yield f"{stem}_samples.jsonl", samples


def _stamp(run: Run) -> str:
    """Return the run's date as seconds since 1970."""
    return str(int(dt.datetime.combine(run.card.date, dt.time(), dt.UTC).timestamp()))


def _id(run: Run) -> str:
    return f"{_name(run)}/{_model(run)}/{_stamp(run)}"


def _model(run: Run) -> str:
    return f"{DEVELOPER}/{run.card.model}"


def _name(run: Run) -> str:
    return f"{run.card.dataset}:{run.card.split}:{run.card.method}"


def _aggregate(site: Site, dataset: ShownDataset, run: Run) -> Data:
    contributor = run.card.contributor
    return {
        "schema_version": VERSION,
        "evaluation_id": _id(run),
        "evaluation_timestamp": _stamp(run),
        "retrieved_timestamp": _stamp(run),
        "source_metadata": {
            "source_type": "evaluation_run",
            "source_organization_name": contributor,
            "evaluator_relationship": "third_party" if contributor == "Failwhere" else "other",
        },
        "eval_library": {
            "name": "failwhere",
            "version": f"{site.version}+judge.{site.judge_version}",
        },
        "model_info": {"name": run.card.model, "id": _model(run), "developer": DEVELOPER},
        "evaluation_results": [_result(dataset, run)],
    }


def _result(dataset: ShownDataset, run: Run) -> Data:
    accuracy = run.score.accuracy
    interval = {
        "lower": accuracy.low,
        "upper": accuracy.high,
        "confidence_level": 0.95,
        "method": "wilson",
    }
    return {
        "evaluation_name": _name(run),
        "source_data": _source(dataset, run),
        "metric_config": {
            "metric_id": "accuracy",
            "evaluation_description": "Share of problems whose answer equals the gold answer.",
            "lower_is_better": False,
            "score_type": "continuous",
            "min_score": 0.0,
            "max_score": 1.0,
        },
        "score_details": {
            "score": accuracy.value or 0.0,
            "uncertainty": {"confidence_interval": interval, "num_samples": accuracy.n},
        },
        "generation_config": {
            "additional_details": {
                name: json.dumps(value, ensure_ascii=False)
                for name, value in run.card.settings.items()
            }
        },
    }


def _source(dataset: ShownDataset, run: Run) -> Data:
    card = dataset.card
    return {
        "source_type": "url" if card.source else "other",
        "dataset_name": card.id,
        "samples_number": card.splits[run.card.split],
        **({"url": [card.source.repository]} if card.source else {}),
        "additional_details": {"version": card.version, "problems_sha256": dataset.sha256},
    }


def _samples(dataset: ShownDataset, run: Run) -> Iterator[Data]:
    """Yield a row for every attempt; a problem without a line is a row with an error."""
    problems = {problem.id: problem for problem in dataset.problems}
    responses = {(each.problem_id, each.attempt): each for each in run.responses}
    for judgement in run.judgements:
        key = (judgement.problem_id, judgement.attempt)
        response = responses.get(key) or Response(problem_id=key[0], error="missing")
        yield _sample(run, problems[judgement.problem_id], judgement, response)


def _sample(run: Run, problem: Problem, judgement: Judgement, response: Response) -> Data:
    right = judgement.verdict == "right"
    row: Data = {
        "schema_version": VERSION,
        "evaluation_id": _id(run),
        "model_id": _model(run),
        "evaluation_name": _name(run),
        "sample_id": problem.id,
        "sample_hash": hashlib.sha256(problem.question.encode()).hexdigest(),
        "interaction_type": "multi_turn" if response.messages else "single_turn",
        "input": _input(problem),
    }
    if response.messages:
        row["messages"] = [
            {"turn_idx": place, "role": turn.role, "content": turn.content}
            for place, turn in enumerate(response.messages)
        ]
    else:
        row["output"] = {"raw": [response.text]}
    row["answer_attribution"] = _attribution(judgement, response)
    row["evaluation"] = {"score": float(right), "is_correct": right}
    row |= _usage(response)
    return row | {"metadata": _metadata(judgement, response)}


def _input(problem: Problem) -> Data:
    found: Data = {"raw": problem.question, "reference": [problem.answer]}
    if problem.choices:
        found["choices"] = [f"{choice.label}. {choice.text}" for choice in problem.choices]
    return found


def _attribution(judgement: Judgement, response: Response) -> list[Data]:
    if judgement.answer is None:
        return []
    last = max(0, len(response.messages) - 1)
    return [
        {
            "turn_idx": last,
            "source": "messages" if response.messages else "output.raw",
            "extracted_value": judgement.answer.text,
            "extraction_method": judgement.answer.rule,
            "is_terminal": True,
        }
    ]


def _usage(response: Response) -> Data:
    found: Data = {}
    if response.tokens_in is not None and response.tokens_out is not None:
        total = response.tokens_in + response.tokens_out
        found["token_usage"] = {
            "input_tokens": response.tokens_in,
            "output_tokens": response.tokens_out,
            "total_tokens": total,
        }
    return found if response.error is None else found | {"error": response.error}


def _metadata(judgement: Judgement, response: Response) -> dict[str, str]:
    found = {
        "attempt": str(judgement.attempt),
        "verdict": judgement.verdict,
        "rule": judgement.rule,
        "claimed": response.claimed or "",
    }
    found |= {f"label.{name}": credit.label for name, credit in judgement.credits.items()}
    return {name: value for name, value in found.items() if value}
