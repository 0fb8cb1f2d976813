"""What matches came to, as tables: win rates, and what other parameters change on common deals."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np
from numpy.typing import NDArray

from forsale_sim.reports.matches.plan import BUILT_IN, Match
from forsale_sim.results.columns import Columns
from forsale_sim.results.deal_scores import DealScores
from forsale_sim.rows import WIN
from forsale_sim.stats.intervals import Interval, mean_interval, rate_interval
from forsale_sim.stats.paired import CrossSums, difference
from forsale_sim.stats.ratio import ClusterSums, Ratio, ratio

Integers = NDArray[np.int64]

KEYS = ("ruleset", "players", "player", "opponents", "games")


def strength_table(matches: Sequence[Match], wins: Sequence[Sequence[DealScores]]) -> Columns:
    """Return how often the player of each match wins, by ruleset."""
    rows = [
        _keys(match, cell) | _rate(_sums(won.win, match.plan.cells[cell].cell.seatings))
        for match, of_match in zip(matches, wins, strict=True)
        for cell, won in enumerate(of_match)
    ]
    names = (*KEYS, "win_rate", "win_rate_low", "win_rate_high", "deals")
    return _columns(names, rows)


def tuning_table(matches: Sequence[Match], wins: Sequence[Sequence[DealScores]]) -> Columns:
    """Return what is won by sets of parameters in games that they were not tuned for.

    Amid built-in strategies the change is from what the game's own set wins on the same deals; amid
    copies of that set from a fair share, which it would win.
    """
    own: dict[tuple[str, int], ClusterSums] = {}
    deals: dict[tuple[str, int], Integers] = {}
    rows = []
    for match, (scores,) in zip(matches, wins, strict=True):
        won = scores.win
        cell = match.plan.cells[0].cell
        sums, game = _sums(won, cell.seatings), (cell.ruleset, cell.players)
        if match.player == cell.ruleset:
            own[game], deals[game] = sums, won
            continue
        if match.opponents == BUILT_IN:
            change = difference(
                own[game], sums, _products(deals[game], won, cell.seatings), 1 / WIN
            )
        else:
            rate = ratio(sums, 1 / WIN)
            change = rate._replace(value=rate.value - 1 / cell.players)
        rows.append(_keys(match, 0) | _rate(sums) | _limits("change", change))
    limits = (f"{name}{end}" for name in ("win_rate", "change") for end in ("", "_low", "_high"))
    return _columns((*KEYS, *limits, "deals"), rows)


def _keys(match: Match, index: int) -> dict[str, object]:
    planned = match.plan.cells[index]
    return dict(
        zip(
            KEYS,
            (planned.cell.ruleset, match.players, match.player, match.opponents, planned.games),
            strict=True,
        )
    )


def _sums(won: Integers, seatings: int) -> ClusterSums:
    x, deals = won, len(won)
    total = x.sum()
    sums = (deals, seatings * deals, total, seatings**2 * deals, seatings * total, (x**2).sum())
    return ClusterSums(*(np.array([value]) for value in sums))


def _products(a: Integers, b: Integers, seatings: int) -> CrossSums:
    deals, n = len(a), seatings
    sums = deals, (a * b).sum(), n * a.sum(), n * b.sum(), n * n * deals
    return CrossSums(*(np.array([value]) for value in sums))


def _rate(sums: ClusterSums) -> dict[str, object]:
    rate = ratio(sums, 1 / WIN)
    return _with_ends("win_rate", rate, rate_interval(rate)) | {"deals": int(rate.clusters[0])}


def _limits(name: str, mean: Ratio) -> dict[str, object]:
    return _with_ends(name, mean, mean_interval(mean))


def _with_ends(name: str, estimate: Ratio, limits: Interval) -> dict[str, object]:
    ends = (estimate.value, limits.low, limits.high)
    return {
        f"{name}{end}": float(of[0]) for end, of in zip(("", "_low", "_high"), ends, strict=True)
    }


def _columns(names: Iterator[str] | Sequence[str], rows: Sequence[dict[str, object]]) -> Columns:
    return {name: np.array([row[name] for row in rows]) for name in names}
