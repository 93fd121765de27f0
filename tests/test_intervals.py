"""Intervals: by hand, against SciPy, and how often they hold what they promise."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from generator.metrics.intervals import clustered, ratio, wilson

SHARES = st.lists(
    st.tuples(st.integers(1, 8), st.integers(0, 8)).map(
        lambda pair: (Fraction(min(pair), pair[0]), pair[0])
    ),
    min_size=1,
    max_size=30,
)


@pytest.mark.parametrize(("count", "n"), [(8, 10), (0, 20), (20, 20), (1, 1), (487, 976)])
def test_wilson_is_that_of_scipy(count, n):
    wanted = stats.binomtest(count, n).proportion_ci(method="wilson")
    assert wilson(count / n, n) == pytest.approx((wanted.low, wanted.high), abs=1e-12)


@pytest.mark.parametrize("count", [0, 3, 7, 10])
def test_one_attempt_a_problem_is_wilson(count):
    shares = [Fraction(1)] * count + [Fraction(0)] * (10 - count)
    found = clustered(shares, [1] * 10)
    assert (found.count, found.n) == (count, 10)
    assert (found.low, found.high) == pytest.approx(wilson(count / 10, 10), abs=1e-12)


def test_attempts_that_always_agree_are_worth_one():
    shares = [Fraction(1), Fraction(1), Fraction(0), Fraction(0)]
    found = clustered(shares, [10] * 4)
    assert (found.low, found.high) == pytest.approx((0.150, 0.850), abs=1e-3)


def test_attempts_that_are_all_chance_are_worth_their_number():
    found = clustered([Fraction(1, 2)] * 5, [4] * 5)
    assert (found.low, found.high) == pytest.approx(wilson(0.5, 20))


def test_everything_right_stays_as_unsure_as_its_problems():
    found = clustered([Fraction(1)] * 5, [100] * 5)
    assert (found.low, found.high) == pytest.approx(wilson(1, 5))


def test_nothing_has_no_interval():
    assert clustered([], []).value is None
    assert ratio([]).value is None
    assert ratio([(0, 0)]).low is None


@given(SHARES)
def test_the_value_lies_in_the_interval_and_that_in_0_to_1(pairs):
    found = clustered([share for share, _ in pairs], [looks for _, looks in pairs])
    assert 0 <= found.low <= found.value + 1e-12
    assert found.value <= found.high + 1e-12 <= 1 + 1e-12


@given(SHARES)
def test_it_is_never_wider_than_if_every_problem_were_one_look(pairs):
    found = clustered([share for share, _ in pairs], [looks for _, looks in pairs])
    low, high = wilson(found.value, found.n)
    assert low - 1e-9 <= found.low
    assert found.high <= high + 1e-9


def test_many_problems_give_what_the_t_interval_gives():
    rng = np.random.default_rng(1)
    rights = rng.binomial(4, rng.beta(2, 2, size=500))
    shares = [Fraction(int(right), 4) for right in rights]
    found = clustered(shares, [4] * 500)
    values = rights / 4
    low, high = stats.t.interval(0.95, 499, values.mean(), stats.sem(values))
    assert (found.low, found.high) == pytest.approx((low, high), abs=2e-3)


def test_19_of_20_intervals_hold_the_truth():
    """40 problems of differing difficulty, 5 attempts each; the truth is 2/3."""
    rng = np.random.default_rng(7)
    held = 0
    for _ in range(1000):
        rights = rng.binomial(5, rng.beta(1, 0.5, size=40))
        found = clustered([Fraction(int(right), 5) for right in rights], [5] * 40)
        held += found.low <= 2 / 3 <= found.high
    assert 930 <= held <= 975


def test_a_ratio_weighs_clusters_by_their_size():
    found = ratio([(2, 2), (0, 2)])
    assert (found.count, found.n, found.value) == (2, 4, 0.5)
    assert (found.low, found.high) == pytest.approx(wilson(0.5, 2))


def test_a_ratio_of_clusters_of_one_is_a_proportion():
    found = ratio([(1, 1)] * 3 + [(0, 1)] * 7 + [(0, 0)] * 5)
    assert (found.low, found.high) == pytest.approx(wilson(0.3, 10))


def test_a_ratio_that_is_even_everywhere_counts_its_parts():
    assert ratio([(1, 2)] * 4).low == pytest.approx(wilson(0.5, 8)[0])


def test_a_full_ratio_counts_its_clusters():
    assert ratio([(3, 3)] * 4).low == pytest.approx(wilson(1, 4)[0])
