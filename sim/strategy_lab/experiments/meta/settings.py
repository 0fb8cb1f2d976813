"""Settings of a meta-game: every multiset of the field's strategies, on common deals."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import permutations

import numpy as np

from strategy_lab.errors import UsageError
from strategy_lab.game import Ruleset
from strategy_lab.plugins.entrants import Entrant
from strategy_lab.results.accumulators import Cell
from strategy_lab.simulation.plan import Plan, PlannedCell, make_plan, period
from strategy_lab.stats.game_theory import Integers, members_of, multisets, number_of_multisets

MOST_MULTISETS = 10_000
"""Of a setting: what is kept of them has to fit in memory."""

MOST_GAMES = 10**9
"""Of a meta-game."""

BATCHES = 120
"""In about how many parts the deals of a setting are played at most."""

ORDERS_OF_EIGHT = (
    (1, 2, 3, 4, 5, 6, 7),
    (2, 1, 3, 5, 4, 7, 6),
    (3, 1, 4, 6, 2, 7, 5),
    (4, 1, 5, 7, 2, 6, 3),
    (5, 3, 6, 1, 7, 4, 2),
    (6, 5, 2, 4, 3, 7, 1),
    (7, 3, 2, 5, 1, 6, 4),
)
"""After player 0: round the table, each has each of the others on its left once. A search
found them; T. W. Tillson ("A Hamiltonian decomposition of K*_2m, 2m ≥ 8", *Journal of Combinatorial
Theory B* 29, 1980) showed that there are such orders for all even numbers from 8 on."""


@dataclass(frozen=True, slots=True)
class Setting:
    """The field by one ruleset, for one number of players.

    Deals are played in batches. In a batch every multiset plays the same deals, seated in one order
    under all rotations. The `orders` take turns: so every strategy has every other one on its left
    as often.
    """

    cell: Cell  # the rules and the field
    counts: Integers
    """(multisets, field): how often each strategy is in each multiset that is played. Those of one
    strategy alone are not: their players all have a fair share."""

    tables: Integers
    """(orders, multisets): at which of a plan's cells a multiset plays in each order."""

    rotations: Integers  # (orders, multisets): how many of its rotations differ
    batches: int
    batch_deals: int  # how many batches, and of how many deals

    @property
    def deals(self) -> int:
        return self.batches * self.batch_deals

    def first_deal(self, batch: int) -> int:
        return 1 + batch * self.batch_deals

    def order(self, batch: int) -> int:
        return batch % len(self.tables)

    def games(self, batches: Sequence[int]) -> Integers:
        """Return how many games each multiset plays in some batches."""
        orders = [self.order(batch) for batch in batches]
        return self.batch_deals * np.asarray(self.rotations[orders].sum(axis=0))


def make_settings(
    field: Sequence[Entrant],
    *,
    rulesets: Sequence[Ruleset],
    players: Sequence[int],
    seed: int,
    deals: int,
) -> tuple[Plan, tuple[Setting, ...]]:
    """Settle what a meta-game plays: a plan with a cell for every lineup, and its settings."""
    if len(field) == 1:
        raise UsageError(f"{field[0].name} alone is no game: name another strategy (--strategy)")
    if deals < 1:
        raise UsageError(f"the number of deals (--deals) must be at least 1, not {deals}")
    cells = make_plan(rulesets, field=field, players=players, seed=seed, games=1).cells
    sizes = [_batches(planned.cell.players, deals) for planned in cells]
    check_size([(len(planned.cell.field), planned.cell.players) for planned in cells], deals)
    tables: list[PlannedCell] = []
    settings = []
    for planned, (batches, batch_deals) in zip(cells, sizes, strict=True):
        setting, more = _setting(planned.cell, batches, batch_deals, len(tables))
        settings.append(setting)
        tables += more
    return Plan(tuple(field), seed, True, tuple(tables)), tuple(settings)


def orders(players: int) -> Sequence[tuple[int, ...]]:
    """Return in which orders players 1, 2, … sit down after player 0, who stays in its place.

    Up to six players sit down in all orders. Of seven and eight there would be thousands, and a few
    do in which everyone has everyone else on its left once.
    """
    if players == 7:
        return [tuple(step * place % 7 for place in range(1, 7)) for step in range(1, 7)]
    return ORDERS_OF_EIGHT if players == 8 else list(permutations(range(1, players)))


def _batches(players: int, deals: int) -> tuple[int, int]:
    """Return how many batches there are, and of how many deals."""
    ways = len(orders(players))
    batch_deals = -(-deals // BATCHES)
    return ways * -(-deals // (ways * batch_deals)), batch_deals


def check_size(
    tables: Sequence[tuple[int, int]],
    deals: int,
    fewer: str = "strategies, or fewer player counts (--players)",
) -> None:
    games = 0
    for strategies, players in tables:
        ways = number_of_multisets(strategies, players)
        seated = f"{strategies} strategies can sit down in {ways:,} ways among {players} players"
        if ways > MOST_MULTISETS:
            raise UsageError(
                f"{seated}, and at most {MOST_MULTISETS:,} can be played: name fewer {fewer}"
            )
        batches, batch_deals = _batches(players, deals)
        games += ways * players * batches * batch_deals
        if games > MOST_GAMES:
            raise UsageError(
                f"{seated}: with {batches * batch_deals:,} deals that makes {games:,} games, "
                f"and at most {MOST_GAMES:,} can be played: name fewer deals, fewer {fewer}"
            )


def _setting(
    cell: Cell, batches: int, batch_deals: int, first_table: int
) -> tuple[Setting, list[PlannedCell]]:
    """Return a setting, and the cells that it adds to a plan at an index."""
    counts = multisets(len(cell.field), cell.players)
    counts = counts[counts.max(axis=1) < cell.players]
    seated_in = orders(cell.players)
    lineups: dict[tuple[int, ...], int] = {}
    tables = np.empty((len(seated_in), len(counts)), np.int64)
    for column, seated in enumerate(map(members_of, counts)):
        for row, order in enumerate(seated_in):
            lineup = (seated[0], *(seated[place] for place in order))
            tables[row, column] = lineups.setdefault(lineup, len(lineups))
    rotations = np.array([period(lineup) for lineup in lineups])
    setting = Setting(cell, counts, tables + first_table, rotations[tables], batches, batch_deals)
    used = Counter(tables[[setting.order(batch) for batch in range(batches)]].ravel().tolist())
    cells = {
        seatings: Cell(cell.rules, cell.field, seatings) for seatings in set(rotations.tolist())
    }
    planned = [
        PlannedCell(cells[seatings], lineup, used[index] * batch_deals, 1)
        for (lineup, index), seatings in zip(lineups.items(), rotations.tolist(), strict=True)
    ]
    return setting, planned
