"""Which stored verdicts the present judge would change: problem, old -> new, why."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from generator.cards import RunCard
from generator.errors import CannotRun
from generator.files import read_card, shown_path
from generator.judge.judging import judge_run
from generator.lock import plain, read_lock
from generator.store import RUN_CARD, Roots, load_dataset, load_run


def differences(roots: Roots, path: Path) -> str:
    """Return the verdicts of one run that differ from its lock, a line each, under their number.

    Raises:
        FaultsFound: the card, the dataset, the responses or the lock have faults.
        CannotRun: there is no such folder.

    """
    if not path.is_dir():
        raise CannotRun(f"{shown_path(path)} is no folder; name the folder of a run")
    dataset = load_dataset(roots, read_card(path / RUN_CARD, RunCard).dataset)
    if not dataset.present:
        return f"{shown_path(path)}: skipped, {dataset.card.id} has not been fetched"
    found = load_run(path, dataset)
    rows = plain(judge_run(dataset.split(found.card.split), found.responses))
    stored = {(row["problem_id"], row["attempt"]): row for _, row in read_lock(path).rows}
    lines = [
        _change(stored.get(key), row)
        for key, row in rows.items()
        if stored.get(key, {}).get("verdict") != row["verdict"]
    ]
    gone = [
        f"  {name} attempt {attempt}: gone"
        for name, attempt in stored
        if (name, attempt) not in rows
    ]
    other = sum(stored.get(key) != row for key, row in rows.items()) - len(lines)
    head = (
        f"{shown_path(path)}: {len(lines)} of {len(rows)} verdicts change, {other} rows otherwise"
    )
    return "\n".join([head, *lines, *gone])


def _change(old: Mapping[str, object] | None, new: Mapping[str, object]) -> str:
    """Return the line of one changed verdict; what a response says is shown escaped."""
    before = old["verdict"] if old else "none"
    answer = new.get("answer")
    text = f" {answer['text']!r:.60}" if isinstance(answer, Mapping) else ""
    rule = f" [{new['rule']}]" if new.get("rule") else ""
    name = f"{new['problem_id']} attempt {new['attempt']}"
    return f"  {name}: {before} -> {new['verdict']}{rule}{text}: {_plain(new['why'])}"


def _plain(text: object) -> str:
    """Return text with everything that could move a terminal's cursor escaped."""
    return "".join(c if c.isprintable() else repr(c)[1:-1] for c in str(text))
