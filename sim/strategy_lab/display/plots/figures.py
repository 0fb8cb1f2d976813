"""Figures that show themselves in a notebook, whatever its settings."""

from __future__ import annotations

import io
import warnings
from collections.abc import Callable, Sequence

import numpy as np
from matplotlib.figure import Figure as PlainFigure
from numpy.typing import NDArray

from strategy_lab.display.plots.plot_style import DOTS_PER_INCH, style

TOO_SMALL = "constrained_layout not applied"
"""The start of a warning."""

NO_GLYPH = r"Glyph \d+ .* missing from"
"""Of a letter that the font lacks: it is drawn as a box, and nobody can mend it."""

GROWN, MOST_GROWN = 1.3, 4
"""By what a figure grows that is too small, and how often it may."""


class Figure(PlainFigure):
    """A figure of matplotlib that is shown as the value of a cell.

    A notebook shows others only if pyplot's inline backend was chosen before.
    """

    alternative = ""
    """What it shows, for those who do not see it; else its titles say so."""

    @property
    def words(self) -> str:
        """What it shows, for those who do not see it."""
        found = [axis.get_title(place) for axis in self.axes for place in ("left", "center")]
        titles = [self.get_suptitle(), *found]
        return self.alternative or ". ".join(" ".join(each.split()) for each in titles if each)

    def _repr_png_(self) -> tuple[bytes, dict[str, int | str]]:
        """Return the image, how large it is shown, and what for those who do not see it.

        Sharp screens have twice the dots.
        """
        images: list[bytes] = []

        def save() -> None:
            with style(), io.BytesIO() as image:
                self.savefig(image, format="png", dpi=DOTS_PER_INCH)
                images.append(image.getvalue())

        grown_to_fit(self, save)
        width, height = (round(inches * DOTS_PER_INCH / 2) for inches in self.get_size_inches())
        return images[-1], {"width": width, "height": height, "alt": self.words}


def stacked(figures: Sequence[PlainFigure]) -> Figure:
    """Return a figure that shows others, as images, one below the other."""
    from matplotlib.backends.backend_agg import FigureCanvasAgg

    images = []
    for each in figures:
        canvas = FigureCanvasAgg(each)
        each.set_dpi(DOTS_PER_INCH)
        with style():
            grown_to_fit(each, canvas.draw)
        images.append(np.asarray(canvas.buffer_rgba()))  # type: ignore[no-untyped-call]
    width, height = max(map(_width, images)), sum(len(image) for image in images)
    size = (width / DOTS_PER_INCH, height / DOTS_PER_INCH)
    whole = Figure(figsize=size, dpi=DOTS_PER_INCH, facecolor="white")
    whole.alternative = ". ".join(each.words for each in figures if isinstance(each, Figure))
    for image in images:
        height -= len(image)
        whole.figimage(image, 0, height, resize=False)
    return whole


def _width(image: NDArray[np.uint8]) -> int:
    return int(image.shape[1])


def grown_to_fit(figure: PlainFigure, save: Callable[[], None]) -> None:
    """Save a figure; one that is too small for all that is written in it grows until it fits."""
    for attempt in range(MOST_GROWN + 1):
        with warnings.catch_warnings():
            warnings.filterwarnings("ignore", message=NO_GLYPH)
            is_last = attempt == MOST_GROWN
            warnings.filterwarnings("ignore" if is_last else "error", message=TOO_SMALL)
            try:
                save()
            except UserWarning:
                width, height = figure.get_size_inches()
                figure.set_size_inches(GROWN * width, GROWN * height)
            else:
                return
