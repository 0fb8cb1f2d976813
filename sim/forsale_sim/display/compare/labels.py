"""What differences between rulesets are called where each has a row of a table."""

from __future__ import annotations

from forsale_sim.display.compare.differences import Row

LABELS = {
    "win_rate": "{} wins, points",
    "rank": "place of {}",
    "money": "money of {}",
    "money_share": "{}'s share of all money, points",
    "coins_left": "coins left in a game",
    "coins_lost": "coins lost in a game",
    "coins_lost_share": "coins lost, % of all",
    "coins_lost_to_passes": "coins lost by passing",
    "coins_lost_to_passes_share": "coins lost by passing, % of all",
    "margin": "margin of victory",
    "margin_share": "margin of victory, % of all money",
    "level_games": "games level on money, points",
    "shared_wins": "wins shared, points",
}
"""What rows are called, in the order of a table. Prices, which are many, have none."""


def label(row: Row) -> str:
    """Return what the row of a difference is called, whatever the number of players."""
    about = f"seat {row['seat']}" if row["seat"] is not None else row["strategy"] or "a player"
    return LABELS[row["measure"]].format(about)


def place(row: Row) -> tuple[int, int]:
    """Return where in a table a row is: by measure, seats in turn order."""
    return list(LABELS).index(row["measure"]), row["seat"] or 0
