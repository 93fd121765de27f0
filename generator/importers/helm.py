"""HELM: the folder of a run with instances.json and display_predictions.json (formats.md 2.4).

Without those two, which `helm-summarize` adds, scenario_state.json is read. Perturbed instances
are other problems than the dataset's; they are left out and counted. Train trials are attempts.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import TypeAlias

from generator.errors import Fault
from generator.files import shown_path
from generator.importers import foreign_json
from generator.importers.claims import words
from generator.importers.contract import Importer, Sight
from generator.importers.conversation import plain
from generator.importers.entries import Batch, Entry, Figure, Options, merged
from generator.importers.foreign_json import Row, inner, number, objects, text, whole
from generator.importers.opening import refuse
from generator.records import Response

INSTANCES, PREDICTIONS = "instances.json", "display_predictions.json"
STATE, STATS = "scenario_state.json", "stats.json"
ACCURACIES = (
    "math_equiv_chain_of_thought",
    "math_equiv",
    "final_number_exact_match",
    "exact_match_indicator",
    "quasi_exact_match",
    "exact_match",
    "prefix_exact_match",
    "quasi_prefix_exact_match",
)
"""Metrics that are fractions of right answers; HELM's other statistics are counts and times."""


def suits(seen: Sight) -> str | None:
    """Return why a path looks like a run of HELM, or None."""
    names = {name.rpartition("/")[2] for name in seen.inside} | {seen.name}
    if found := sorted(names & {PREDICTIONS, STATE}):
        return f"is or holds {found[0]}"
    return None


def read(files: Sequence[Path], options: Options) -> Batch:  # noqa: ARG001
    """Return the predictions of all run folders that the files lie in; each folder is a part.

    Raises:
        FaultsFound: no folder has predictions, or a file is damaged.

    """
    folders = dict.fromkeys(p.parent for p in files if p.name in (PREDICTIONS, STATE))
    if not folders:
        shown = shown_path(files[0]) if files else "PATH"
        refuse(shown, f"there is no {PREDICTIONS}", "give the folder of a run, after a summary")
    return merged(_folder(folder, set(files)) for folder in folders)


def _folder(folder: Path, files: set[Path]) -> Batch:
    there = {name: folder / name for name in (INSTANCES, PREDICTIONS, STATE, STATS)}
    have = {name: path for name, path in there.items() if path in files}
    if INSTANCES in have and PREDICTIONS in have:
        path, rows = have[PREDICTIONS], list(_displayed(have[INSTANCES], have[PREDICTIONS]))
    elif STATE in have:
        path, rows = have[STATE], list(_states(have[STATE]))
    else:
        cure = f"put {INSTANCES} or {STATE} beside it"
        refuse(shown_path(folder), f"{PREDICTIONS} alone does not show the problems", cure)
    entries = [_entry(row, shown_path(path), folder.name) for row in rows]
    notes = _perturbed(sum(entry is None for entry in entries), shown_path(path))
    figures = _figures(have[STATS], folder.name) if STATS in have else ()
    found = tuple(entry for entry in entries if entry is not None)
    return Batch(entries=found, figures=tuple(figures), notes=tuple(notes))


_Pair: TypeAlias = tuple[Mapping[str, object], Row, Response]
"""Instance, the row that answers it, the reply."""


def _displayed(instances: Path, predictions: Path) -> Iterator[_Pair]:
    known = {
        (text(row.get("id")), _name(row)): row for row in objects(foreign_json.load(instances))
    }
    for row in objects(foreign_json.load(predictions)):
        thinking = text(row.get("thinking_text"))
        said = text(row.get("predicted_text"))
        reply = Response(problem_id="", text=f"{thinking}\n{said}" if thinking else said)
        yield known.get((text(row.get("instance_id")), _name(row)), {}), row, reply


def _states(path: Path) -> Iterator[_Pair]:
    state = foreign_json.mapping(foreign_json.load(path), shown_path(path))
    for row in objects(state.get("request_states")):
        result = inner(row, "result")
        completions = objects(result.get("completions"))
        first = completions[0] if completions else {}
        finish = first.get("finish_reason")
        failed = None if result.get("success", True) else text(result.get("error")) or "failed"
        reason = finish.get("reason") if isinstance(finish, dict) else finish
        said = "" if failed else text(first.get("text"))
        instance = inner(row, "instance")
        reply = Response(
            problem_id="", text=said, error=failed, stop_reason=text(reason).lower() or None
        )
        yield instance, {**row, "instance_id": instance.get("id")}, reply


def _name(row: Mapping[str, object]) -> str:
    """Return the name of the perturbation of an instance; empty for a plain one."""
    return text(inner(row, "perturbation").get("name"))


def _entry(pair: _Pair, shown: str, part: str) -> Entry | None:
    """Return an entry; None for a perturbed instance."""
    instance, row, reply = pair
    if _name(instance) or _name(row):
        return None
    given = inner(instance, "input")
    asked = text(given.get("text")) or plain(given.get("messages"))
    right = [
        text(inner(reference, "output").get("text"))
        for reference in objects(instance.get("references"))
        if "correct" in foreign_json.items(reference, "tags")
    ]
    trial = whole(row.get("train_trial_index")) or 0
    return Entry(
        file=shown,
        name=f"instance {text(row.get('instance_id'))}, trial {trial}",
        questions=(asked,) if asked else (),
        prompt=text(inner(row, "request").get("prompt")),
        gold=right[0] if right else "",
        attempt=trial,
        part=part,
        reply=reply,
        verdicts=words(_stats(row)),
    )


def _stats(row: Row) -> dict[str, object]:
    found = inner(row, "stats")
    return {name: found[name] for name in ACCURACIES if name in found}


def _perturbed(many: int, shown: str) -> Iterator[Fault]:
    if many:
        message = f"{many} perturbed instances, which are other problems than the dataset's"
        yield Fault(file=shown, message=message, cure="they are left out")


def _figures(path: Path, part: str) -> Iterator[Figure]:
    """Yield the accuracies on unperturbed test instances."""
    for row in objects(foreign_json.load(path)):
        name = inner(row, "name")
        metric, value = text(name.get("name")), number(row.get("mean"))
        plain_test = name.get("split") in (None, "test") and not name.get("perturbation")
        if metric in ACCURACIES and value is not None and plain_test and not name.get("sub_split"):
            yield Figure(
                metric=metric, value=value, unit="fraction", source=shown_path(path), part=part
            )


IMPORTER = Importer(
    about="HELM: the folder of a run (instances.json and display_predictions.json, or its state)",
    unit="fraction",
    suits=suits,
    read=read,
)
