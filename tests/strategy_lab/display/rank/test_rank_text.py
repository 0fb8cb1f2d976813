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


def test_shares_are_the_rows_over_the_columns_and_marked_where_undecided() -> None:
    lines = printed(ranked_tables())
    assert rows(lines, "3 players, % ahead of") == [
        ["1", "ann", NOTHING, "~50.0", "80.8", "90.9"],
        ["2", "bob", "~50.0", NOTHING, "64.0", "80.8"],
        ["3", "cat", "19.2", "36.0", NOTHING, "70.3"],
        ["4", "dan", "9.1", "19.2", "29.7", NOTHING],
    ]


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


def test_wide_tables_of_shares_are_printed_in_parts() -> None:
    names = tuple(f"strategy-{i}" for i in range(30))
    tables = ranked_tables([tuple(range(300, 0, -10))], names=names)
    lines = printed(tables)
    assert max(map(len, lines)) <= WIDTH
    heads = [line.split() for line in lines if line.startswith("3 players, % ahead of")]
    assert len(heads) > 1
    assert [column for head in heads for column in head[5:]] == [str(i) for i in range(1, 31)]


def test_names_that_look_like_markup_are_printed_as_they_are() -> None:
    lines = printed(ranked_tables(names=("[red]", "b", "c", "d"), cycles=["[red] beats b"]))
    assert any(line.startswith("1 [red]") for line in lines)
    assert "3 players: [red] beats b" in lines


def test_what_is_not_known_is_not_printed() -> None:
    nothing: Any = np.nan
    lines = printed(ranked_tables([(nothing,) * 4], half=nothing))
    assert {cells[2] for cells in rows(lines, "rating")} == {NOTHING}
    assert any("not rated" in line for line in lines)
    assert "nan" not in " ".join(lines)


def test_nothing_is_cut_off_on_a_narrow_terminal() -> None:
    tables = ranked_tables([(1200, 50, -50, -1200)] * 4)
    assert missing(lambda width: "\n".join(printed(tables, width)), enough=WIDTH) == []
