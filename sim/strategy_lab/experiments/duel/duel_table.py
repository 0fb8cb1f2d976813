"""The table of a duel: a row for each match."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from strategy_lab.experiments.duel.standing import Standing
from strategy_lab.results.columns import COUNT, LABEL, SHARE, Column, Columns
from strategy_lab.results.duels.tally import MEASURES
from strategy_lab.rows import whole_win
from strategy_lab.stats.intervals import RATE_INTERVAL, rate_interval
from strategy_lab.stats.ratio import ratio
from strategy_lab.stats.sequential.elo import PLAIN, IntervalEstimate, mean_score, normalised_elo
from strategy_lab.stats.sequential.estimates import SEQUENTIAL
from strategy_lab.stats.sequential.two_sided import Finding
from strategy_lab.wording import counted

VERDICTS = {Finding.FIRST: "A", Finding.SECOND: "B"}
"""Any other is undecided."""

ESTIMATE = (
    f"win rates: {RATE_INTERVAL}; difference, elo: {PLAIN}; all of these are for a number of deals "
    f"that was fixed, and biased where the test ended it; …_sequential: {SEQUENTIAL}"
)
"""Which estimators a row's estimates are from."""

RATES = {
    "win_rate_a": "win rate of A, as one of a kind: mean of a_amid_b and a_mixed",
    "win_rate_b": "win rate of B, as one of a kind: mean of b_amid_a and b_mixed",
    "win_rate_a_amid_b": "win rate of A amid copies of B",
    "win_rate_b_amid_a": "win rate of B amid copies of A",
    "win_rate_a_mixed": "win rate of A at tables with B and others",
    "win_rate_b_mixed": "win rate of B at tables with A and others",
}

ELO = "normalised Elo"

ESTIMATES = {
    "difference": (SHARE, "win_rate_a less win_rate_b"),
    "difference_sequential": (SHARE, "the same, as it is estimated after a sequential test"),
    "elo": (ELO, "of A over B, from scores of deals"),
    "elo_sequential": (ELO, "the same, as it is estimated after a sequential test"),
}


def _with_limits(name: str, unit: str, description: str) -> dict[str, Column]:
    return {
        name: Column(unit, description),
        f"{name}_low": Column(unit, f"lower 95 % limit of {name}"),
        f"{name}_high": Column(unit, f"upper 95 % limit of {name}"),
    }


COLUMNS: dict[str, Column] = {
    "ruleset": Column(LABEL, "name of the ruleset"),
    "players": Column(COUNT, "how many play"),
    "strategy_a": Column(LABEL, "A"),
    "strategy_b": Column(LABEL, "B"),
    "verdict": Column(LABEL, "A, B or undecided"),
    "finding": Column(LABEL, "what the tests have shown, in words"),
    "deals": Column(COUNT, "deals played: the independent observations"),
    "games": Column(COUNT, "games played"),
    "llr": Column("nats", "log-likelihood ratio of the test that would find A stronger"),
    "llr_b": Column("nats", "log-likelihood ratio of the test that would find B stronger"),
    "lower": Column("nats", "where either test ends without that"),
    "upper": Column("nats", "where either test ends with that"),
    **{
        column: about
        for name, text in RATES.items()
        for column, about in _with_limits(name, SHARE, text).items()
    },
    **{
        column: about
        for name, (unit, text) in ESTIMATES.items()
        for column, about in _with_limits(name, unit, text).items()
    },
    "estimate": Column(LABEL, "which estimators these are"),
}
"""Of the table. Their names and order are public: they may be added to, never changed."""


def duel_table(matches: Sequence[Standing], names: Sequence[str]) -> Columns:
    """Return a row for every match of which anything was played."""
    rows = [_row(match, names) for match in matches if match.tally.deals]
    return {name: np.array([row[name] for row in rows]) for name in COLUMNS}


def finding_of(match: Standing, names: Sequence[str], difference: IntervalEstimate) -> str:
    """Return what a match has shown, in words; of an undecided one what is known."""
    test, (a, b) = match.test, names
    if test.finding is Finding.FIRST:
        return f"{a} is stronger"
    if test.finding is Finding.SECOND:
        return f"{b} is stronger"
    if test.finding is Finding.NEITHER:
        return f"neither is stronger by {test.elo1:g} Elo"
    end = "undecided" if match.complete else "stopped"
    after = f"{end} after {counted(match.tally.deals, 'deal')}"
    low, high = (100 * limit for limit in difference[1:])
    if not low <= high:
        return after
    if low <= 0 <= high:
        return f"{after}: {a} wins between {-low:.1f} points less and {high:.1f} more than {b}"
    ahead, least, most = (a, low, high) if low > 0 else (b, -high, -low)
    return f"{after}: {ahead} wins {least:.1f} to {most:.1f} points more"


def _row(match: Standing, names: Sequence[str]) -> dict[str, Any]:
    test, tally = match.test, match.tally
    seen = tally.seen_scores()
    plain, sequential = mean_score(*seen), test.estimate(*seen)
    after_test = IntervalEstimate(*(2 * score - 1 for score in sequential))
    return {
        "ruleset": match.match.cell.ruleset,
        "players": match.match.cell.players,
        "strategy_a": names[0],
        "strategy_b": names[1],
        "verdict": VERDICTS.get(test.finding, "undecided"),
        "finding": finding_of(match, names, after_test),
        "deals": tally.deals,
        "games": match.games,
        "llr": test.first.llr,
        "llr_b": test.second.llr,
        "lower": test.bounds.lower,
        "upper": test.bounds.upper,
        **_rates(match),
        **_limits("difference", IntervalEstimate(*(2 * score - 1 for score in plain))),
        **_limits("difference_sequential", after_test),
        **_limits("elo", normalised_elo(plain, *seen)),
        **_limits("elo_sequential", normalised_elo(sequential, *seen)),
        "estimate": ESTIMATE,
    }


def _rates(match: Standing) -> dict[str, float]:
    rate = ratio(match.tally.cluster_sums(), unit=1 / whole_win(match.match.cell.players))
    low, high = rate_interval(rate)
    return {
        column: value
        for i, name in enumerate(MEASURES)
        for column, value in _limits(
            f"win_rate_{name}",
            IntervalEstimate(float(rate.value[i]), float(low[i]), float(high[i])),
        ).items()
    }


def _limits(name: str, estimate: IntervalEstimate) -> dict[str, float]:
    return {name: estimate.value, f"{name}_low": estimate.low, f"{name}_high": estimate.high}
