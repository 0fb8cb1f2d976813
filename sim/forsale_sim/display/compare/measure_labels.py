"""Labels of the measures that a comparison prints."""

from __future__ import annotations

from collections.abc import Sequence

from forsale_sim.display.compare.effect_text import Row, who
from forsale_sim.wording import listed

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

NAMES = {
    "seat_gap": "the gap between the best and the worst seat",
    "coins_left": "coins left",
    "coins_lost": "coins lost",
    "coins_lost_share": "coins lost",
    "coins_lost_to_passes": "coins lost by passing",
    "coins_lost_to_passes_share": "coins lost by passing",
    "margin": "the margin of victory",
    "margin_share": "the margin of victory",
    "level_games": "games level on money",
    "shared_wins": "shared wins",
}
"""Of measures of whole games, in a sentence."""

QUESTIONS = {
    "seat_gap": "how far the best seat is ahead of the worst",
    "coins_left": "how many coins players keep",
    "coins_lost": "how many coins auctions take",
    "coins_lost_share": "how many coins auctions take",
    "coins_lost_to_passes": "how much passing costs",
    "coins_lost_to_passes_share": "how much passing costs",
    "margin": "how far winners lead",
    "margin_share": "how far winners lead",
    "level_games": "how often games end level on money",
    "shared_wins": "how often wins are shared",
}
"""Measures of whole games, as what a rule may have an effect on."""


def questions_text(rows: Sequence[Row]) -> str:
    """Return what effects are on, "how often seats 1 and 2 win, and how far winners lead"."""
    seats = sorted({row["seat"] for row in rows if row["seat"] is not None})
    strategies = [who(row) for row in rows if row["strategy"] is not None]
    of_games = [row["measure"] for row in rows if row["seat"] is None and row["strategy"] is None]
    questions = []
    if seats:
        several = len(seats) > 1
        questions.append(
            f"how often seat{'s' if several else ''} {listed(seats)} win{'' if several else 's'}"
        )
    if strategies:
        names = list(dict.fromkeys(strategies))
        questions.append(f"how often {listed(names)} win{'' if len(names) > 1 else 's'}")
    questions += dict.fromkeys(QUESTIONS[measure] for measure in of_games)
    *others, last = questions
    return f"{', '.join(others)}, and {last}" if others else last


def measure_label(row: Row) -> str:
    """Return the label of a difference, the same for every player count."""
    return LABELS[row["measure"]].format(who(row))


def measure_order(row: Row) -> tuple[int, int]:
    """Return the sort key of a row: by measure, then by seat."""
    return list(LABELS).index(row["measure"]), row["seat"] or 0
