"""Malformed submissions: a clear line for each fault, exit code 1, nothing written, no traceback.

tests/data/bad/submissions holds them, a few lines each, named <file that is replaced>--<what>. What no
repository can hold (links, pipes, a million brackets) is made here.
"""

from __future__ import annotations

import hashlib
import os
import shutil
from pathlib import Path

import pytest
from tiny import CARD, RUN, response_row, run_folder, world, write_rows

from generator import files
from generator.__main__ import main
from generator.cards import DatasetCard, RunCard
from generator.plain_text import BIBTEX, SENT, UNREAD, blemishes
from generator.store import Roots

BAD = Path(__file__).parent / "data" / "bad" / "submissions"
FILES = sorted(path.name for path in BAD.iterdir())

SAID = {
    "card--alias-merge.yaml": "run.yaml:5: a key that is not plain text",
    "card--anchor-bomb.yaml": "run.yaml:7: anchors and aliases (& and *) are not read",
    "card--broken-off.yaml": "run.yaml:8: not YAML: found unexpected end of stream",
    "card--byte-order-mark.yaml": "run.yaml:1: starts with a byte order mark",
    "card--claim-150-percent.yaml": "run.yaml:7: claims.0: 150 is no possible percent",
    "card--claim-63-as-fraction.yaml": "run.yaml:7: claims.0: 63.5 is no possible fraction",
    "card--claim-markup.yaml": "run.yaml:7: claims.0.metric: holds markup",
    "card--claim-nan.yaml": "run.yaml:7: claims.0.value: input should be a valid number",
    "card--claim-negative.yaml": "run.yaml:7: claims.0: -1 is no possible percent",
    "card--claim-source-template.yaml": "run.yaml:7: claims.0.source: holds template signs",
    "card--claim-without-unit.yaml": "run.yaml:7: claims.0.unit: field required",
    "card--contributor-markup.yaml": "run.yaml:7: contributor: holds markup",
    "card--contributor-template.yaml": "run.yaml:7: contributor: holds template signs",
    "card--dataset-as-path.yaml": "run.yaml:1: dataset: is no id: small letters and digits, with single dots or h",
    "card--date-as-number.yaml": "run.yaml:6: date: is no date",
    "card--date-as-text.yaml": "run.yaml:6: date: is no date",
    "card--date-in-the-future.yaml": "run.yaml: date: 2031-01-01 is after 2026-12-31, the last day that this check k",
    "card--date-that-is-none.yaml": "run.yaml:6: there is no day 2026-02-30",
    "card--date-tomorrow-of-the-release.yaml": "run.yaml: date: 2027-01-01 is after 2026-12-31, the last day that this check k",
    "card--empty.yaml": "run.yaml:1: the file holds no `key: value` lines",
    "card--exemplar-markup.yaml": "run.yaml:7: shots.problems.0: holds markup",
    "card--key-twice.yaml": "run.yaml:7: method: the key stands there twice",
    "card--link-http.yaml": "run.yaml:7: code: is no https address",
    "card--link-javascript.yaml": "run.yaml:7: paper: is no https address",
    "card--list.yaml": "run.yaml:1: the file holds no `key: value` lines",
    "card--method-as-path.yaml": "run.yaml:3: method: is no id: small letters and digits, with single dots or hy",
    "card--method-other-than-folder.yaml": "run.yaml: method: the folder's name is not tot--none",
    "card--missing-field.yaml": "run.yaml:1: title: field required",
    "card--model-absolute.yaml": "run.yaml:4: model: is no id: small letters and digits, with single dots or hyp",
    "card--nested-40-deep.yaml": "run.yaml:7: nested deeper than 32 levels, or a second document (---)",
    "card--not-filled-in.yaml": "run.yaml:7: contributor: is not filled in",
    "card--not-utf8.yaml": "run.yaml:7: not UTF-8: byte 0xdf at offset 98",
    "card--notes-bidi.yaml": "run.yaml:7: notes: holds the invisible character U+202E",
    "card--notes-escape.yaml": "run.yaml:7: notes: holds the invisible character U+001B",
    "card--notes-markup.yaml": "run.yaml:7: notes: holds markup",
    "card--notes-template.yaml": "run.yaml:7: notes: holds template signs",
    "card--overlap-truthy.yaml": "run.yaml:7: training_overlap: input should be 'no', 'possible', 'yes' or 'unkn",
    "card--shots-as-text.yaml": "run.yaml:7: shots.count: input should be a valid integer",
    "card--shots-negative.yaml": "run.yaml:7: shots.count: input should be greater than or equal to 0",
    "card--tabs.yaml": "run.yaml:8: not YAML: found character '\\t' that cannot start any token",
    "card--tag.yaml": "run.yaml:7: the tag tag:yaml.org,2002:python/object/apply:os.system is not rea",
    "card--title-blank.yaml": "run.yaml:5: title: string should have at least 1 character",
    "card--title-markup.yaml": "run.yaml:5: title: holds markup",
    "card--title-template.yaml": "run.yaml:5: title: holds template signs",
    "card--two-documents.yaml": "run.yaml:7: nested deeper than 32 levels, or a second document (---)",
    "card--unknown-field.yaml": "run.yaml:7: score: there is no such field",
    "card--unknown-language.yaml": "run.yaml: language: 'zh' does not fit",
    "card--unknown-split.yaml": "run.yaml: split: 'dev' does not fit",
    "card--utf16.yaml": "run.yaml:1: not UTF-8: byte 0xff at offset 0",
    "changes--days-go-back.yaml": "changes.yaml: changes.1.date: 2026-11-01 comes after 2026-11-30",
    "changes--does-not-follow.yaml": "changes.yaml: changes.1.moved.0: demo/cot--none had 1/3 after the change befor",
    "changes--in-the-future.yaml": "changes.yaml: changes.0.date: 2030-01-01 is after 2026-12-31, the last day tha",
    "changes--markup.yaml": "changes.yaml:4: changes.0.summary: holds markup",
    "changes--more-than-all.yaml": "changes.yaml: changes.0.moved.0: 9/3 has more right answers than problems",
    "changes--nothing-moved.yaml": "changes.yaml: changes.0.moved.0: before and after are the same",
    "changes--reason.yaml": "changes.yaml:3: changes.0.reason: input should be 'judge', 'data' or 'submissi",
    "changes--run-as-path.yaml": "changes.yaml:5: changes.0.moved.0.run: is no run: <dataset>/<method>--<model>",
    "changes--run-that-is-not-there.yaml": "changes.yaml: changes: demo/tot--none has no folder, the last change of it say",
    "changes--says-another-number.yaml": "changes.yaml: changes: demo/cot--none has 3/3, the last change of it says 2/3",
    "dataset--answer-type.yaml": "dataset.yaml:8: answer_type: input should be 'expression', 'number', 'choice',",
    "dataset--board-without-split.yaml": "dataset.yaml: board: is no split",
    "dataset--citation-markup.yaml": "dataset.yaml:13: citation: holds markup",
    "dataset--defect-markup.yaml": "dataset.yaml:13: defects.0.summary: holds markup",
    "dataset--defect-unknown-problem.yaml": "dataset.yaml: defects.0.problems: no such problems: demo/test-0009",
    "dataset--graphs-quoted.yaml": "dataset.yaml:12: graphs: input should be a valid boolean",
    "dataset--id-as-path.yaml": "dataset.yaml:1: id: is no id: small letters and digits, with single dots or hy",
    "dataset--id-other-than-folder.yaml": "dataset.yaml: id: 'other' is not the folder's name 'demo'",
    "dataset--licence-link.yaml": "dataset.yaml:7: licence_url: is no https address",
    "dataset--licence-markup.yaml": "dataset.yaml:6: licence: holds markup",
    "dataset--not-filled-in.yaml": "dataset.yaml:3: summary: is not filled in",
    "dataset--released-in-the-future.yaml": "dataset.yaml: released: 2999-01-01 is after 2026-12-31, the last day that this",
    "dataset--source-hash.yaml": "dataset.yaml:13: source.files.0.sha256: is no SHA-256: 64 hexadecimal digits i",
    "dataset--split-count-wrong.yaml": "problems.jsonl: missing: demo/test-0003",
    "dataset--split-negative.yaml": "dataset.yaml:10: splits.test: input should be greater than or equal to 0",
    "dataset--split-undeclared.yaml": "problems.jsonl:1: id: the card knows no split 'test'",
    "dataset--stated-markup.yaml": "dataset.yaml:13: stated.0.what: holds markup",
    "dataset--summary-template.yaml": "dataset.yaml:3: summary: holds template signs",
    "dataset--title-markup.yaml": "dataset.yaml:2: title: holds markup",
    "dataset--unknown-format.yaml": "dataset.yaml: format: is no format",
    "dataset--version-words.yaml": "dataset.yaml:4: version: is no version: digits with dots between them",
    "judgements--hand-typed.jsonl": "judgements.jsonl:1: demo/test-0000 attempt 0: not as recomputed: answer, rule,",
    "judgements--no-object.jsonl": "judgements.jsonl:1: the line holds no object",
    "judgements--one-short.jsonl": "demo/test-0002 attempt 0 is not judged",
    "judgements--twice.jsonl": "judgements.jsonl:3: demo/test-0001 attempt 0 is judged on line 2 already",
    "problems--broken-off.jsonl": "problems.jsonl:3: not JSON at column 88: Unterminated string starting at",
    "problems--id-as-path.jsonl": "problems.jsonl:3: id: '../../../etc/passwd' is no id of this split",
    "problems--id-markup.jsonl": "problems.jsonl:3: id: 'demo/<b>test-0002</b>' is no id of this split",
    "problems--key-twice.jsonl": "problems.jsonl:3: the key 'answer' stands there twice",
    "problems--too-few.jsonl": "problems.jsonl: missing: demo/test-0002",
    "responses--answer-list.jsonl": "responses.jsonl:3: answer: a list where text is wanted",
    "responses--array.jsonl": "responses.jsonl:1: the line holds no object",
    "responses--attempt-fraction.jsonl": "responses.jsonl:3: attempt: a number where a whole number is wanted",
    "responses--attempt-gap.jsonl": "responses.jsonl:4: attempt: demo/test-0002 has attempt 2 but no attempt 1",
    "responses--attempt-huge.jsonl": "responses.jsonl:3: attempt: is not below 1000",
    "responses--attempt-negative.jsonl": "responses.jsonl:3: attempt: is below 0 or far too large",
    "responses--attempt-text.jsonl": "responses.jsonl:3: attempt: text where a whole number is wanted",
    "responses--attempt-true.jsonl": "responses.jsonl:3: attempt: true or false where a whole number is wanted",
    "responses--broken-off.jsonl": "responses.jsonl:3: not JSON at column 34: Unterminated string starting at",
    "responses--byte-order-mark.jsonl": "responses.jsonl:1: starts with a byte order mark",
    "responses--comment.jsonl": "responses.jsonl:1: not JSON at column 1: Expecting value",
    "responses--empty-file.jsonl": "responses_sha256: stale",
    "responses--empty-line.jsonl": "responses.jsonl:2: the line is empty",
    "responses--id-as-path.jsonl": "responses.jsonl:3: problem_id: '../../etc/passwd' is no problem of this datase",
    "responses--id-control-signs.jsonl": "responses.jsonl:3: problem_id: 'demo/test-0002\\x1b[31m\\n::error::x' is no prob",
    "responses--id-markup.jsonl": "responses.jsonl:3: problem_id: '<img src=x onerror=alert(1)>' is no problem of",
    "responses--id-of-other-dataset.jsonl": "responses.jsonl:3: problem_id: 'gsm8k/test-0000' is no problem of this dataset",
    "responses--id-template.jsonl": "responses.jsonl:3: problem_id: '{{ demo }}' is no problem of this dataset and ",
    "responses--infinity.jsonl": "responses.jsonl:3: 1e999 is too large a number",
    "responses--key-twice.jsonl": "responses.jsonl:3: the key 'text' stands there twice",
    "responses--latin1.jsonl": "responses.jsonl:4: not UTF-8: byte 0xdf at offset 56",
    "responses--many-digits.jsonl": "responses.jsonl:3: a number has too many digits",
    "responses--message-no-object.jsonl": "responses.jsonl:3: messages: holds no message",
    "responses--message-role.jsonl": "responses.jsonl:3: messages.0.role: is none of the roles",
    "responses--messages-empty.jsonl": "responses.jsonl:3: messages: holds no message",
    "responses--misspelt-field.jsonl": "responses.jsonl:3: anwser: there is no such field",
    "responses--nan.jsonl": "responses.jsonl:3: NaN is not a number in JSON",
    "responses--no-id.jsonl": "responses.jsonl:3: problem_id: is missing",
    "responses--nothing-said.jsonl": "responses.jsonl:3: has none of text, messages and error",
    "responses--score-given.jsonl": "responses.jsonl:3: verdict: there is no such field",
    "responses--surrogate.jsonl": "responses.jsonl:3: half of a surrogate pair",
    "responses--text-and-error.jsonl": "responses.jsonl:3: has error and text of text, messages and error",
    "responses--tokens-negative.jsonl": "responses.jsonl:3: tokens_in: is below 0 or far too large",
    "responses--tokens-null.jsonl": "responses.jsonl:3: tokens_in: is null",
    "responses--twice.jsonl": "responses.jsonl:3: attempt: demo/test-0001 attempt 0 stands on line 2 already",
    "responses--two-values.jsonl": "responses.jsonl:2: there is more text after the value",
    "responses--utf16.jsonl": "responses.jsonl:1: not JSON at column 2: Expecting property name enclosed in d",
    "scores--broken-off.json": "scores.json:1: not JSON at column 19: Unterminated string starting at",
    "scores--hand-typed.json": "judge_version: stale: 9.9.9 in the lock",
    "scores--nan.json": "scores.json: NaN is not a number in JSON",
    "scores--no-score.json": "scores.json: score: is missing",
}
"""Bad file -> what has to be said about it, from the file's name on."""


def place(roots: Roots, name: str) -> Path:
    """Where the file that a bad one stands for lies."""
    dataset, run = roots.datasets / "demo", run_folder(roots)
    return {
        "card": run / "run.yaml",
        "responses": run / "responses.jsonl",
        "judgements": run / "judgements.jsonl",
        "scores": run / "scores.json",
        "dataset": dataset / "dataset.yaml",
        "problems": dataset / "problems.jsonl",
        "changes": roots.results / "changes.yaml",
    }[name.partition("--")[0]]


def command(root: Path, *words: str) -> int:
    roots = ["--dataset-root", str(root / "datasets"), "--results-root", str(root / "results")]
    return main([*words, *roots, "--site-dir", str(root / "site")])


@pytest.fixture(scope="module")
def sound(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A world with a lock, to be copied."""
    root = tmp_path_factory.mktemp("sound")
    world(root)
    assert command(root, "judge") == 0
    return root


@pytest.fixture
def root(sound: Path, tmp_path: Path) -> Path:
    shutil.copytree(sound, tmp_path / "w")
    return tmp_path / "w"


def roots_of(root: Path) -> Roots:
    return Roots(datasets=root / "datasets", results=root / "results")


def hashes(root: Path) -> dict[str, str]:
    return {
        path.relative_to(root).as_posix(): hashlib.sha256(path.read_bytes()).hexdigest()
        for path in sorted(root.rglob("*"))
        if path.is_file() and not path.is_symlink()
    }


def refused(root: Path, capsys: pytest.CaptureFixture[str], *words: str) -> str:
    """Run a command that has to refuse, and return what it said."""
    before = hashes(root)
    assert command(root, *words) == 1
    said = capsys.readouterr().err
    assert hashes(root) == before, "something was written"
    assert "Traceback" not in said
    assert {sign for sign in said if not sign.isprintable()} <= {"\n"}
    return said


def test_the_table_and_the_folder_are_the_same() -> None:
    assert sorted(SAID) == FILES
    assert len(FILES) >= 60


@pytest.mark.parametrize("file", FILES)
def test_check_refuses_it_in_clear_words(
    file: str, root: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    shutil.copyfile(BAD / file, place(roots_of(root), file))
    said = refused(root, capsys, "check")
    assert SAID[file] in said
    assert all(line.endswith(")") for line in said.splitlines()), "every line ends with its cure"


@pytest.mark.parametrize("file", [name for name in FILES if "future" not in name and "tomorrow" not in name and "method-other" not in name and "defect-unknown" not in name])  # fmt: skip
def test_build_refuses_it_too_and_makes_no_site(
    file: str, root: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    shutil.copyfile(BAD / file, place(roots_of(root), file))
    refused(root, capsys, "build")
    assert not (root / "site").exists()


@pytest.mark.parametrize(
    "file", [n for n in FILES if n.startswith(("card--title", "responses--id"))]
)
def test_judge_writes_no_lock_for_it(
    file: str, root: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    shutil.copyfile(BAD / file, place(roots_of(root), file))
    refused(root, capsys, "judge")


# ---------------------------------------------------------------- what no repository can hold


@pytest.mark.parametrize("name", ["responses", "problems", "judgements", "scores"])
@pytest.mark.parametrize("text", ["[" * 10**6, '{"a":' * 10**5, "{" * 10**6 + "}" * 10**6])
def test_a_million_brackets(
    name: str, text: str, root: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    place(roots_of(root), name).write_text(text)
    assert "nested deeper than 64 levels" in refused(root, capsys, "check")


@pytest.mark.parametrize("name", ["card", "dataset", "changes"])
def test_a_card_of_brackets_and_one_that_is_too_large(
    name: str, root: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = place(roots_of(root), name)
    path.write_text("x: " + "[" * 10**5)
    assert "nested deeper than 32 levels" in refused(root, capsys, "check")
    path.write_text("# " + "x" * 10**6)
    assert "more than the 256,000 that are read" in refused(root, capsys, "check")


def test_a_bomb_of_anchors(root: Path, capsys: pytest.CaptureFixture[str]) -> None:
    lines = ['a0: &a0 ["x", "x"]']
    lines += [f"a{k}: &a{k} [{', '.join([f'*a{k - 1}'] * 9)}]" for k in range(1, 12)]
    place(roots_of(root), "card").write_text(RUN + "\n".join(lines) + "\n")
    said = refused(root, capsys, "check")
    assert "anchors and aliases (& and *) are not read" in said
    assert len(said) < 20_000


def test_a_line_over_the_limit(
    root: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(files, "MAX_LINE", 5_000)
    rows = [response_row(0), response_row(1), response_row(2, text="x" * 6_000)]
    write_rows(place(roots_of(root), "responses"), rows)
    assert "responses.jsonl:3: the line is longer than 5,000 bytes" in refused(
        root, capsys, "check"
    )


@pytest.mark.parametrize(
    "name", ["card", "responses", "judgements", "scores", "dataset", "problems", "changes"]
)
@pytest.mark.parametrize("target", ["/etc/passwd", "/dev/zero", "elsewhere", "."])
def test_a_symbolic_link(
    name: str, target: str, root: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = place(roots_of(root), name)
    if path.exists():
        path.rename(root / "elsewhere")
    path.symlink_to(root / "elsewhere" if target == "elsewhere" else target)
    said = refused(root, capsys, "check")
    assert "is a symbolic link" in said or "no such file belongs here" in said
    assert "root:" not in said


@pytest.mark.parametrize("name", ["card", "responses", "problems"])
def test_a_folder_or_a_pipe_where_a_file_belongs(
    name: str, root: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = place(roots_of(root), name)
    path.unlink()
    path.mkdir()
    assert "is not a regular file" in refused(root, capsys, "check")
    path.rmdir()
    os.mkfifo(path)
    assert "is not a regular file" in refused(root, capsys, "check")


@pytest.mark.parametrize(
    "name",
    ["results.zip", "run.py", ".hidden/run.yaml", "run.yaml.bak", "..\\x", "a\nb", "__init__.py"],
)
def test_a_file_that_does_not_belong_into_a_run(
    name: str, root: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = run_folder(roots_of(root)) / name
    path.parent.mkdir(exist_ok=True)
    path.write_text("x")
    if name.startswith("."):  # hidden ones are nobody's and are never published
        assert command(root, "check") == 0
        return
    assert "no such file belongs here" in refused(root, capsys, "check")


@pytest.mark.parametrize("name", ["Demo", "demo set", "a--b", "{{ x }}", "<b>", "-x", "schema"])
def test_a_dataset_under_a_name_that_is_no_id(
    name: str, root: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    shutil.copytree(root / "datasets" / "demo", root / "datasets" / name)
    refused(root, capsys, "check")


# ---------------------------------------------------------------- texts of cards

HOSTILE = ["<script>alert(1)</script>", "</title>", "<!-- x -->", "{{ 7*7 }}", "{% raw %}", "a\x1bb", "a\u202eb"]  # fmt: skip


@pytest.mark.parametrize("text", HOSTILE)
@pytest.mark.parametrize("card", [RunCard, DatasetCard])
def test_no_text_field_of_a_card_takes_markup_templates_or_hidden_signs(
    card: type, text: str
) -> None:
    for name in card.model_fields:
        for value in (text, [text], {"x": [{"y": text}]}):
            found = list(blemishes({name: value}))
            template = text.startswith("{")
            markup = text.startswith("<")
            spared = (name in BIBTEX and template) or (
                name in SENT | UNREAD and (template or markup)
            )
            assert bool(found) != spared, name


@pytest.mark.parametrize(
    "text",
    [
        "a < b > c",
        "x <3",
        "$\\{x\\}$",
        "{a} {b}",
        "50 % of",
        "naïve 中文 ∀ 😀",
        "a\n\tb",
        "<|im_end|>",
    ],
)
def test_plain_text_stays_plain(text: str) -> None:
    assert list(blemishes({"notes": text})) == []


def test_dates_are_held_against_a_day_that_is_given(
    root: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert command(root, "check", "--not-after", "2026-11-30") == 0
    said = refused(root, capsys, "check", "--not-after", "2026-11-29")
    assert "date: 2026-11-30 is after 2026-11-29" in said
    assert command(root, "check", "--not-after", "soon") == 2
    (root / "datasets" / "demo" / "dataset.yaml").write_text(CARD + "released: 2031-01-01\n")
    assert command(root, "check", "--not-after", "2031-01-01") == 0


def test_a_run_behind_a_link_or_a_file_among_the_runs(
    root: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    runs = run_folder(roots_of(root)).parent
    (runs / "tot--none").symlink_to(run_folder(roots_of(root)))
    (runs / "notes.txt").write_text("x")
    (root / "datasets" / "other").symlink_to(root / "datasets" / "demo")
    for words in (["check"], ["build"]):
        said = refused(root, capsys, *words)
        assert said.count("is a link or a file where a folder belongs") == 3
