"""What tables show, in words: claims that hold when one knows how many were looked at."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from forsale_sim.results.tables import Columns, values
from forsale_sim.stats.corrections import HOLM, SIGNIFICANT
from forsale_sim.stats.equivalence import EQUIVALENCE_TEST
from forsale_sim.stats.estimators import AnytimeValid, Estimator
from forsale_sim.stats.intervals import RATE_TEST
from forsale_sim.stats.joint import JOINT_TEST
from forsale_sim.stats.pairwise import LARGEST_INTERVAL

SEAT_RULE = f"Grey: not shown to differ from a fair share ({RATE_TEST}, {HOLM}, 5 % level)."
"""How `excess` comes to what it returns."""


def seat_finding(effect: Columns, players: int) -> str:
    """Return a sentence on the seats of one player count: whether they differ, and by how much.

    Parameters
    ----------
    effect
        Its row of ``seat_effect``, if there is one.
    players
        The player count.
    """
    if not len(effect["effect"]) or np.isnan(effect["effect_high"][0]):
        return f"{players} players: too few deals to say anything about seats"
    row = {name: column[0] for name, column in effect.items()}
    margin = f"{100 * row['margin']:g} points"
    if row["shown_small"]:
        shown = "differ, but by less than" if row["differs"] else "shown to be within"
        return f"{players} players: seats {shown} {margin}"
    low, middle, high = (
        f"{100 * row[name]:.1f}" for name in ("effect_low", "effect", "effect_high")
    )
    if row["differs"]:
        return (
            f"{players} players: seat {row['best_seat']} wins {middle} points more than seat "
            f"{row['worst_seat']} ({low} to {high})"
        )
    return f"{players} players: seats not shown to differ; they may, by up to {high} points"


def seat_notes(effects: Columns, estimator: Estimator) -> list[str]:
    """Return how `seat_finding` comes to what it says of rows of ``seat_effect``.

    Parameters
    ----------
    effects
        The rows.
    estimator
        Whose intervals the other tables have.
    """
    notes = [
        f"Seats shown to differ: {JOINT_TEST}, {HOLM}, 5 % level.",
        f"Points between two seats: {LARGEST_INTERVAL}.",
    ]
    if effects["shown_small"].any():
        notes.append(f"Shown to be within a margin: {EQUIVALENCE_TEST}, {HOLM}, 5 % level.")
    if isinstance(estimator, AnytimeValid):
        notes.append("These are meant for numbers of deals that were settled beforehand.")
    return notes


def excess(seats: Columns, effect: Columns) -> NDArray[np.float64]:
    """Return by how much seats' win rates differ from a fair share; 0 where it may be chance.

    Parameters
    ----------
    seats
        The rows of ``by_seat`` of one player count.
    effect
        Its row of ``seat_effect``, if there is one: without a difference between seats, none of
        them differs.
    """
    shown = effect["differs"].any() & (seats["p_fair_adjusted"] <= SIGNIFICANT)
    return np.where(shown, seats["win_rate"] - 1 / seats["players"], 0.0)


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
