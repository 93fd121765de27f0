"""Comparing runs: p by hand and against SciPy, Holm, rank intervals, tie groups, refusals."""

from __future__ import annotations

import random
import time
from itertools import combinations, product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import stats

from generator.compare import (
    Basis,
    Comparison,
    Flip,
    Incomparable,
    Outcomes,
    Standing,
    compare,
    compare_all,
    flips,
    outcomes,
    shared,
    standings,
)
from generator.compare.holm import holm
from generator.compare.paired import counted, drawn, p_value
from generator.records import Judgement

BASIS = Basis(dataset="d", split="test", version="1", sha256="a" * 64, judge_version="1.0.0")


def run(name: str, *right: int, attempts: int = 1, first: int = 0, **basis: str) -> Outcomes:
    fields = {"dataset": "d", "split": "test"} | basis
    return Outcomes(
        name=name,
        basis=Basis(**fields),
        problems=tuple(f"d/test-{first + index:04}" for index in range(len(right))),
        right=right,
        attempts=(attempts,) * len(right),
    )


def differences(plus: int, minus: int, ties: int = 3) -> np.ndarray:
    return np.array([1] * plus + [-1] * minus + [0] * ties)


# p of one pair


@pytest.mark.parametrize(
    ("alone", "other", "p"),
    [
        (1, 8, 20 / 512),
        (0, 5, 2 / 32),
        (5, 0, 2 / 32),
        (3, 3, 1.0),
        (2, 3, 1.0),
        (1, 0, 1.0),
        (0, 0, 1.0),
        (0, 6, 2 / 64),
    ],
)
def test_mcnemar_by_hand(alone, other, p):
    assert p_value(differences(alone, other)) == (pytest.approx(p), "mcnemar")


def test_the_unit_of_differences_does_not_matter():
    assert p_value(differences(1, 8) * 12)[0] == pytest.approx(20 / 512)


def test_several_sizes_by_hand():
    """2, 1, 1: the sums of all signs are ±4, ±2 (twice), 0 (twice); 4 is reached by 2 of 8."""
    assert p_value(np.array([2, 1, 1])) == (2 / 8, "permutation")
    assert p_value(np.array([2, 1, -1])) == (6 / 8, "permutation")
    assert p_value(np.array([2, -1, -1])) == (1.0, "permutation")


WHOLE = st.lists(st.integers(-6, 6).filter(bool), min_size=1, max_size=9).map(np.array)


@settings(max_examples=150, deadline=None)
@given(WHOLE)
def test_p_is_the_share_of_signs_that_reach_as_far(values):
    signs = np.array([*product((-1, 1), repeat=values.size)])
    far = np.abs(signs @ np.abs(values)) >= abs(values.sum())
    assert p_value(values)[0] == pytest.approx(far.mean())
    assert counted(values) == pytest.approx(far.mean())


@given(WHOLE)
def test_swapping_the_runs_keeps_p(values):
    assert p_value(values) == p_value(-values)


def test_scipy_finds_the_same_p():
    values = np.array([4, -1, 2, 3, 1, -2, 4, 1, 3, 2])
    wanted = stats.permutation_test(
        (values,), np.sum, permutation_type="samples", n_resamples=np.inf
    )
    assert p_value(values)[0] == pytest.approx(wanted.pvalue)


def test_drawn_signs_agree_with_counted_ones_and_repeat():
    values = np.array([3, -1, 2, 5, 1, -2, 4, 1, -3, 2] * 3)
    assert drawn(values, 9_999) == drawn(values, 9_999)
    assert drawn(values, 9_999) == pytest.approx(counted(values), abs=0.01)


def test_signs_are_drawn_where_counting_takes_too_long(monkeypatch):
    monkeypatch.setattr("generator.compare.paired.MOST_WORK", 10)
    p, test = p_value(np.array([3, -1, 2, 5, 1, -2, 4]))
    assert test == "seeded"
    assert 0 < p < 1


def test_a_large_difference_of_many_problems_has_a_tiny_p():
    values = np.array([2, 1] * 400)
    assert 0 <= p_value(values)[0] < 1e-200


# two runs


def test_a_comparison():
    found = compare(run("a", 1, 1, 0, 1), run("b", 1, 0, 0, 0))
    assert isinstance(found, Comparison)
    assert (found.n, found.wins, found.losses, found.difference) == (4, 2, 0, 0.5)
    assert (found.p, found.adjusted, found.test, found.better) == (0.5, 0.5, "mcnemar", None)


def test_the_interval_of_the_difference_by_hand():
    """Bonett and Price: (6 + 1) / 12 and (1 + 1) / 12 of 10 problems."""
    found = compare(run("a", *[1] * 7, 0, 0, 0), run("b", *[0] * 6, 1, 1, 0, 0))
    p, q = 7 / 12, 2 / 12
    half = 1.959964 * ((p + q - (p - q) ** 2) / 12) ** 0.5
    assert (found.low, found.high) == pytest.approx((p - q - half, p - q + half), abs=1e-6)
    assert found.difference == pytest.approx(0.5)


def test_runs_that_agree_everywhere_are_not_surely_equal():
    found = compare(run("a", 1, 0, 1), run("b", 1, 0, 1))
    assert (found.p, found.difference) == (1.0, 0.0)
    assert found.low < 0 < found.high


def test_all_right_against_all_wrong():
    found = compare(run("a", *[1] * 6), run("b", *[0] * 6))
    assert (found.difference, found.p, found.better) == (1.0, 2 / 64, "a")
    assert found.high == 1.0


def test_numbers_of_attempts_may_differ():
    found = compare(run("a", 1, 1, 0), run("b", 2, 3, 1, attempts=3))
    assert found.difference == pytest.approx((1 / 3 + 0 - 1 / 3) / 3)
    assert (found.wins, found.losses, found.test) == (1, 1, "mcnemar")


def test_attempts_that_differ_within_a_run():
    left = Outcomes(
        name="a", basis=BASIS, problems=("p", "q"), right=(999, 1), attempts=(1000, 997)
    )
    right = Outcomes(name="b", basis=BASIS, problems=("p", "q"), right=(0, 0), attempts=(991, 983))
    assert compare(left, right).difference == pytest.approx((0.999 + 1 / 997) / 2, abs=1e-6)


@pytest.mark.parametrize(
    ("other", "reason"),
    [
        (run("b", 1, 0, dataset="e"), "the datasets differ: d and e"),
        (run("b", 1, 0, split="dev"), "the splits differ: test and dev"),
        (run("b", 1, 0, version="2"), "the versions of the problems differ: – and 2"),
        (run("b", 1, 0, sha256="f" * 64), "the hashes of the problems differ: – and ffffffffffff"),
        (run("b", 1, 0, judge_version="2"), "the versions of the judge differ: – and 2"),
        (
            run("b", 1, 0, 0, first=1),
            "the problem sets differ: 1 only in the first, 2 only in the second, 1 in both",
        ),
    ],
)
def test_what_is_not_comparable(other, reason):
    assert compare(run("a", 1, 0), other) == Incomparable(left="a", right="b", reason=reason)


def test_runs_without_lines_are_not_comparable():
    found = compare(run("a"), run("b"))
    assert found == Incomparable(left="a", right="b", reason="there is no problem with a line")


def test_shared_problems_can_be_compared():
    left, right = shared(run("a", 1, 0, 1), run("b", 1, 1, 0, first=1))
    assert left.problems == right.problems == ("d/test-0001", "d/test-0002")
    assert (left.right, right.right) == ((0, 1), (1, 1))
    assert compare(*shared(run("a", 1), run("b", 1, first=1))).reason


def judged(problem: str, verdict: str, attempt: int = 0) -> Judgement:
    return Judgement(
        problem_id=problem, attempt=attempt, verdict=verdict, answer=None, rule="", why=""
    )


def test_outcomes_of_judgements():
    found = outcomes(
        "a",
        BASIS,
        [
            judged("q", "right"),
            judged("q", "error", 1),
            judged("p", "right"),
            judged("r", "missing"),
        ],
    )
    assert (found.problems, found.right, found.attempts) == (("p", "q"), (1, 1), (1, 2))


def test_flips():
    before = [judged("p", "right"), judged("q", "wrong"), judged("s", "right")]
    after = [judged("p", "right"), judged("q", "right"), judged("r", "wrong")]
    assert flips(before, after) == (
        Flip(problem_id="q", attempt=0, before="wrong", after="right"),
        Flip(problem_id="r", attempt=0, before=None, after="wrong"),
        Flip(problem_id="s", attempt=0, before="right", after=None),
    )


# many runs


@pytest.mark.parametrize(
    ("ps", "wanted"),
    [
        ([], ()),
        ([0.04], (0.04,)),
        ([0.01, 0.04, 0.03], (0.03, 0.06, 0.06)),
        ([0.01, 0.02, 0.03, 0.04], (0.04, 0.06, 0.06, 0.06)),
        ([0.5, 0.9], (1.0, 1.0)),
        ([0.02, 0.02], (0.04, 0.04)),
    ],
)
def test_holm_by_hand(ps, wanted):
    assert holm(ps) == pytest.approx(wanted)


@given(st.lists(st.floats(0, 1), max_size=12))
def test_holm_keeps_the_order_and_lies_between_p_and_bonferroni(ps):
    found = holm(ps)
    for p, adjusted in zip(ps, found, strict=True):
        assert p <= adjusted <= min(1.0, len(ps) * p) + 1e-12
    order = sorted(range(len(ps)), key=lambda index: ps[index])
    assert [found[index] for index in order] == sorted(found)


def test_all_pairs_are_adjusted_together():
    runs = [run("a", *[1] * 8), run("b", *[0] * 8), run("c", *[0] * 7, 1)]
    found = compare_all(runs)
    assert [(each.left, each.right) for each in found] == [("a", "b"), ("a", "c"), ("b", "c")]
    assert [each.p for each in found] == pytest.approx([2 / 256, 2 / 128, 1])
    assert [each.adjusted for each in found] == pytest.approx([6 / 256, 4 / 128, 1])
    assert [each.better for each in found] == ["a", "a", None]


def test_pairs_that_cannot_be_compared_are_not_counted():
    found = compare_all([run("a", *[1] * 6), run("b", *[0] * 6), run("c", 1)])
    assert found[0].adjusted == 2 / 64
    assert [type(each) for each in found[1:]] == [Incomparable, Incomparable]


def test_one_run_has_nobody_to_be_compared_with():
    assert compare_all([run("a", 1)]) == ()
    assert standings(["a"], ()) == {"a": Standing(best=1, worst=1, groups=(1,))}
    assert standings([], ()) == {}


def pair(left: str, right: str, adjusted: float, difference: float = 0.1) -> Comparison:
    return Comparison(
        left=left, right=right, n=9, wins=1, losses=0, difference=difference, low=0, high=1,
        p=adjusted, test="mcnemar", adjusted=adjusted,
    )  # fmt: skip


def test_standings_of_a_chain():
    """a and c differ, b is tied with both."""
    found = standings("abc", [pair("a", "b", 0.2), pair("a", "c", 0.05), pair("b", "c", 0.9)])
    assert found == {
        "a": Standing(best=1, worst=2, groups=(1,)),
        "b": Standing(best=1, worst=3, groups=(1, 2)),
        "c": Standing(best=2, worst=3, groups=(2,)),
    }


def test_standings_of_runs_that_all_differ():
    found = standings("abc", [pair(*each, 0.01) for each in combinations("abc", 2)])
    assert [(each.best, each.worst, each.groups) for each in found.values()] == [
        (1, 1, (1,)),
        (2, 2, (2,)),
        (3, 3, (3,)),
    ]


def test_standings_of_runs_that_are_all_tied():
    found = standings("abc", [pair(*each, 0.051) for each in combinations("abc", 2)])
    assert set(found.values()) == {Standing(best=1, worst=3, groups=(1,))}


def test_the_better_run_may_stand_on_either_side():
    assert standings("ab", [pair("b", "a", 0.01, difference=-0.5)])["a"].worst == 1


def test_what_was_not_compared_is_tied():
    odd = Incomparable(left="a", right="b", reason="because")
    assert standings("ab", [odd])["b"] == Standing(best=1, worst=2, groups=(1,))


@settings(max_examples=80, deadline=None)
@given(st.integers(2, 7), st.data())
def test_runs_share_a_group_exactly_when_they_are_tied(n, data):
    names = "abcdefg"[:n]
    pairs = [*combinations(names, 2)]
    ps = data.draw(st.lists(st.sampled_from([0.01, 0.5]), min_size=len(pairs), max_size=len(pairs)))
    found = standings(names, [pair(*each, p) for each, p in zip(pairs, ps, strict=True)])
    for (one, other), p in zip(pairs, ps, strict=True):
        both = set(found[one].groups) & set(found[other].groups)
        assert bool(both) == (p > 0.05)
    assert all(1 <= each.best <= each.worst <= n for each in found.values())
    assert all(each.groups for each in found.values())


@pytest.mark.parametrize("attempts", [1, 4])
def test_a_large_board_is_compared_in_seconds(attempts):
    rng = random.Random(3)
    runs = []
    for index in range(60):
        skill = 0.3 + index / 120
        right = [sum(rng.random() < skill for _ in range(attempts)) for _ in range(976)]
        runs.append(run(f"r{index}", *right, attempts=attempts))
    start = time.process_time()
    found = standings([each.name for each in reversed(runs)], compare_all(runs))
    assert time.process_time() - start < 10
    assert found["r59"].best == 1
    assert found["r0"].worst == 60
