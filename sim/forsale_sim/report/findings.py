"""What tables show, in words: claims that hold when one knows how many were looked at."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from forsale_sim.results.tables import Columns, values
from forsale_sim.stats.intervals import LEVEL
from forsale_sim.stats.student import t_quantile

SEAT_RULE = "Seats differ from a fair share if they do at the 5 % level, Bonferroni-corrected."


def excess(seats: Columns, comparisons: int) -> NDArray[np.float64]:
    """Return by how much win rates differ from a fair share; 0 where it may be chance.

    Parameters
    ----------
    seats
        Rows of ``by_seat``.
    comparisons
        How many rows are looked at together. By Bonferroni's correction each is tested at 5 %
        divided by it: its interval, widened accordingly, must miss the fair share.
    """
    error, degrees = (1 - LEVEL) / 2, seats["deals"] - 1
    wider = t_quantile(1 - error / comparisons, degrees) / t_quantile(1 - error, degrees)
    difference = seats["win_rate"] - 1 / seats["players"]
    limit = np.where(difference > 0, seats["win_rate_low"], seats["win_rate_high"])
    with np.errstate(invalid="ignore"):
        differs = np.abs(difference) > wider * np.abs(seats["win_rate"] - limit)
    return np.where(differs, difference, 0.0)


def seat_finding(seats: Columns, comparisons: int) -> str:
    """Return a sentence on the seats of one player count: the one furthest from a fair share."""
    players = seats["players"][0]
    found = excess(seats, comparisons)
    furthest = int(np.argmax(np.abs(found)))
    if found[furthest] == 0:
        return f"{players} players: no seat shown to differ from a fair share"
    points = 100 * abs(found[furthest])
    decimals = 1 if points >= 0.95 else 2
    direction = "more" if found[furthest] > 0 else "less"
    return (
        f"{players} players: seat {seats['seat'][furthest]} wins {points:.{decimals}f} points "
        f"{direction} than a fair share"
    )


def strategy_finding(strategies: Columns) -> str:
    """Return a sentence on the strategies of one player count: which wins most, as far as known."""
    players = strategies["players"][0]
    if not np.isfinite(strategies["win_rate"]).any():
        return f"{players} players: no games"
    best, *others = leaders(strategies)
    if len(strategies["strategy"]) == 1:
        return f"{players} players: {best} alone"
    if not others:
        rate = 100 * float(np.nanmax(strategies["win_rate"]))
        return f"{players} players: {best} wins most, {rate:.1f} %"
    if len(others) == 1:
        return f"{players} players: {best} or {others[0]} wins most"
    return f"{players} players: {best} or one of {len(others)} others wins most"


def leaders(strategies: Columns) -> list[str]:
    """Return the strategy that wins most, then those whose intervals overlap its own.

    Where there are no intervals it may be any of those that played.
    """
    played = np.isfinite(strategies["win_rate"])
    order = [i for i in np.argsort(-strategies["win_rate"], kind="stable") if played[i]]
    low, high = strategies["win_rate_low"], strategies["win_rate_high"]
    return [str(strategies["strategy"][i]) for i in order if not high[i] < low[order[0]]]


def best_first(strategies: Columns) -> list[str]:
    """Return the strategies by their mean win rate over player counts, in units of a fair share."""
    relative = np.nan_to_num(strategies["win_rate"] * strategies["players"])
    names = values(strategies["strategy"])
    mean = {name: np.mean(relative[strategies["strategy"] == name]) for name in names}
    return sorted(names, key=lambda name: -mean[name])
