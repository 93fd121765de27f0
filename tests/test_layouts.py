"""A dataset in a common layout needs a card and nothing else; what does not fit is named."""

from __future__ import annotations

import hashlib
import io
import json
import tarfile
import zipfile
from pathlib import Path

import pytest

from generator.errors import CannotRun, FaultsFound
from generator.fetch import fetch
from generator.layouts import archives
from generator.layouts.columns import COLUMNS
from generator.layouts.refusal import Refused
from generator.layouts.tables import TABLES
from generator.layouts.transforms import TRANSFORMS
from generator.store import Roots, load_dataset, read_dataset_card

REVISION = "0123456789" * 4

HEAD = """\
id: ours
title: Ours
summary: Problems of a few kinds.
version: "1"
languages: [en]
licence: CC0 1.0
licence_url: https://creativecommons.org/publicdomain/zero/1.0/
answer_type: {answer_type}
format: native
splits: {{test: {count}}}
board: test
graphs: false
layout:
{layout}
source:
  repository: https://example.org/ours
  revision: "{revision}"
  files:
    - {{path: {name}, split: test, problems: {count}, sha256: "{sha}"{more}}}
"""


def put(
    tmp_path, name, content, layout, *, count=1, answer_type="number", more="", revision=REVISION
):
    """Write a dataset `ours` whose one upstream file has this content; return its roots."""
    up = tmp_path / "up" / name
    up.parent.mkdir(parents=True, exist_ok=True)
    up.write_bytes(content if isinstance(content, bytes) else content.encode())
    folder = tmp_path / "datasets" / "ours"
    folder.mkdir(parents=True, exist_ok=True)
    sha = hashlib.sha256(up.read_bytes()).hexdigest()
    card = HEAD.format(
        layout="\n".join(f"  {line}" for line in layout.strip().splitlines()),
        name=name,
        count=count,
        sha=sha,
        answer_type=answer_type,
        more=more,
        revision=revision,
    )
    (folder / "dataset.yaml").write_text(card)
    return Roots(datasets=tmp_path / "datasets", results=tmp_path / "results")


def fetched(tmp_path, *args, **options):
    roots = put(tmp_path, *args, **options)
    found = fetch(roots, "ours", tmp_path / "up").problems
    assert load_dataset(roots, "ours").problems == found
    return found


PLAIN = """
kind: {kind}
columns:
  question: {{take: [q]}}
  answer: {{take: [a]}}
"""

SAME = {
    "jsonl": '{"q": "How many?", "a": 3}\n',
    "json": '[{"q": "How many?", "a": 3.0}]',
    "csv": 'a,q\n3,"How many?"\n',
    "tsv": "q\ta\nHow many?\t3\n",
}


@pytest.mark.parametrize("kind", SAME)
def test_one_problem_in_four_kinds_of_file(tmp_path, kind):
    (problem,) = fetched(tmp_path, f"data.{kind}", SAME[kind], PLAIN.format(kind=kind))
    assert (problem.id, problem.question, problem.answer) == ("ours/test-0000", "How many?", "3")
    assert problem.answer_type == "number"


def test_an_object_of_records_gives_their_names_as_ids(tmp_path):
    layout = PLAIN.format(kind="json") + "  upstream_id: {take: [_key]}"
    content = '{"7": {"q": "x?", "a": 1}, "9": {"q": "y?", "a": 2}}'
    found = fetched(tmp_path, "data.json", content, layout, count=2)
    assert [problem.upstream_id for problem in found] == ["7", "9"]


def test_records_may_lie_deeper_in_the_document(tmp_path):
    layout = "kind: json\nrecords: set.examples\n" + "\n".join(
        PLAIN.format(kind="json").strip().splitlines()[1:]
    )
    content = '{"canary": "x", "set": {"examples": [{"q": "x?", "a": 1}]}}'
    assert len(fetched(tmp_path, "data.json", content, layout)) == 1


def test_options_become_labelled_choices_and_a_text_becomes_its_label(tmp_path):
    layout = """
kind: jsonl
columns:
  question: {take: [q]}
  choices: {take: [options], then: [choices]}
  answer: {take: [a]}
"""
    rows = [
        {"q": "1?", "options": ["(A)2", "(B)4"], "a": "B"},
        {"q": "2?", "options": ["A) two", "B) four"], "a": "A"},
        {"q": "3?", "options": ["surplus", "shortage"], "a": "shortage"},
        {
            "q": "4?",
            "options": [{"label": "A", "text": "x"}, {"label": "B", "text": "y"}],
            "a": "A",
        },
    ]
    content = "".join(json.dumps(row) + "\n" for row in rows)
    found = fetched(tmp_path, "d.jsonl", content, layout, count=4, answer_type="choice")
    assert [problem.answer for problem in found] == ["B", "A", "B", "A"]
    assert [problem.choices[1].text for problem in found] == ["4", "four", "shortage", "y"]


def test_lists_are_unrolled_and_only_the_kept_positions_stay(tmp_path):
    layout = """
kind: json
unroll: [qs, as]
keep: sample
columns:
  question: {take: [qs]}
  answer: {take: [as]}
  subject: {take: [topic]}
"""
    content = '[{"topic": "t", "qs": ["x?", "y?", "z?"], "as": [1, 2, 3], "sample": [2, 0]}]'
    found = fetched(tmp_path, "d.json", content, layout, count=2)
    assert [(p.question, p.answer, p.subject) for p in found] == [
        ("x?", "1", "t"),
        ("z?", "3", "t"),
    ]


def test_values_may_be_mapped_one_problem_may_have_its_own_answer_type(tmp_path):
    layout = """
kind: jsonl
columns:
  question: {take: [q]}
  answer: {take: [a]}
  choices: {take: [o], then: [choices]}
  answer_type: {take: [kind], map: {free: number, multi: choice}}
"""
    content = (
        '{"q": "x?", "a": "3", "o": null, "kind": "free"}\n'
        '{"q": "y?", "a": "no", "o": ["yes", "no"], "kind": "multi"}\n'
    )
    one, other = fetched(tmp_path, "d.jsonl", content, layout, count=2)
    assert (one.answer_type, one.choices) == ("number", ())
    assert (other.answer_type, other.answer) == ("choice", "B")


TABLE = """
kind: jsonl
table: {kind}
columns:
  question: {{take: [q]}}
  answer: {{take: [a]}}
  table: {{take: [t]}}
  table_id: {{take: [id]}}
"""


def test_a_table_is_kept_once_and_shared(tmp_path):
    table = {"header": ["x", "y"], "rows": [["1", "2"], ["3"]]}
    rows = [{"q": f"{k}?", "a": k, "t": table, "id": "t1"} for k in range(2)]
    content = "".join(json.dumps(row) + "\n" for row in rows)
    layout = TABLE.format(kind="header-rows")
    roots = put(tmp_path, "d.jsonl", content, layout, count=2)
    one, other = fetch(roots, "ours", tmp_path / "up").problems
    assert one.table is other.table
    assert one.table.rows == (("1", "2"), ("3", ""))
    lines = (roots.datasets / "ours" / "problems.jsonl").read_text().splitlines()
    assert json.loads(lines[1])["table"] == "t1"


def test_a_transposed_table_begins_with_its_names(tmp_path):
    table = {"header": [["x"], ["y"]], "rows": [["1", "3"], ["2", "4"]]}
    content = json.dumps({"q": "?", "a": 1, "t": table, "id": "t"}) + "\n"
    (problem,) = fetched(tmp_path, "d.jsonl", content, TABLE.format(kind="header-rows"))
    assert problem.table.header == ("x", "1", "3")
    assert problem.table.rows == (("y", "2", "4"),)


def test_tables_in_files_are_read_below_their_folder_and_hashed_together(tmp_path):
    cells = '"name","value\nper year"\n"say \\"x\\"","1\\\\2"\n'
    (tmp_path / "up" / "csv").mkdir(parents=True)
    (tmp_path / "up" / "csv" / "1.csv").write_text(cells)
    sha = hashlib.sha256(cells.encode()).hexdigest()
    listing = hashlib.sha256(f"{sha}  csv/1.csv\n".encode()).hexdigest()
    content = json.dumps({"q": "?", "a": 1, "t": "csv/1.csv", "id": "1"}) + "\n"
    roots = put(tmp_path, "d.jsonl", content, TABLE.format(kind="quoted-csv"))
    path = roots.datasets / "ours" / "dataset.yaml"
    folder = f'  folders: [{{path: csv, files: 1, sha256: "{listing}"}}]\n'
    path.write_text(path.read_text() + folder)
    (problem,) = fetch(roots, "ours", tmp_path / "up").problems
    assert problem.table.header == ("name", "value\nper year")
    assert problem.table.rows == (('say "x"', "1\\2"),)
    (tmp_path / "up" / "csv" / "1.csv").write_text(cells.replace("x", "y"))
    with pytest.raises(FaultsFound, match="1 files with the hash"):
        fetch(roots, "ours", tmp_path / "up")


@pytest.mark.parametrize("name", ["../x.csv", "/etc/passwd", "csv/../../x"])
def test_a_table_s_name_never_leads_out_of_the_source(tmp_path, name):
    content = json.dumps({"q": "?", "a": 1, "t": name, "id": "1"}) + "\n"
    roots = put(tmp_path, "d.jsonl", content, TABLE.format(kind="hash-csv"))
    path = roots.datasets / "ours" / "dataset.yaml"
    path.write_text(
        path.read_text() + f'  folders: [{{path: ., files: 1, sha256: "{"0" * 64}"}}]\n'
    )
    with pytest.raises((FaultsFound, CannotRun), match=r"leads elsewhere|has no"):
        fetch(roots, "ours", tmp_path / "up")


# ---------------------------------------------------------------- what does not fit


@pytest.mark.parametrize(
    ("content", "said"),
    [
        ('{"q": "x?"}\n', "answer"),
        ('{"q": "x?", "a": [1]}\n', "a list or an object"),
        ('{"q": "x?", "a": 1}\n{"q": "y?", "a": 2}\n', "holds 2 problems"),
        ('{"q": "x?", "a": NaN}\n', "NaN"),
        ('{"q": "x?", "q": "y?", "a": 1}\n', "twice"),
        ("[1]\n", "question"),
    ],
)
def test_a_record_that_does_not_fit_is_named_and_nothing_is_written(tmp_path, content, said):
    roots = put(tmp_path, "d.jsonl", content, PLAIN.format(kind="jsonl"))
    with pytest.raises(FaultsFound, match=said):
        fetch(roots, "ours", tmp_path / "up")
    assert not (roots.datasets / "ours" / "problems.jsonl").exists()


@pytest.mark.parametrize(
    ("layout", "said"),
    [
        ("kind: jsonl\ncolumns: {question: {take: [q]}}", "lacks `question` or `answer`"),
        (
            "kind: jsonl\ncolumns: {question: {take: [q]}, answer: {take: [a], then: [roman]}}",
            "no transform 'roman'",
        ),
        (
            "kind: jsonl\ncolumns: {question: {take: [q]}, answer: {take: [a]}, colour: {take: [c]}}",
            "is no column",
        ),
        (
            "kind: jsonl\ntable: xlsx\ncolumns: {question: {take: [q]}, answer: {take: [a]}}",
            "is no kind of table",
        ),
        ("kind: xml\ncolumns: {question: {take: [q]}, answer: {take: [a]}}", "kind"),
        (
            "kind: jsonl\nlookups: [{path: ids.json, kind: json, key: '', field: q}]\n"
            "columns: {question: {take: [q]}, answer: {take: [a]}}",
            "no file of the source",
        ),
    ],
)
def test_a_layout_that_names_what_there_is_not_is_refused_with_the_choices(tmp_path, layout, said):
    roots = put(tmp_path, "d.jsonl", '{"q": "x?", "a": 1}\n', layout)
    with pytest.raises(FaultsFound, match=said):
        read_dataset_card(roots.datasets / "ours")


def test_a_short_revision_cannot_be_downloaded_from(tmp_path):
    layout = PLAIN.format(kind="jsonl")
    roots = put(tmp_path, "d.jsonl", '{"q": "x?", "a": 1}\n', layout, revision=REVISION[:10])
    assert fetch(roots, "ours", tmp_path / "up").problems
    with pytest.raises(CannotRun, match="--from"):
        fetch(roots, "ours")
    path = roots.datasets / "ours" / "dataset.yaml"
    raw = f"https://example.org/{REVISION[:10]}"
    path.write_text(path.read_text().replace("  files:", f"  raw: {raw}\n  files:"))
    with pytest.raises(FaultsFound, match="needs all 40 digits"):
        fetch(roots, "ours", tmp_path / "up")


@pytest.mark.parametrize(
    ("name", "value", "wanted"),
    [
        ("after-hashes", "so 3 + 4 = 7\n#### 1,007", "1,007"),
        ("no-commas", "1,007 and 1, 2 and 12,34", "1007 and 1, 2 and 12,34"),
        ("last-boxed", r"\boxed{1} or \boxed{\frac{1}{2}}", r"\frac{1}{2}"),
        ("no-dollars", "$5$;$10$", "5;10"),
        ("number", "9 (apples)", "9"),
        ("number", 39.0, "39"),
        ("before-bracket", "9 (apples)", "9"),
        ("digits", "Level 5", "5"),
        ("digits", "Level ?", None),
        ("yes-no", 1, "yes"),
        ("yes-no", False, "no"),
        ("letter", "(b).", "B"),
        ("first", [3, 4], 3),
        ("clauses", ["If x is 2", "how much is y?"], "If x is 2, how much is y?"),
        ("sentences", ["It rains.", "", "Is it wet?"], "It rains. Is it wet?"),
        ("split-bars", "a|b", ["a", "b"]),
        ("unescape", r"a\pb\nc\\d", "a|b\nc\\d"),
        ("one-line", "  a \n b ", "a b"),
    ],
)
def test_transforms(name, value, wanted):
    assert TRANSFORMS[name](value) == wanted


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("after-hashes", "7"),
        ("last-boxed", "7"),
        ("number", "none"),
        ("yes-no", "maybe"),
        ("first", "x"),
        ("choices", "x"),
    ],
)
def test_a_transform_refuses_what_it_is_not_for(name, value):
    with pytest.raises(Refused):
        TRANSFORMS[name](value)


# ---------------------------------------------------------------- archives


def tarred(path: Path, *entries: tuple[str, bytes | None], link=False) -> Path:
    with tarfile.open(path, "w:gz") as archive:
        for name, content in entries:
            entry = tarfile.TarInfo(name)
            if link:
                entry.type, entry.linkname = tarfile.SYMTYPE, "/etc/passwd"
            entry.size = len(content or b"")
            archive.addfile(entry, io.BytesIO(content or b""))
    return path


def zipped(path: Path, *entries: tuple[str, bytes]) -> Path:
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in entries:
            archive.writestr(name, content)
    return path


@pytest.mark.parametrize("make", [tarred, zipped])
def test_members_that_fit_the_pattern_are_read(tmp_path, make):
    path = make(
        tmp_path / ("x.zip" if make is zipped else "x.tar.gz"), ("a/1.json", b"{}"), ("b", b"")
    )
    assert list(archives.members(path, "a/*.json")) == [("a/1.json", b"{}")]


def test_one_problem_per_member_in_the_natural_order_of_names(tmp_path):
    rows = [(f"m/{k}.json", json.dumps({"q": f"{k}?", "a": k}).encode()) for k in (10, 2, 1)]
    path = tarred(tmp_path / "x.tar.gz", *rows)
    layout = PLAIN.format(kind="json") + "  upstream_id: {take: [_key]}"
    more = ', member: "m/*.json"'
    found = fetched(tmp_path, "x.tar.gz", path.read_bytes(), layout, count=3, more=more)
    assert [problem.upstream_id for problem in found] == ["m/1", "m/2", "m/10"]


@pytest.mark.parametrize("make", [tarred, zipped])
@pytest.mark.parametrize("name", ["../x.json", "/x.json", "a/../../x.json", "a\\x.json"])
def test_a_member_that_leads_out_is_refused(tmp_path, make, name):
    path = make(tmp_path / ("x.zip" if make is zipped else "x.tar.gz"), (name, b"{}"))
    with pytest.raises(FaultsFound, match="leads out"):
        list(archives.members(path, "*"))


def test_a_link_in_an_archive_is_refused(tmp_path):
    path = tarred(tmp_path / "x.tar.gz", ("x.json", None), link=True)
    with pytest.raises(FaultsFound, match="link or device"):
        list(archives.members(path, "*"))


@pytest.mark.parametrize("make", [tarred, zipped])
def test_a_bomb_is_refused_before_it_is_unpacked(tmp_path, make, monkeypatch):
    monkeypatch.setattr(archives, "MAX_MEMBER", 1_000)
    path = make(tmp_path / ("x.zip" if make is zipped else "x.tar.gz"), ("x", b"0" * 100_000))
    with pytest.raises(FaultsFound, match="unpacks to more than 1,000"):
        list(archives.members(path, "*"))


def test_many_small_members_may_not_add_up_to_a_bomb(tmp_path, monkeypatch):
    monkeypatch.setattr(archives, "MAX_TOTAL", 25)
    path = zipped(tmp_path / "x.zip", *((f"{k}", b"0" * 10) for k in range(3)))
    with pytest.raises(FaultsFound, match="unpacks to more than 25"):
        list(archives.members(path, "*"))


@pytest.mark.parametrize("name", ["x.zip", "x.tar.gz"])
@pytest.mark.parametrize("content", [b"", b"PK\x03\x04 no archive", b"\x1f\x8b\x08\x00 cut"])
def test_a_broken_archive_is_one_fault(tmp_path, name, content):
    (tmp_path / name).write_bytes(content)
    with pytest.raises(FaultsFound, match="no archive that can be read"):
        list(archives.members(tmp_path / name, "*"))


# ---------------------------------------------------------------- the page on adding a dataset


def test_the_card_of_the_page_works_as_it_stands(tmp_path):
    page = (Path(__file__).parents[1] / "site_src" / "datasets-howto.md").read_text("utf-8")
    card = page.split("```yaml\n")[1].split("```")[0]
    rows = [
        {
            "id": k,
            "body": "A train runs 3 km.",
            "question": "And two?",
            "meta": {"level": "Level 2"},
        }
        | {"solution": f"Twice as far.\n#### {k},006"}
        for k in (1, 2)
    ]
    up = tmp_path / "up" / "data" / "test.jsonl"
    up.parent.mkdir(parents=True)
    up.write_text("".join(json.dumps(row) + "\n" for row in rows))
    folder = tmp_path / "datasets" / "my-set"
    folder.mkdir(parents=True)
    sha = hashlib.sha256(up.read_bytes()).hexdigest()
    (folder / "dataset.yaml").write_text(card.replace('"…"', f'"{sha}"'))
    roots = Roots(datasets=tmp_path / "datasets", results=tmp_path / "results")
    one, other = fetch(roots, "my-set", tmp_path / "up").problems
    assert (one.question, one.answer) == ("A train runs 3 km. And two?", "1006")
    assert (other.solution, other.level, other.upstream_id) == ("Twice as far.", 2, "2")


def test_the_page_names_every_transform_and_column():
    page = (Path(__file__).parents[1] / "site_src" / "datasets-howto.md").read_text("utf-8")
    missing = [name for name in (*TRANSFORMS, *COLUMNS, *TABLES) if f"`{name}`" not in page]
    assert missing == []
