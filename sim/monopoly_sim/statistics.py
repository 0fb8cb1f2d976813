"""What the tables of a run of Monopoly say of strategies and seats beside what every game has."""

from __future__ import annotations

from strategy_lab.results.appearances import Statistics, of_score, quantiles

HUNDREDS = "hundreds"

STATISTICS = Statistics(
    own=of_score("worth", HUNDREDS, "mean worth at the end: cash, deeds and buildings"),
    quantiles=quantiles("worth", HUNDREDS),
    score="worth",
    note="Worth in hundreds, at the end: cash, deeds and buildings; 0 after bankruptcy.",
    of_strategy={},
    of_all_players={},
)
