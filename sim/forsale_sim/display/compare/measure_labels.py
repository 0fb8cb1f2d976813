"""Labels of the measures that a comparison prints."""

from __future__ import annotations

from forsale_sim.display.compare.difference_text import Row

LABELS = {
    "win_rate": "{} wins, points",
    "seat_gap": "best less worst seat, points",
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
"""In the order of the table. Prices, which are many, have no row."""


def measure_label(row: Row) -> str:
    """Return the label of a difference, the same for every player count."""
    about = f"seat {row['seat']}" if row["seat"] is not None else row["strategy"] or "a player"
    return LABELS[row["measure"]].format(about)


def measure_order(row: Row) -> tuple[int, int]:
    """Return the sort key of a row: by measure, then by seat."""
    return list(LABELS).index(row["measure"]), row["seat"] or 0
