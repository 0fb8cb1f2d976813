"""Charts: every series is drawn, told apart and named where it can be read."""

from __future__ import annotations

import itertools

import numpy as np
import pytest
from forsale_sim.display.plots.charts import curve_chart, point_chart, stack_chart
from forsale_sim.display.plots.heat_maps import heat_map
from forsale_sim.display.plots.inline_svg import inline_svg
from forsale_sim.display.plots.marks import Series
from forsale_sim.display.plots.plot_style import PALETTE
from matplotlib.figure import Figure

PLACES = [f"{n} players" for n in (3, 4, 5)]


def series(count: int, label: str = "series {}") -> list[Series]:
    value = np.arange(3.0)
    return [
        Series(label.format(i), value + i, value + i - 0.1, value + i + 0.1) for i in range(count)
    ]


@pytest.mark.parametrize("count", [1, 6, 12, 20])
def test_every_series_is_drawn_and_has_a_look_of_its_own(count: int) -> None:
    lines = curve_chart(np.arange(3), series(count), xlabel="x", unit="y").axes[0].lines
    assert len({(line.get_color(), str(line._dash_pattern)) for line in lines}) == count  # type: ignore[attr-defined]
    bars = point_chart(PLACES, series(count), unit="y").axes[0].containers
    assert len({(bar[0].get_color(), bar[0].get_marker()) for bar in bars}) == count
    parts = [
        bar
        for bar in stack_chart(PLACES, series(count), unit="y").axes[0].containers
        if bar.get_label().startswith("series")
    ]
    looks = {(bar[0].get_facecolor(), bar[0].get_hatch()) for bar in parts}
    assert len(looks) == count


def test_neighbours_differ_in_more_than_colour() -> None:
    lines = curve_chart(np.arange(3), series(6), xlabel="x", unit="y").axes[0].lines
    assert len({str(line._dash_pattern) for line in lines}) == len(PALETTE)  # type: ignore[attr-defined]


@pytest.mark.parametrize("label", ["{}", "iello-en-variant[houses_per_round=players - {}]"])
def test_the_legend_is_all_on_the_panel(label: str) -> None:
    figure = point_chart(PLACES, series(3, label), unit="y")
    inline_svg(figure, "panel", "alt")
    assert_inside(figure)


def test_numbers_of_a_large_heat_map_stay_apart() -> None:
    rate = np.full((20, 20), 100.0)
    figure = heat_map([f"strategy-{i}" for i in range(20)], rate, np.ones((20, 20), bool))
    inline_svg(figure, "panel", "alt")
    boxes = [text.get_window_extent() for text in figure.axes[0].texts[:20]]
    assert all(left.x1 < right.x0 for left, right in itertools.pairwise(boxes))


def assert_inside(figure: Figure) -> None:
    (legend,) = figure.legends
    box = legend.get_window_extent()
    assert box.x0 >= 0
    assert box.x1 <= figure.bbox.x1
