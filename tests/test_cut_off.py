"""Whether a text breaks off, told from the text alone."""

from __future__ import annotations

import pytest

from generator.judge.cut_off import breaks_off

WHOLE = [
    "",
    "A",
    "even",
    "42",
    "I count 3 and 4 sheep",
    "There are 3 and 4. So there are 7.",
    "We add. So $x = 3$",
    "We add.\nTherefore \\[x = 3.\\]",
    "We add. This is \\boxed{7}",
    "We add. This makes 3 + 4 = 7 apples",
    "We add.\n\nTotal: 7 apples",
    "We add. So the sum is 7",
    "She has $7 left.",
    "She pays $3 and has $7.",
    "We add. **So it is 7.**",
    "We add (all of them!)",
    "所以一共有 7 个。",
    "The sum is 7, which is odd.\n\nA: 7",
]
CUT = [
    "We add. So $x = 3",
    "Let $a$ be 3. Then it is $2",
    "We add. So \\[x = 3",
    "We add. So \\boxed{3",
    "\\begin{align} x &= 3 \\\\",
    "We get 3 +",
    "We get $x = 3$, so",
    "We get $x = 3$. Therefore, the",
    "We get $x = 3$. Adding up",
    "We have 3 ways. Since there are also four of",
    "We have two equations. Put the value of a into the second equation 2",
    "We can rewrite it as:",
    "C(4, 2) = 4! / (2!2!)\n\nC(4, ",
    "解得 x = 3，",
]


@pytest.mark.parametrize("text", WHOLE)
def test_whole(text):
    assert not breaks_off(text)


@pytest.mark.parametrize("text", CUT)
def test_cut_off(text):
    assert breaks_off(text)
