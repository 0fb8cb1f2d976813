"""The tables of results: which there are, their columns in order, units and meanings."""

from __future__ import annotations

from typing import NamedTuple

from forsale_sim.stats.intervals import MEAN_INTERVAL, RATE_INTERVAL


class Column(NamedTuple):
    """What a column holds."""

    unit: str
    description: str


MONEY, SHARE, COUNT, LABEL = "thousands", "fraction", "count", "label"

COLUMNS = {
    "ruleset": Column(LABEL, "name of the ruleset"),
    "players": Column(COUNT, "how many play"),
    "strategy": Column(LABEL, "the strategy, with its parameters where they were given"),
    "opponent": Column(LABEL, "another strategy in the same games"),
    "seat": Column("turn order", "seat; 1 opens the first auction"),
    "games": Column(COUNT, "appearances; by_players: games; head_to_head: meetings"),
    "win_rate": Column(SHARE, "mean share of the win; k players who tie get 1/k each"),
    "win_rate_low": Column(SHARE, f"lower limit of win_rate: {RATE_INTERVAL}"),
    "win_rate_high": Column(SHARE, f"upper limit of win_rate: {RATE_INTERVAL}"),
    "money_mean": Column(MONEY, "mean money at the end: cheques and coins left"),
    "money_mean_low": Column(MONEY, f"lower limit of money_mean: {MEAN_INTERVAL}"),
    "money_mean_high": Column(MONEY, f"upper limit of money_mean: {MEAN_INTERVAL}"),
    "money_sd": Column(MONEY, "standard deviation of a player's money from game to game"),
    "coins_left_mean": Column(MONEY, "mean coins left at the end"),
    "paid_mean": Column(MONEY, "mean coins lost in auctions"),
    "cheques_mean": Column(MONEY, "mean sum of the cheques taken"),
    "first_place": Column(SHARE, "share of appearances in first place, alone or tied"),
    "last_place": Column(SHARE, "share of appearances in which nobody finished behind"),
    "ahead_rate": Column(SHARE, "share of meetings in which strategy beats opponent; ties half"),
    "ahead_rate_low": Column(SHARE, f"lower limit of ahead_rate: {RATE_INTERVAL}"),
    "ahead_rate_high": Column(SHARE, f"upper limit of ahead_rate: {RATE_INTERVAL}"),
    "deals": Column(COUNT, "deals behind the row: the independent observations"),
}

_MONEY = ("money_mean", "money_mean_low", "money_mean_high", "money_sd")
_PARTS = ("coins_left_mean", "paid_mean", "cheques_mean")
_MEASURES = (
    "games",
    *("win_rate", "win_rate_low", "win_rate_high"),
    *_MONEY,
    *_PARTS,
    *("first_place", "last_place", "deals"),
)

TABLES = {
    "by_strategy": ("ruleset", "players", "strategy", *_MEASURES),
    "by_seat": ("ruleset", "players", "seat", *_MEASURES),
    "by_strategy_and_seat": ("ruleset", "players", "strategy", "seat", *_MEASURES),
    "head_to_head": (
        *("ruleset", "players", "strategy", "opponent", "games"),
        *("ahead_rate", "ahead_rate_low", "ahead_rate_high", "deals"),
    ),
    "by_players": ("ruleset", "players", "games", *_MONEY, *_PARTS, "deals"),
}
"""Columns of each table. Their names and order are public: they may be added to, never changed."""
