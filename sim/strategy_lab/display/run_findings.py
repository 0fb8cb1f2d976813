"""Findings of a run in words. All claims are corrected for the number of tests."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from strategy_lab.results.columns import Columns
from strategy_lab.results.tables import values
from strategy_lab.stats.corrections import HOLM, SIGNIFICANT
from strategy_lab.stats.equivalence import EQUIVALENCE_TEST
from strategy_lab.stats.estimators import AnytimeValid, Estimator
from strategy_lab.stats.gaps import GAP_INTERVAL
from strategy_lab.stats.intervals import RATE_TEST
from strategy_lab.stats.joint import JOINT_TEST
from strategy_lab.wording import with_unit

SEAT_RULE = f"Grey: not shown to differ from a fair share ({RATE_TEST}, {HOLM}, 5 % level)."
"""The rule that `excess` follows."""


def seat_finding(effect: Columns, players: int) -> str:
    """Return a sentence on whether and by how much the seats of one player count differ.

    `effect` is its row of ``seat_effect``, or has no row.
    """
    if not len(effect["seat_gap"]) or np.isnan(effect["seat_gap_high"][0]):
        return f"{players} players: too few deals to say anything about seats"
    row = {name: column[0] for name, column in effect.items()}
    margin = with_unit(f"{100 * row['matters']:g}", "point")
    if row["shown_small"]:
        verb = "differ, but by less than" if row["differs"] else "shown to be within"
        return f"{players} players: seats {verb} {margin}"
    low, middle, high = (
        f"{100 * row[name]:.1f}" for name in ("seat_gap_low", "seat_gap", "seat_gap_high")
    )
    if row["differs"]:
        return (
            f"{players} players: seat {row['best_seat']} wins {middle} points more than seat "
            f"{row['worst_seat']} ({low} to {high})"
        )
    return f"{players} players: seats not shown to differ; they may differ by up to {high} points"


def seat_notes(effects: Columns, estimator: Estimator) -> list[str]:
    """Return notes on the tests and intervals of ``seat_effect`` behind `seat_finding`."""
    notes = [
        "Seats are compared among these players; among others, another seat may win most.",
        f"Test whether seats differ: {JOINT_TEST}, {HOLM}, 5 % level.",
        f"Difference between two seats: {GAP_INTERVAL}.",
    ]
    if effects["shown_small"].any():
        notes.append(
            f"Test whether seats are within a margin: {EQUIVALENCE_TEST}, {HOLM}, 5 % level."
        )
    if isinstance(estimator, AnytimeValid):
        notes.append("These are valid only if the number of deals was fixed in advance.")
    return notes


def excess(seats: Columns, effect: Columns) -> NDArray[np.float64]:
    """Return by how much seats' win rates differ from a fair share; 0 where it may be chance.

    Takes the rows of ``by_seat`` and ``seat_effect`` of one player count: unless the joint test
    shows that seats differ, none of them is said to.
    """
    significant = effect["differs"].any() & (seats["p_fair_adjusted"] <= SIGNIFICANT)
    return np.where(significant, seats["win_rate"] - 1 / seats["players"], 0.0)


def strategy_finding(strategies: Columns) -> str:
    """Return a sentence on which strategy wins most with one player count, as far as known."""
    players = strategies["players"][0]
    if not np.isfinite(strategies["win_rate"]).any():
        return f"{players} players: no games"
    best, *others = leaders(strategies)
    if len(strategies["strategy"]) == 1:
        return f"{players} players: only {best} plays"
    if not others:
        rate = 100 * float(np.nanmax(strategies["win_rate"]))
        return f"{players} players: {best} wins most, {rate:.1f} %"
    if len(others) == 1:
        return f"{players} players: {best} or {others[0]} wins most"
    return f"{players} players: {best} or one of {len(others)} others wins most"


def leaders(strategies: Columns) -> list[str]:
    """Return the strategy that wins most, then those whose intervals overlap its own.

    Without intervals these are all that played.
    """
    played = np.isfinite(strategies["win_rate"])
    order = [i for i in np.argsort(-strategies["win_rate"], kind="stable") if played[i]]
    low, high = strategies["win_rate_low"], strategies["win_rate_high"]
    return [str(strategies["strategy"][i]) for i in order if not high[i] < low[order[0]]]


def best_first(strategies: Columns) -> list[str]:
    """Return the strategies, ordered by their mean win rate relative to a fair share."""
    relative = np.nan_to_num(strategies["win_rate"] * strategies["players"])
    names = values(strategies["strategy"])
    mean = {name: np.mean(relative[strategies["strategy"] == name]) for name in names}
    return sorted(names, key=lambda name: -mean[name])
