"""What two rulesets are compared by, each as a ratio of two of the sums that a deal comes to.

===============================  ==================  ===============================================
measure                          for each            what it is
===============================  ==================  ===============================================
``win_rate``                     seat; strategy      share of the win
``seat_gap``                     game                win rates: best seat less worst
``money``                        game; seat          money of a player at the end
``coins_left``                   game                coins that all players have left
``coins_lost``                   game                coins that all players have lost in auctions
``coins_lost_to_passes``         game                those that were lost by passing with a bid
``price``                        house               coins that its buyer lost for it
``margin``                       game                money of the best less that of the second
``level_games``                  game                whether the most money is held by several
``shared_wins``                  game                whether these have the same coins, too
``money_share``                  seat                share of the money of all players
``coins_lost_share``             game                share of the coins brought
``coins_lost_to_passes_share``   game                share of the coins brought
``price_share``                  house               share of the coins brought
``margin_share``                 game                share of the money of all players
===============================  ==================  ===============================================

Shares are for rulesets whose amounts are not alike: their cards or coins differ.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from forsale_sim.results.paired.counting import (
    BROUGHT,
    GAMES,
    LEFT,
    LEVEL,
    LOST,
    MARGIN,
    MONEY,
    PASSED,
    SHARED,
)
from forsale_sim.results.paired.deal_sums import Places
from forsale_sim.rows import whole_win
from forsale_sim.rules.parameters import Rules

RATES, AMOUNTS, RANKS = "rates", "amounts", "ranks"
"""Kinds of measures: fractions, thousands, and places in an order."""


@dataclass(frozen=True, slots=True)
class Measure:
    """A quantity under either ruleset.

    Attributes
    ----------
    name
        As in the table above.
    kind
        `RATES` or `AMOUNTS`.
    x, n
        Where among the sums of a deal the quantity and its observations are.
    unit
        What one of x stands for.
    largest
        The largest difference that a deal can show.
    seat, strategy, house
        What it is about, if not about whole games; the strategy as an index into the field.
    """

    name: str
    kind: str
    x: int
    n: int
    unit: float
    largest: float
    seat: int | None = None
    strategy: int | None = None
    house: int | None = None


def on_common_deals(a: Rules, b: Rules) -> bool:
    """Return whether games by both rules can be played with the same cards.

    A deal's cards are drawn by their places in the decks, so it takes decks of one size. Whatever
    is removed is not dealt, but changes no other card.
    """
    return len(a.houses) == len(b.houses)


def alike(a: Rules, b: Rules) -> bool:
    """Return whether amounts of money and coins mean the same by both rules."""
    return (a.houses, a.cheques, a.coins) == (b.houses, b.cheques, b.coins)


def measures(a: Rules, b: Rules, strategies: int) -> tuple[Measure, ...]:
    """Return what two rules are compared by."""
    places = Places(a.players, strategies)
    found = [*_wins(a.players, strategies, places)]
    coins = max(sum(a.coins), sum(b.coins))
    if on_common_deals(a, b):
        money = coins + max(sum(a.cheques), sum(b.cheques))
        found += _amounts(a.players, places, money, coins)
        found += _prices("price", AMOUNTS, a, b, places)
    if not alike(a, b):
        found += _shares(a.players, places)
        found += _prices("price_share", RATES, a, b, places)
    return tuple(found)


def strategy_wins(players: int, strategies: int) -> tuple[Measure, ...]:
    """Return the win rates of all strategies; none where there is but one."""
    places = Places(players, strategies)
    return tuple(
        Measure(
            "win_rate",
            RATES,
            places.strategy_win(strategy),
            places.strategy_games(strategy),
            unit=1 / whole_win(players),
            largest=1.0,
            strategy=strategy,
        )
        for strategy in range(strategies)
        if strategies > 1
    )


def _wins(players: int, strategies: int, places: Places) -> Iterator[Measure]:
    part = 1 / whole_win(players)
    for seat in range(1, players + 1):
        yield Measure("win_rate", RATES, places.win(seat), GAMES, part, 1.0, seat=seat)
    yield from strategy_wins(players, strategies)
    yield Measure("level_games", RATES, LEVEL, GAMES, 1.0, 1.0)
    yield Measure("shared_wins", RATES, SHARED, GAMES, 1.0, 1.0)


def _amounts(players: int, places: Places, money: float, coins: float) -> Iterator[Measure]:
    yield Measure("money", AMOUNTS, MONEY, GAMES, 1 / players, money / players)
    for seat in range(1, players + 1):
        yield Measure("money", AMOUNTS, places.money(seat), GAMES, 1.0, money, seat=seat)
    yield Measure("coins_left", AMOUNTS, LEFT, GAMES, 1.0, coins)
    yield Measure("coins_lost", AMOUNTS, LOST, GAMES, 1.0, coins)
    yield Measure("coins_lost_to_passes", AMOUNTS, PASSED, GAMES, 1.0, coins)
    yield Measure("margin", AMOUNTS, MARGIN, GAMES, 1.0, money)


def _shares(players: int, places: Places) -> Iterator[Measure]:
    for seat in range(1, players + 1):
        yield Measure("money_share", RATES, places.money(seat), MONEY, 1.0, 1.0, seat=seat)
    yield Measure("coins_lost_share", RATES, LOST, BROUGHT, 1.0, 1.0)
    yield Measure("coins_lost_to_passes_share", RATES, PASSED, BROUGHT, 1.0, 1.0)
    yield Measure("margin_share", RATES, MARGIN, MONEY, 1.0, 1.0)


def _prices(name: str, kind: str, a: Rules, b: Rules, places: Places) -> Iterator[Measure]:
    """Yield the prices of all houses, where both decks have the same."""
    if a.houses != b.houses:
        return
    for house in a.houses:
        paid = places.paid(house)
        if kind == AMOUNTS:
            largest = float(max(*a.coins, *b.coins))
            yield Measure(name, kind, paid, places.dealt(house), 1.0, largest, house=house)
        else:
            yield Measure(name, kind, paid, BROUGHT, 1.0, 1.0, house=house)
