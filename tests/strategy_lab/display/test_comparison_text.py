"""A comparison as text: sentences that say what was shown and how surely, and a table."""

from __future__ import annotations

import io
import re
from collections.abc import Sequence
from typing import Any

import pytest
from forsale_sim.measures import MEASURES
from forsale_sim.rules.ruleset import Ruleset
from monopoly_sim.rules.ruleset import load_ruleset as monopoly_ruleset
from rich.console import Console
from strategy_lab.display.comparison_text import (
    MARKS,
    MINUS,
    WIDTH,
    changed_rules,
    comparison_findings,
    difference_texts,
    effect_text,
    findings,
    print_comparison,
    reason_text,
    signed_text,
)
from strategy_lab.display.text_tables import NOTHING
from strategy_lab.results.conclusions import conclusions
from strategy_lab.results.tables import Tables
from strategy_lab.stats.evidence import GRADES, LIKELY, NO_EFFECT, SOLID

from tests.strategy_lab.display.test_texts import missing
from tests.strategy_lab.experiments.compare.contrasting import (
    COPY,
    ENGLISH,
    FRENCH,
    RAVENSBURGER,
    SIX_TABLES,
    difference_table,
    made_comparison,
)

FIELDS = (*SIX_TABLES, "all")

_played: dict[tuple[object, ...], Tables] = {}


def tables(games: int, other: Ruleset, fields: Sequence[str] = FIELDS) -> Tables:
    key = (games, other.name, *fields)
    if key not in _played:
        differences = difference_table(made_comparison(ENGLISH, other, fields=fields, games=games))
        _played[key] = {
            "differences": differences,
            "conclusions": conclusions(differences, MEASURES.asked),
        }
    return _played[key]


def test_the_best_supported_finding_comes_first() -> None:
    found = findings(tables(160_000, FRENCH), MEASURES, "iello-en", "iello-fr", 4)
    ranks = [GRADES.index(each.grade) for each in found]
    assert ranks == sorted(ranks)
    assert found[0].grade in (SOLID, LIKELY)
    told = {(each.row["measure"], each.row["seat"]) for each in found}
    assert len(told) == len(found)
    assert ("coins_left", None) in told


def test_an_effect_is_told_with_its_grade_and_its_range() -> None:
    sentences = comparison_findings(tables(160_000, FRENCH), MEASURES, "iello-en", "iello-fr", 4)
    assert any(
        re.fullmatch(
            r"(Solid|Likely): each player keeps [\d.]+( to [\d.]+)? more coins? "
            r"\(6 of 6 tables agree; before \+[\d.]+ to \+[\d.]+\)\.",
            sentence,
        )
        for sentence in sentences
    )


def test_a_copy_changes_nothing() -> None:
    sentences = comparison_findings(tables(4000, COPY), MEASURES, "iello-en", "copy", 4)
    assert len(sentences) == 1
    assert sentences[0].startswith("No effect worth naming on how often seats 1, 2, 3 and 4 win")


def test_where_no_deal_is_common_shares_are_told() -> None:
    found = findings(tables(4000, RAVENSBURGER), MEASURES, "iello-en", "ravensburger-1997", 4)
    assert any("of the coins" in each.text for each in found)


def test_nothing_is_said_of_what_was_not_played() -> None:
    assert comparison_findings(tables(40, FRENCH), MEASURES, "iello-en", "iello-fr", 5) == [
        "Nothing was played."
    ]


def row(**changes: object) -> dict[str, object]:
    made = {
        **{"measure": "coins_left", "unit": "thousands", "seat": None, "strategy": None},
        **{"house": None, "mean": 4.26, "least": 3.0, "most": 5.0, "matters": 0.25},
        **{"grade": NO_EFFECT, "tables": 8, "agreeing": 1.0},
        **{"reason": "", "games_factor": None, "against": ""},
    } | changes
    return made | {"entry": MEASURES[str(made["measure"])]}


@pytest.mark.parametrize(
    ("changes", "text"),
    [
        ({}, "each player keeps 4.3 more coins"),
        ({"least": 1.0}, "each player keeps 1.0 to 5.0 more coins"),
        ({"least": 0.04}, "each player keeps up to 5.0 more coins"),
        ({"least": -1.0}, "each player keeps more coins"),
        ({"mean": -1.0, "least": -1.2, "most": -0.8}, "each player keeps 1.0 fewer coins"),
        (
            {"measure": "win_rate", "seat": 2, "mean": -0.034, "least": -0.07, "most": -0.01},
            "seat 2 wins 1.0 to 7.0 percentage points less often",
        ),
        (
            {"measure": "win_rate", "seat": 1, "mean": 0.13, "least": 0.1, "most": 0.18},
            "seat 1 wins 13 percentage points more often",
        ),
    ],
)
def test_a_size_is_a_range_unless_tables_agree_on_it(changes: dict[str, object], text: str) -> None:
    assert effect_text(row(**changes)) == text


@pytest.mark.parametrize(
    ("changes", "text"),
    [
        ({}, ""),
        (
            {"reason": "too few games", "games_factor": 23.0},
            "too few games: 30 times as many would do",
        ),
        (
            {"reason": "too few games", "games_factor": 101.0},
            "too few games: 200 times as many would do",
        ),
        (
            {"reason": "tables disagree", "against": "a; b"},
            "tables disagree: a and b against the others",
        ),
        (
            {"reason": "tables disagree", "against": "a; b; c; d"},
            "tables disagree: a, b and 2 more against the others",
        ),
        (
            {"reason": "too few tables", "tables": 1},
            "1 table that shares no player: 3 is the least",
        ),
    ],
)
def test_what_is_unclear_says_why(changes: dict[str, object], text: str) -> None:
    assert reason_text(row(**changes)) == text


def test_what_two_measures_ask_is_answered_once() -> None:
    played = tables(160_000, FRENCH)
    shown = [
        each.row["measure"]
        for each in findings(played, MEASURES, ENGLISH.name, FRENCH.name, 4)
        if each.grade in (SOLID, LIKELY) and each.question
    ]
    assert shown
    told = " ".join(comparison_findings(played, MEASURES, ENGLISH.name, FRENCH.name, 4))
    for measure in MEASURES.entries:
        assert not measure.question or told.count(measure.question) <= 1, measure.name
    for name in shown:
        assert MEASURES[name].question not in told


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


def row_of(text: str, label: str) -> list[str]:
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
    cells = [cell for cell in row_of(text, "coins a player pays") if cell]
    assert len(cells) == 2
    assert all(cell.strip()[0] == f"{MINUS}" and cell[-1] in MARKS.values() for cell in cells)
    assert text.index("seat 4 wins") < text.index("seat 5 wins") < text.index("money of a player")
    assert "paired by deal" in text
    assert max(map(len, text.splitlines())) <= WIDTH


def test_a_copy_is_printed_as_the_same() -> None:
    text = printed(ENGLISH, COPY)
    assert "the same rules under another name" in text
    assert [cell.strip() for cell in row_of(text, "margin of victory") if cell] == ["0 =", "0 ="]


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


MEASURE_IN = {"thousands": "money", "fraction": "win_rate", "rank": "rank"}


def difference(
    value: float, half: float, unit: str = "thousands", deals: int = 5000
) -> dict[str, Any]:
    return {
        **{"entry": MEASURES[MEASURE_IN[unit]], "unit": unit},
        **{"difference": value, "deals": deals},
        **{"difference_low": value - half, "difference_high": value + half},
    }


@pytest.mark.parametrize(
    ("value", "text"), [(1.25, "+1.2"), (-1234.5, f"{MINUS}1,234.5"), (0.04, "0.0"), (-0.04, "0.0")]
)
def test_signs(value: float, text: str) -> None:
    assert signed_text(value, 1) == text


def test_differences_with_their_half_widths() -> None:
    assert difference_texts([difference(1.84, 0.12)]) == ["+1.8 ±0.1"]
    assert difference_texts([difference(0.0123, 0.002, "fraction")]) == ["+1.2 ±0.2"]
    assert difference_texts([difference(0.0, 0.0)]) == ["0"]
    assert difference_texts([difference(-2.0, 1.0, "rank")]) == [f"{MINUS}2 ±1"]
    assert difference_texts([difference(-3.0, float("nan"))]) == [f"{MINUS}3.0 {NOTHING}"]
    assert difference_texts([difference(1.0, 0.01), difference(-22.0, 0.02)]) == [
        "+1.00 ±0.01",
        f"{MINUS}22.00 ±0.02",
    ]


def test_rules_are_listed_with_both_values() -> None:
    assert list(changed_rules(ENGLISH, FRENCH)) == [("refund", "down → up")]
    assert list(changed_rules(ENGLISH, COPY)) == []
    four = ENGLISH.with_changes("x", coins={4: [22, 20, 20, 20]})
    changed = dict(changed_rules(ENGLISH, four))
    assert changed["players"] == "3/4/5/6 → 4"
    assert "4 players: 21 → 22/20/20/20, 5 players: 16 → -" in changed["coins"]


def test_only_what_is_played_is_listed() -> None:
    four = ENGLISH.with_changes("x", coins={4: [22, 20, 20, 20]})
    assert dict(changed_rules(ENGLISH, four, [4]))["coins"] == "4 players: 21 → 22/20/20/20"
    fewer = ENGLISH.with_changes("x", coins={3: 28, 4: 21, 5: 15})
    assert list(changed_rules(ENGLISH, fewer, [3, 4])) == []


def test_of_long_lists_it_is_told_how_much_differs() -> None:
    classic = monopoly_ruleset("hasbro-classic")
    deck = ["collect 200", *map(str, classic.deck_a[1:])]
    other = classic.with_changes("x", deck_a=deck, jail_rent=False)
    assert dict(changed_rules(classic, other)) == {
        "deck_a": "1 of 16 differ",
        "jail_rent": "true → false",
    }
