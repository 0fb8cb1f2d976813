"""Which fields of a comparison are tables by themselves, and which depend on another one.

Fields that share a player, or that play alike, show the same thing twice. Of such fields the first
speaks for all. Fields that speak for themselves are what an effect at a table not met is predicted
from: see `stats.random_effects`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from numpy.typing import NDArray

from strategy_lab.results.columns import Columns
from strategy_lab.results.paired.conclusions import like_fields
from strategy_lab.results.paired.families import numbered
from strategy_lab.stats.evidence import STRESS


def tables_of(differences: Columns, players: Mapping[str, frozenset[str]]) -> NDArray[Any]:
    """Return, for each row, the field that speaks for its field: most often itself.

    Parameters
    ----------
    differences
        The table, without this column.
    players
        Who plays in each field, by any ruleset.
    """
    found = differences["field"].copy()
    number = numbered(differences, "players", "a", "b", "play")
    for each in range(number.max(initial=-1) + 1):
        chosen = number == each
        rows = {name: column[chosen] for name, column in differences.items()}
        roles = dict(zip(rows["field"].tolist(), rows["role"].tolist(), strict=True))
        like = like_fields(rows)
        speaks: dict[str, str] = {}
        for field in sorted(roles, key=lambda name: roles[name] == STRESS):
            others = (other for other in speaks.values() if _depends(field, other, like, players))
            speaks[field] = next(others, field)
        found[chosen] = [speaks[field] for field in rows["field"].tolist()]
    return found


def _depends(
    field: str, other: str, like: Mapping[str, str], players: Mapping[str, frozenset[str]]
) -> bool:
    return like[field] == like[other] or bool(players[field] & players[other])
