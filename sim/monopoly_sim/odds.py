"""Who wins from a position, and what each of its trades would change."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray
from strategy_lab.errors import StrategyError
from strategy_lab.plugins.entrants import Entrant
from strategy_lab.rows import whole_win
from strategy_lab.stats import intervals

from monopoly_sim.positions import Position, after_trade, finished, state_of
from monopoly_sim.reference.table import Table, net_worth
from monopoly_sim.reference.trace import offered
from monopoly_sim.rows import ROW


class Odds:
    """Who wins from a table on, by playing it on with many dice: the same for every table."""

    def __init__(self, lineup: Sequence[Entrant], seed: int) -> None:
        from strategy_lab.display.progress import getting_ready
        from strategy_lab.plugins.compiling import compile_field

        self._lineup, self._seed, self._is_checked = lineup, seed, False
        with getting_ready():
            self._field = compile_field(lineup)

    def wins(self, table: Table, games: int) -> NDArray[np.int64]:
        """Return each seat's parts of the win in each of so many games: (games, players)."""
        from monopoly_sim.engine.state import new_state
        from monopoly_sim.engine.turns import play_on

        players, rows = table.rules.players, np.zeros(games, ROW)
        start = state_of(table)
        start["seed"] = self._seed
        lineup = np.arange(players, dtype=np.uint8)
        functions, arguments = self._field.functions, self._field.arguments
        scratch = new_state(table.rules, self._seed)
        played = play_on(start, scratch, functions, arguments, lineup, 1, rows)
        if played < games or not self._is_checked:
            deal = 1 + played if played < games else 1
            plain = finished(table, self._lineup, self._seed, deal)  # raises what a strategy raises
            if played < games or not np.array_equal(plain["win"], rows[0]["win"]):
                raise StrategyError(
                    f"compiled code plays on in another way than plain Python (game {deal}): try "
                    "each strategy with monopoly-sim check"
                )
            self._is_checked = True
        return np.asarray(rows["win"][:, :players], np.int64)


def odds_of(position: Position, games: int, seed: int) -> dict[str, Any]:
    """Return who wins from a position: by seat, and after each of its trades on the same dice.

    Rates and changes are shares of the win, each with the limits of its 95 % interval.
    """
    odds, table = Odds(position.lineup, seed), position.table
    before = odds.wins(table, games)
    trades = []
    for seat, trade in position.trades:
        after = after_trade(table, position.lineup, seat, trade)
        wins = odds.wins(after, games)
        trades.append(
            {
                "agreed": offered(table.rules, seat, trade),
                "seats": _seats(position, after, wins, before),
            }
        )
    return {
        "ruleset": table.rules.ruleset,
        "games": games,
        "seed": seed,
        "seats": _seats(position, table, before),
        "trades": trades,
    }


def _seats(
    position: Position,
    table: Table,
    wins: NDArray[np.int64],
    before: NDArray[np.int64] | None = None,
) -> list[dict[str, Any]]:
    rate = _shares(wins)
    columns: dict[str, tuple[NDArray[np.float64], ...]] = {
        "win_rate": (rate.value, *intervals.rate_interval(rate))
    }
    if before is not None:
        columns["change"] = changes(wins, before)
    return [
        {
            "seat": seat,
            "strategy": entrant.name,
            "cash": table.cash[seat],
            "worth": net_worth(table, seat),
            **{
                f"{name}{limit}": float(values[seat - 1])
                for name, triple in columns.items()
                for limit, values in zip(("", "_low", "_high"), triple, strict=True)
            },
        }
        for seat, entrant in enumerate(position.lineup, start=1)
    ]


def changes(wins: NDArray[np.int64], before: NDArray[np.int64]) -> tuple[NDArray[np.float64], ...]:
    """Return how shares of the win change from `before`, by seat, with their 95 % limits."""
    change = _shares(wins - before)
    return change.value, *intervals.mean_interval(change)


def _shares(parts: NDArray[np.int64]) -> intervals.Ratio:
    count, players = parts.shape
    games, x = np.full(players, count), parts.sum(axis=0)
    sums = intervals.ClusterSums(games, games, x, games, x, (parts**2).sum(axis=0))
    return intervals.ratio(sums, 1 / whole_win(players))
