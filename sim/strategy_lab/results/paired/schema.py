"""The tables of a comparison: which there are, their columns in order, units and meanings."""

from __future__ import annotations

from strategy_lab.results.columns import COUNT, IN_UNIT, LABEL, ORDER, P_VALUE, SHARE, TRUTH, Column
from strategy_lab.results.paired.families import CONCLUSIONS_FAMILY, FAMILY
from strategy_lab.stats.equivalence import DIFFERS, EQUIVALENCE_TEST, NOT_SHOWN, SMALL
from strategy_lab.stats.evidence import (
    DISAGREE,
    FEW_GAMES,
    FEW_TABLES,
    LIKELY,
    NO_EFFECT,
    PREDICTION_INTERVAL,
    SOLID,
    UNCLEAR,
)
from strategy_lab.stats.gaps import GAP_INTERVAL
from strategy_lab.stats.paired import PAIRED_INTERVAL
from strategy_lab.stats.unpaired import UNPAIRED_INTERVAL

UNCHANGED, RETUNED = "unchanged", "re-tuned"
"""How strategies take another ruleset: they play on as they did, or they were trained for each."""

BEFORE, ADAPTED, STRANGERS, STRESS = "before", "adapted", "strangers", "stress"
"""Of whom a field tells: players who know the old rules and meet the new; players trained anew;
players who were not made here; or nobody, since it is only watched."""

INTERVAL = (
    f"{PAIRED_INTERVAL}; without common deals {UNPAIRED_INTERVAL}; of ranks see p; of seat_gap "
    f"{GAP_INTERVAL}"
)

COLUMNS = {
    "players": Column(COUNT, "how many play"),
    "field": Column(LABEL, "the field of strategies"),
    "estimand": Column(
        LABEL,
        f"of whom the field tells: {BEFORE}: players who know the old rules and meet the new; "
        f"{ADAPTED}: players trained anew for each ruleset; {STRANGERS}: players who were not made "
        f"here; {STRESS}: nobody, it decides nothing",
    ),
    "play": Column(
        LABEL,
        f"{UNCHANGED}: every strategy plays by both rulesets as it does by one ({BEFORE} and "
        f"{STRANGERS}); {RETUNED}: as trained for each ({ADAPTED})",
    ),
    "table": Column(
        LABEL,
        "the field that speaks for this one: itself, or an earlier one that shares a player with "
        "it or plays alike",
    ),
    "a": Column(LABEL, "name of the ruleset that another is compared with"),
    "b": Column(LABEL, "name of the other ruleset"),
    "measure": Column(LABEL, "what is compared"),
    "seat": Column(ORDER, "the seat it is about, if any"),
    "strategy": Column(LABEL, "the strategy it is about, if any"),
    "house": Column(LABEL, "the house it is about, if any"),
    "unit": Column(LABEL, "fraction, thousands or rank"),
    "value_a": Column(IN_UNIT, "estimate by ruleset a"),
    "value_b": Column(IN_UNIT, "estimate by ruleset b"),
    "difference": Column(IN_UNIT, "value_b less value_a"),
    "difference_low": Column(IN_UNIT, f"lower limit of difference: {INTERVAL}"),
    "difference_high": Column(IN_UNIT, f"upper limit of difference: {INTERVAL}"),
    "standard_error": Column(
        IN_UNIT,
        "standard error of difference; of seat_gap that of a t interval as long; of ranks null",
    ),
    "p": Column(
        P_VALUE,
        "differences: p value of no difference: t test clustered by deal; of ranks: of no other "
        "strategy that is ahead by one ruleset and behind by the other, Bonferroni-corrected for "
        "their number; conclusions: of a mean over tables that is no larger than matters: t test "
        f"with a value for each table, {CONCLUSIONS_FAMILY}",
    ),
    "p_adjusted": Column(P_VALUE, f"p, {FAMILY}"),
    "matters": Column(IN_UNIT, "from which size on a difference matters"),
    "p_small": Column(
        P_VALUE,
        f"p value of a difference of matters or more: {EQUIVALENCE_TEST}; of ranks null",
    ),
    "p_small_adjusted": Column(P_VALUE, "p_small, corrected as p_adjusted"),
    "verdict": Column(
        LABEL,
        f"{SMALL}: p_small_adjusted is at most 0.05 (ranks: the interval is 0 to 0); else "
        f"{DIFFERS}: p_adjusted is at most 0.05; else {NOT_SHOWN}",
    ),
    "paired": Column(TRUTH, "whether both rulesets were played on the same deals"),
    "games": Column(COUNT, "games by each ruleset; conclusions: in all fields"),
    "deals": Column(COUNT, "deals behind the row: the independent observations"),
    "tables": Column(COUNT, "independent tables that have a say"),
    "mean": Column(IN_UNIT, "the mean of the difference over these tables"),
    "low": Column(IN_UNIT, f"lower limit of the difference at a new table: {PREDICTION_INTERVAL}"),
    "high": Column(IN_UNIT, f"upper limit of it: {PREDICTION_INTERVAL}"),
    "between_sd": Column(
        IN_UNIT,
        "the standard deviation of the true differences between tables, estimated by moments",
    ),
    "least": Column(IN_UNIT, "the smallest difference that a table has"),
    "most": Column(IN_UNIT, "the largest difference that a table has"),
    **{
        f"{estimand}_{end}": Column(
            IN_UNIT, f"{end} of the tables of which the estimand is {estimand}"
        )
        for estimand in (BEFORE, STRANGERS, ADAPTED)
        for end in ("least", "most")
    },
    "agreeing": Column(SHARE, "the share of tables with the sign of the mean"),
    "grade": Column(LABEL, f"{SOLID}, {LIKELY}, {UNCLEAR} or {NO_EFFECT}: see stats/evidence.py"),
    "reason": Column(
        LABEL, f"why it is {UNCLEAR}: {FEW_TABLES}, {FEW_GAMES} or {DISAGREE}; else empty"
    ),
    "games_factor": Column(
        COUNT, f"if the reason is {FEW_GAMES}: with how many times the games it would be clear"
    ),
    "against": Column(LABEL, f"if the reason is {DISAGREE}: the tables that differ from most"),
}

MEMBER = "house"
"""The column for the member of a group that a row is about: only For Sale compares such, yet."""

KEYS = ("players", "a", "b", "measure", "seat", "strategy", MEMBER, "unit")
"""What a conclusion is about: the columns by which rows of several fields belong together."""

TABLES = {
    "differences": (
        *("players", "field", "estimand", "a", "b", "measure", "seat", "strategy", "house"),
        *("unit", "value_a", "value_b", "difference", "difference_low", "difference_high"),
        *("standard_error", "p", "p_adjusted", "matters", "p_small", "p_small_adjusted", "verdict"),
        *("paired", "games", "deals", "table"),
    ),
    "conclusions": (
        *(*KEYS, "play", "tables", "mean", "low", "high", "between_sd", "least", "most"),
        *("before_least", "before_most", "strangers_least", "strangers_most"),
        *("adapted_least", "adapted_most", "agreeing", "matters", "p"),
        *("grade", "reason", "games_factor", "against", "games"),
    ),
}
"""Columns of each table."""
