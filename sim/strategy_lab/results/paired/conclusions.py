"""What differences between rulesets amount to: a grade for each, from all fields that count."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray

from strategy_lab.results.columns import Columns
from strategy_lab.results.paired.families import FAMILY_KEYS, PLAYER_COUNTS, numbered
from strategy_lab.results.paired.schema import EITHER, KEYS, PLAYS, TABLES
from strategy_lab.stats.evidence import REFERENCE, Estimates, between_sd, distinct, weigh


def conclusions(differences: Columns) -> Columns:
    """Return the table of conclusions."""
    blocks = [
        _graded(_rows(of_pair, np.isin(of_pair["play"].astype(str), [play, EITHER])), play)
        for of_pair in _split(differences, "players", "a", "b")
        for play in _plays(of_pair)
    ]
    return {name: np.concatenate([block[name] for block in blocks]) for name in blocks[0]}


def _plays(table: Columns) -> list[str]:
    plays = set(table["play"].tolist())
    return [play for play in PLAYS if play in plays] or [EITHER]


def like_fields(differences: Columns) -> dict[str, str]:
    """Return, for each field, the first that plays like it by two rulesets: most often itself.

    Strategies have no say in that: fields of others play alike if their games are alike.
    """
    of_games = _rows(differences, np.array([name is None for name in differences["strategy"]]))
    grid = _Grid(of_games, ("measure", "seat", "house"))
    behaviour = np.hstack([grid.of("value_a"), grid.of("value_b")])
    like = distinct(behaviour, np.tile(grid.first("matters"), 2), grid.roles)
    return {field: grid.fields[like[i]] for i, field in enumerate(grid.fields)}


class _Grid:
    """The rows of a table by field and by what they are about."""

    def __init__(self, table: Columns, keys: tuple[str, ...]) -> None:
        self.table = table
        self.fields = list(dict.fromkeys(table["field"].tolist()))
        number = numbered(table, *keys)
        self.row = np.array([self.fields.index(field) for field in table["field"].tolist()], int)
        self.column, self.firsts = number, np.unique(number, return_index=True)[1]
        roles = dict(zip(table["field"].tolist(), table["role"].tolist(), strict=True))
        self.roles = np.array([roles[field] for field in self.fields], object)

    def of(self, name: str) -> NDArray[np.float64]:
        """Return a column as (fields, things); NaN where a field has no such row."""
        found = np.full((len(self.fields), len(self.firsts)), np.nan)
        found[self.row, self.column] = self.table[name].astype(np.float64)
        return found

    def first(self, name: str) -> NDArray[Any]:
        """Return what the first row on each thing has in a column."""
        return self.table[name][self.firsts]

    def sums(self, weights: NDArray[Any]) -> NDArray[np.int64]:
        """Return the sum of what rows weigh, for each thing."""
        found = np.bincount(self.column, weights=weights, minlength=len(self.firsts))
        return found.astype(np.int64)


def _graded(table: Columns, play: str) -> Columns:
    """Return the conclusions on two rulesets for one number of players."""
    like = like_fields(table)
    again = np.array([like[field] != field for field in table["field"].tolist()])
    grid = _Grid(table, KEYS)
    noise, p, p_small = (grid.of(name) for name in ("standard_error", "p", "p_small"))
    every = Estimates(grid.of("difference"), noise, p, p_small)
    references = np.isfinite(every.value) & (grid.roles == REFERENCE)[:, None]
    difference = every.value.copy()
    difference[[like[field] != field for field in grid.fields]] = np.nan
    evidence = weigh(
        every._replace(value=difference),
        grid.roles,
        grid.first("matters"),
        numbered(table, *FAMILY_KEYS)[grid.firsts],
        PLAYER_COUNTS,
    )
    found = {name: grid.first(name) for name in (*KEYS, "matters")} | evidence._asdict()
    found["play"] = np.full(len(grid.firsts), play, object)
    has_error = np.isfinite(noise).any(axis=0)
    found["reference_sd"] = np.where(has_error, between_sd(every, references), np.nan)
    found["fields"] = grid.sums(np.ones(len(again)))
    found["alike"], found["games"] = grid.sums(again), grid.sums(table["games"])
    return {name: found[name] for name in TABLES["conclusions"]}


def _rows(table: Columns, chosen: NDArray[np.bool_]) -> Columns:
    return {name: column[chosen] for name, column in table.items()}


def _split(table: Columns, *keys: str) -> Iterator[Columns]:
    number = numbered(table, *keys)
    return (_rows(table, number == each) for each in range(number.max(initial=-1) + 1))
