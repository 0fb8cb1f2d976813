"""The tables of a comparison: which there are, their columns in order, units and meanings."""

from __future__ import annotations

from strategy_lab.results.columns import COUNT, IN_UNIT, LABEL, ORDER, P_VALUE, SHARE, TRUTH, Column
from strategy_lab.results.paired.families import FAMILY
from strategy_lab.stats.equivalence import DIFFERS, EQUIVALENCE_TEST, NOT_SHOWN, SMALL
from strategy_lab.stats.evidence import (
    CREDIBLE,
    LIKELY,
    NO_EFFECT,
    REFERENCE,
    SOLID,
    STRESS,
    UNCLEAR,
)
from strategy_lab.stats.gaps import GAP_INTERVAL
from strategy_lab.stats.paired import PAIRED_INTERVAL
from strategy_lab.stats.unpaired import UNPAIRED_INTERVAL

UNCHANGED, RETUNED, EITHER = "unchanged", "re-tuned", "either"
"""How a field's strategies take another ruleset: they play on as they did; they were trained for
each; or nothing is known of them, and they count for both questions."""

PLAYS = (UNCHANGED, RETUNED)

INTERVAL = (
    f"{PAIRED_INTERVAL}; without common deals {UNPAIRED_INTERVAL}; of ranks see p; of seat_gap "
    f"{GAP_INTERVAL}"
)

COLUMNS = {
    "players": Column(COUNT, "how many play"),
    "field": Column(LABEL, "the field of strategies"),
    "role": Column(
        LABEL,
        f"{REFERENCE}: the strongest play; {CREDIBLE}: a table that might be met; {STRESS}: one "
        "that decides nothing",
    ),
    "play": Column(
        LABEL,
        f"{UNCHANGED}: every strategy plays by both rulesets as it does by one; {RETUNED}: as "
        f"trained for each; {EITHER}: not said",
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
    "standard_error": Column(IN_UNIT, "standard error of difference; of ranks and seat_gap null"),
    "p": Column(
        P_VALUE,
        "differences: p value of no difference: t test clustered by deal; of ranks: of no other "
        "strategy that is ahead by one ruleset and behind by the other, Bonferroni-corrected for "
        "their number; "
        f"conclusions: of no effect in the {REFERENCE} field, corrected as p_adjusted",
    ),
    "p_adjusted": Column(P_VALUE, f"p, {FAMILY}"),
    "matters": Column(IN_UNIT, "from which size on a difference matters"),
    "p_small": Column(
        P_VALUE,
        f"differences: p value of a difference of matters or more: {EQUIVALENCE_TEST}; of ranks "
        "null; conclusions: of one so large in some field that decides, corrected as p_adjusted",
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
    "fields": Column(COUNT, "fields that have such a row"),
    "alike": Column(COUNT, "of these, fields that play like another one and are not counted again"),
    "reference": Column(
        IN_UNIT, f"the difference in the {REFERENCE} field, or the mean of several"
    ),
    "reference_sd": Column(
        IN_UNIT,
        f"the standard deviation of the true differences between {REFERENCE} fields, estimated by "
        "moments: with re-tuned play, between training seeds; null with one, and where there is no "
        "standard error",
    ),
    "median": Column(IN_UNIT, f"the median difference in {CREDIBLE} fields"),
    "agreeing": Column(SHARE, f"the share of {CREDIBLE} fields with the sign of the effect"),
    "credible": Column(COUNT, f"how many {CREDIBLE} fields there are"),
    "between_sd": Column(
        IN_UNIT,
        "the standard deviation of the true differences between all fields that decide, estimated "
        "by moments",
    ),
    "least": Column(IN_UNIT, "the smallest difference that a field that decides has"),
    "most": Column(IN_UNIT, "the largest difference that a field that decides has"),
    "p_all": Column(
        P_VALUE,
        "p value of no effect, or of one of another sign, in some field that decides, corrected as "
        "p_adjusted",
    ),
    "grade": Column(LABEL, f"{SOLID}, {LIKELY}, {UNCLEAR} or {NO_EFFECT}: see stats/evidence.py"),
}

MEMBER = "house"
"""The column for the member of a group that a row is about: only For Sale compares such, yet."""

KEYS = ("players", "a", "b", "measure", "seat", "strategy", MEMBER, "unit")
"""What a conclusion is about: the columns by which rows of several fields belong together."""

TABLES = {
    "differences": (
        *("players", "field", "role", "play", "a", "b", "measure", "seat", "strategy", "house"),
        *("unit", "value_a", "value_b", "difference", "difference_low", "difference_high"),
        *("standard_error", "p", "p_adjusted", "matters", "p_small", "p_small_adjusted", "verdict"),
        *("paired", "games", "deals", "table"),
    ),
    "conclusions": (
        *(*KEYS, "play", "fields", "alike", "reference", "reference_sd", "median", "agreeing"),
        *(
            "credible",
            "between_sd",
            "least",
            "most",
            "matters",
            "p",
            "p_all",
            "p_small",
            "grade",
            "games",
        ),
    ),
}
"""Columns of each table."""
