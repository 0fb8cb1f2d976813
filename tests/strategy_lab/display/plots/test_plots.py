"""Plots of tables: points, intervals and colours are what the tables have, and all can be read."""

from __future__ import annotations

import matplotlib as mpl
import numpy as np
import pytest
from forsale_sim.measures import MEASURES
from matplotlib.axes import Axes
from matplotlib.colors import to_hex
from matplotlib.figure import Figure
from matplotlib.patches import Rectangle
from strategy_lab.display.plots.charts import (
    draw_heat_map,
    meetings_finding,
    money_finding,
    plot_measures,
    plot_opponents,
    plot_players,
    plot_ratings,
    plot_seats,
    plot_strategies,
    title,
)
from strategy_lab.display.plots.marks import BLUE, GREY, LONGEST, PALETTE, shortened
from strategy_lab.display.plots.meta_plot import plot_meta_game
from strategy_lab.display.presentations import plots_of
from strategy_lab.results.measures import FROM
from strategy_lab.results.tables import Tables, values, where
from strategy_lab.stats.batches import JACKKNIFE_INTERVAL
from strategy_lab.stats.confidence_sequences import MEAN_SEQUENCE, RATE_SEQUENCE, AnytimeValid
from strategy_lab.stats.intervals import MEAN_INTERVAL, RATE_INTERVAL

from tests.strategy_lab.display.made import made_tables
from tests.strategy_lab.display.meta.looked_at import (
    CYCLE,
    EITHER,
    FIRST,
    NAMES,
    TIED,
    TOGETHER,
    looked_at,
)
from tests.strategy_lab.display.plots.readable import LONG, assert_readable
from tests.strategy_lab.display.rank.ranked import ranked_tables


def points(axis: Axes) -> list[tuple[float, float, str]]:
    """Where the points of a panel are, and their colours."""
    return [
        (*bar.lines[0].get_xydata()[0], to_hex(bar.lines[0].get_color()))  # type: ignore[union-attr]
        for bar in axis.containers
    ]


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


def test_there_is_a_line_at_a_fair_share_and_one_scale_about_it() -> None:
    figure = plot_seats(made_tables((3, 5)), "iello-en")
    spans = []
    for axis, fair in zip(figure.axes, (100 / 3, 20), strict=True):
        assert any(np.allclose(line.get_ydata(), fair) for line in axis.lines)
        low, high = axis.get_ylim()
        spans.append((fair - low, high - fair))
    assert spans[0] == pytest.approx(spans[1])


def test_strategies_stand_in_one_order_and_the_best_is_coloured() -> None:
    figure = plot_strategies(made_tables((3, 4), skill=4.0), "iello-en")
    for axis in figure.axes:
        found = points(axis)
        assert [y for _, y, _ in found] == [0, 1, 2, 3, 4]
        assert [colour == BLUE.lower() for *_, colour in found] == [True, *[False] * 4]
        assert "expert wins most" in axis.get_title(loc="left")


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


def test_who_is_ahead_of_whom_is_written_and_coloured_where_it_is_shown() -> None:
    tables = made_tables((4,), skill=4.0)
    (axis,) = plot_opponents(tables, "iello-en").axes
    meetings = where(tables["head_to_head"], players=4)
    texts = sorted(text.get_text() for text in axis.texts)
    assert texts == sorted(f"{100 * rate:.0f}" for rate in meetings["ahead_rate"])
    (grid,) = axis.collections
    shown = (meetings["ahead_rate_low"] > 0.5) | (meetings["ahead_rate_high"] < 0.5)
    ground = np.ma.masked_invalid(np.asarray(grid.get_array(), np.float64))
    assert ground.count() == shown.sum()
    assert next(label.get_text() for label in axis.get_yticklabels()) == "expert"


def test_a_finding_on_meetings_takes_intervals_above_one_half() -> None:
    meetings = {
        "players": np.array([4, 4, 4, 4]),
        "strategy": np.array(["a", "a", "b", "b"]),
        "ahead_rate_low": np.array([0.6, 0.52, 0.3, 0.45]),
    }
    assert meetings_finding(meetings) == "4 players: a finishes ahead of every other more often"
    meetings["ahead_rate_low"][1] = 0.49
    assert "none is shown" in meetings_finding(meetings)


FOUR = ((200, 50, -50, -200), (150, 60, -60, -150), (130, 70, -70, -130), (100, 90, -90, -100))


def test_points_and_intervals_are_the_ratings() -> None:
    tables = ranked_tables(FOUR)
    (axis,) = plot_ratings(tables, "iello-en").axes
    assert len(axis.containers) == 4
    for bar, ratings, colour in zip(axis.containers, FOUR, PALETTE, strict=False):
        point, _, (line,) = bar.lines  # type: ignore[attr-defined]
        np.testing.assert_allclose(point.get_xdata(), ratings)
        assert to_hex(point.get_color()) == colour.lower()
        for segment, rating in zip(line.get_segments(), ratings, strict=True):
            np.testing.assert_allclose(segment[:, 0], [rating - 10, rating + 10])
    rows = [bar.lines[0].get_ydata()[0] for bar in axis.containers]  # type: ignore[attr-defined]
    assert rows == sorted(rows)
    assert all(-0.5 < row < 0.5 for row in rows)


def test_what_is_not_known_is_not_drawn() -> None:
    nothing = ranked_tables([(np.nan,) * 4], half=np.nan)
    plot_ratings(nothing, "iello-en")
    no_interval = ranked_tables(half=np.nan)
    (axis,) = plot_ratings(no_interval, "iello-en").axes
    (bar,) = axis.containers
    for segment in bar.lines[2][0].get_segments():  # type: ignore[attr-defined]
        assert segment[0, 0] == segment[1, 0]


def test_bars_are_cheques_and_coins_left() -> None:
    tables = made_tables((3, 4))
    (axis,) = plot_players(tables, "iello-en").axes
    found = tables["by_players"]
    heights = [patch.get_bbox().height for patch in axis.patches if isinstance(patch, Rectangle)]
    np.testing.assert_allclose(heights[:2], found["cheques_mean"])
    np.testing.assert_allclose(heights[2:4], found["coins_left_mean"])
    tops = np.array(heights[:2]) + heights[2:4]
    np.testing.assert_allclose(tops, found["money_mean"])


def test_money_is_only_said_to_be_largest_where_intervals_are_apart() -> None:
    def found(*means: float) -> dict[str, np.ndarray]:
        money = np.array(means)
        return {
            "players": np.arange(3, 3 + len(means)),
            "money_mean": money,
            "money_mean_low": money - 1,
            "money_mean_high": money + 1,
        }

    assert money_finding(found(50, 60, 40)) == "A player ends with most money where 4 play"
    assert money_finding(found(50, 51)).startswith("It is not shown")
    assert money_finding(found(50)) == "3 players end with 50.0 thousand each, on average"
    assert money_finding(found(np.nan)) == "no games"


def test_every_measure_is_drawn_with_its_values_and_intervals() -> None:
    tables = made_tables((3, 4))
    figure = plot_measures(tables, MEASURES, "iello-en")
    names = values(tables["measures"]["measure"])
    drawn = [(axis, bars) for axis in figure.axes for bars in axis.containers]
    assert len(drawn) == len(names) > len(figure.axes) > 5
    for (axis, bars), name in zip(drawn, names, strict=True):
        rows, measure = where(tables["measures"], measure=name), MEASURES[name]
        assert axis.get_title(loc="left") == title(measure)
        line, _, (whiskers,) = bars.lines
        np.testing.assert_allclose(line.get_ydata(), measure.scale * rows["value"])
        ends = np.array([segment[:, 1] for segment in whiskers.get_segments()])
        np.testing.assert_allclose(ends[:, 0], measure.scale * rows["value_low"])
        np.testing.assert_allclose(ends[:, 1], measure.scale * rows["value_high"])
    for interval in (MEAN_INTERVAL, RATE_INTERVAL, JACKKNIFE_INTERVAL):
        assert interval in figure.get_supxlabel()


def test_a_legend_names_the_sources_of_variance() -> None:
    (legend,) = plot_measures(made_tables((3, 4)), MEASURES, "iello-en").legends
    assert [text.get_text() for text in legend.get_texts()] == list(FROM.values())


def luminance(colour: tuple[float, float, float]) -> float:
    """Return the relative luminance of WCAG 2, by its definition."""
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in colour]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def test_numbers_on_a_heat_map_can_be_read() -> None:
    rate = np.linspace(0, 100, 100).reshape(10, 10)
    axis = Figure().add_subplot()
    draw_heat_map(axis, [str(i) for i in range(10)], rate, np.ones((10, 10), bool))
    (mesh,) = axis.collections
    mesh.update_scalarmappable()
    texts = [mpl.colors.to_rgb(text.get_color()) for text in axis.texts]
    cells = [tuple(colour[:3]) for colour in mesh.get_facecolor()]
    assert len(texts) == len(cells) == 100
    for pair in zip(texts, cells, strict=True):
        low, high = sorted(map(luminance, pair))
        assert (high + 0.05) / (low + 0.05) >= 4.5


def test_bars_are_the_parts_with_arms_where_they_are_not_certain() -> None:
    tables = looked_at(TOGETHER)
    _, parts = plot_meta_game(tables, "iello-en").axes
    weights = tables["weights"]
    np.testing.assert_allclose([bar.get_width() for bar in parts.patches], 100 * weights["weight"])
    (arms,) = [c for c in parts.collections if len(c.get_paths()) == 2]
    limits = np.array([path.vertices[:, 0] for path in arms.get_paths()])
    uncertain = weights["weight"] > 0
    np.testing.assert_allclose(limits[:, 0], 100 * weights["weight_low"][uncertain])
    np.testing.assert_allclose(limits[:, 1], 100 * weights["weight_high"][uncertain])
    assert [text.get_text() for text in parts.get_yticklabels()] == list(NAMES)


def test_what_is_not_known_of_a_game_is_not_drawn() -> None:
    tables = looked_at(EITHER)
    unknown = {
        name: {
            column: np.full(len(values), np.nan) if column.endswith(("_low", "_high")) else values
            for column, values in table.items()
        }
        for name, table in tables.items()
    }
    plot_meta_game(unknown, "iello-en")
    no_equilibrium = looked_at(CYCLE)
    _, parts = plot_meta_game(no_equilibrium, "iello-en").axes
    assert not parts.patches


def renamed(tables: Tables) -> Tables:
    """Tables of a field with long names."""
    new = dict(zip(NAMES, LONG[2:], strict=True))
    return {
        name: {
            column: np.array([new.get(value, value) for value in values.tolist()])
            if column in {"strategy", "opponent", "best_response"}
            else values
            for column, values in table.items()
        }
        for name, table in tables.items()
    }


def test_long_names_leave_titles_whole_and_the_lines_uncovered() -> None:
    figure = plot_meta_game(renamed(looked_at(FIRST, TOGETHER, CYCLE)), "iello-en")
    assert_readable(figure)
    renderer = figure.canvas.get_renderer()  # type: ignore[attr-defined]
    for axis in figure.axes[::2]:
        legend = axis.get_legend()
        assert legend is not None
        for other in figure.axes:
            covered = other.get_window_extent(renderer)
            assert not covered.overlaps(legend.get_window_extent(renderer))
        assert axis.get_window_extent(renderer).height / figure.dpi > 1


def test_bars_of_strategies_that_are_tied_are_hatched_and_say_what_they_share() -> None:
    figure = plot_meta_game(looked_at(TIED), "iello-en")
    _, parts = figure.axes
    hatched = [bar for bar in parts.patches if bar.get_hatch()]
    assert [bar.get_width() for bar in hatched] == [100, 100]
    assert not any(bar.get_width() for bar in parts.patches if not bar.get_hatch())
    assert "Hatched" in figure.get_supxlabel()
    assert "Hatched" not in plot_meta_game(looked_at(TOGETHER), "iello-en").get_supxlabel()


def test_a_long_name_keeps_its_start_and_its_end() -> None:
    name = "bid=careful.py:moody,sell=matcher"
    assert shortened([name])[name] == "bid=careful…sell=matcher"


def test_labels_differ_where_names_do_and_are_never_too_long() -> None:
    labels = shortened(LONG)
    assert list(labels) == list(LONG)
    assert len(set(labels.values())) == len(LONG)
    assert max(map(len, labels.values())) == LONGEST
    assert ["…thrift=0.0" in labels[name] for name in LONG] == [False] * 3 + [True] * 2


def test_many_names_that_differ_in_several_places_are_told_apart() -> None:
    names = [
        f"appraiser:bend=0.{bend},least=0.85,thrift=0.{thrift},rivalry=0.12,near=0.6,top=0.{top}"
        for bend in (1, 2)
        for thrift in (5, 6)
        for top in range(1, 4)
    ]
    assert len(set(shortened(names).values())) == len(names)
    alike = ["a" * 40 + "b" * count + "c" * 40 for count in range(30)]
    assert len(set(shortened(alike).values())) == len(alike)


KINDS = ("strategies", "seats", "players", "measures", "opponents")


@pytest.mark.parametrize("kind", KINDS)
def test_a_single_deal_or_none_can_be_plotted(kind: str) -> None:
    for deals in (1,) if kind == "opponents" else (0, 1):
        plots_of(made_tables((3, 4), deals=deals), MEASURES)[kind]("iello-en")


@pytest.mark.parametrize("players", [(3,), (3, 4), (3, 4, 5, 6)])
@pytest.mark.parametrize(("kind", "least_row"), [("strategies", 0.18), ("opponents", 0.25)])
def test_long_names_can_be_read(players: tuple[int, ...], kind: str, least_row: float) -> None:
    tables = made_tables(players, field=LONG, skill=4.0)
    assert_readable(plots_of(tables, MEASURES)[kind]("iello-en"), least_row=least_row)


def test_long_names_of_those_who_are_rated_can_be_read() -> None:
    tables = ranked_tables([(200, 100, 0, -100, -200)] * 2, names=LONG)
    assert_readable(plot_ratings(tables, "iello-en"), least_row=0.25)


@pytest.mark.parametrize(
    ("kind", "usual", "anytime"),
    [
        ("seats", RATE_INTERVAL, RATE_SEQUENCE),
        ("strategies", RATE_INTERVAL, RATE_SEQUENCE),
        ("opponents", RATE_INTERVAL, RATE_SEQUENCE),
        ("players", MEAN_INTERVAL, MEAN_SEQUENCE),
    ],
)
def test_captions_name_the_interval(kind: str, usual: str, anytime: str) -> None:
    tables = made_tables((4,))
    for estimator, named, other in ((None, usual, anytime), (AnytimeValid(9), anytime, usual)):
        caption = plots_of(tables, MEASURES, estimator)[kind]("iello-en").get_supxlabel()
        assert named in caption
        assert other not in caption
