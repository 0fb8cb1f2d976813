"""What differences between rulesets amount to: a grade for each, from all tables that have a say.

There are conclusions for two questions that are never mixed: what a rule does while players play on
as they did, those who know the old rules and strangers; and what is left of it among players who
were trained anew for each ruleset. Sizes of the three kinds of players stand side by side.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray

from strategy_lab.results.columns import Columns
from strategy_lab.results.paired.families import FAMILIES, numbered
from strategy_lab.results.paired.schema import (
    ADAPTED,
    BEFORE,
    KEYS,
    RETUNED,
    STRANGERS,
    TABLES,
    UNCHANGED,
)
from strategy_lab.stats.evidence import DISAGREE, weigh
from strategy_lab.stats.split_panel import Halved, split_panel

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


def halved(differences: Columns, asked: Collection[str]) -> Halved:
    """Return how often findings hold among strangers who had no vote, over all that is compared.

    Arguments are as for `conclusions`; only what play unchanged shows is asked for.
    """
    of_games = _rows(differences, np.array([name is None for name in differences["strategy"]]))
    with_a_say = np.isin(of_games["estimand"].astype(str), OF_PLAY[UNCHANGED])
    solid = held = 0
    for of_pair in _split(_rows(of_games, with_a_say), "players", "a", "b"):
        grid = _Grid(of_pair)
        strangers = set(of_pair["field"][of_pair["estimand"] == STRANGERS].tolist())
        panel = np.array([field in strangers for field in grid.fields])
        found = split_panel(*grid.effects(asked), FAMILIES, panel)
        solid, held = solid + found.solid, held + found.held
    return Halved(solid, held)


class _Grid:
    """The rows of a table by field and by what they are about."""

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
        """Return effects, their errors, what matters and families, as `weigh` takes them."""
        says = self.table["table"] == self.table["field"]
        is_asked = np.isin(self.first("measure").astype(str), [*asked])
        return (
            self.of("difference", says),
            self.of("standard_error", says),
            self.first("matters").astype(np.float64),
            is_asked.astype(np.int64),
        )

    def first(self, name: str) -> NDArray[Any]:
        """Return what the first row on each thing has in a column."""
        return self.table[name][self.firsts]


def _graded(table: Columns, play: str, asked: Collection[str]) -> Columns:
    """Return the conclusions on two rulesets for one number of players."""
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
