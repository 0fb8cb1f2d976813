from __future__ import annotations

import io
from typing import Any

import numpy as np
from rich.console import Console
from strategy_lab.display.rank_text import print_ranking
from strategy_lab.display.text_tables import NOTE_WIDTH as WIDTH
from strategy_lab.display.text_tables import NOTHING
from strategy_lab.results.tables import Tables

from tests.strategy_lab.display.narrow import missing
from tests.strategy_lab.display.rank.ranked import ranked_tables


def printed(tables: Tables, width: int = WIDTH) -> list[str]:
    text = io.StringIO()
    print_ranking(tables, Console(file=text, width=width))
    return [line.rstrip() for line in text.getvalue().splitlines()]


def rows(lines: list[str], title: str) -> list[list[str]]:
    """The cells of the table with a title, which its first line begins with."""
    start = next(i for i, line in enumerate(lines) if line.startswith(title)) + 2
    return [line.split() for line in lines[start : start + 4]]


def test_strategies_that_never_met_have_a_dash() -> None:
    tables = ranked_tables()
    met = tables["head_to_head"]
    apart = {frozenset(pair) for pair in [("ann", "dan")]}
    kept = np.array(
        [
            frozenset(pair) not in apart
            for pair in zip(met["strategy"].tolist(), met["opponent"].tolist(), strict=True)
        ]
    )
    tables["head_to_head"] = {name: column[kept] for name, column in met.items()}
    assert rows(printed(tables), "3 players, % ahead of")[0] == [
        *("1", "ann", NOTHING, "~50.0", "80.8", NOTHING)
    ]


def test_what_is_not_known_is_not_printed() -> None:
    nothing: Any = np.nan
    lines = printed(ranked_tables([(nothing,) * 4], half=nothing))
    assert {cells[2] for cells in rows(lines, "rating")} == {NOTHING}
    assert any("not rated" in line for line in lines)
    assert "nan" not in " ".join(lines)


def test_nothing_is_cut_off_on_a_narrow_terminal() -> None:
    tables = ranked_tables([(1200, 50, -50, -1200)] * 4)
    assert missing(lambda width: "\n".join(printed(tables, width)), enough=WIDTH) == []
