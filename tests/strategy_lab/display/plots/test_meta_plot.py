from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from matplotlib.colors import to_hex
from strategy_lab.display.plots.marks import PALETTE
from strategy_lab.display.plots.meta_plot import plot_meta_game, save_meta_plots
from strategy_lab.results.tables import Tables
from strategy_lab.stats.batches import INTERVAL
from strategy_lab.stats.game_theory import WEIGHT_INTERVAL

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


def test_lines_are_the_shares_of_time_with_their_bands() -> None:
    tables = looked_at(TOGETHER)
    sweep, _ = plot_meta_game(tables, "iello-en").axes
    for name, colour, line, band in zip(
        NAMES, PALETTE, sweep.lines, sweep.collections, strict=False
    ):
        rows = {
            column: values[tables["alpha_rank"]["strategy"] == name]
            for column, values in tables["alpha_rank"].items()
        }
        np.testing.assert_allclose(line.get_xdata(), rows["alpha"])
        np.testing.assert_allclose(line.get_ydata(), 100 * rows["mass"])
        assert to_hex(line.get_color()) == colour.lower()
        corners = band.get_paths()[0].vertices[:, 1]
        assert corners.min() == pytest.approx(100 * rows["mass_low"].min())
        assert corners.max() == pytest.approx(100 * rows["mass_high"].max())
    assert sweep.get_xscale() == "log"


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


def test_titles_are_the_findings_and_the_caption_names_the_estimators() -> None:
    figure = plot_meta_game(looked_at(FIRST, CYCLE), "iello-en")
    titles = [axis.get_title(loc="left").replace("\n", " ") for axis in figure.axes]
    assert titles == [
        "3 players: expert is the only strategy that no other invades",
        "replicator dynamics settle in expert from every start",
        "4 players: no strategy of the field is safe: each is invaded by another",
        "replicator dynamics do not settle, from any start",
    ]
    assert INTERVAL in figure.get_supxlabel()
    assert WEIGHT_INTERVAL in figure.get_supxlabel()


def test_what_is_not_known_is_not_drawn(tmp_path: Path) -> None:
    tables = looked_at(EITHER)
    unknown = {
        name: {
            column: np.full(len(values), np.nan) if column.endswith(("_low", "_high")) else values
            for column, values in table.items()
        }
        for name, table in tables.items()
    }
    assert save_meta_plots(unknown, tmp_path, ["svg"])
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
