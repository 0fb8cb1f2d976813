from __future__ import annotations

import matplotlib as mpl
import numpy as np
from matplotlib.figure import Figure
from strategy_lab.display.plots.charts import draw_heat_map


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
