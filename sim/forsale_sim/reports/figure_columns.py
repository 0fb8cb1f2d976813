"""The columns of the data behind the figures."""

from __future__ import annotations

from forsale_sim.results import schema
from forsale_sim.results.columns import COUNT, LABEL, MONEY, SHARE, Column
from forsale_sim.results.paired import schema as differences_schema
from forsale_sim.stats.intervals import MEAN_INTERVAL, RATE_INTERVAL

COINS = "cheque per coin"

ESTIMATES = {
    "price": Column(MONEY, "mean coins paid for the house"),
    "cheque": Column(MONEY, "mean cheque that the house was sold for"),
    "per_coin": Column(COINS, "cheques for the house, divided by coins paid for it"),
    "margin": Column(MONEY, "mean money of the best less that of the second"),
    "lost_winning": Column(MONEY, "mean coins that all lose by winning auctions"),
    "lost_passing": Column(MONEY, "mean coins that all lose by passing with a bid"),
    "coins_left": Column(MONEY, "mean coins that all have left"),
    "level_share": Column(SHARE, "games in which the best and the second have the same money"),
    "shared_share": Column(SHARE, "games in which the win is shared"),
    "share": Column(SHARE, "part of the variance of win shares"),
    "coins": Column(MONEY, "mean coins left after the auction"),
    "bid": Column(MONEY, "mean winning bid"),
    "hand_rank": Column(SHARE, "mean rank of the house sold in the hand, from 0, the lowest, to 1"),
    "unsold_rank": Column(SHARE, "the same among all houses that were not yet sold"),
    "change": Column(
        SHARE, "win rate less that of the game's own set; among copies less a fair share"
    ),
}

RATES = ("level_share", "shared_share")


def _limits(name: str) -> dict[str, Column]:
    interval = RATE_INTERVAL if name in RATES else MEAN_INTERVAL
    unit = ESTIMATES[name].unit
    return {
        f"{name}_{end}": Column(unit, f"{which} limit of {name}: {interval}")
        for end, which in (("low", "lower"), ("high", "upper"))
    }


COLUMNS = {
    **differences_schema.COLUMNS,
    **schema.COLUMNS,
    "house": Column(LABEL, "the house"),
    "standing": Column(COUNT, "place after buying; players who are level share the better one"),
    "part": Column(LABEL, "what explains it"),
    "field": Column(LABEL, "the field of strategies"),
    "stage": Column(LABEL, "the first, the second or the last third of the auctions"),
    "round": Column(COUNT, "auctions held"),
    "who": Column(LABEL, "winners: first in the end, alone or tied; others: all others"),
    "held": Column(MONEY, "coins before the last auction"),
    "by": Column(
        LABEL, "gap: best less second; spread: best less lowest, of houses or cheques; best cheque"
    ),
    "size": Column(LABEL, "that gap or spread, in numbers of houses"),
    "gap": Column(LABEL, "by how much the best house is better than the second"),
    "paid": Column(MONEY, "the winning bid"),
    "value": Column(MONEY, "that spread or cheque"),
    "player": Column(
        LABEL, "strategy whose win rate it is; of tuned sets: the ruleset it was tuned for"
    ),
    "opponents": Column(LABEL, "the other players"),
    **ESTIMATES,
    **{name: column for measure in ESTIMATES for name, column in _limits(measure).items()},
}
