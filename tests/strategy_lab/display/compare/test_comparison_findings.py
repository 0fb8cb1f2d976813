"""Findings on comparisons: they say what was shown, how surely, and no more."""

from __future__ import annotations

import re
from collections.abc import Sequence

import pytest
from forsale_sim.measures import MEASURES
from forsale_sim.rules.ruleset import Ruleset
from strategy_lab.display.comparison_text import (
    comparison_findings,
    effect,
    effect_text,
    findings,
    margin_text,
    questions_text,
    reason_text,
    times_text,
)
from strategy_lab.results.conclusions import conclusions
from strategy_lab.results.tables import Tables
from strategy_lab.stats.evidence import GRADES, LIKELY, NO_EFFECT, SOLID

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


def test_what_is_not_shown_is_told_in_one_sentence() -> None:
    rows = [
        row(measure="win_rate", seat=3),
        row(measure="win_rate", seat=1),
        row(measure="shared_wins"),
    ]
    assert questions_text(rows) == ("how often seats 1 and 3 win, and how often wins are shared")
    assert questions_text(rows[:1]) == "how often seat 3 wins"


def test_a_copy_changes_nothing() -> None:
    sentences = comparison_findings(tables(4000, COPY), MEASURES, "iello-en", "copy", 4)
    assert len(sentences) == 1
    assert sentences[0].startswith("No effect worth naming on how often seats 1, 2, 3 and 4 win")


def test_few_games_leave_all_unclear() -> None:
    found = findings(tables(40, FRENCH), MEASURES, "iello-en", "iello-fr", 4)
    assert {each.grade for each in found if each.row["measure"] == "win_rate"} == {"unclear"}


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


def test_texts_of_rows() -> None:
    assert effect(row(mean=None)) != effect(row())
    assert margin_text(row()) == "0.25 coins"
    assert (
        margin_text(row(unit="fraction", measure="win_rate", matters=0.005))
        == "0.5 percentage points"
    )


@pytest.mark.parametrize(
    ("changes", "text"),
    [
        ({}, ""),
        (
            {"reason": "too few games", "games_factor": 23.0},
            "too few games: 30 times as many would do",
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


def test_games_are_rounded_up() -> None:
    assert [times_text(factor) for factor in (1.0, 2.1, 23, 101)] == [
        *("2 times", "3 times", "30 times", "200 times")
    ]


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
