"""The tables of a run for the terminal: who wins, then from which seat, then with how much."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, NamedTuple

from numpy.typing import NDArray
from rich.box import SIMPLE_HEAD
from rich.cells import cell_len
from rich.console import Console
from rich.table import Table
from rich.text import Text

from forsale_sim.report.findings import best_first, seat_finding, seat_notes
from forsale_sim.report.numbers import NOTHING, bars, estimates, number
from forsale_sim.results.tables import Columns, Tables, values, where
from forsale_sim.stats.estimators import FIXED_SIZE, Estimator

WIDTH = 100
"""Longest line, but for long names of strategies."""

BAR_WIDTH = 10

GAP = 2
"""Between two columns."""

MIDDLE = "middle 80 %"
MIDDLE_NOTE = "Middle 80 %: from the 10 % to the 90 % quantile."


class Section(NamedTuple):
    """A table, and what to know to read it."""

    table: Table
    notes: Sequence[str]
    findings: Sequence[str] = ()


def print_tables(tables: Tables, console: Console, estimator: Estimator = FIXED_SIZE) -> None:
    """Print the tables of a run, ruleset by ruleset.

    Parameters
    ----------
    tables
        From `results.tables.tables`.
    console
        Where to; `WIDTH` columns are wide enough, on narrower ones columns are left out.
    estimator
        Whose intervals the tables have.
    """
    for ruleset in values(tables["by_players"]["ruleset"]):
        console.print(Text(f"Ruleset {ruleset}", style="bold"))
        of_ruleset = {name: where(table, ruleset=ruleset) for name, table in tables.items()}
        for section in sections(of_ruleset, console.width, estimator):
            console.print()
            console.print(section.table)
            for finding in section.findings:
                console.print(Text(finding))
            for note in section.notes:
                console.print(Text(note, style="dim"), width=min(console.width, WIDTH))
        console.print()


def sections(tables: Tables, width: int, estimator: Estimator) -> Iterator[Section]:
    """Yield the tables of one ruleset, the most wanted first, for lines of `width` characters.

    With one player count there is room to say more about each strategy; several stand side by side.
    """
    strategies, players = tables["by_strategy"], values(tables["by_players"]["players"])
    rates_note = f"Who ties shares the win. ±: {estimator.rates}."
    money_note = f"Money in thousands: cheques and coins left. ±: {estimator.means}."
    seats = Section(
        _seats(tables["by_seat"]),
        [rates_note, *seat_notes(tables["seat_effect"], estimator)],
        [seat_finding(where(tables["seat_effect"], players=n), n) for n in players],
    )
    if len(players) == 1:
        yield Section(_in_full(strategies, width), [rates_note, money_note, MIDDLE_NOTE])
        yield seats
    else:
        rates = _side_by_side("win rate, %", _fair_heads(players), strategies, "win_rate")
        yield Section(rates, [rates_note])
        yield seats
        heads = [f"{n} players" for n in players]
        yield Section(_side_by_side("money", heads, strategies, "money_mean"), [money_note])
    counts = _player_counts(tables["by_players"], width)
    yield Section(counts, [money_note, MIDDLE_NOTE])


def _in_full(strategies: Columns, width: int) -> Table:
    fair = 100 / strategies["players"][0]
    columns: dict[str, Sequence[str]] = {
        "strategy": strategies["strategy"].tolist(),
        f"win rate, %\nfair {fair:.1f}": _estimates(strategies, "win_rate"),
        "": bars(strategies["win_rate"], BAR_WIDTH),
        "money": _estimates(strategies, "money_mean"),
        MIDDLE: _middle(strategies),
        "paid": _numbers(strategies["paid_mean"]),
        "left": _numbers(strategies["coins_left_mean"]),
        "first, %": _numbers(100 * strategies["first_place"]),
        "last, %": _numbers(100 * strategies["last_place"]),
        "games": _numbers(strategies["games"], decimals=0),
    }
    spare = (MIDDLE, "", "games", "first, %", "left", "paid", "last, %")
    return _table(_fitting(columns, spare, width), best_first(strategies))


def _side_by_side(title: str, heads: Sequence[str], strategies: Columns, measure: str) -> Table:
    """Return a table with a row for each strategy and a column for each player count."""
    return _table(_columns(title, heads, strategies, "strategy", measure), best_first(strategies))


def _seats(seats: Columns) -> Table:
    """Return a table with a row for each seat and a column for each player count."""
    players = values(seats["players"])
    columns = _columns("win rate, %", _fair_heads(players), seats, "seat", "win_rate")
    columns["win rate, %"] = [f"seat {seat}" for seat in values(seats["seat"])]
    return _table(columns)


def _columns(
    title: str, heads: Sequence[str], table: Columns, key: str, measure: str
) -> dict[str, Sequence[str]]:
    """Return a column for the values of `key`, and one of a measure for each player count."""
    names = values(table[key])
    columns: dict[str, Sequence[str]] = {title: names}
    for head, players in zip(heads, values(table["players"]), strict=True):
        block = where(table, players=players)
        cells = dict(zip(block[key].tolist(), _estimates(block, measure), strict=True))
        columns[head] = [cells.get(name, "") for name in names]
    return columns


def _fair_heads(players: Iterable[int]) -> list[str]:
    return [f"{count} players\nfair {100 / count:.1f}" for count in players]


def _player_counts(by_players: Columns, width: int) -> Table:
    columns: dict[str, Sequence[str]] = {
        "all players": [f"{players} players" for players in by_players["players"]],
        "games": _numbers(by_players["games"], decimals=0),
        "deals": _numbers(by_players["deals"], decimals=0),
        "money": _estimates(by_players, "money_mean"),
        "sd": _numbers(by_players["money_sd"]),
        MIDDLE: _middle(by_players),
        "cheques": _numbers(by_players["cheques_mean"]),
        "paid": _numbers(by_players["paid_mean"]),
        "left": _numbers(by_players["coins_left_mean"]),
    }
    return _table(_fitting(columns, (MIDDLE, "left", "paid", "cheques", "sd", "deals"), width))


def _estimates(table: Columns, measure: str) -> list[str]:
    """Return a measure with its interval; rates in per cent."""
    scale = 100 if measure.endswith("rate") else 1
    return estimates(*(scale * table[f"{measure}{limit}"] for limit in ("", "_low", "_high")))


def _middle(table: Columns) -> list[str]:
    """Return between which amounts of money the middle 80 % of appearances end."""
    low, high = (_numbers(table[f"money_p{percent}"], decimals=0) for percent in (10, 90))
    return [
        f"{least} to {most}" if least != NOTHING else NOTHING
        for least, most in zip(low, high, strict=True)
    ]


def _numbers(column: NDArray[Any], decimals: int = 1) -> list[str]:
    return [number(value, decimals) for value in column]


def _fitting(
    columns: dict[str, Sequence[str]], spare: Iterable[str], width: int
) -> dict[str, Sequence[str]]:
    """Return the columns that fit in a line: without as many of `spare`, in order, as it takes."""
    needed = {head: _width(head, cells) + GAP for head, cells in columns.items()}
    for head in spare:
        if sum(needed.values()) - GAP <= width:
            break
        del needed[head]
    return {head: columns[head] for head in needed}


def _width(head: str, cells: Iterable[str]) -> int:
    return max(cell_len(line) for text in (head, *cells) for line in text.split("\n"))


def _table(columns: dict[str, Sequence[str]], order: Iterable[str] | None = None) -> Table:
    """Return a table of texts: the first column and bars to the left, all others to the right.

    `order`: that of the first column's texts; None for the order they have.
    """
    table = Table(box=SIMPLE_HEAD, show_edge=False, pad_edge=False, padding=(0, 1, 0, 0))
    for i, head in enumerate(columns):
        left = i == 0 or not head
        table.add_column(
            Text(head), justify="left" if left else "right", no_wrap=i > 0, overflow="fold"
        )
    rows = {row[0]: row for row in zip(*columns.values(), strict=True)}
    for first in rows if order is None else order:
        table.add_row(*(Text(str(cell)) for cell in rows[first]))
    return table
