r"""Economies to tables: estimates with their intervals, as plain columns.

What decides who wins is found by an analysis of variance of win shares. A deal is played with every
rotation of its :math:`n` players, so its :math:`n^2` win shares are a Latin square: games, seats,
players. What seats and players of a deal explain is counted less what they would explain by chance,
as the mean square of the rest says (:math:`\varepsilon^2`: Kelley, "An unbiased correlation ratio
measure", *PNAS* 21, 1935). The games of a deal explain nothing: each has one win to share.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from forsale_sim.results.cell import Cell
from forsale_sim.results.economy import counting
from forsale_sim.results.economy.tally import Economy
from forsale_sim.results.tally import Tally
from forsale_sim.rows import WIN
from forsale_sim.stats.intervals import Interval, mean_interval, rate_interval
from forsale_sim.stats.ratio import ClusterSums, Ratio, ratio
from forsale_sim.stats.student import t_quantile

if TYPE_CHECKING:
    from forsale_sim.results.columns import Columns, Tables

PARTS = ("strategy", "opponents and cards", "seat in the deal", "the rest")
"""What win shares are decided by: the strategy as such; how it does with these opponents and cards
wherever it sits; what this seat of this deal is worth; and all else."""

MEASURES = {
    "margin": (counting.MARGIN, False),
    "level_share": (counting.LEVEL, True),
    "shared_share": (counting.SHARED, True),
    "lost_winning": (counting.WON, False),
    "lost_passing": (counting.PASSED, False),
    "coins_left": (counting.LEFT, False),
}
"""Measures of games: which quantity, and whether it is a rate."""


def economy_tables(results: Mapping[Cell, tuple[Tally, Economy]]) -> Tables:
    """Return the tables of what cells came to: by house, by game, by standing and of luck."""
    blocks: dict[str, Callable[[Cell, Tally, Economy], Columns]] = {
        "prices": _prices,
        "games": _games,
        "standings": _standings,
        "luck": _luck,
    }
    found = {}
    for name, block in blocks.items():
        rows = [block(cell, *counted) for cell, counted in results.items()]
        found[name] = {key: np.concatenate([part[key] for part in rows]) for key in rows[0]}
    return found


def _keys(cell: Cell, rows: int) -> Columns:
    return {"ruleset": np.repeat([cell.ruleset], rows), "players": np.repeat([cell.players], rows)}


def _with_limits(name: str, estimate: Ratio, limits: Interval) -> Columns:
    return {name: estimate.value, f"{name}_low": limits.low, f"{name}_high": limits.high}


def _prices(cell: Cell, tally: Tally, economy: Economy) -> Columns:
    houses = economy.houses[np.array(cell.rules.houses) - 1]
    d, n, p, c = (houses[name] for name in ("deals", "n", "p", "c"))
    columns = _keys(cell, len(houses)) | {"house": np.array(cell.rules.houses), "games": n}
    for name, sums in (
        ("price", ClusterSums(d, n, p, houses["nn"], houses["pn"], houses["pp"])),
        ("cheque", ClusterSums(d, n, c, houses["nn"], houses["cn"], houses["cc"])),
        ("per_coin", ClusterSums(d, p, c, houses["pp"], houses["cp"], houses["cc"])),
    ):
        mean = ratio(sums)
        columns |= _with_limits(name, mean, mean_interval(mean))
    return columns | {"deals": d}


def _games(cell: Cell, tally: Tally, economy: Economy) -> Columns:
    columns = _keys(cell, 1) | {"games": np.array([tally.games])}
    deals = economy.deals[None]
    for name, (index, is_rate) in MEASURES.items():
        x, xx = economy.games[[index]], economy.games2[[index], [index]]
        n = cell.seatings
        mean = ratio(ClusterSums(deals, n * deals, x, n * n * deals, n * x, xx))
        columns |= _with_limits(name, mean, (rate_interval if is_rate else mean_interval)(mean))
    return columns | {"deals": deals}


def _standings(cell: Cell, tally: Tally, economy: Economy) -> Columns:
    found = economy.standings
    names = ("deals", "n", "x", "nn", "xn", "xx")
    rate = ratio(ClusterSums(*(found[name] for name in names)), unit=1 / WIN)
    columns = _keys(cell, cell.players) | {"standing": np.arange(1, cell.players + 1)}
    columns |= {"games": found["n"]} | _with_limits("win_rate", rate, rate_interval(rate))
    return columns | {"deals": found["deals"]}


def _luck(cell: Cell, tally: Tally, economy: Economy) -> Columns:
    n, deals = cell.players, int(economy.deals)
    if cell.seatings != n:  # one strategy alone: there is nobody to sit in another's seat
        empty: Columns = {"part": np.array([], "<U30"), "games": np.array([], np.int64)}
        limits: Columns = {f"share{end}": np.array([]) for end in ("", "_low", "_high")}
        return _keys(cell, 0) | empty | limits | {"deals": np.array([], np.int64)}
    # Sums of squares as weights of 1 (a deal) and of its three sums of squares of win shares.
    whole = float(WIN**2)
    total = np.array([-whole, 1, 0, 0])
    seat, player = np.array([-whole, 0, 1 / n, 0]), np.array([-whole, 0, 0, 1 / n])
    noise = (total - seat - player) / (n - 2)
    sums = np.array([deals, *economy.luck], float)
    products = np.block(
        [[np.array([[deals]]), economy.luck[None]], [economy.luck[:, None], economy.luck2]]
    ).astype(float)
    of_all = float(total @ sums)
    strategy, doubt = _strategies(tally, n, deals, of_all)
    shares, arms = [strategy], [doubt]
    for index, weights in enumerate(
        (player - noise, seat - noise, total - player - seat + 2 * noise)
    ):
        share = float(weights @ sums) / of_all
        residual = weights - share * total
        squares = float(residual @ products @ residual)
        variance = deals / (deals - 1) * max(squares, 0.0) if deals > 1 else np.nan
        half = float(t_quantile(0.975, np.array([deals - 1]))[0]) * np.sqrt(variance) / of_all
        shares.append(share - strategy if index == 0 else share)
        arms.append(half + doubt if index == 0 else half)
    parts, half = np.array(shares), np.array(arms)
    return _keys(cell, len(PARTS)) | {
        "part": np.array(PARTS, "<U30"),
        "games": np.full(len(PARTS), tally.games),
        "share": parts,
        "share_low": parts - half,
        "share_high": parts + half,
        "deals": np.full(len(PARTS), deals),
    }


def _strategies(tally: Tally, players: int, deals: int, of_all: float) -> tuple[float, float]:
    """Return what strategies explain as such, and a bound on how far that may be off.

    The half-widths of all strategies' win rates are added up as if all erred the same way.
    """
    records = tally.strategies
    n = tally.money.sum(axis=(1, 2))
    names = ("games_games", "win_games", "win_win")
    sums = ClusterSums(
        records["deals"], n, tally.pairs["win"].sum(axis=1), *(records[name] for name in names)
    )
    rate = ratio(sums)
    seen: NDArray[np.bool_] = n > 0
    away = rate.value[seen] - WIN / players
    half = (mean_interval(rate).high - rate.value)[seen]
    explained = float(np.sum(n[seen] * away**2)) / of_all
    return explained, float(np.sum(2 * n[seen] * np.abs(away) * half)) / of_all
