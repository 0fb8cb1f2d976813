from __future__ import annotations

import io
from typing import Any

import numpy as np
from rich.console import Console
from strategy_lab.display.duel_text import WIDTH, print_duels
from strategy_lab.display.text_tables import MINUS
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


def test_tests_are_shown_with_their_finding() -> None:
    text = printed(
        verdict=["A", "undecided"], llr=[3.714, -2.98], llr_b=[-3.2, -3.1], deals=[2148, 130]
    )
    assert line(text, "3 players  ")[:4] == ["A", "3.71", f"{MINUS}3.20", "2,148"]
    assert line(text, "4 players  ")[:4] == ["undecided", f"{MINUS}2.98", f"{MINUS}3.10", "130"]
    assert "finding" in text


def test_limits_are_shown_where_they_are() -> None:
    text = printed(
        elo_sequential=[44.04, 2000.0],
        elo_sequential_low=[28.84, np.nan],
        elo_sequential_high=[59.2, np.nan],
    )
    assert "44 (29 to 59)" in text
    assert "2,000.0\n" in text


def test_errors_are_stated() -> None:
    text = " ".join(printed(upper=[3.638], lower=[-2.97]).split())
    assert "reaches 3.64 is stronger" in text
    assert "at most 5 % of duels find a strategy stronger if neither is by more than 0" in text
    assert "at most 10 % miss one that is stronger by 5" in text


def test_each_ruleset_has_its_part() -> None:
    text = printed(ruleset=["old", "new"])
    assert text.index("Ruleset old") < text.index("3 players") < text.index("Ruleset new")


def test_no_line_is_too_long() -> None:
    text = printed(
        difference_sequential=[-0.2094],
        difference_sequential_low=[-0.2441],
        difference_sequential_high=[-0.1791],
        elo_sequential=[-1223.7],
        elo_sequential_low=[-1264.0],
        elo_sequential_high=[-1188.3],
        finding=["neither is stronger by 5 Elo"],
        deals=[1_000_000],
        games=[24_000_000],
    )
    assert f"{MINUS}1,224 ({MINUS}1,264 to {MINUS}1,188)" in text
    assert max(map(len, text.splitlines())) <= WIDTH


def test_nothing_is_cut_off_on_a_narrow_terminal() -> None:
    columns: dict[str, list[Any]] = {"finding": ["neither is stronger by 5 Elo"] * 4}
    for measure in ("win_rate_a", "win_rate_b_mixed", "difference_sequential", "elo_sequential"):
        for limit, value in (("", -0.2094), ("_low", -0.2441), ("_high", -0.1791)):
            scale = 6000 if measure.startswith("elo") else 1
            columns[f"{measure}{limit}"] = [scale * value] * 4
    assert missing(lambda width: printed(width, **columns), enough=200) == []
