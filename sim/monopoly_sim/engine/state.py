"""The state of a game in memory, and the rules in it: made without numba.

Arrays by seat have an entry 0 for the bank.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray
from strategy_lab.compiled.caching import shuffle_batches
from strategy_lab.rows import MAX_SEATS

from monopoly_sim.reference.view import SQUARES
from monopoly_sim.rows import DETAIL
from monopoly_sim.rules.board import Code, Kind
from monopoly_sim.rules.ruleset import Parameters, Rules

SEATS = MAX_SEATS + 1
CARDS = 64
"""The length of arrays by place in a deck: a power of two, so that a deck can go round in it."""
DECKS = 2
BATCHES = 16
TRADE = 6  # the numbers of a trade

DECISIONS = 9

CHOICES = {
    "windows": ("every_roll", "own_turn"),
    "auction": ("limits", "open", "none"),
    "scarce": ("auction", "seat_order"),
    "interest_rounding": ("up", "down"),
    "speed_die_from": ("next_turn", "next_roll"),
}
"""Rules that are one of some words: what the kernel reads is the place of the word."""

BY_COUNT = ("railway_rents", "utility_factors")
"""Rules that are lists, by how many a player owns, from 1."""

NUMBERS = tuple(key for key in Parameters.model_fields if key not in BY_COUNT)

BY_SQUARE = (
    *("kinds", "prices", "mortgages", "house_prices", "taxes", "group_of", "groups", "group"),
)
"""What a `Board` has of each square, or of each group."""

OF_BOARD = ("size", "jail", "deeds", "railways", "utilities")

BOARD = np.dtype(
    [
        *((key, np.int64) for key in OF_BOARD),
        *((key, np.int64, SQUARES) for key in BY_SQUARE),
        ("rents", np.int64, (SQUARES, 6)),
        ("group_rents", np.int64, (SQUARES, 6)),
    ],
    align=True,
)

RULES = np.dtype(
    [
        *((key, np.int64) for key in NUMBERS),
        *((key, np.int64, SQUARES) for key in BY_COUNT),
        ("players", np.int64),
        ("start_cash", np.int64, SEATS),
        ("board", BOARD),
        ("income_tax", np.int64),  # the square that may take a share of a player's worth
        ("number_of_groups", np.int64),
        ("interest", np.int64, SQUARES),
        # By deck.
        ("cards", np.int64, DECKS),
        ("jail_free", np.int64, DECKS),  # a card that opens the jail
        ("code", np.int64, (DECKS, CARDS)),
        ("amount", np.int64, (DECKS, CARDS)),
        ("hotel", np.int64, (DECKS, CARDS)),
        ("batches", np.uint64, (DECKS, BATCHES, 3)),  # how a deck is shuffled
    ],
    align=True,
)
"""A ruleset for a number of players: its parameters, the board as `Board` has it, the decks."""

STATE = np.dtype(
    [
        ("rules", RULES),
        # What `Table` has, and under the same names.
        ("cash", np.int64, SEATS),
        ("pot", np.int64),
        ("position", np.int64, SEATS),
        ("deeds", np.int64, SEATS),
        ("owner", np.int64, SQUARES),
        ("mortgaged", np.int64),
        ("level", np.int64, SQUARES),
        ("houses", np.int64),
        ("hotels", np.int64),
        ("jail", np.int64, SEATS),
        ("speed", np.int64, SEATS),
        ("alive", np.int64),
        ("rolls", np.int64, SEATS),
        ("thrown", np.int64),
        ("throws", np.int64),
        ("touched", np.int64),
        ("refused", np.int64, (SEATS, TRADE)),
        ("received", np.int64),
        ("round", np.int64),
        ("turn", np.int64),
        ("quiet_since", np.int64),
        ("ending", np.int64),
        # By seat, the streets of whole groups, and those that are the last missing of others.
        ("whole", np.int64, SEATS),
        ("missing", np.int64, SEATS),
        # The set of streets that have buildings; when players went bankrupt, from 1.
        ("built", np.int64),
        ("out", np.int64, SEATS),
        ("bankrupt", np.int64),
        # A deck goes round in its array: ``left`` cards from place ``top`` on. Cards that open the
        # jail are alike, so it is enough how many of a deck a player holds.
        ("order", np.int64, (DECKS, CARDS)),
        ("top", np.int64, DECKS),
        ("left", np.int64, DECKS),
        ("held", np.int64, (DECKS, SEATS)),
        # What a player is asked about, and a trade that is proposed or offered.
        ("asked", np.int64, 2),
        ("least_bid", np.int64),
        ("trade", np.int64, TRADE),
        ("offer", np.int64, TRADE),
        ("decision", np.int64),
        ("seat", np.int64),
        # Random words.
        ("players", np.int64),
        ("seed", np.uint64),
        ("deal", np.uint64),
        ("seating", np.uint64),
        ("deal_key", np.uint64),
        ("game_key", np.uint64),
        ("decision_seed", np.uint64, SEATS),
        ("drawing", np.uint64),
        ("draws", np.uint64),
        ("dice_key", np.uint64, SEATS),
        ("dealt", np.int64, (DECKS, CARDS)),
        ("words", np.uint64, 4),
        ("drawn", np.uint64, BATCHES),
        ("shuffled", np.int64, CARDS),
        # By which the players are asked.
        ("functions", np.uint64, (DECISIONS, SEATS)),
        ("arguments", np.uint64, (DECISIONS, SEATS)),
        ("lineup_functions", np.uint64, (DECISIONS, 2 * MAX_SEATS)),
        ("lineup_arguments", np.uint64, (DECISIONS, 2 * MAX_SEATS)),
        ("lineup", np.uint8, 2 * MAX_SEATS),
        ("refilled_after", np.uint64),
        # What is counted.
        ("detail", DETAIL),
    ],
    align=True,
)


def rules_record(rules: Rules) -> NDArray[Any]:
    record, board = np.zeros((), RULES), rules.board
    for key in NUMBERS:
        value = getattr(rules, key)
        record[key] = CHOICES[key].index(value) if key in CHOICES else value
    for key in BY_COUNT:
        amounts = getattr(rules, key)
        record[key][1 : len(amounts) + 1] = amounts
    record["players"], record["start_cash"][1 : rules.players + 1] = rules.players, rules.start_cash
    taxes = [place for place, kind in enumerate(board.kinds) if kind == Kind.TAX]
    record["income_tax"] = taxes[0] if taxes and rules.income_tax_percent else -1
    record["number_of_groups"] = len(board.groups)
    record["interest"][: board.size] = [rules.interest(square) for square in range(board.size)]
    for key in OF_BOARD:
        record["board"][key] = getattr(board, key)
    for key in BY_SQUARE:
        values = getattr(board, key)
        record["board"][key][: len(values)] = values
    for key in ("rents", "group_rents"):
        for square, rents in enumerate(getattr(board, key)):
            record["board"][key][square, : len(rents)] = rents
    for number, deck in enumerate(rules.decks):
        record["cards"][number] = len(deck)
        for key in ("code", "amount", "hotel"):
            record[key][number, : len(deck)] = [getattr(card, key) for card in deck]
        codes = [card.code for card in deck]
        record["jail_free"][number] = codes.index(Code.JAIL_FREE) if Code.JAIL_FREE in codes else -1
        batches = shuffle_batches(len(deck))
        record["batches"][number, : len(batches)] = np.reshape(batches, (-1, 3))
    return record


def memory(
    rules: Rules, seed: int, refilled_after: int, _asked_for: object
) -> tuple[NDArray[Any], ...]:
    """Return what the kernel plays games in: see `GameDefinition`."""
    return (new_state(rules, seed, refilled_after),)


def new_state(rules: Rules, seed: int, refilled_after: int = 1) -> NDArray[Any]:
    """Return the state of a game that has not begun, as (1,) records of `STATE`.

    One thread owns it; the kernel changes it in place. `seed` is that of every deal and decision, 0
    to 2**64 - 1. Where lineups are drawn, every strategy can be drawn again after `refilled_after`
    draws.
    """
    state = np.zeros(1, STATE)
    record = state[0]
    record["rules"] = rules_record(rules)
    record["players"], record["seed"] = rules.players, seed
    record["refilled_after"] = refilled_after
    return state
