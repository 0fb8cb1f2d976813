"""GameRows made of random numbers: no game is played, but they hang together like games'."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from forsale_sim.measures import MEASURES
from forsale_sim.records import GameRows
from forsale_sim.rules.ruleset import Rules
from numpy.typing import NDArray
from strategy_lab.results.accumulators import Cell
from strategy_lab.results.measures import Tally
from strategy_lab.results.tables import columns_with, tables_with
from strategy_lab.rows import whole_win

from tests.support.players import empty_rows

CHEQUES = tuple(sorted([0, *range(2, 16)] * 2))
COLUMNS, TABLES = columns_with(MEASURES), tables_with(MEASURES)
"""Of the tables of For Sale."""

COINS = {3: 28, 4: 21, 5: 16, 6: 14, 7: 12, 8: 10}
REMOVED = {4: 2, 7: 2, 8: 6}
FIELD = ("expert", "linear", "miser", "random", "spread:share=0.3")


def made_cell(
    players: int = 4,
    field: tuple[str, ...] = FIELD,
    seatings: int | None = None,
    ruleset: str = "iello-en",
) -> Cell:
    rules = Rules(
        ruleset=ruleset,
        players=players,
        houses=tuple(range(1, 31)),
        cheques=CHEQUES,
        coins=(COINS[players],) * players,
        removed=REMOVED.get(players, 0),
        houses_per_round=players,
        raise_="strict",
        refund="down",
    )
    return Cell(rules, field, players if seatings is None else seatings)


def made_rows(
    cell: Cell,
    deals: int,
    seed: int = 0,
    *,
    skill: float = 0.0,
    first_seat: float = 0.0,
    first_deal: int = 1,
) -> GameRows:
    """GameRows of a run: lineups drawn from the field, every deal under every seating.

    `skill` is how much more money each strategy makes than the next one of the field, `first_seat`
    how much more seat 1 makes than the others.
    """
    random = np.random.default_rng(seed)
    players, games = cell.players, deals * cell.seatings
    rows = empty_rows(deals, players, seatings=cell.seatings, first_deal=first_deal, detail=True)
    lineups = np.zeros((deals, players), int)
    for lineup in lineups:
        lineup[:] = drawn(random, len(cell.field), players)
    for seating in range(cell.seatings):
        rows.strategy[seating :: cell.seatings] = np.roll(lineups, -seating, axis=1)
    luck = np.repeat(random.normal(0, 3, (deals, players)), cell.seatings, axis=0)
    money = 50 + luck + random.normal(0, 5, (games, players)) - skill * rows.strategy.astype(float)
    money[:, 0] += first_seat
    rows.coins[:] = random.integers(0, 4, (games, players))
    cheques = np.clip(money, 0, min(100, int(cell.rules.most_score) - 3)).astype(int)
    rows.score[:] = rows.coins + cheques
    rows.turns[:], rows.decisions[:], rows.watched[:] = random.integers(0, 99, (3, games))
    rank(rows)
    rows.buyer[:] = random.integers(0, players + 1, rows.buyer.shape)
    rows.price[:] = np.where(rows.buyer > 0, random.integers(0, 9, rows.buyer.shape), 0)
    rows.cheque[:] = np.where(rows.buyer > 0, random.integers(0, 16, rows.buyer.shape), 0)
    rows.bought[:] = np.where(rows.buyer > 0, random.integers(1, 7, rows.buyer.shape), 0)
    rows.sold[:] = np.where(rows.buyer > 0, random.integers(1, 7, rows.buyer.shape), 0)
    return rows


def part_of(rows: GameRows, first: int, after: int) -> GameRows:
    """The deals from one on, counted from 0, and before another."""
    games = slice(first * rows.seatings, after * rows.seatings)
    return replace(
        rows,
        data=rows.data[games],
        detail=rows.detail[games],
        first_deal=rows.first_deal + first,
    )


def drawn(random: np.random.Generator, field: int, players: int) -> NDArray[np.int64]:
    """A lineup in which no strategy sits twice before every other sits once."""
    rounds = [random.permutation(field) for _ in range(-(-players // field))]
    return np.concatenate(rounds)[:players]


def rank(rows: GameRows) -> None:
    """Fill in places and win shares by money and coins."""
    score = rows.score.astype(int) * 1000 + rows.coins
    rows.place[:] = 1 + (score[:, None, :] > score[:, :, None]).sum(axis=2)
    winners = rows.place == 1
    shares = whole_win(rows.players) // winners.sum(axis=1, keepdims=True)
    rows.win[:] = np.where(winners, shares, 0)


def made_tally(cell: Cell, deals: int, seed: int = 0, **tendencies: float) -> Tally:
    tally = Tally.empty(cell, MEASURES)
    tally.count([made_rows(cell, deals, seed, **tendencies)])
    return tally
