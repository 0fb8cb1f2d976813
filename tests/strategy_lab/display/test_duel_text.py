from __future__ import annotations

import io
from typing import Any

import numpy as np
from rich.console import Console
from strategy_lab.display.duel_text import print_duels
from strategy_lab.display.text_tables import NOTE_WIDTH as WIDTH
from strategy_lab.experiments.duel.experiment import COLUMNS

from tests.strategy_lab.display.narrow import missing

FACTS = {"elo0": 0.0, "elo1": 5.0, "alpha": 0.05, "beta": 0.1}


def printed(width: int = WIDTH, **changed: list[Any]) -> str:
    rows = len(next(iter(changed.values())))
    table = {
        name: np.array(["x"] * rows if column.unit == "label" else [0.25] * rows)
        for name, column in COLUMNS.items()
    }
    table |= {"players": np.arange(3, 3 + rows)}
    table |= {name: np.array(values) for name, values in changed.items()}
    text = io.StringIO()
    print_duels(table, FACTS, Console(file=text, width=width))
    return text.getvalue()


def line(text: str, start: str) -> list[str]:
    """The words after `start` in the lines that begin with it."""
    return [
        word
        for row in text.splitlines()
        if row.startswith(start)
        for word in row[len(start) :].split()
    ]


def test_limits_are_shown_where_they_are() -> None:
    text = printed(
        elo_sequential=[44.04, 2000.0],
        elo_sequential_low=[28.84, np.nan],
        elo_sequential_high=[59.2, np.nan],
    )
    assert "44 (29 to 59)" in text
    assert "2,000.0\n" in text


def test_nothing_is_cut_off_on_a_narrow_terminal() -> None:
    columns: dict[str, list[Any]] = {"finding": ["neither is stronger by 5 Elo"] * 4}
    for measure in ("win_rate_a", "win_rate_b_mixed", "difference_sequential", "elo_sequential"):
        for limit, value in (("", -0.2094), ("_low", -0.2441), ("_high", -0.1791)):
            scale = 6000 if measure.startswith("elo") else 1
            columns[f"{measure}{limit}"] = [scale * value] * 4
    assert missing(lambda width: printed(width, **columns), enough=200) == []
