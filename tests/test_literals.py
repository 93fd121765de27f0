"""Literals of tool calls and printed lists, read without executing anything."""

from __future__ import annotations

import pytest

from generator.judge.literals import arguments, printed


def taken(text, spans):
    return None if spans is None else [text[start:end] for start, end in spans]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Action: f(\"a\", 'b')", ["a", "b"]),
        ('Action: f(["a", ("b", 2)])', ["a", "b", "2"]),
        ("Action: f()", []),
        ('Action: f("a \\\\frac { 1 } { 2 }")', ["a \\\\frac { 1 } { 2 }"]),
        ('Action: g("x") Action: f("y")', ["y"]),
        ("Action: f(x)", None),
        ('Action: f(__import__("os"))', None),
        ('Action: f("a', None),
        ('Action: f(["a")', None),
        ("no call", None),
    ],
)
def test_arguments(text, expected):
    assert taken(text, arguments(text)) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ('["x = 1", "x = 2"]', ["x = 1", "x = 2"]),
        ("{'x': ['1', '2']}", ["1", "2"]),
        ("[1, 2.5, -3]", ["1", "2.5", "-3"]),
        ("[]", []),
        ("x = 1", None),
        ("[x]", None),
        ("[1] + [2]", None),
    ],
)
def test_printed(text, expected):
    assert taken(text, printed(text, 0, len(text))) == expected
