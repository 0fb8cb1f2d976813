"""The columns of a run's tables: their names, units and descriptions in JSON and Parquet."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from strategy_lab.results.accumulators import FEWEST_PLACES
from strategy_lab.results.appearances import DEALS, GAMES, Told, told_of_all, told_of_players
from strategy_lab.results.conclusions import (
    COUNT,
    IN_UNIT,
    LABEL,
    ORDER,
    P_VALUE,
    SHARE,
    TRUTH,
    Column,
)
from strategy_lab.results.measures import Measures
from strategy_lab.rows import MAX_SEATS
from strategy_lab.stats.batches import GAP_INTERVAL
from strategy_lab.stats.differences import (
    DIFFERS,
    EQUIVALENCE_TEST,
    HOLM,
    JOINT_TEST,
    NOT_SHOWN,
    SMALL,
)
from strategy_lab.stats.intervals import MEAN_INTERVAL, RATE_INTERVAL, RATE_TEST, Estimator


def columns_of(told: Iterable[Told]) -> dict[str, Column]:
    return {name: column for each in told for name, column in each.columns.items()}


COLUMNS = {
    "ruleset": Column(LABEL, "name of the ruleset"),
    "players": Column(COUNT, "how many play"),
    "strategy": Column(LABEL, "the strategy, with its parameters where they were given"),
    "opponent": Column(LABEL, "another strategy in the same games"),
    "seat": Column(ORDER, "seat; 1 begins"),
    **columns_of((GAMES, DEALS)),
    "measure": Column(LABEL, "what is measured, of a player or of the whole table"),
    "unit": Column(LABEL, "of the numbers of the row"),
    "value": Column(IN_UNIT, "mean over games"),
    "value_low": Column(
        IN_UNIT, f"lower limit of value: {RATE_INTERVAL}; of what is no rate {MEAN_INTERVAL}"
    ),
    "value_high": Column(
        IN_UNIT, f"upper limit of value: {RATE_INTERVAL}; of what is no rate {MEAN_INTERVAL}"
    ),
    "ahead_rate": Column(SHARE, "share of meetings in which strategy beats opponent; ties half"),
    "ahead_rate_low": Column(SHARE, f"lower limit of ahead_rate: {RATE_INTERVAL}"),
    "ahead_rate_high": Column(SHARE, f"upper limit of ahead_rate: {RATE_INTERVAL}"),
    "p_fair": Column(P_VALUE, f"p value of equal chances for this seat: {RATE_TEST}"),
    "p_fair_adjusted": Column(P_VALUE, f"p_fair, {HOLM} over all rows of the table"),
    "best_seat": Column(ORDER, "the seat that wins most"),
    "worst_seat": Column(ORDER, "the seat that wins least"),
    "seat_gap": Column(SHARE, "win rate of the best seat less that of the worst"),
    "seat_gap_low": Column(SHARE, f"lower limit of seat_gap: {GAP_INTERVAL}"),
    "seat_gap_high": Column(SHARE, f"upper limit of seat_gap: {GAP_INTERVAL}"),
    "f_statistic": Column(
        "F", f"of players - 1 and deals - players + 1 degrees of freedom: {JOINT_TEST}"
    ),
    "p_equal": Column(P_VALUE, f"p value of equal chances for all seats: {JOINT_TEST}"),
    "p_equal_adjusted": Column(P_VALUE, f"p_equal, {HOLM} over all rows of the table"),
    "differs": Column(TRUTH, "whether seats are shown to differ: p_equal_adjusted at most 0.05"),
    "matters": Column(SHARE, "from which size on a difference between two seats matters"),
    "p_small": Column(
        P_VALUE, f"p value of two seats that differ by matters or more: {EQUIVALENCE_TEST}"
    ),
    "p_small_adjusted": Column(P_VALUE, f"p_small, {HOLM} over all rows of the table"),
    "shown_small": Column(
        TRUTH, "whether all seats are shown to differ by less: p_small_adjusted at most 0.05"
    ),
    "verdict": Column(
        LABEL, f"{SMALL}: as shown_small says; else {DIFFERS}: as differs says; else {NOT_SHOWN}"
    ),
}


def columns_with(measures: Measures) -> dict[str, Column]:
    keys = ("ruleset", "players", "strategy", "opponent", "seat")
    known = columns_of(told_of_players(measures))
    return {name: COLUMNS[name] for name in keys} | known | COLUMNS


def tables_with(measures: Measures) -> dict[str, tuple[str, ...]]:
    players, everybody = (
        tuple(columns_of(told(measures))) for told in (told_of_players, told_of_all)
    )
    by_seat = (*players, "p_fair", "p_fair_adjusted")
    return {
        "by_strategy": ("ruleset", "players", "strategy", *players),
        "by_seat": ("ruleset", "players", "seat", *by_seat),
        "by_strategy_and_seat": ("ruleset", "players", "strategy", "seat", *players),
        "head_to_head": TABLES["head_to_head"],
        "by_players": ("ruleset", "players", "games", *everybody),
        **{name: TABLES[name] for name in ("seat_effect", "measures")},
    }


def columns_by(estimator: Estimator, measures: Measures) -> dict[str, Column]:
    return {
        name: column._replace(
            description=column.description.replace(RATE_INTERVAL, estimator.rates).replace(
                MEAN_INTERVAL, estimator.means
            )
        )
        for name, column in columns_with(measures).items()
    }


TABLES = {
    "head_to_head": (
        *("ruleset", "players", "strategy", "opponent", "games"),
        *("ahead_rate", "ahead_rate_low", "ahead_rate_high", "deals"),
    ),
    "seat_effect": (
        *("ruleset", "players", "games", "deals"),
        *("best_seat", "worst_seat", "seat_gap", "seat_gap_low", "seat_gap_high"),
        *("f_statistic", "p_equal", "p_equal_adjusted", "differs"),
        *("matters", "p_small", "p_small_adjusted", "shown_small", "verdict"),
    ),
    "measures": (
        *("ruleset", "players", "measure", "unit", "value", "value_low", "value_high"),
        *("games", "deals"),
    ),
}
"""Columns of the tables that every game has alike. Names and order of columns are public: they may
be added to, never changed."""

NAMES = (
    *("by_strategy", "by_seat", "by_strategy_and_seat", "head_to_head", "by_players"),
    *("seat_effect", "measures"),
)
"""Of all tables of a run."""

_LATER_PLACES = {f"place_{place}": place for place in range(FEWEST_PLACES + 1, MAX_SEATS + 1)}


def columns_of_table(columns: Sequence[str], players: int) -> list[str]:
    """Return columns of a table where at most so many play: later places only if there are."""
    return [column for column in columns if _LATER_PLACES.get(column, 0) <= players]
