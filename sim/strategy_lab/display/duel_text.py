"""A duel for the terminal: how the tests ended, then the estimates."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import numpy as np
from rich.console import Console, RenderableType
from rich.text import Text

from strategy_lab.display.text_tables import (
    NOTHING,
    Texts,
    decimals_for,
    estimates,
    laid_out,
    note,
    number,
    print_parts,
    with_limits,
    with_minus,
)
from strategy_lab.results.conclusions import Columns
from strategy_lab.results.tables import values, where
from strategy_lab.stats.intervals import RATE_INTERVAL
from strategy_lab.stats.sequential_tests import PLAIN, SEQUENTIAL

FINDING = "finding"

COMPANIES = {
    "A amid Bs": "win_rate_a_amid_b",
    "B amid As": "win_rate_b_amid_a",
    "A mixed": "win_rate_a_mixed",
    "B mixed": "win_rate_b_mixed",
}


def print_duels(table: Columns, facts: Mapping[str, Any], console: Console) -> None:
    """Print a table of duels, ruleset by ruleset; `facts` is its manifest."""
    print_parts(_parts(table, facts, console.width), console)


def _parts(table: Columns, facts: Mapping[str, Any], width: int) -> Iterator[RenderableType]:
    for ruleset in values(table["ruleset"]):
        rows = where(table, ruleset=ruleset)
        yield Text(f"Ruleset {ruleset}\n", style="bold")
        yield laid_out(_tests(rows), width, left=("verdict", FINDING), running=FINDING)
        for columns in (_differences(rows), _rates(rows)):
            yield from (Text(), laid_out(columns, width))
        yield Text()
    yield from (*map(note, _notes(table, facts)), Text())


def _tests(rows: Columns) -> Texts:
    return {
        "": _players(rows),
        "verdict": rows["verdict"].tolist(),
        "llr for A": [number(x, 2) for x in rows["llr"]],
        "for B": [number(x, 2) for x in rows["llr_b"]],
        "deals": [number(x, 0) for x in rows["deals"]],
        "games": [number(x, 0) for x in rows["games"]],
        FINDING: rows["finding"].tolist(),
    }


def _differences(rows: Columns) -> Texts:
    return {
        "": _players(rows),
        "A - B, points\nplain": _percentages(rows, "difference"),
        "A - B, points\nsequential": _ranges(rows, "difference_sequential", 100),
        "Elo\nplain": estimates(*with_limits(rows, "elo")),
        "Elo\nsequential": _ranges(rows, "elo_sequential"),
    }


def _rates(rows: Columns) -> Texts:
    columns = {
        "win rate, %": [f"{n} players, fair {100 / n:.1f}" for n in rows["players"]],
        "A": _percentages(rows, "win_rate_a"),
        "B": _percentages(rows, "win_rate_b"),
    }
    if np.isfinite(rows["win_rate_a_mixed"]).any():
        columns |= {head: _percentages(rows, name) for head, name in COMPANIES.items()}
    return columns


def _notes(table: Columns, facts: Mapping[str, Any]) -> list[str]:
    lower, upper = (number(table[name][0], 2) for name in ("lower", "upper"))
    elo0, elo1 = (with_minus(f"{facts[name]:g}") for name in ("elo0", "elo1"))
    alpha, beta = (f"{100 * facts[name]:g} %" for name in ("alpha", "beta"))
    return [
        f"llr: log-likelihood ratio of {elo1} to {elo0} normalised Elo. A strategy that reaches "
        f"{upper} is stronger; one that falls to {lower} is not stronger by {elo1}. Errors: at "
        f"most {alpha} of duels find a strategy stronger if neither is by more than {elo0}; at "
        f"most {beta} miss one that is stronger by {elo1}.",
        f"A - B: difference of the win rates. plain: {PLAIN}, biased because a test decided when "
        f"to stop. sequential: {SEQUENTIAL}.",
        "Win rates of A and of B as the only player of that strategy; ties share the win. ±: "
        f"{RATE_INTERVAL}, biased too.",
    ]


def _players(rows: Columns) -> list[str]:
    return [f"{players} players" for players in rows["players"]]


def _percentages(rows: Columns, measure: str) -> list[str]:
    return estimates(*with_limits(rows, measure, 100))


def _ranges(rows: Columns, measure: str, scale: int = 1) -> list[str]:
    """Return a measure with its limits, which need not be as far from it: "3.1 (2.2 to 4.5)"."""
    texts = []
    for numbers in zip(*with_limits(rows, measure, scale), strict=True):
        decimals = decimals_for(np.array([numbers[2] - numbers[1]]) / 2)
        centre, *limits = (number(x, decimals) for x in numbers)
        texts.append(centre if NOTHING in limits else f"{centre} ({limits[0]} to {limits[1]})")
    return texts
