from __future__ import annotations

import numpy as np
from forsale_sim.measures import MEASURES
from strategy_lab.display.plots.charts import plot_measures, title
from strategy_lab.results.measures import FROM
from strategy_lab.results.tables import values, where
from strategy_lab.stats.batches import JACKKNIFE_INTERVAL
from strategy_lab.stats.intervals import MEAN_INTERVAL, RATE_INTERVAL

from tests.strategy_lab.display.made import made_tables


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


def test_a_single_deal_or_none_can_be_plotted() -> None:
    plot_measures(made_tables((3, 4), deals=1), MEASURES, "iello-en")
    plot_measures(made_tables((3, 4), deals=0), MEASURES, "iello-en")
