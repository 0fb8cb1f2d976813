"""Sentences on a ranking: the highest rated, what ratings miss, and cycles."""

from __future__ import annotations

import numpy as np

from strategy_lab.display.number_text import decimals_for, half_widths, number
from strategy_lab.results.columns import Columns
from strategy_lab.results.tables import values, where
from strategy_lab.wording import counted, listed

CYCLE_RULE = "Cycles are named where the 95 % interval of every leg is above one half."

MOST_CYCLES = 3
"""Named for each player count."""

UNBOUNDED = (
    "how far apart they are is not known, and their ratings rest on the prior, a tie of each with "
    "an imaginary player: play more games"
)


def best_rated_first(ratings: Columns) -> list[str]:
    """Return the strategies by their mean rating."""
    rating = np.nan_to_num(ratings["rating"])
    names = values(ratings["strategy"])
    mean = {name: np.mean(rating[ratings["strategy"] == name]) for name in names}
    return sorted(names, key=lambda name: -mean[name])


def top_rated(ratings: Columns) -> list[str]:
    """Return the best rated strategy of a cell, then those whose intervals overlap its own.

    None where there are no intervals.
    """
    order = np.argsort(-ratings["rating"], kind="stable")
    low, high = ratings["rating_low"], ratings["rating_high"]
    best = low[order[0]]
    return [str(ratings["strategy"][i]) for i in order if high[i] >= best]


def leading_finding(ratings: Columns) -> str:
    """Return which strategies rate highest for how many players, by one ruleset."""
    counts: dict[str, list[str]] = {}
    for players in values(ratings["players"]):
        best = top_rated(where(ratings, players=players))
        leading = {0: "not known", 1: "{}", 2: "{} or {}"}.get(len(best), f"one of {len(best)}")
        counts.setdefault(leading.format(*best), []).append(str(players))
    if len(counts) > 1:
        parts = [f"{leading} for {listed(numbers)}" for leading, numbers in counts.items()]
        return f"Highest rated: {'; '.join(parts)} players"
    ((leading, numbers),) = counts.items()
    return f"Highest rated: {leading} for {listed(numbers)} players"


def doubt_finding(ratings: Columns) -> str | None:
    """Return why the ratings of a cell cannot be trusted; None if they can be."""
    cell = f"{ratings['players'][0]} players"
    if np.isnan(ratings["rating"]).any():
        return (
            f"{cell}: not rated, because some strategies never met others, not even through third "
            "ones: play more games"
        )
    if ratings["group"].max() > 1:
        groups = values(np.sort(ratings["group"]))
        named = [", ".join(where(ratings, group=group)["strategy"].tolist()) for group in groups]
        order = " | ".join(named)
        return f"{cell}: no strategy ever finished behind one further right: {order}; {UNBOUNDED}"
    if np.isnan(ratings["rating_low"]).any():
        return f"{cell}: too few games for intervals; {UNBOUNDED}"
    return None


def misfit_finding(meetings: Columns) -> str | None:
    """Return the pair of a cell that ratings fit worst; None if all are within their intervals."""
    rate, expected = meetings["ahead_rate"], meetings["ahead_expected"]
    low, high = meetings["ahead_rate_low"], meetings["ahead_rate_high"]
    missed = ((expected < low) | (expected > high)) & (rate >= expected)
    if not missed.any():
        return None
    worst = int(np.argmax(np.where(missed, rate - expected, 0)))
    decimals = decimals_for(100 * half_widths(rate, low, high))
    share, expected_share = (number(100 * x[worst], decimals) for x in (rate, expected))
    return (
        f"{meetings['players'][0]} players: ratings fit worst for "
        f"{meetings['strategy'][worst]} ahead of {meetings['opponent'][worst]}: "
        f"{share} %, where they expect {expected_share} %"
    )


def cycle_findings(cycles: Columns, players: int) -> list[str]:
    """Return a sentence for each cycle of a cell, or one that there is none."""
    named = where(cycles, players=players)["cycle"].tolist()
    if not named:
        return [f"{players} players: no cycle shown"]
    more = len(named) - MOST_CYCLES
    sentences = [f"{players} players: {cycle}" for cycle in named[:MOST_CYCLES]]
    if more > 0:
        sentences.append(f"{players} players: and {counted(more, 'more cycle')}")
    return sentences
