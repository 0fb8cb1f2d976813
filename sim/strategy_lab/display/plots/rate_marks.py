"""Win rates about a fair share: a stem, an interval and a number for each."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from matplotlib.axes import Axes
from numpy.typing import NDArray

from strategy_lab.display.number_text import decimals_for, number, with_limits
from strategy_lab.display.plots.marks import Series, draw_level, draw_points, series
from strategy_lab.display.plots.plot_style import Look
from strategy_lab.results.columns import Columns
from strategy_lab.results.tables import values

ROOM = 0.18
"""What an axis has beyond its outermost interval, as a part of the range, for a number there."""
NUMBER = 0.12
"""What a number takes beyond an interval, as a part of the axis: fits into `ROOM`."""


def rate_limits(table: Columns) -> dict[int, tuple[float, float]]:
    """Return the ends of the axes of all player counts, in per cent, all to one scale.

    They are as far from a fair share in all panels, so that all intervals are within. Where that
    would lead below 0 or above 100, all panels have the same axis, which ends there.
    """
    fair = 100 / table["players"]
    limits = np.array(with_limits(table, "win_rate", 100)) - fair
    down, up = -np.nanmin(limits, initial=-0.5), np.nanmax(limits, initial=0.5)
    room = ROOM * (down + up)
    counts = values(table["players"])
    ends = {players: (100 / players - down - room, 100 / players + up + room) for players in counts}
    low, high = min(low for low, _ in ends.values()), max(high for _, high in ends.values())
    if low >= 0 and high <= 100:
        return ends
    return dict.fromkeys(counts, (max(0.0, low), min(100.0, high)))


def draw_rates(
    axis: Axes, places: NDArray[np.int64], panel: Columns, colours: Sequence[str], *, upright: bool
) -> None:
    """Draw the win rates of one player count, each in its colour.

    A number is beyond the interval, on the side away from the fair share. Where there is no room
    it is at the other end, or else beside the point.
    """
    fair = 100 / float(panel["players"][0])
    rates = series("", panel, "win_rate", 100)
    decimals = decimals_for(rates.arms.max(axis=0))
    stems = axis.vlines if upright else axis.hlines
    stems(places, fair, rates.value, colors=colours, linewidth=7, alpha=0.25)
    draw_level(axis, fair, upright=upright)
    first, last = axis.get_ylim() if upright else axis.get_xlim()
    needed = NUMBER * (last - first)
    for index, (place, value, colour) in enumerate(zip(places, rates.value, colours, strict=True)):
        if not np.isfinite(value):
            continue
        point = Series("", *(column[[index]] for column in rates[1:]))
        draw_points(axis, places[[index]], point, Look(colour, "o", "-", ""), upright=upright)
        below, above = point.arms[:, 0]
        top, bottom = max(value + above, fair), min(value - below, fair)
        room = {1: top + needed <= last, -1: bottom - needed >= first}
        side = next((side for side in ((1, -1) if value >= fair else (-1, 1)) if room[side]), 0)
        at = {1: top, -1: bottom, 0: value}[side]
        along = upright if side else not upright
        step = 5 * (side or 1)
        axis.annotate(
            number(value, decimals),
            (place, at) if upright else (at, place),
            xytext=(0, step) if along else (step, 0),
            textcoords="offset points",
            ha="center" if along else "left" if step > 0 else "right",
            va=("bottom" if step > 0 else "top") if along else "center",
            fontsize="small",
            color=colour,
        )
