"""The printed comparison: a row for each measure, a column for each number of players."""

from __future__ import annotations

import io
from collections.abc import Sequence

from forsale_sim.measures import MEASURES
from forsale_sim.rules.ruleset import Ruleset
from rich.console import Console
from strategy_lab.display.comparison_text import MARKS, MINUS, WIDTH, print_comparison
from strategy_lab.results.conclusions import conclusions

from tests.strategy_lab.display.narrow import missing
from tests.strategy_lab.experiments.compare.contrasting import (
    COPY,
    ENGLISH,
    FRENCH,
    RAVENSBURGER,
    difference_table,
    made_comparison,
)


def printed(
    *rulesets: Ruleset,
    fields: Sequence[str] = ("strong",),
    games: int = 4000,
    width: int = WIDTH,
) -> str:
    comparison = made_comparison(*rulesets, fields=fields, players=[3, 5], games=games)
    differences = difference_table(comparison)
    text = io.StringIO()
    print_comparison(
        {"differences": differences, "conclusions": conclusions(differences, MEASURES.asked)},
        comparison,
        Console(file=text, width=width),
    )
    return text.getvalue()


def row(text: str, label: str) -> list[str]:
    (line,) = [line for line in text.splitlines() if line.startswith(f"{label}  ")]
    return line.removeprefix(label).split("  ")


def test_it_says_if_no_field_is_strong() -> None:
    assert "No field has trained play or a strategy of the ladder" in printed(
        ENGLISH, FRENCH, games=400
    )
    strong = printed(ENGLISH, FRENCH, fields=["strong", "mirrors:appraiser"], games=400)
    assert "ladder" not in strong


def test_rows_and_columns() -> None:
    text = printed(ENGLISH, FRENCH)
    assert "iello-fr against iello-en\n  refund  down → up\n" in text
    cells = [cell for cell in row(text, "coins a player pays") if cell]
    assert len(cells) == 2
    assert all(cell.strip()[0] == f"{MINUS}" and cell[-1] in MARKS.values() for cell in cells)
    assert text.index("seat 4 wins") < text.index("seat 5 wins") < text.index("money of a player")
    assert "paired by deal" in text
    assert max(map(len, text.splitlines())) <= WIDTH


def test_a_copy_is_exactly_the_same() -> None:
    text = printed(ENGLISH, COPY)
    assert "the same rules under another name" in text
    assert [cell.strip() for cell in row(text, "margin of victory") if cell] == ["0 =", "0 ="]


def test_it_is_said_who_decides() -> None:
    fields = ("strong", "strangers=mirrors:miser", "all")
    text = " ".join(printed(ENGLISH, FRENCH, fields=fields, games=400).split())
    assert "Tables before: strong. Tables of strangers: miser alone." in text
    assert "2 tables that share no player: 3 is the least" in text


def test_it_is_said_that_no_deal_is_common() -> None:
    text = printed(ENGLISH, FRENCH, RAVENSBURGER)
    first, second = text.split("ravensburger-1997 against iello-en")
    assert "The decks are of different sizes" in second
    assert "The decks are of different sizes" not in first
    assert "coins paid, % of all  " in second
    assert "coins a player pays" not in second


def test_no_mark_is_cut_off_on_a_narrow_terminal() -> None:
    def compared(width: int) -> str:
        return printed(ENGLISH, FRENCH, games=400, width=width)

    assert missing(compared, enough=WIDTH) == []
