"""The tables of a comparison: which there are, their columns in order, units and meanings."""

from __future__ import annotations

from forsale_sim.results.columns import COUNT, LABEL, ORDER, P_VALUE, TRUTH, Column
from forsale_sim.stats.corrections import HOLM
from forsale_sim.stats.equivalence import DIFFERS, EQUIVALENCE_TEST, NOT_SHOWN, SMALL
from forsale_sim.stats.gaps import GAP_INTERVAL
from forsale_sim.stats.paired import PAIRED_INTERVAL
from forsale_sim.stats.unpaired import UNPAIRED_INTERVAL

DEPENDS = "depends on the field"
"""What is concluded from fields that contradict each other."""

RANK = "rank"
"""The unit of ranks."""

IN_UNIT = "as unit says"

INTERVAL = (
    f"{PAIRED_INTERVAL}; without common deals {UNPAIRED_INTERVAL}; of ranks see p; of seat_gap "
    f"{GAP_INTERVAL}"
)

COLUMNS = {
    "players": Column(COUNT, "how many play"),
    "field": Column(LABEL, "the field of strategies"),
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
    "p": Column(
        P_VALUE,
        "p value of no difference: t test clustered by deal; of ranks: of no other strategy that "
        "is ahead by one ruleset and behind by the other, Bonferroni-corrected for their number",
    ),
    "p_adjusted": Column(P_VALUE, f"p, {HOLM} over all rows of the table"),
    "margin": Column(IN_UNIT, "what difference counts as small"),
    "p_small_adjusted": Column(
        P_VALUE,
        f"p value of a difference of margin or more: {EQUIVALENCE_TEST}, {HOLM} over all rows of "
        "the table; of ranks null",
    ),
    "verdict": Column(
        LABEL,
        f"{SMALL}: p_small_adjusted is at most 0.05 (ranks: the interval is 0 to 0); else "
        f"{DIFFERS}: p_adjusted is at most 0.05; else {NOT_SHOWN}",
    ),
    "paired": Column(TRUTH, "whether both rulesets were played on the same deals"),
    "games": Column(COUNT, "games by each ruleset; conclusions: in all fields"),
    "deals": Column(COUNT, "deals behind the row: the independent observations"),
    "fields": Column(COUNT, "fields that have such a row"),
    "more": Column(COUNT, f"fields in which it {DIFFERS}, by more than 0"),
    "less": Column(COUNT, f"fields in which it {DIFFERS}, by less than 0"),
    "small": Column(COUNT, f"fields in which it is {SMALL}"),
    "not_shown": Column(COUNT, f"fields in which it is {NOT_SHOWN}"),
    "least": Column(IN_UNIT, "the smallest difference that any field has"),
    "most": Column(IN_UNIT, "the largest difference that any field has"),
    "conclusion": Column(
        LABEL,
        f"{DIFFERS}: so in all fields, and in one direction; {SMALL}: so in all fields; {DEPENDS}: "
        f"fields contradict each other; else {NOT_SHOWN}, in at least one",
    ),
}

KEYS = ("players", "a", "b", "measure", "seat", "strategy", "house", "unit")
"""What a conclusion is about: the columns by which rows of several fields belong together."""

TABLES = {
    "differences": (
        *("players", "field", "a", "b", "measure", "seat", "strategy", "house", "unit"),
        *("value_a", "value_b", "difference", "difference_low", "difference_high"),
        *("p", "p_adjusted", "margin", "p_small_adjusted", "verdict", "paired", "games", "deals"),
    ),
    "conclusions": (
        *KEYS,
        *("fields", "more", "less", "small", "not_shown", "least", "most", "conclusion", "games"),
    ),
}
"""Columns of each table. Their names and order are public: they may be added to, never changed."""
