"""What must hold of every plot, however long the names of strategies are."""

from __future__ import annotations

from matplotlib.axes import Axes
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure
from matplotlib.text import Text
from strategy_lab.display.plots.marks import style

LONG = (
    "careful.py:careful",
    "careful.py:careful:reserve=4",
    "bid=careful.py:moody,sell=matcher",
    "appraiser:bend=0.1,least=0.85,thrift=0.05,rivalry=0.12,near=0.63,top=0.22,full=0.31",
    "appraiser:bend=0.1,least=0.85,thrift=0.07,rivalry=0.12,near=0.63,top=0.22,full=0.31",
)
"""Names as long as people write them, of which two differ in the middle."""

LEAST_WIDTH = 2.5
"""Inches of an axis."""


def assert_readable(figure: Figure, least_row: float = 0.0) -> None:
    """Nothing is cut off, nor lies on another panel; panels and their rows are large enough.

    A warning of the layout is an error, as all are.
    """
    canvas = FigureCanvasAgg(figure)
    with style():
        canvas.draw()
    renderer = canvas.get_renderer()  # type: ignore[no-untyped-call]
    page = figure.bbox
    for axis in figure.axes:
        box = axis.get_window_extent(renderer)
        assert box.width / figure.dpi >= LEAST_WIDTH
        rows = abs(axis.get_ylim()[1] - axis.get_ylim()[0])
        assert box.height / figure.dpi >= least_row * rows
        for text in _texts(axis):
            extent = text.get_window_extent(renderer)
            assert page.x0 <= extent.x0 and extent.x1 <= page.x1, text.get_text()
            assert page.y0 <= extent.y0 and extent.y1 <= page.y1, text.get_text()
            for other in figure.axes:
                over = other.get_window_extent(renderer)
                assert other is axis or not over.padded(-1).overlaps(extent), text.get_text()


def _texts(axis: Axes) -> list[Text]:
    (left, right), (bottom, top) = sorted(axis.get_xlim()), sorted(axis.get_ylim())
    labels = [
        *(text for text in axis.get_xticklabels() if left <= text.get_position()[0] <= right),
        *(text for text in axis.get_yticklabels() if bottom <= text.get_position()[1] <= top),
    ]
    titles = [text for text in axis.get_children() if isinstance(text, Text)]
    return [text for text in (*labels, *titles) if text.get_visible() and text.get_text()]
