"""Findings on comparisons: they say what was shown, how surely, and no more."""

from __future__ import annotations

import re
from collections.abc import Sequence

import pytest
from forsale_sim.display.compare.comparison_findings import comparison_findings, findings
from forsale_sim.display.compare.effect_text import (
    effect,
    effect_text,
    margin_text,
    questions_text,
    size_text,
    training_text,
)
from forsale_sim.measures import MEASURES
from forsale_sim.rules.ruleset import Ruleset
from strategy_lab.results.paired.conclusions import conclusions
from strategy_lab.results.tables import Tables
from strategy_lab.stats.evidence import GRADES, NO_EFFECT, SOLID, UNCLEAR

from tests.experiments.compare.contrasting import (
    COPY,
    ENGLISH,
    FRENCH,
    RAVENSBURGER,
    difference_table,
    made_comparison,
)

FIELDS = ("reference=mirrors:counter", "strong", "counter,expert", "all")

_played: dict[tuple[object, ...], Tables] = {}


def tables(games: int, other: Ruleset, fields: Sequence[str] = FIELDS) -> Tables:
    key = (games, other.name, *fields)
    if key not in _played:
        differences = difference_table(made_comparison(ENGLISH, other, fields=fields, games=games))
        _played[key] = {"differences": differences, "conclusions": conclusions(differences)}
    return _played[key]


def test_the_best_supported_finding_comes_first() -> None:
    found = findings(tables(160_000, FRENCH), MEASURES, "iello-en", "iello-fr", 4)
    ranks = [GRADES.index(each.grade) for each in found]
    assert ranks == sorted(ranks)
    assert found[0].grade == SOLID
    told = {(each.row["measure"], each.row["seat"], each.row["strategy"]) for each in found}
    assert len(told) == len(found)
    assert ("coins_left", None, None) in told


def test_an_effect_is_told_with_its_grade_and_its_range() -> None:
    sentences = comparison_findings(tables(160_000, FRENCH), MEASURES, "iello-en", "iello-fr", 4)
    assert any(
        re.fullmatch(
            r"Solid: each player keeps [\d.]+ more coins? \(\+[\d.]+ to \+[\d.]+\)\.", sentence
        )
        for sentence in sentences
    )


def test_what_is_not_shown_is_told_in_one_sentence() -> None:
    rows = [
        row(measure="win_rate", seat=3),
        row(measure="win_rate", strategy="expert"),
        row(measure="win_rate", strategy="trained"),
        row(measure="win_rate", seat=1),
        row(measure="shared_wins"),
    ]
    assert questions_text(rows) == (
        "how often seats 1 and 3 win, how often expert and the trained player win, "
        "and how often wins are shared"
    )
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
    assert any("of the coins" in each.text for each in found if each.grade == SOLID)


def test_nothing_is_said_of_what_was_not_played() -> None:
    assert comparison_findings(tables(40, FRENCH), MEASURES, "iello-en", "iello-fr", 5) == [
        "Nothing was played."
    ]


def row(**changes: object) -> dict[str, object]:
    made = {
        **{"measure": "coins_left", "unit": "thousands", "seat": None, "strategy": None},
        **{"house": None, "reference": 4.26, "median": 5.0, "between_sd": 0.2, "matters": 0.25},
        **{"grade": NO_EFFECT},
    } | changes
    return made | {"entry": MEASURES[str(made["measure"])]}


@pytest.mark.parametrize(
    ("changes", "text"),
    [
        ({}, "each player keeps 4.3 more coins"),
        ({"between_sd": 0.8}, "each player keeps 4 more coins"),
        ({"reference": -1.0, "between_sd": 2.0}, "each player keeps 1 fewer coin"),
        ({"reference": float("nan")}, "each player keeps 5.0 more coins"),
        (
            {"measure": "win_rate", "unit": "fraction", "seat": 2, "reference": -0.034},
            "seat 2 wins 3 percentage points less often",
        ),
        (
            {"measure": "win_rate", "unit": "fraction", "strategy": "expert", "reference": 0.002},
            "expert wins 0.2 percentage points more often",
        ),
    ],
)
def test_a_size_is_as_exact_as_fields_agree(changes: dict[str, object], text: str) -> None:
    assert effect_text(row(**changes)) == text


def test_texts_of_rows() -> None:
    assert effect(row(reference=None, median=None)) != effect(row())
    assert size_text(row(), -1.26) == "1.3"
    assert margin_text(row()) == "0.25 coins"
    assert (
        margin_text(row(unit="fraction", measure="win_rate", matters=0.005))
        == "0.5 percentage points"
    )


def test_what_two_measures_ask_is_answered_once() -> None:
    other = ENGLISH.vary(coins=20)
    played = tables(40_000, other)
    shown = [
        each.row["measure"]
        for each in findings(played, MEASURES, ENGLISH.name, other.name, 4)
        if each.grade == SOLID and each.question
    ]
    assert shown
    told = " ".join(comparison_findings(played, MEASURES, ENGLISH.name, other.name, 4))
    for measure in MEASURES.entries:
        assert not measure.question or told.count(measure.question) <= 1, measure.name
    for name in shown:
        assert MEASURES[name].question not in told


def test_training_seeds_that_disagree_are_named_where_they_make_an_effect_unclear() -> None:
    coins = row(measure="coins_left", grade=UNCLEAR, reference=2.0, between_sd=3.0)
    coins["reference_sd"] = 2.6
    assert training_text(coins) == "training seeds differ by 3 coins (standard deviation)"
    for told in ({"reference_sd": 0.2}, {"reference_sd": None}, {"grade": SOLID}):
        assert training_text({**coins, **told}) == ""
