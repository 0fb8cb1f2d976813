"""How large a difference between two rulesets has to be to matter, and why."""

from __future__ import annotations

from typing import NamedTuple


class Threshold(NamedTuple):
    """What difference of a measure matters."""

    size: float
    """As a fraction, or in thousands."""
    reason: str


ONE_GAME = "one game in a hundred: fewer than that no group of players can notice"
ONE_COIN = "a coin is the smallest amount that anybody at the table can see"
HALF_A_COIN = "half a coin: a player sees it in every other game"

THRESHOLDS = {
    "win_rate": Threshold(0.01, ONE_GAME),
    "seat_gap": Threshold(0.01, ONE_GAME),
    "level_games": Threshold(0.01, ONE_GAME),
    "shared_wins": Threshold(0.01, ONE_GAME),
    "money": Threshold(0.5, HALF_A_COIN),
    "margin": Threshold(0.5, HALF_A_COIN),
    "price": Threshold(0.5, "half a coin: from there on it rounds to another price"),
    "coins_left": Threshold(1.0, ONE_COIN),
    "coins_lost": Threshold(1.0, ONE_COIN),
    "coins_lost_to_passes": Threshold(1.0, ONE_COIN),
    "money_share": Threshold(0.005, "half a coin of the hundred that two players may end with"),
    "margin_share": Threshold(0.005, "about half a coin a player"),
    "coins_lost_share": Threshold(0.0125, "one of the 80 or so coins that a table brings"),
    "coins_lost_to_passes_share": Threshold(0.0125, "one of the 80 or so coins of a table"),
    "price_share": Threshold(0.00625, "half of one of the 80 or so coins of a table"),
    "rank": Threshold(0.5, "a rank has changed if it is another one"),
}
"""By measure. Money, coins and prices are in thousands, which are coins."""
