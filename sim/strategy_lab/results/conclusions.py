"""The tables of a comparison: which there are, their columns in order, units and meanings."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from typing import Any, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from strategy_lab.stats.batches import GAP_INTERVAL
from strategy_lab.stats.differences import DIFFERS, EQUIVALENCE_TEST, NOT_SHOWN, SMALL, corrected
from strategy_lab.stats.evidence import (
    DISAGREE,
    FEW_GAMES,
    FEW_TABLES,
    LIKELY,
    NO_EFFECT,
    PREDICTION_INTERVAL,
    SOLID,
    UNCLEAR,
    weigh,
)
from strategy_lab.stats.intervals import PAIRED_INTERVAL, UNPAIRED_INTERVAL


class Column(NamedTuple):
    unit: str
    description: str


MONEY, SHARE, COUNT, LABEL = "thousands", "fraction", "count", "label"
ORDER, P_VALUE, TRUTH = "turn order", "probability", "true or false"
IN_UNIT = "as unit says"

Columns: TypeAlias = dict[str, NDArray[Any]]
"""A table: its columns by name, in order, all of one length. NaN where nothing can be said."""

Tables: TypeAlias = dict[str, Columns]
"""The tables of a run by name: those of `schema.TABLES`."""


# families: Which tests of a comparison are corrected together.
#
# A family is all that is asked of two rulesets in one field: about games, seats and houses, for
# each of `PLAYER_COUNTS` numbers of players; and the same for each strategy. So a correction does
# not depend on which other rulesets, fields, strategies or numbers of players were looked at
# beside it.

PLAYER_COUNTS = 4
"""How many numbers of players share the error rate of a family (Bonferroni): as many as the
editions of For Sale are printed for, and as most people look at in other games."""

FAMILIES = 2 * PLAYER_COUNTS
"""How many families of conclusions do: there are conclusions on play unchanged and re-tuned."""

FAMILY_KEYS = ("players", "a", "b", "strategy")

FAMILY = (
    f"Holm-corrected over all that is asked of the game, or of the strategy, by these two rulesets "
    f"and for this number of players, times {PLAYER_COUNTS} for the numbers of players"
)
"""The correction's name."""


CONCLUSIONS_FAMILY = (
    "Holm-corrected over what findings answer by these two rulesets and for this number of "
    f"players; of a solid one, times {PLAYER_COUNTS} for the numbers of players and 2 for play "
    "unchanged and re-tuned"
)
"""The correction of conclusions."""


def numbered(table: Columns, *keys: str) -> NDArray[np.int64]:
    """Return a number for each row: the same where rows agree in some columns; from 0 on."""
    rows = list(zip(*(table[name].tolist() for name in keys), strict=True))
    number = {row: i for i, row in enumerate(dict.fromkeys(rows))}
    return np.array([number[row] for row in rows], np.int64)


def holm_by_family(table: Columns, name: str) -> NDArray[np.float64]:
    return corrected(table[name], numbered(table, *FAMILY_KEYS, "field"), PLAYER_COUNTS)


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


# independence: Which fields of a comparison are tables by themselves, and which depend on another
# one.
#
# Fields that share a player, or that play alike, show the same thing twice. Of such fields the
# first speaks for all. Fields that speak for themselves are what an effect at a table not met is
# predicted from: see `stats.random_effects`. Trainings from different seeds are a sample of their
# own, in which those that play alike are not the same thing twice.

Floats = NDArray[np.float64]


def tables_of(differences: Columns, players: Mapping[str, frozenset[str]]) -> NDArray[Any]:
    """Return, for each row, the field that speaks for its field: most often itself.

    `differences`: the table, without this column. `players`: who plays in each field, by any
    ruleset; the same name for players made from each other.
    """
    found = differences["field"].copy()
    number = numbered(differences, "players", "a", "b")
    for each in range(number.max(initial=-1) + 1):
        chosen = number == each
        rows = {name: column[chosen] for name, column in differences.items()}
        speaks = _speakers(rows, players)
        found[chosen] = [speaks[field] for field in rows["field"].tolist()]
    return found


def _speakers(rows: Columns, players: Mapping[str, frozenset[str]]) -> dict[str, str]:
    estimands = dict(zip(rows["field"].tolist(), rows["estimand"].tolist(), strict=True))
    fields = sorted(estimands, key=lambda field: estimands[field] == STRESS)
    like = like_fields(rows, fields)
    speaks: dict[str, str] = {}
    for field in fields:
        is_trained = estimands[field] == ADAPTED
        others = (
            other
            for other in speaks.values()
            if (estimands[other] == ADAPTED) == is_trained
            if players[field] & players[other] or (not is_trained and like[field] == like[other])
        )
        speaks[field] = next(others, field)
    return speaks


def like_fields(differences: Columns, fields: list[str]) -> dict[str, str]:
    """Return, for each field, the first that plays like it by two rulesets: most often itself.

    Strategies have no say in that: fields of others play alike if their games are alike.
    """
    of_games = np.array([name is None for name in differences["strategy"]])
    rows = {name: column[of_games] for name, column in differences.items()}
    column = numbered(rows, "measure", "seat", "house")
    firsts = np.unique(column, return_index=True)[1]
    row = [fields.index(field) for field in rows["field"].tolist()]
    behaviour = np.full((2, len(fields), len(firsts)), np.nan)
    for grid, name in zip(behaviour, ("value_a", "value_b"), strict=True):
        grid[row, column] = rows[name].astype(np.float64)
    margin = rows["matters"][firsts].astype(np.float64)
    like = distinct(np.hstack([*behaviour]), np.tile(margin, 2))
    return {field: fields[like[i]] for i, field in enumerate(fields)}


def distinct(behaviour: Floats, margin: Floats) -> NDArray[np.int64]:
    """Return, for each population, the first that behaves like it: itself if none does.

    Two populations behave alike if no quantity that both have differs by as much as matters.

    `behaviour`: (populations, quantities); NaN where a population has no such quantity. `margin`:
    (quantities,): what difference matters.
    """
    like = np.arange(len(behaviour))
    kept: list[int] = []
    for one in range(len(behaviour)):
        for other in kept:
            apart = np.abs(behaviour[one] - behaviour[other])
            if np.isfinite(apart).any() and not np.any(apart >= margin):
                like[one] = other
                break
        else:
            kept.append(one)
    return like


# conclusions: What differences between rulesets amount to: a grade for each, from all tables that
# have a say.
#
# There are conclusions for two questions that are never mixed: what a rule does while players play
# on as they did, those who know the old rules and strangers; and what is left of it among players
# who were trained anew for each ruleset. Sizes of the three kinds of players stand side by side.

OF_PLAY = {UNCHANGED: (BEFORE, STRANGERS), RETUNED: (ADAPTED,)}
"""Whose tables conclusions on each way to play are drawn from."""

LISTED = "; "
"""Between the names of tables."""


def conclusions(differences: Columns, asked: Collection[str]) -> Columns:
    """Return the table of conclusions: on games, seats and houses, since strategies differ.

    `differences`: the table. `asked`: the measures that answer questions: what is said of them is
    corrected for their number.
    """
    of_games = _rows(differences, np.array([name is None for name in differences["strategy"]]))
    blocks = [
        _graded(_rows(of_pair, chosen), play, asked)
        for of_pair in _split(of_games, "players", "a", "b")
        for play, estimands in OF_PLAY.items()
        for chosen in [np.isin(of_pair["estimand"].astype(str), estimands)]
        if chosen.any()
    ]
    if not blocks:  # only tables without a say
        return {name: of_games.get(name, of_games["games"])[:0] for name in TABLES["conclusions"]}
    return {name: np.concatenate([block[name] for block in blocks]) for name in blocks[0]}


class _Grid:
    def __init__(self, table: Columns) -> None:
        self.table = table
        self.fields = list(dict.fromkeys(table["field"].tolist()))
        self.row = np.array([self.fields.index(field) for field in table["field"].tolist()], int)
        self.column = numbered(table, *KEYS)
        self.firsts = np.unique(self.column, return_index=True)[1]

    def of(self, name: str, chosen: NDArray[np.bool_]) -> NDArray[np.float64]:
        """Return some rows of a column as (fields, things); NaN where there is no such row."""
        found = np.full((len(self.fields), len(self.firsts)), np.nan)
        row, column = self.row[chosen], self.column[chosen]
        found[row, column] = self.table[name][chosen].astype(np.float64)
        return found

    def effects(
        self, asked: Collection[str]
    ) -> tuple[NDArray[np.float64], NDArray[np.float64], NDArray[np.float64], NDArray[np.int64]]:
        says = self.table["table"] == self.table["field"]
        is_asked = np.isin(self.first("measure").astype(str), [*asked])
        return (
            self.of("difference", says),
            self.of("standard_error", says),
            self.first("matters").astype(np.float64),
            is_asked.astype(np.int64),
        )

    def first(self, name: str) -> NDArray[Any]:
        return self.table[name][self.firsts]


def _graded(table: Columns, play: str, asked: Collection[str]) -> Columns:
    grid = _Grid(table)
    says = table["table"] == table["field"]
    value, error, margin, family = grid.effects(asked)
    evidence = weigh(value, error, margin, family, FAMILIES)
    found = {name: grid.first(name) for name in (*KEYS, "matters")} | evidence._asdict()
    found["play"] = np.full(len(grid.firsts), play, object)
    value = np.where(np.isfinite(error), value, np.nan)
    found["against"] = _against(value, evidence.mean, margin, grid.fields, evidence.reason)
    for estimand in (BEFORE, STRANGERS, ADAPTED):
        of_these = grid.of("difference", says & (table["estimand"] == estimand))
        there = np.isfinite(of_these).any(axis=0)
        for name, far, end in (("least", np.inf, np.min), ("most", -np.inf, np.max)):
            ends = end(np.where(np.isfinite(of_these), of_these, far), axis=0)
            found[f"{estimand}_{name}"] = np.where(there, ends, np.nan)
    games = np.bincount(grid.column, weights=table["games"], minlength=len(grid.firsts))
    found["games"] = games.astype(np.int64)
    return {name: found[name] for name in TABLES["conclusions"]}


def _against(
    value: NDArray[np.float64],
    mean: NDArray[np.float64],
    margin: NDArray[np.float64],
    fields: list[str],
    reason: NDArray[Any],
) -> NDArray[Any]:
    """Return which tables disagree with most, where that makes an effect unclear.

    Those of one sign; if all have the same, those that lie on one side of what matters.
    """
    there = np.isfinite(value)
    other_sign = np.sign(value) == -np.sign(mean)
    other_side = there & ((np.abs(value) >= margin) != (np.abs(mean) >= margin))
    apart = np.where(other_sign.any(axis=0), other_sign, other_side)
    are_most = 2 * apart.sum(axis=0) > there.sum(axis=0)
    fewer = np.where(are_most, there & ~apart, apart)
    names = [LISTED.join(np.array(fields)[of_one].tolist()) for of_one in fewer.T]
    return np.where(reason == DISAGREE, np.array(names, object), "")


def _rows(table: Columns, chosen: NDArray[np.bool_]) -> Columns:
    return {name: column[chosen] for name, column in table.items()}


def _split(table: Columns, *keys: str) -> Iterator[Columns]:
    number = numbered(table, *keys)
    return (_rows(table, number == each) for each in range(number.max(initial=-1) + 1))
