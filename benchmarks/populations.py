"""How far findings travel: ``python -m benchmarks.populations``.

Words and ranges come from tables of one population; other tables are then laid beside them: more of
the same population, and tables of another one. That has the other half of the panel, and strangers
of the kinds that are in no table of the first.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from typing import Any

import forsale_sim
import numpy as np
from forsale_sim import strangers
from forsale_sim.measures import MEASURES
from forsale_sim.program import DEFAULT_FIELD, QUICK_PANEL
from strategy_lab.stats.populations import agreement, without_errors

LEFT_OUT = ("plans", "switches")
"""Of six kinds of strangers, of which two more decide too slowly; who switches also plans."""

CHANGES = ("refund=up", "refund=none", "coins=22", "coin_value=2", "raise=2", "removed=6")
TABLES, GAMES, SEED = 40, 500_000, 2026

Key = tuple[str, str, int]
"""A ruleset, a measure and a seat; 0 for the whole game."""


def split() -> tuple[list[str], list[str]]:
    """Return the players of either population."""
    drawn = strangers.drawn(60, SEED)
    out = [each for each in drawn if strangers.kind_of(each).split()[0] in LEFT_OUT]
    inside = [each for each in drawn if each not in out][: len(out)]
    named = [*DEFAULT_FIELD, "appraiser", "blueprint", *QUICK_PANEL[::2]]
    return [*named, *inside], [*QUICK_PANEL[1::2], *out]


def played(players: Sequence[str], tables: int) -> dict[Key, list[Any]]:
    result = forsale_sim.compare(
        ["iello-en", *(f"iello-en[{change}]" for change in CHANGES)],
        players=4,
        players_from=",".join(players),
        drawn_tables=tables,
        games=GAMES * tables // TABLES,
        seed=SEED + tables,
        progress=False,
    )
    known, each = (result.tables[name].fillna({"seat": 0}) for name in ("conclusions", "tables"))
    known = known.query("not by_definition and house.isna() and a != 'a fair share'")
    keys = set(zip(known.b, known.measure, known.seat, strict=True))
    found: dict[Key, list[Any]] = defaultdict(list)
    for row in each.query("house.isna() and a != 'a fair share'").to_dict("records"):
        key = row["b"], row["measure"], row["seat"]
        if key in keys:
            found[key].append(row)
    return found


def columns(rows: Sequence[Any]) -> list[Any]:
    """Return the values of tables, and their standard errors."""
    return [np.array([row[name] for row in rows]) for name in ("difference", "standard_error")]


def main() -> None:
    inside, outside = split()
    first, other = played(inside, 2 * TABLES), played(outside, TABLES)
    matters = {each.name: each.matters.size for each in MEASURES.entries}
    held: dict[tuple[str, str], list[float]] = defaultdict(list)
    signs: dict[tuple[str, str], list[float]] = defaultdict(list)
    for key, rows in first.items():
        values, errors = columns(rows[:TABLES])
        shown = agreement(values, errors, matters[key[1]])
        for name, new in (("the same", rows[TABLES:]), ("another", other[key])):
            values, errors = columns(new)
            spread = without_errors(values, errors)
            inside_range = (shown.low <= spread) & (spread <= shown.high)
            held[name, shown.word].append(float(np.mean(inside_range)))
            same = np.sign(values) == np.sign(shown.middle)
            signs[name, shown.word].append(float(np.mean(same)))
    for (name, word), shares in held.items():
        print(
            f"{name} population, {word}: {len(shares)} rows, "
            f"sign right at {100 * np.mean(signs[name, word]):.0f} of 100 tables, "
            f"in the range {100 * np.mean(shares):.0f}"
        )
    for name in ("the same", "another"):
        every = [share for (which, _), shares in held.items() if which == name for share in shares]
        print(f"{name} population: {len(every)} rows, in the range {100 * np.mean(every):.0f}")


if __name__ == "__main__":
    main()
