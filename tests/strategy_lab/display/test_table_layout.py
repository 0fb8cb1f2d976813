"""Tables for lines of any length: whole numbers, whole names, in parts where it takes them."""

from __future__ import annotations

import io
from collections.abc import Collection

from rich.console import Console
from strategy_lab.display.text_tables import NARROWEST, Texts, laid_out, without_spare

COLUMNS: Texts = {
    "name": ["ann", "bartholomew"],
    "rate": ["31.2 ±0.1", "1.0 ±10.4"],
    "deals": ["1,000", "20"],
    "win, %\nof all": ["33.3", "6.7"],
}


def lines(
    columns: Texts, width: int, *, left: Collection[str] = (), running: str | None = None
) -> list[str]:
    text = io.StringIO()
    table = laid_out(columns, width, left=left, running=running)
    Console(file=text, width=width).print(table)
    return [line.rstrip() for line in text.getvalue().splitlines()]


def test_what_fits_is_one_table() -> None:
    wide = lines(COLUMNS, 80)
    assert wide[3:] == [
        "ann          31.2 ±0.1  1,000    33.3",
        "bartholomew  1.0 ±10.4     20     6.7",
    ]
    assert lines(COLUMNS, len(wide[3])) == wide


def test_what_is_too_wide_goes_on_below_with_the_names() -> None:
    assert lines(COLUMNS, 36) == [
        "name              rate  deals",
        "─────────────────────────────",
        "ann          31.2 ±0.1  1,000",
        "bartholomew  1.0 ±10.4     20",
        "",
        "             win, %",
        "name         of all",
        "───────────────────",
        "ann            33.3",
        "bartholomew     6.7",
    ]


def test_a_part_has_no_rows_without_a_cell_in_it() -> None:
    columns = {"seat": ["1", "2"], "one": ["10", ""], "two": ["20", "30"]}
    assert lines(columns, 9) == [
        *("seat  one", "─────────", "1      10", ""),
        *("seat  two", "─────────", "1      20", "2      30"),
    ]


def test_names_are_folded_only_where_there_is_no_room_for_one_number_beside_them() -> None:
    assert "bartholomew  1.0 ±10.4" in lines(COLUMNS, 22)
    assert lines(COLUMNS, 21)[2:5] == [
        "ann         31.2 ±0.1",
        "bartholome  1.0 ±10.4",
        "w",
    ]


def test_nothing_is_cut_off_where_not_even_a_number_fits() -> None:
    narrow = "".join(line for line in lines({"": ["a"], "b": ["1,234,567"]}, 8))
    assert "…" not in narrow
    assert [digit for digit in narrow if digit.isdigit()] == list("1234567")


def test_running_text_is_folded_before_a_table_is_parted() -> None:
    columns = {"name": ["ann"], "deals": ["1,000"], "why": ["neither is stronger by 5 Elo"]}
    width = len("ann   1,000  ") + NARROWEST
    assert lines(columns, width, left=["why"], running="why")[2:] == [
        "ann   1,000  neither is stronger",
        "             by 5 Elo",
    ]
    assert lines(columns, width - 1, left=["why"], running="why")[2:] == [
        *("ann   1,000", "", "name  why", "──────────────────────────────────"[: width - 1]),
        *("ann   neither is stronger by 5", "      Elo"),
    ]


def test_spare_columns_go_in_order_until_the_rest_fits() -> None:
    spare = ("deals", "rate")
    assert list(without_spare(COLUMNS, spare, 80)) == list(COLUMNS)
    assert list(without_spare(COLUMNS, spare, 36)) == ["name", "rate", "win, %\nof all"]
    assert list(without_spare(COLUMNS, spare, 10)) == ["name", "win, %\nof all"]
