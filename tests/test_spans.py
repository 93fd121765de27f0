"""Where the maths of a text is, and where its sentences end."""

from __future__ import annotations

import pytest

from generator.judge import spans


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("$x = 3$ and $ y $ and \\(z\\)", ["x = 3", " y ", "z"]),
        ("$5$ and $2 x$", ["5", "2 x"]),
        ("$\\$5$ is left", ["\\$5"]),
        ("$12 \\text{ apples}$", ["12 \\text{ apples}"]),
        ("$2 \\sin x$ and $3 sin x$", ["2 \\sin x", "3 sin x"]),
        # two prices
        ("It costs $5 and not $6", []),
        ("It costs $1/4 = $0.25.", []),
        ("She pays $6 so her change is 10-6 = $4", []),
        ("$3 back, paying $2. Then $4. The rest", []),
        # a price, then maths
        ("It costs $5. Let $x$ be the tax of $2.", ["x"]),
        ("It costs $5 per ton, so $5 n$ in all", ["5 n"]),
    ],
)
def test_maths_and_prices(text, expected):
    assert [text[slice(*span)] for span in spans.maths(text)] == expected


def test_a_view_from_outside_keeps_the_length_and_marks_full_stops_of_maths():
    text = "is $x = 1.$ Next \\(y\\)."
    assert spans.outside(text) == "is xxxxxxx\0 Next xxxxx."
