"""Which fields of a comparison are tables by themselves, and which depend on another one.

Fields that share a player, or that play alike, show the same thing twice. Of such fields the first
speaks for all. Fields that speak for themselves are what an effect at a table not met is predicted
from: see `stats.random_effects`. Trainings from different seeds are a sample of their own, in which
those that play alike are not the same thing twice.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from strategy_lab.results.columns import Columns
from strategy_lab.results.paired.families import numbered
from strategy_lab.results.paired.schema import ADAPTED, STRESS

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
    """Return which field speaks for each, by two rulesets and for one number of players."""
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
