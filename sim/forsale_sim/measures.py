"""The measures of For Sale: each has one entry.

To add one, describe it in `ENTRIES`. Every command, plot and file then has it. If it takes a sum
that there is not, `sums` adds that up: name it in `SUMS`, or in `DETAIL_SUMS` if it takes the
houses of a game.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from operator import attrgetter
from typing import Any

import numpy as np
from strategy_lab.results import measures
from strategy_lab.results.conclusions import MONEY, SHARE
from strategy_lab.results.tables import Groups

from forsale_sim import sums
from forsale_sim.rules.ruleset import Rules

COIN = "coin"


def _coins_left(grouped: Groups) -> measures.Floats:
    return np.asarray(grouped.more["coins"] / grouped.appearances)


def _paid(grouped: Groups) -> measures.Floats:
    brought = grouped.seats @ np.array(grouped.rules.coins)
    return np.asarray((brought - grouped.more["coins"]) / grouped.appearances)


def _cheques(grouped: Groups) -> measures.Floats:
    if not grouped.rules.adds_up:
        return np.full(len(grouped.appearances), np.nan)
    cheques = grouped.score.x - grouped.rules.coin_value * grouped.more["coins"]
    return np.asarray(cheques / grouped.appearances)


HALF_A_COIN = measures.Matters(0.5, "half a coin: a player sees it in every other game")
A_QUARTER = measures.Matters(
    0.25, "a quarter of a coin: one coin among four players, the least that anybody can see"
)
OF_THE_COINS = measures.Matters(0.0125, "one of the 80 or so coins that a table brings")


def _share(
    key: str, description: str, of: Mapping[str, measures.Ratio], **told: Any
) -> measures.Measure:
    """Return a share that stands for an amount where amounts mean different things."""
    return measures.Measure(
        key, SHARE, description, of, is_relative=True, used_in=(measures.COMPARE,), **told
    )


def _of_a_player(key: str, description: str, **told: Any) -> measures.Measure:
    """Return a mean over players, of which the sum has its name."""
    return measures.Measure(
        key, MONEY, description, {measures.PLAYER: measures.Ratio(key, "players")}, **told
    )


ENTRIES = (
    *measures.EVERY_GAME,
    measures.Measure(
        "money",
        MONEY,
        "money of a player at the end: cheques and coins left",
        {
            measures.PLAYER: measures.Ratio("money", "players"),
            measures.SEAT: measures.Ratio(measures.SCORE),
        },
        matters=HALF_A_COIN,
        noun="the money of a player",
        label="money of {who}",
        more="{who} ends with {size} {unit} {more}",
        size_unit=measures.THOUSAND,
    ),
    _share(
        "money_share",
        "share of the money of all players",
        {measures.SEAT: measures.Ratio(measures.SCORE, "money")},
        matters=measures.Matters(0.005, "half a coin of the hundred that two players may end with"),
        noun="the share of all money",
        label="{who}'s share of all money, points",
        more="{who} ends with {size} {unit} {more} of the money",
    ),
    _of_a_player(
        "coins_left",
        "coins that a player has left at the end",
        of_groups=_coins_left,
        matters=A_QUARTER,
        noun="the number of coins that a player keeps",
        question="how many coins players keep",
        label="coins a player keeps",
        more="each player keeps {size} {many} {unit}",
        size_unit=COIN,
        fixed_by=("coins",),
    ),
    _of_a_player(
        "paid",
        "coins that a player loses in auctions, less what the bank gives",
        of_groups=_paid,
        matters=A_QUARTER,
        noun="the number of coins that a player pays",
        label="coins a player pays",
        more="each player pays {size} {many} {unit}",
        size_unit=COIN,
        used_in=(measures.RUN, measures.COMPARE),
        fixed_by=("coins",),
    ),
    _share(
        "paid_share",
        "share of the coins brought that are lost in auctions, less what the bank gives",
        {measures.TABLE: measures.Ratio("paid", "brought")},
        matters=OF_THE_COINS,
        noun="the share of coins that auctions take",
        question="how many coins auctions take",
        label="coins paid, % of all",
        more="auctions take {size} {unit} {more} of the coins",
        fixed_by=("coins",),
    ),
    _of_a_player(
        "paid_by_passing",
        "coins that a player loses in auctions by passing with a bid",
        matters=A_QUARTER,
        noun="the number of coins that passing costs",
        label="coins paid by passing",
        more="passing costs each player {size} {many} {unit}",
        size_unit=COIN,
        fixed_by=("coins", "refund"),
    ),
    _share(
        "paid_by_passing_share",
        "share of the coins brought that are lost by passing with a bid",
        {measures.TABLE: measures.Ratio("paid_by_passing", "brought")},
        matters=OF_THE_COINS,
        noun="the share of coins that passing costs",
        label="coins paid by passing, % of all",
        more="passing costs {size} {unit} {more} of the coins",
        fixed_by=("coins", "refund"),
    ),
    _of_a_player(
        "cheques",
        "sum of the cheques that a player takes",
        of_groups=_cheques,
        matters=HALF_A_COIN,
        noun="the cheques of a player",
        size_unit=measures.THOUSAND,
        used_in=(measures.RUN,),
    ),
    measures.Measure(
        "margin",
        MONEY,
        "money of the winner less that of the second",
        {measures.TABLE: measures.Ratio("margin")},
        matters=HALF_A_COIN,
        noun="the winner's lead",
        question="how far winners lead",
        more="winners lead by {size} {unit} {more}",
        size_unit=measures.THOUSAND,
    ),
    _share(
        "margin_share",
        "money of the winner less that of the second, as a share of the money of all players",
        {measures.TABLE: measures.Ratio("margin", "money")},
        matters=measures.Matters(0.005, "about half a coin a player"),
        noun="the winner's lead as a share of all money",
        question="how far winners lead",
        label="winner's lead, % of all money",
        more="winners lead by {size} {unit} {more} of the money",
    ),
    measures.rate_of_games(
        "ties",
        "games in which several have the most money",
        noun="the share of games level on money",
        question="how often games end level on money",
        label="games level on money, points",
        more="games end level {more} often{by}",
    ),
    measures.rate_of_games(
        "shared_wins",
        "games whose win is shared, since the coins left are level, too",
        noun="the share of shared wins",
        question="how often wins are shared",
        label="wins shared, points",
        more="wins are shared {more} often{by}",
    ),
    measures.rate_of_games(
        "drama",
        f"games in which the second has all but 1/{sums.CLOSE_PARTS} of the winner's money",
        {measures.TABLE: measures.Ratio("close")},
        noun="the share of close finishes",
        used_in=(measures.RUN, measures.DESIGN),
    ),
    measures.count_of_games(
        "lead_changes",
        "how often another player takes the lead, counting houses as the cheques of their rank",
        matters=measures.Matters(0.5, "one more in every other game"),
        noun="the number of changes of the lead",
        size_unit="",
        used_in=(measures.RUN, measures.DESIGN),
    ),
    measures.count_of_games(
        "sale_changes",
        "how often another player takes the lead in a sale",
        matters=measures.Matters(0.25, "one more in every fourth game"),
        noun="the number of changes of the lead during the sales",
        question="how often the lead changes during the sales",
        label="changes of the lead in sales",
        more="the lead changes {size} times {more} during the sales",
        size_unit="",
    ),
    measures.rate_of_games(
        "leader_wins",
        "win rate of the player who leads after the auctions, by coins and the worth of houses",
        {measures.TABLE: measures.Ratio("leader_wins", "leaders")},
        noun="the win rate of the half-time leader",
        question="how often the half-time leader wins",
        label="half-time leader wins, points",
        more="the half-time leader wins {size} {unit} {more}",
    ),
    measures.rate_of_games(
        "kingmaking",
        "games in which a player who cannot win decides who does, by the last sale left open to "
        "that player",
        noun="the share of games that a loser decides",
        question="how often a loser decides who wins",
        label="a loser decides, points",
        more="a loser decides who wins {more} often{by}",
    ),
    measures.count_of_games(
        "turns",
        "bids and passes in a game",
        matters=measures.Matters(3.0, "about one in twenty"),
        noun="the number of bids and passes",
        question="how long games are",
        label="bids and passes",
        more="a game takes {size} {many} {unit}",
        size_unit="bid or pass",
        size_units="bids and passes",
    ),
    measures.count_of_games(
        "decisions",
        "bids, passes and houses to sell that players choose in a game, all together: a player "
        "who has no choice decides nothing",
        matters=measures.Matters(4.0, "about one in twenty"),
        noun="the number of decisions",
        question="how long games are",
        label="decisions",
        more="players have {size} {many} {unit} to make",
        size_unit="decision",
    ),
    measures.Measure(
        "watching",
        SHARE,
        "share of the bids and passes of an auction that follow a player's own pass",
        {measures.TABLE: measures.Ratio("watched", "seat_turns")},
        matters=measures.Matters(0.02, "about one turn of a game"),
        noun="the share of turns spent watching",
        question="how long players wait after their pass",
        label="turns spent watching, points",
        more="players watch {size} {unit} {more} of the bids and passes",
    ),
    *measures.source_measures(measures.WIN, "win", "wins", (measures.RUN, measures.DESIGN)),
    *measures.source_measures(measures.SCORE, "money", "money", (measures.RUN,)),
    measures.Measure(
        "price",
        MONEY,
        "coins that the buyer of a house loses for it",
        {sums.HOUSE: measures.Ratio("paid", "bought")},
        matters=measures.Matters(0.5, "half a coin: from there on it rounds to another price"),
        more="house {house} costs {size} {many} {unit}",
        size_unit=COIN,
        used_in=(measures.COMPARE,),
        fixed_by=("coins", "refund"),
    ),
    _share(
        "price_share",
        "price of a house as a share of the coins brought",
        {sums.HOUSE: measures.Ratio("paid", "brought")},
        matters=measures.Matters(0.00625, "half of one of the 80 or so coins of a table"),
        more="house {house} costs {size} {unit} {more} of the coins",
        fixed_by=("coins", "refund"),
    ),
)
"""In the order of tables."""


QUESTIONS = (
    measures.Question(
        "length",
        "How long?",
        ("turns", "decisions", "watching"),
        "a game takes {turns} bids and passes and {decisions} decisions: {minutes} minutes, at "
        "{seconds} seconds each. A player watches {watching} % of the bids and passes, having "
        "passed.",
    ),
    measures.SEATS,
    measures.SKILL,
    measures.Question(
        "close",
        "How close is it?",
        ("margin", "margin_share", "ties", "shared_wins"),
        "the winner is {margin} thousand ahead of the second. {ties} games in a hundred end level "
        "on money, and {shared_wins} have several winners.",
    ),
    measures.Question(
        "lead",
        "Does the lead hold?",
        ("leader_wins", "sale_changes", "kingmaking"),
        "whoever leads after the auctions wins {leader_wins} games in a hundred. The lead changes "
        "{sale_changes} times during the sales. In {kingmaking} games in a hundred a player who "
        "cannot win decides who does.",
    ),
    measures.Question(
        "money",
        "What does money do?",
        ("coins_left", "paid_share", "paid_by_passing", "paid_by_passing_share", "price"),
        "a player pays {paid} coins and keeps {coins_left}. Houses cost {price} coins, from the "
        "worst to the best.",
    ),
)


def on_common_deals(a: Rules, b: Rules) -> bool:
    """Return whether games by both rules can be played with the same cards.

    A deal's cards are drawn by their places in the decks, so it takes decks of one size. Whatever
    is removed is not dealt, but changes no other card.
    """
    return len(a.houses) == len(b.houses)


def alike(a: Rules, b: Rules) -> bool:
    amounts = attrgetter("houses", "cheques", "coins", "coin_value")
    return bool(amounts(a) == amounts(b))


def compared_by(a: Rules, b: Rules) -> Iterator[tuple[measures.Measure, str]]:
    """Yield what two rules can be compared by, and what it is of.

    Shares stand for amounts where cards or coins differ, and prices are of decks with one set of
    houses.
    """
    for measure in ENTRIES:
        amounts = measure.unit != MONEY or on_common_deals(a, b)
        shares = not measure.is_relative or not alike(a, b)
        if measures.COMPARE in measure.used_in and amounts and shares:
            for of in measure.of:
                if of != measures.STANDING and (of != sums.HOUSE or a.houses == b.houses):
                    yield measure, of


MEASURES = measures.Measures(
    module=__name__,
    entries=ENTRIES,
    of_table=sums.SUMS,
    of_table_in_detail=sums.DETAIL_SUMS,
    groups=sums.groups,
    set_up=sums.set_up,
    sum_games=sums.sum_games,
    sum_details=sums.sum_details,
    compared_by=compared_by,
    score="money",
    score_parts=("cheques", "coins_left"),
    score_note="Money in thousands: cheques and coins left.",
    of_strategy={"paid": "paid_mean", "left": "coins_left_mean"},
    of_all_players={"cheques": "cheques_mean", "paid": "paid_mean", "left": "coins_left_mean"},
    by_seat=("coins",),
    compared_group=sums.HOUSE,
    traits={"how freely players spend": "paid"},
    questions=QUESTIONS,
    summary="a game takes {minutes} minutes, and whoever leads after the auctions wins "
    "{leader_wins} games in a hundred",
    note="Coins and money in thousands.",
    unknown=lambda rules: () if rules.adds_up else ("cheques", "kingmaking"),
)
