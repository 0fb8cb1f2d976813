"""Observations: a view as a vector, of the same length for every edition and player count.

`FIELDS` lists its entries; in an observation with its history, those of `HISTORY_FIELDS` follow.
Numbers are those at the table, money in thousands and cards by their numbers; `HIGH` holds the
highest value of each, to scale by. Players come in turn order from the observer: entry 0 of a field
is the observer, entry 1 the next in turn. Entries of absent players, of cards that are in no deck
and of auctions that have not ended are 0.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import accumulate
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray
from strategy_lab.errors import UsageError
from strategy_lab.game import IllegalMoveError, whole_number
from strategy_lab.random_words import WORD

from forsale_sim.cards import MAX_CARDS, count, members
from forsale_sim.reference.table import Game
from forsale_sim.rules.loading import load_ruleset
from forsale_sim.rules.ruleset import MAX_VALUE, Rules
from forsale_sim.view import View

MOST_PLAYERS = 6
"""How many players an observation has room for: as many as any printed edition is for."""

REWARDS = ("win", "money")

SAMPLE_BID = 3
"""A bid of which every half, rounded either way, all and nothing differ."""


class Field(NamedTuple):
    """Entries of one kind, next to each other."""

    name: str  # their key in `PLACES`
    entries: Sequence[str]  # the subject of each in words, such as a player or a card
    high: int  # the highest value of an entry; the lowest is 0
    meaning: str


def observe(view: View, history: bool = False) -> NDArray[np.float32]:
    """Return the observation of a view, in the order of `FIELDS`.

    Compiled strategies may call it, too.

    Parameters
    ----------
    view
        From any seat.
    history
        Whether it has the past auctions, too.

    Returns
    -------
    ndarray
        (SIZE,), or with the history (SIZE_WITH_HISTORY,).

    Raises
    ------
    ValueError
        If more than `MOST_PLAYERS` play.
    """
    return observe_all(view) if history else observe_now(view)


vars(observe)["asks_for"] = ("bid_in",)  # the past auctions


def observe_now(view: View) -> NDArray[np.float32]:
    """Return the observation of a view without its history: then games need not keep it."""
    row = np.zeros(SIZE, np.float32)
    write_observation(view, row)
    return row


def observe_all(view: View) -> NDArray[np.float32]:
    """Return the observation of a view with its history."""
    row = np.zeros(SIZE_WITH_HISTORY, np.float32)
    write_observation(view, row)
    write_history(view, row)
    return row


vars(observe_all)["asks_for"] = ("bid_in",)


def meanings() -> list[str]:
    """Return the meaning of every entry of an observation with its history, by index."""
    return [
        f"{field.meaning}: {entry}" if entry else field.meaning
        for field in ALL_FIELDS
        for entry in field.entries
    ]


NUMBER = ("",)
PLAYERS = ("me", *(f"{n} after me in turn" for n in range(1, MOST_PLAYERS)))
PLACES_ON_OFFER = tuple(f"number {n}, ascending" for n in range(1, MOST_PLAYERS + 1))
HOUSES = tuple(f"house {house}" for house in range(1, MAX_CARDS + 1))
CHEQUES = tuple(f"cheque card {card}" for card in range(1, MAX_CARDS + 1))
MOST_AUCTIONS = MAX_CARDS
"""With one house a round; hardly any edition has more than ten."""

PLAYERS_AUCTIONS = tuple(
    f"{player}, auction {auction}" for player in PLAYERS for auction in range(1, MOST_AUCTIONS + 1)
)
PLAYERS_HOUSES = tuple(f"{player}, {house}" for player in PLAYERS for house in HOUSES)

FIELDS = (
    Field("buying", NUMBER, 1, "1 in an auction"),
    Field("selling", NUMBER, 1, "1 in a sale"),
    Field("players", NUMBER, MOST_PLAYERS, "how many play"),
    Field("round", NUMBER, MAX_CARDS, "the round of this phase, from 1"),
    Field("houses_per_round", NUMBER, MOST_PLAYERS, "houses revealed in a round"),
    Field("removed", NUMBER, MAX_CARDS, "cards set aside from each deck"),
    Field("refund_of_3", NUMBER, SAMPLE_BID, "coins that a pass refunds of a bid of 3"),
    Field("highest_bid", NUMBER, MAX_VALUE, "the highest bid on the table"),
    Field("least_bid", NUMBER, MAX_VALUE + 1, "the lowest bid allowed"),
    Field("pass_house", NUMBER, MAX_CARDS, "the house that a pass takes"),
    Field("pass_refund", NUMBER, MAX_VALUE, "coins that a pass brings, gifts included"),
    Field("coins", PLAYERS, MAX_VALUE, "coins owned"),
    Field("bids", PLAYERS, MAX_VALUE, "bid on the table"),
    Field("in_auction", PLAYERS, 1, "1 if not passed yet"),
    Field("cheques", PLAYERS, MAX_CARDS * MAX_VALUE, "sum of the cheques taken"),
    Field("cheques_on_offer", NUMBER, MOST_PLAYERS, "how many cheques are on offer"),
    Field("cheque_values", PLACES_ON_OFFER, MAX_VALUE, "value of a cheque on offer"),
    Field("houses_on_offer", HOUSES, 1, "1 if on offer"),
    Field("unseen_houses", HOUSES, 1, "1 if not revealed yet"),
    Field("unseen_cheques", CHEQUES, 1, "1 if not revealed yet"),
    Field("hands", PLAYERS_HOUSES, 1, "1 if held"),
)
"""The fields in their order. A change here requires a new version of the environment."""

HISTORY_FIELDS = (
    Field("auction_of", HOUSES, MOST_AUCTIONS, "the auction in which it was bought, from 1"),
    Field("past_bids", PLAYERS_AUCTIONS, MAX_VALUE, "last bid in a past auction"),
)
"""What follows them in an observation with its history."""

ALL_FIELDS = (*FIELDS, *HISTORY_FIELDS)


_ENDS = accumulate(len(field.entries) for field in ALL_FIELDS)
PLACES = {
    field.name: slice(end - len(field.entries), end)
    for field, end in zip(ALL_FIELDS, _ENDS, strict=True)
}
"""The place of each field: ``observation[PLACES["coins"]]``."""

SIZE = sum(len(field.entries) for field in FIELDS)
"""The length of an observation."""

SIZE_WITH_HISTORY = sum(len(field.entries) for field in ALL_FIELDS)

HIGH_WITH_HISTORY = np.concatenate(
    [np.full(len(field.entries), field.high, np.float32) for field in ALL_FIELDS]
)
HIGH = HIGH_WITH_HISTORY[:SIZE]
"""The highest value of each entry: ``observation / HIGH`` is from 0 to 1."""


class Setting(NamedTuple):
    """What environments are made of."""

    rules: Rules
    high: NDArray[np.float32]  # the highest values of an observation

    @classmethod
    def of(cls, ruleset: str, players: int, reward: str, history: bool) -> Setting:
        if reward not in REWARDS:
            raise UsageError(f"reward is one of {', '.join(map(repr, REWARDS))}, not {reward!r}")
        if players > MOST_PLAYERS:
            raise UsageError(f"the environment is for up to {MOST_PLAYERS} players, not {players}")
        rules = load_ruleset(ruleset).rules(players)
        return cls(rules, HIGH_WITH_HISTORY if history else HIGH)

    @property
    def actions(self) -> int:
        return number_of_actions(max(self.rules.coins))

    def observations(self) -> Any:
        from gymnasium import spaces

        seen = spaces.Box(np.zeros_like(self.high), self.high, dtype=np.float32)
        mask = spaces.Box(0, 1, (self.actions,), np.int8)
        return spaces.Dict({"observation": seen, "action_mask": mask})


def seed_in_range(seed: object, name: str = "seed", low: int = 0) -> int:
    if not isinstance(seed, (int, np.integer)) or not low <= seed < WORD:
        raise UsageError(f"a {name} is a whole number from {low} to 2**64 - 1, not {seed!r}")
    return int(seed)


def deal_of(options: Mapping[str, Any] | None, usual: int = 1) -> int:
    """Return the deal that a reset begins with: its options have nothing else."""
    for name in options or ():
        if name != "deal":
            raise UsageError(f"options={{{name!r}: …}}: a reset takes the option 'deal' alone")
    return seed_in_range((options or {}).get("deal", usual), "deal", 1)


# Actions of a player as one number: 0 passes, 1 to 60 sells the house of that number, and 61 and
# more bids the number less 60 (the bid's total, not the raise). The highest bid is the most coins
# that a player starts with; the last action is that bid.

PASS = 0
BID = MAX_CARDS
"""The action of a bid is this plus the bid; that of a sale is the house."""


def number_of_actions(most_coins: int) -> int:
    """Return how many actions there are if nobody starts with more than `most_coins`."""
    return 1 + MAX_CARDS + most_coins


def action_mask(view: View) -> NDArray[np.int8]:
    """Return 1 for each action that is legal for the player whose turn and view it is, else 0."""
    most = 0
    for seat in view.seats:
        most = max(most, view.starting_coins_of(seat))
    mask = np.zeros(number_of_actions(most), np.int8)
    write_mask(view, mask)
    return mask


def move_of(action: int) -> int:
    """Return an action as a strategy's move: a bid's total, 0 to pass, or the house to sell."""
    return action if action <= BID else action - BID


def action_of(view: View, move: int) -> int:
    """Return a strategy's move for a view as an action."""
    return move if move == PASS or view.cheques_on_offer != 0 else BID + move


def act(game: Game, action: object) -> None:
    """Carry out an action of the player to act."""
    number = whole_number(action)
    if number < PASS:
        raise IllegalMoveError(f"action {number}", "the first action is 0, to pass")
    if number == PASS:
        game.pass_()
    elif number <= BID:
        game.sell(number)
    else:
        game.bid(number - BID)


# Observations and masks are written into arrays that are all 0 before. Compiled strategies and
# environments run the same source (`forsale_sim.rl.batch`).

_STARTS = {name: place.start for name, place in PLACES.items()}
BUYING, SELLING = _STARTS["buying"], _STARTS["selling"]
NUMBERS = _STARTS["players"]
COINS, BIDS, IN_AUCTION = _STARTS["coins"], _STARTS["bids"], _STARTS["in_auction"]
CHEQUES_START, CHEQUES_ON_OFFER = _STARTS["cheques"], _STARTS["cheques_on_offer"]
CHEQUE_VALUES, HOUSES_ON_OFFER = _STARTS["cheque_values"], _STARTS["houses_on_offer"]
UNSEEN_HOUSES, UNSEEN_CHEQUES = _STARTS["unseen_houses"], _STARTS["unseen_cheques"]
HANDS, AUCTION_OF, PAST_BIDS = _STARTS["hands"], _STARTS["auction_of"], _STARTS["past_bids"]


def write_observation(view, row):
    """Write what is seen now into a row (float32) of `SIZE` zeros or more."""
    players = view.players
    if players > MOST_PLAYERS:
        raise ValueError("an observation has room for 6 players")
    offer = view.cheques_on_offer
    row[BUYING] = view.bidders > 0
    row[SELLING] = offer != 0
    numbers = (
        players, view.round, view.houses_per_round, view.removed, view.refund(SAMPLE_BID),
        view.highest_bid, min(view.least_bid, MAX_VALUE + 1), view.pass_house,
        view.pass_refund + view.pass_gift,
    )  # fmt: skip
    for i in range(len(numbers)):
        row[NUMBERS + i] = numbers[i]
    for n in range(players):
        seat = seat_after(view, n)
        row[COINS + n] = view.coins_of(seat)
        row[BIDS + n] = view.bid_of(seat)
        row[IN_AUCTION + n] = view.in_auction(seat)
        row[CHEQUES_START + n] = view.cheques_of(seat)
        flag(row, HANDS + MAX_CARDS * n, view.hand_of(seat))
    row[CHEQUES_ON_OFFER] = count(offer)
    place = CHEQUE_VALUES
    for card in members(offer):
        row[place] = view.cheque_value(card)
        place += 1
    flag(row, HOUSES_ON_OFFER, view.houses_on_offer)
    flag(row, UNSEEN_HOUSES, view.unseen_houses)
    flag(row, UNSEEN_CHEQUES, view.unseen_cheques)


def write_history(view, row):
    for house in members(view.deck_houses & ~view.unseen_houses):
        row[AUCTION_OF + house - 1] = view.auction_of(house)
    over = view.auctions - (view.bidders > 0)
    for n in range(view.players):
        for auction in range(1, over + 1):
            past = view.bid_in(auction, seat_after(view, n))
            row[PAST_BIDS + MOST_AUCTIONS * n + auction - 1] = past


def write_mask(view, mask):
    if view.cheques_on_offer != 0:
        for house in members(view.hand):
            mask[house] = 1
    elif view.bidders > 0:
        mask[PASS] = 1
        # The bank may give more coins than anybody starts with: no action bids those.
        for bid in range(view.least_bid, min(view.coins, len(mask) - 1 - BID) + 1):
            mask[BID + bid] = 1


def seat_after(view, n):
    seat = view.seat + n
    return seat if seat <= view.players else seat - view.players


def flag(row, start, cards):
    """Write 1 for each card of a set into the 60 entries of a row that begin at `start`."""
    for card in members(cards):
        row[start + card - 1] = 1
