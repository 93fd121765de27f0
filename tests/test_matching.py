"""Which expression of a trace reaches which node: the first one, by look-up and then by proof."""

from __future__ import annotations

from generator.judge.matching import KEY, MAX_PROOFS, first_matches, node_equal
from generator.records import Expression


def said(*texts: str) -> list[Expression]:
    return [Expression(text=text, step=0, start=i, end=i + 1) for i, text in enumerate(texts)]


def matched(derived, *texts):
    found = first_matches(derived, said(*texts), KEY, node_equal)
    return [(match.node, match.expression.text) for match in found]


def test_equal_values_match_and_moved_terms_do_not():
    assert matched(["2 x = 6", "x = 3"], "6 = 2 x", "2 x - 6 = 0") == [(0, "6 = 2 x")]


def test_the_first_in_the_trace_is_taken():
    assert matched(["x + 1"], "1 + x", "x + 1") == [(0, "1 + x")]


def test_nodes_come_in_their_own_order():
    assert [node for node, _ in matched(["a", "b"], "b", "a")] == [0, 1]


def test_what_cannot_be_read_matches_as_text():
    assert matched(["{ {"], "{{") == [(0, "{{")]


def test_a_response_cannot_ask_for_endless_proofs():
    asked = []

    def never(left: str, right: str) -> bool:
        asked.append((left, right))
        return False

    first_matches(["node"], said(*(f"t{i}" for i in range(500))), lambda _: "coarse", never)
    assert len(asked) == MAX_PROOFS
