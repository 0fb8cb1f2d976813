from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from matplotlib.axes import Axes
from matplotlib.colors import to_hex
from matplotlib.figure import Figure
from strategy_lab.display.plots.charts import plot_seats, plot_strategies, save_plots
from strategy_lab.display.plots.marks import BLUE, GREY
from strategy_lab.stats.batches import GAP_INTERVAL
from strategy_lab.stats.confidence_sequences import RATE_SEQUENCE, AnytimeValid
from strategy_lab.stats.differences import JOINT_TEST
from strategy_lab.stats.intervals import RATE_INTERVAL, RATE_TEST

from tests.strategy_lab.display.made import made_tables
from tests.strategy_lab.display.plots.readable import LONG, assert_readable


def points(axis: Axes) -> list[tuple[float, float, str]]:
    """Where the points of a panel are, and their colours."""
    return [
        (*bar.lines[0].get_xydata()[0], to_hex(bar.lines[0].get_color()))  # type: ignore[union-attr]
        for bar in axis.containers
    ]


def caption(figure: Figure) -> str:
    return figure.get_supxlabel()


def test_there_is_a_panel_for_each_player_count_whose_title_is_the_finding() -> None:
    figure = plot_seats(made_tables((3, 4, 6), first_seat=6.0), "iello-en")
    titles = [axis.get_title(loc="left").replace("\n", " ") for axis in figure.axes]
    assert len(titles) == 3
    assert titles[1].startswith("4 players: seat 1 wins ")
    assert " points more than seat " in titles[1]


def test_points_are_the_win_rates_and_coloured_where_they_differ() -> None:
    tables = made_tables((4,), first_seat=6.0)
    (axis,) = plot_seats(tables, "iello-en").axes
    found = points(axis)
    assert [x for x, _, _ in found] == [1, 2, 3, 4]
    np.testing.assert_allclose([y for _, y, _ in found], 100 * tables["by_seat"]["win_rate"])
    assert found[0][2] == BLUE.lower()
    fair = made_tables((4,), field=("a", "b", "c", "d"))
    assert {colour for _, _, colour in points(plot_seats(fair, "iello-en").axes[0])} == {
        GREY.lower()
    }


def test_intervals_are_drawn() -> None:
    tables = made_tables((4,))
    (axis,) = plot_seats(tables, "iello-en").axes
    segments = [bar.lines[2][0].get_segments()[0] for bar in axis.containers]  # type: ignore[union-attr]
    np.testing.assert_allclose(
        [(low, high) for (_, low), (_, high) in segments],
        100 * np.array([tables["by_seat"]["win_rate_low"], tables["by_seat"]["win_rate_high"]]).T,
    )


def test_there_is_a_line_at_a_fair_share_and_one_scale_about_it() -> None:
    figure = plot_seats(made_tables((3, 5)), "iello-en")
    spans = []
    for axis, fair in zip(figure.axes, (100 / 3, 20), strict=True):
        assert any(np.allclose(line.get_ydata(), fair) for line in axis.lines)
        low, high = axis.get_ylim()
        spans.append((fair - low, high - fair))
    assert spans[0] == pytest.approx(spans[1])


def test_captions_name_the_estimator() -> None:
    tables = made_tables((4,))
    for name in (RATE_INTERVAL, RATE_TEST, JOINT_TEST, GAP_INTERVAL):
        assert name in caption(plot_seats(tables, "iello-en"))
    assert RATE_INTERVAL in caption(plot_strategies(tables, "iello-en"))


def test_captions_name_other_intervals() -> None:
    for plot in (plot_seats, plot_strategies):
        figure = plot(made_tables((4,)), "iello-en", AnytimeValid(1000))
        assert RATE_SEQUENCE in caption(figure)
        assert RATE_INTERVAL not in caption(figure)


def test_strategies_stand_in_one_order_and_the_best_is_coloured() -> None:
    figure = plot_strategies(made_tables((3, 4), skill=4.0), "iello-en")
    for axis in figure.axes:
        found = points(axis)
        assert [y for _, y, _ in found] == [0, 1, 2, 3, 4]
        assert [colour == BLUE.lower() for *_, colour in found] == [True, *[False] * 4]
        assert "expert wins most" in axis.get_title(loc="left")


def test_a_single_deal_or_none_can_be_plotted(tmp_path: Path) -> None:
    for deals in (0, 1):
        save_plots(made_tables((4,), deals=deals), tmp_path, ["svg"])


@pytest.mark.parametrize("players", [(3,), (3, 4), (3, 4, 5, 6)])
def test_long_names_leave_the_axes_readable(players: tuple[int, ...]) -> None:
    figure = plot_strategies(made_tables(players, field=LONG, skill=4.0), "iello-en")
    assert_readable(figure, least_row=0.18)


@pytest.mark.parametrize(
    ("deals", "tendencies"), [(4, {}), (30, {"skill": 30.0}), (200, {"skill": 4.0})]
)
def test_no_axis_leads_below_0_or_above_100_and_all_are_of_one_scale(
    deals: int, tendencies: dict[str, float]
) -> None:
    tables = made_tables((3, 4, 5, 6), deals=deals, **tendencies)
    spans = set()
    for axis in plot_strategies(tables, "iello-en").axes:
        low, high = axis.get_xlim()
        spans.add(round(high - low, 9))
        assert 0 <= low < high <= 100
        found = [x for x, *_ in points(axis)]
        assert low <= min(found) and max(found) <= high
        for number in axis.texts:
            assert low <= number.xy[0] <= high  # type: ignore[attr-defined]
    assert len(spans) == 1
    for axis in plot_seats(tables, "iello-en").axes:
        assert 0 <= axis.get_ylim()[0] < axis.get_ylim()[1] <= 100


def test_a_number_for_which_there_is_no_room_below_is_beyond_the_fair_share() -> None:
    tables = made_tables((4,), deals=60, skill=30.0)
    (axis,) = plot_strategies(tables, "iello-en").axes
    assert axis.get_xlim()[0] == 0
    for (rate, *_), number in zip(points(axis), axis.texts, strict=True):
        if rate < 5:
            assert number.xy[0] >= 25  # type: ignore[attr-defined]
            assert number.get_horizontalalignment() == "left"
