from __future__ import annotations

import io
import re

import numpy as np
from rich.console import Console
from strategy_lab.display.meta_text import MOST_ALPHAS, print_meta_game
from strategy_lab.display.text_tables import NOTE_WIDTH as WIDTH
from strategy_lab.results.tables import Tables

from tests.strategy_lab.display.meta.looked_at import (
    FIRST,
    LEVEL,
    TIED,
    TOGETHER,
    looked_at,
)
from tests.strategy_lab.display.narrow import missing


def printed(tables: Tables, width: int = WIDTH) -> str:
    file = io.StringIO()
    print_meta_game(tables, Console(width=width, file=file))
    return "\n".join(line.rstrip() for line in file.getvalue().splitlines())


def rows_of(text: str, title: str) -> dict[str, list[str]]:
    """The rows of a printed table by their first cell, without the number before it."""
    lines = text.splitlines()
    first = next(number for number, line in enumerate(lines) if line.startswith(title))
    rows = lines[first + 2 : first + 2 + lines[first + 2 :].index("")]
    cells = [row.split("  ") for row in rows if not row.startswith(("3 players", "4 players"))]
    return {cell[0].lstrip("0123456789 "): [c.strip() for c in cell[1:] if c] for cell in cells}


def test_parts_of_a_mixture_stand_with_their_uncertainty() -> None:
    text = printed(looked_at(TOGETHER))
    assert "equilibrium: 46.8 ±7.7 %" in text
    assert "expert, 53.2 ±7.7 % spread" in text  # folded


def test_strategies_that_are_tied_are_not_told_apart() -> None:
    text = printed(looked_at(TIED))
    rows = rows_of(text, "3 players, all play")
    assert any(row.startswith("equilibrium: any mixture of") for row in rows)  # and folded
    assert sum(row.startswith("equilibrium") for row in rows) == 1
    assert "settle in any mixture of expert and spread from every start" in " ".join(text.split())


def test_too_few_deals_have_no_intervals_and_that_is_said() -> None:
    tables = looked_at(TOGETHER, deals=2)
    for name, table in tables.items():
        for column, values in table.items():
            if column.endswith(("_low", "_high")) and not column.startswith("starts"):
                assert np.isnan(values).all(), (name, column)
    text = printed(tables)
    assert "3 players: too few deals for intervals" in text
    shown = text.partition("Win rate above")[0]
    assert "±" not in shown
    assert shown.count("~") == 6
    assert "too few" not in printed(looked_at(TOGETHER))


def test_of_many_intensities_powers_of_ten_or_some_others_are_shown() -> None:
    few, many = (0.5, 1.0, 3.0), tuple(0.1 * (1 + number) for number in range(MOST_ALPHAS + 4))
    without = tuple(2.0 + number for number in range(7))
    shown_without = (2.0, 3.0, 4.0, 6.0, 7.0, 8.0)  # evenly spaced, from the first to the last
    cases = ((few, few), (many, (0.1, 1.0)), (without, shown_without))
    for alphas, shown in cases:
        text = printed(looked_at(FIRST, alphas=alphas))
        (head,) = [line for line in text.splitlines() if line.startswith("3 players, % of time")]
        assert [float(alpha) for alpha in head.partition("alpha")[2].split()] == list(shown)


def test_no_share_of_time_is_said_to_leave_0_to_100() -> None:
    text = printed(looked_at(LEVEL, alphas=(1000.0,)))
    rows = rows_of(text, "3 players, % of time, alpha")
    (first, *_), *_ = rows.values()
    assert re.fullmatch(r"\d+ \(0 to 100\)", first)


def test_nothing_is_cut_off_on_a_narrow_terminal() -> None:
    alphas = tuple(10.0**power for power in range(MOST_ALPHAS))
    tables = looked_at(TOGETHER, alphas=alphas)
    assert missing(lambda width: printed(tables, width), enough=200) == []
