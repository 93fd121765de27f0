"""Places in small charts: round ticks, lines, points whose labels do not lie on each other."""

from __future__ import annotations

import math

import pytest

from generator.charts import (
    BEHIND,
    BOTTOM,
    GAP,
    HEIGHT,
    LEFT,
    RIGHT,
    TOP,
    WIDTH,
    decades,
    free,
    lines_chart,
    path,
    scatter,
    spread,
    ticks,
)


@pytest.mark.parametrize(
    ("most", "expected"),
    [
        (0.37, [0, 0.1, 0.2, 0.3, 0.4]),
        (1, [0, 0.2, 0.4, 0.6, 0.8, 1]),
        (0.05, [0, 0.01, 0.02, 0.03, 0.04, 0.05]),
        (17.2, [0, 5, 10, 15, 20]),
        (0, [0, 1]),
    ],
)
def test_ticks_are_round_and_reach_the_greatest(most, expected):
    assert ticks(most) == expected


@pytest.mark.parametrize("most", [0.001, 0.0124, 0.3, 0.99, 1.0, 7, 94, 123456])
def test_ticks_are_few_and_end_at_or_above(most):
    found = ticks(most)
    assert 3 <= len(found) <= 7
    assert found[-1] >= most


@pytest.mark.parametrize(
    ("least", "most", "expected"),
    [(3, 40, [2, 5, 10, 20, 50]), (7, 7, [5, 10]), (100, 100, [100, 200])],
)
def test_decades_enclose_what_is_shown(least, most, expected):
    assert decades(least, most) == expected


def test_lines_go_from_the_left_rim_to_the_right_and_higher_is_better():
    chart = lines_chart([(4, [(0, 0.0), (1, 0.5), (2, 1.0)])])
    (track,) = chart.tracks
    assert track.number == 4
    assert track.dots[0] == (LEFT, HEIGHT - BOTTOM)
    assert track.dots[-1] == (WIDTH - RIGHT, TOP)
    assert track.path == path(track.dots)
    assert [t.value for t in chart.across] == [0, 1, 2]


def test_labels_of_equal_lines_stand_apart():
    found = spread([100.0, 100.0, 90.0])
    assert found[2] < found[0] < found[1]
    assert found[1] - found[0] == GAP


def test_labels_stay_in_the_field():
    assert max(spread([HEIGHT - BOTTOM] * 3)) <= HEIGHT - BOTTOM


def test_points_at_one_place_are_one_dot_with_all_numbers():
    chart = scatter([*((k, (1.0, 0.0)) for k in (3, 1, 2)), (4, (1.0, 0.5))])
    assert [dot.numbers for dot in chart.dots] == [(1, 2, 3), (4,)]


def test_points_close_to_each_other_have_labels_at_different_places():
    chart = scatter([(k, (10 + k / 10, 0.5)) for k in range(5)])
    assert len({(dot.label_x, dot.label_y) for dot in chart.dots}) == 5


def test_a_label_stands_behind_the_end_of_its_line():
    chart = lines_chart([(1, [(0, 0.5), (1, 0.5)]), (2, [(0, 0.5), (1, 1.0), (2, 1.0)])])
    assert [track.label_x for track in chart.tracks] == [
        track.dots[-1][0] + BEHIND for track in chart.tracks
    ]


def test_a_label_keeps_off_other_points():
    assert free((10, 10), [(10, 10), (19, 10)]) != (19, 10)


def test_a_log_scale_has_equal_ratios_at_equal_distances():
    chart = scatter([(1, (10.0, 0.5)), (2, (100.0, 0.5)), (3, (1000.0, 0.5))], "log")
    xs = [dot.x for dot in chart.dots]
    assert math.isclose(xs[1] - xs[0], xs[2] - xs[1], abs_tol=0.2)


def test_nothing_is_no_chart():
    with pytest.raises(ValueError, match="empty"):
        lines_chart([])
