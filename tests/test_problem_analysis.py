"""What runs say about problems: solved by all, by none, by the strong, by the weak."""

from __future__ import annotations

import numpy as np
import pytest

from generator.compare import Basis, Outcomes
from generator.problem_analysis import FINDINGS, problem_analysis


def runs(*rows: tuple[int, ...], attempts: int = 1) -> list[Outcomes]:
    return [
        Outcomes(
            name=f"r{index}",
            basis=Basis(dataset="d", split="t"),
            problems=tuple(f"d/t-{place:04}" for place in range(len(row))),
            right=row,
            attempts=(attempts,) * len(row),
        )
        for index, row in enumerate(rows)
    ]


LADDER = ((0, 0, 0, 0), (1, 0, 0, 0), (1, 1, 0, 0), (1, 1, 1, 0), (1, 1, 1, 1))
"""Five runs that are right on 0, 1, 2, 3 and 4 of four problems."""


def with_problem(*column: int) -> list[Outcomes]:
    return runs(*(((right, *row)) for right, row in zip(column, LADDER, strict=True)))


def test_the_correlation_by_hand():
    """0, 0, 0, 1, 1 against 0, 1, 2, 3, 4: 3 / sqrt(1.2 * 10)."""
    found = problem_analysis(with_problem(0, 0, 0, 1, 1)).problems[0]
    assert found.discrimination == pytest.approx(3 / 12**0.5, abs=1e-6)
    assert (found.finding, found.solved) == ("discriminating", 0.4)
    assert (found.by_all, found.by_none) == (2, 3)


@pytest.mark.parametrize(
    ("column", "finding"),
    [
        ((0, 0, 0, 0, 0), "never"),
        ((1, 1, 1, 1, 1), "always"),
        ((0, 0, 0, 0, 1), "discriminating"),
        ((1, 1, 0, 0, 0), "reversed"),
        ((0, 0, 1, 0, 0), "plain"),
    ],
)
def test_findings(column, finding):
    found = problem_analysis(with_problem(*column))
    assert found.problems[0].finding == finding
    assert found.problems[0] in found.having(finding)
    assert finding in FINDINGS


def test_what_never_differs_has_no_correlation():
    assert problem_analysis(with_problem(1, 1, 1, 1, 1)).problems[0].discrimination is None
    same = problem_analysis(runs(*[(index % 2, 1) for index in range(6)]))
    assert [each.discrimination for each in same.problems] == [None, None]


def test_it_is_the_correlation_of_numpy():
    rng = np.random.default_rng(2)
    rights = rng.integers(0, 4, size=(7, 9))
    found = problem_analysis(runs(*map(tuple, rights.tolist()), attempts=3)).problems
    for place, each in enumerate(found):
        rest = np.delete(rights, place, axis=1).sum(axis=1)
        wanted = np.corrcoef(rights[:, place], rest)[0, 1]
        assert each.discrimination == pytest.approx(wanted, abs=1e-6)


def test_few_runs_give_no_correlation_and_still_never_and_always():
    found = problem_analysis(runs((1, 0, 1), (1, 0, 0)))
    assert [each.finding for each in found.problems] == ["always", "never", "plain"]
    assert [each.solved for each in found.problems] == [1.0, 0.0, 0.5]
    assert {each.discrimination for each in found.problems} == {None}


def test_several_attempts_count_by_their_share():
    found = problem_analysis(runs((2, 1), (1, 0), attempts=2)).problems
    assert [(each.solved, each.by_all, each.by_none) for each in found] == [
        (0.75, 1, 0),
        (0.25, 0, 1),
    ]


def test_without_runs_there_is_nothing_to_say():
    assert problem_analysis([]).problems == ()
    assert problem_analysis([]).having("never") == ()


def test_runs_with_different_problems_are_refused():
    with pytest.raises(ValueError, match="different problems"):
        problem_analysis([*runs((1, 0)), *runs((1,))])
