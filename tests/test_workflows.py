"""The workflows: what may run with which rights, on whose files; linted by zizmor where it is here."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml

ROOT = Path(__file__).parents[1]
FILES = sorted((ROOT / ".github" / "workflows").glob("*.yml"))
NAMES = [path.stem for path in FILES]

Data = dict[str, Any]


def workflow(name: str) -> Data:
    return yaml.load((ROOT / ".github" / "workflows" / f"{name}.yml").read_text(), yaml.BaseLoader)


def steps(data: Data) -> Iterator[Data]:
    for job in data["jobs"].values():
        yield from job["steps"]


def test_there_are_the_workflows_that_the_documents_speak_of() -> None:
    assert {"check", "comment", "lock", "publish", "tests"} <= set(NAMES)


@pytest.mark.parametrize("name", NAMES)
def test_every_action_is_pinned_by_a_commit_with_its_version(name: str) -> None:
    text = (ROOT / ".github" / "workflows" / f"{name}.yml").read_text()
    used = re.findall(r"uses:\s*(.+)", text)
    for each in used:
        assert re.fullmatch(r"actions/[a-z-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+", each), each
    assert len(used) == sum("uses" in step for step in steps(workflow(name)))


def test_one_action_has_one_pin() -> None:
    pins: dict[str, set[str]] = {}
    for name in NAMES:
        for step in steps(workflow(name)):
            if "uses" in step:
                action, _, commit = step["uses"].partition("@")
                pins.setdefault(action, set()).add(commit)
    assert [action for action, found in pins.items() if len(found) > 1] == []


@pytest.mark.parametrize("name", NAMES)
def test_no_trigger_gives_foreign_code_a_secret(name: str) -> None:
    data = workflow(name)
    assert not {"pull_request_target", "issue_comment", "issues"} & set(data["on"])
    assert "secrets." not in (ROOT / ".github" / "workflows" / f"{name}.yml").read_text()


@pytest.mark.parametrize("name", NAMES)
def test_rights_are_declared_and_reading_is_the_rule(name: str) -> None:
    data = workflow(name)
    assert data["permissions"] in ({"contents": "read"}, {})
    written = {
        (job, right)
        for job, each in data["jobs"].items()
        for right, level in each.get("permissions", {}).items()
        if level != "read"
    }
    allowed = {
        "comment": {("post", "pull-requests")},
        "publish": {("deploy", "pages"), ("deploy", "id-token")},
    }
    assert written == allowed.get(name, set())


@pytest.mark.parametrize("name", NAMES)
def test_no_text_of_others_is_put_into_a_script(name: str) -> None:
    for step in steps(workflow(name)):
        script = step.get("run", "") + step.get("with", {}).get("script", "")
        assert "${{" not in script, script


@pytest.mark.parametrize("name", NAMES)
def test_no_checkout_leaves_a_token_behind_and_every_job_ends(name: str) -> None:
    data = workflow(name)
    for step in steps(data):
        if step.get("uses", "").startswith("actions/checkout@"):
            assert step["with"]["persist-credentials"] == "false"
    for job in data["jobs"].values():
        assert "timeout-minutes" in job or "environment" in job


def test_check_runs_the_base_over_the_data_of_the_change() -> None:
    data = workflow("check")
    assert list(data["on"]) == ["pull_request"]
    base, change = [
        s["with"] for s in steps(data) if s.get("uses", "").startswith("actions/checkout@")
    ]
    assert base["ref"] == "${{ github.event.pull_request.base.sha }}"
    assert "ref" not in change
    assert change["sparse-checkout"].split() == ["datasets", "results"]
    for step in steps(data):
        words = step.get("run", "base/").split()
        ours = "../base/" if step.get("working-directory") == "change" else "base/"
        assert words[0].startswith(ours) or words[:3] == ["make", "-C", "base"]
        assert step.get("working-directory", "change") == "change"


def test_comment_believes_nothing_of_the_artefact() -> None:
    data = workflow("comment")
    assert list(data["on"]) == ["workflow_run"]
    validate, post = data["jobs"]["validate"], data["jobs"]["post"]
    assert set(validate["permissions"].values()) == {"read"}
    assert [s["run"] for s in validate["steps"] if "run" in s] == [
        "python3 -I generator/report/posting.py foreign/report.md > comment.md"
    ]
    assert post["needs"] == "validate"
    assert all(not s.get("uses", "").startswith("actions/checkout@") for s in post["steps"])
    script = post["steps"][-1]["with"]["script"]
    assert "head.sha === run.head_sha" in script
    assert "pull_requests" not in script


def test_publish_checks_before_it_builds_and_only_main_is_published() -> None:
    data = workflow("publish")
    assert data["on"] == {"push": {"branches": ["main"]}}
    run = [step["run"] for step in data["jobs"]["build"]["steps"] if "run" in step]
    assert run == ["make check", "make site"]
    assert data["jobs"]["deploy"]["needs"] == "build"


def test_the_template_asks_for_every_field_that_a_reader_has_to_judge_by() -> None:
    text = (ROOT / ".github" / "pull_request_template.md").read_text()
    assert text.count("- [ ] ") >= 6
    for name in ("settings", "shots", "training_overlap", "contributor", "date", "changes.yaml"):
        assert f"`{name}`" in text or f"/{name}`" in text, name


def test_zizmor_finds_nothing() -> None:
    program = shutil.which("zizmor", path=Path(sys.executable).parent.as_posix())
    if program is None:
        pytest.skip("zizmor is not installed")
    done = subprocess.run(
        [program, "--offline", "--no-progress", "--min-severity", "low", *map(str, FILES)],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
