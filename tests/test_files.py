"""Reading refuses what two readers could understand differently; writing is all or nothing."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from generator import files
from generator.cards import RunCard
from generator.errors import Fault, FaultsFound

RUN = """\
dataset: demo
split: test
method: cot
model: none
title: Chain of thought
date: 2026-11-30
"""


def faults_of(action, *args, **kwargs) -> tuple[Fault, ...]:
    with pytest.raises(FaultsFound) as caught:
        action(*args, **kwargs)
    return caught.value.faults


def write(folder: Path, content: bytes | str, name: str = "a.jsonl") -> Path:
    path = folder / name
    path.write_bytes(content.encode() if isinstance(content, str) else content)
    return path


# ---------------------------------------------------------------- JSONL


def test_rows_come_with_their_line_numbers(tmp_path):
    path = write(tmp_path, '{"a": 1}\n{"b": "中"}\n')
    assert files.read_jsonl(path) == [(1, {"a": 1}), (2, {"b": "中"})]


def test_jsonl_text_round_trips(tmp_path):
    rows = [{"b": "中", "a": [1, 2.5, None, True]}]
    path = write(tmp_path, files.jsonl_text(rows))
    assert [row for _, row in files.read_jsonl(path)] == rows


@pytest.mark.parametrize(
    ("line", "said"),
    [
        (b'{"a": 1', "not JSON at column"),
        (b'{"a": NaN}', "NaN is not a number"),
        (b'{"a": -Infinity}', "-Infinity is not a number"),
        (b'{"a": 1e999}', "too large a number"),
        (b'{"a": 1, "a": 2}', "the key 'a' stands there twice"),
        (b"[1]", "holds no object"),
        (b"", "the line is empty"),
        (b'{"a": "\xff"}', "not UTF-8: byte 0xff at offset 7"),
        (b'{"a": "\\ud800"}', "half of a surrogate pair"),
        (b'{"a": 1} {"a": 2}', "more text after the value"),
        (b'{"a": ' + b"9" * 5000 + b"}", "too many digits"),
        (b'{"a": ' + b"[" * 100_000, "nested deeper than 64"),
    ],
)
def test_each_bad_line_is_named_with_a_cure(tmp_path, line, said):
    path = write(tmp_path, b'{"a": 1}\n' + line + b"\n")
    (fault,) = faults_of(files.read_jsonl, path, shown="a.jsonl")
    assert (fault.file, fault.line) == ("a.jsonl", 2)
    assert said in fault.message
    assert fault.cure


def test_all_faults_of_a_file_are_reported_together(tmp_path):
    path = write(tmp_path, b'[]\n{"a": 1}\n\n{"a": \xff}\n{')
    assert [fault.line for fault in faults_of(files.read_jsonl, path)] == [1, 3, 4, 5]


def test_brackets_inside_strings_do_not_count_as_depth(tmp_path):
    path = write(tmp_path, '{"a": "' + "[{" * 500 + '\\"]"}\n')
    assert len(files.read_jsonl(path)) == 1


def test_a_line_of_50_megabytes_is_refused_and_the_rest_still_read(tmp_path):
    path = write(tmp_path, b'{"a": "' + b"x" * 50_000_000 + b'"}\n[]\n')
    faults = faults_of(files.read_jsonl, path)
    assert [fault.line for fault in faults] == [1, 2]
    assert "longer than 10,000,000 bytes" in faults[0].message


def test_a_missing_file_a_folder_and_a_pipe_are_refused_unopened(tmp_path):
    os.mkfifo(tmp_path / "pipe")
    assert "is missing" in faults_of(files.read_jsonl, tmp_path / "no")[0].message
    assert "no regular" in faults_of(files.read_text, tmp_path)[0].message.replace("not a", "no")
    assert "not a regular" in faults_of(files.read_text, tmp_path / "pipe")[0].message


def test_a_byte_order_mark_is_named(tmp_path):
    path = write(tmp_path, b'\xef\xbb\xbf{"a": 1}\n')
    assert "byte order mark" in faults_of(files.read_jsonl, path)[0].message


def test_text_that_is_not_utf8_names_the_line(tmp_path):
    path = write(tmp_path, b"one\ntwo\n\xfe\n")
    assert faults_of(files.read_text, path)[0].line == 3


# ---------------------------------------------------------------- YAML


def test_only_true_and_false_are_booleans(tmp_path):
    path = write(tmp_path, "a: no\nb: true\nc: 010\nd: 1:30\ne: 1_000\nf: 'true'\ng: 1.5\nh:\n")
    assert files.read_yaml(path) == {
        "a": "no",
        "b": True,
        "c": 10,
        "d": "1:30",
        "e": "1_000",
        "f": "true",
        "g": 1.5,
        "h": None,
    }


@pytest.mark.parametrize(
    ("text", "line", "said"),
    [
        ("a: 1\na: 2\n", 2, "twice"),
        ("a: &x 1\nb: *x\n", 1, "anchors and aliases"),
        ("a: !!python/object:os.system 1\n", 1, "the tag"),
        ("a: 1\n  b: 2\n", 2, "not YAML"),
        ("- 1\n", 1, "no `key: value` lines"),
        ("", 1, "no `key: value` lines"),
        ("a: 1\n---\nb: 2\n", 2, "second document"),
        ("a: " + "[" * 5000, 1, "nested deeper than 32"),
        ("- " * 5000 + "1", 1, "nested deeper than 32"),
        ("a: 1\nd: 2026-13-40\n", 2, "no day 2026-13-40"),
        ("a: 1\n<<: {b: 2}\n", 2, "not plain text"),
        ("a: \x07\n", 0, "not YAML"),
        ('"a\\nb": 1\n', 1, "not plain text"),
    ],
)
def test_yaml_beyond_the_subset_is_refused_with_its_line(tmp_path, text, line, said):
    fault = faults_of(files.read_yaml, write(tmp_path, text, "a.yaml"))[0]
    assert fault.line == line
    assert said in fault.message
    assert fault.cure


def test_a_card_too_large_to_be_a_card_is_refused(tmp_path):
    path = write(tmp_path, "a: " + "x" * 300_000)
    assert "256,000" in faults_of(files.read_yaml, path)[0].message


# ---------------------------------------------------------------- cards


def test_a_card_is_read(tmp_path):
    path = write(tmp_path, RUN + "training_overlap: no\nsettings: {seed: 1, stream: false}\n")
    card = files.read_card(path, RunCard)
    assert card.training_overlap == "no"
    assert card.settings == {"seed": 1, "stream": False}


def test_every_fault_of_a_card_has_line_field_and_cure(tmp_path):
    text = RUN.replace("split: test\n", "") + "shots:\n  count: '4'\nmodle: x\nnotes: 5\n"
    faults = faults_of(files.read_card, write(tmp_path, text), RunCard, shown="run.yaml")
    found = {fault.field: (fault.line, fault.cure) for fault in faults}
    assert found == {
        "split": (1, "add the field"),
        "shots.count": (7, "write a whole number, without quotes"),
        "modle": (8, "write `model`, or delete it"),
        "notes": (9, "put the value between quotes"),
    }


# ---------------------------------------------------------------- writing


def test_writing_reports_whether_the_file_changed(tmp_path):
    path = tmp_path / "new" / "a.txt"
    assert files.write_text(path, "中\n")
    assert not files.write_text(path, "中\n")
    assert files.write_text(path, "文\n")
    assert path.read_bytes() == "文\n".encode()
    assert [entry.name for entry in path.parent.iterdir()] == ["a.txt"]


def test_text_that_cannot_be_written_leaves_the_old_file(tmp_path):
    path = write(tmp_path, "old")
    with pytest.raises(UnicodeEncodeError):
        files.write_text(path, "\ud800")
    assert path.read_text() == "old"


def test_sha256_is_that_of_the_bytes(tmp_path):
    path = write(tmp_path, "abc")
    assert files.sha256(path).startswith("ba7816bf8f01cfea414140de5dae2223")
