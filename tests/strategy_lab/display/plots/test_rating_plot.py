from __future__ import annotations

from pathlib import Path

import numpy as np
from matplotlib.colors import to_hex
from strategy_lab.display.plots.charts import plot_ratings, save_rating_plots
from strategy_lab.display.plots.marks import PALETTE
from strategy_lab.stats.batches import INTERVAL
from strategy_lab.stats.rankings import RATING

from tests.strategy_lab.display.plots.readable import LONG, assert_readable
from tests.strategy_lab.display.rank.ranked import ranked_tables

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


def test_the_title_is_the_finding_and_the_caption_names_the_estimators() -> None:
    figure = plot_ratings(ranked_tables(FOUR), "iello-en")
    (axis,) = figure.axes
    title = axis.get_title(loc="left").replace("\n", " ")
    assert title == "Highest rated: ann for 3, 4 and 5; ann or bob for 6 players"
    assert RATING in figure.get_supxlabel()
    assert INTERVAL in figure.get_supxlabel()
    assert [text.get_text() for text in axis.get_legend().get_texts()] == [  # type: ignore[union-attr]
        f"{players} players" for players in (3, 4, 5, 6)
    ]


def test_what_is_not_known_is_not_drawn(tmp_path: Path) -> None:
    nothing = ranked_tables([(np.nan,) * 4], half=np.nan)
    assert save_rating_plots(nothing, tmp_path, ["svg"])
    no_interval = ranked_tables(half=np.nan)
    (axis,) = plot_ratings(no_interval, "iello-en").axes
    (bar,) = axis.containers
    for segment in bar.lines[2][0].get_segments():  # type: ignore[attr-defined]
        assert segment[0, 0] == segment[1, 0]


def test_long_names_leave_the_axis_readable() -> None:
    tables = ranked_tables([(200, 100, 0, -100, -200)] * 2, names=LONG)
    assert_readable(plot_ratings(tables, "iello-en"), least_row=0.25)
