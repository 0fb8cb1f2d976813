"""Sentences on comparisons: they say what was shown, where, and no more."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from forsale_sim.display.compare.comparison_findings import (
    comparison_findings,
    headline_findings,
)
from forsale_sim.results.paired.conclusions import conclusions
from forsale_sim.results.tables import Tables
from forsale_sim.rules.ruleset import Ruleset
from forsale_sim.stats.equivalence import NOT_SHOWN

from tests.experiments.compare.contrasting import (
    COPY,
    ENGLISH,
    FRENCH,
    RAVENSBURGER,
    RICHER,
    difference_table,
    made_comparison,
)

_played: dict[tuple[object, ...], Tables] = {}


def tables(games: int, *others: Ruleset, fields: Sequence[str] = ("strong",)) -> Tables:
    key = (games, *(other.name for other in others), *fields)
    if key not in _played:
        comparison = made_comparison(ENGLISH, *others, fields=fields, games=games)
        differences = difference_table(comparison)
        _played[key] = {"differences": differences, "conclusions": conclusions(differences)}
    return _played[key]


def test_what_differs_is_named_with_its_size() -> None:
    sentences = comparison_findings(tables(80000, FRENCH), ENGLISH, FRENCH, 4)
    first = sentences[0]
    assert first.startswith("Rounding the refund up takes 5.")
    assert " coins fewer out of a 4-player game." in first
    assert "±" in first


def test_nothing_changes_in_a_copy() -> None:
    assert comparison_findings(
        tables(800, COPY, fields=("strong", "mirrors:expert")), ENGLISH, COPY, 4
    ) == [
        "Playing copy takes as many coins out of a 4-player game in both fields.",
        "No seat's chance changes in any of 2 fields.",
        "No strategy's chance changes.",
        "The order of the strategies stays the same.",
        "No house's price changes.",
    ]


def test_what_is_planted_is_named() -> None:
    many = tables(160000, RICHER, fields=("all",))
    sentences = comparison_findings(many, ENGLISH, RICHER, 4)
    assert any("seat 1 (+" in sentence and "more often" in sentence for sentence in sentences)


def test_fields_that_contradict_each_other_are_told() -> None:
    many = tables(240000, FRENCH, fields=("mirrors",))
    sentences = " ".join(comparison_findings(many, ENGLISH, FRENCH, 4))
    assert "depends on the field" in sentences
    assert "in all 4 fields" in sentences


def test_in_brief_seats_that_depend_on_the_field_are_not_named() -> None:
    many = tables(240000, FRENCH, fields=("mirrors",))
    short = " ".join(headline_findings(many, ENGLISH, FRENCH, 4, brief=True))
    assert short.endswith("Whether the other seats win more or less often depends on the field.")
    assert "(in all 4 fields: " in short
    assert len(short) < len(" ".join(headline_findings(many, ENGLISH, FRENCH, 4)))


def test_in_brief_nothing_is_left_out_where_fields_agree() -> None:
    for games, other in ((800, COPY), (200, FRENCH)):
        few = tables(games, other, fields=("strong", "mirrors:expert"))
        full = headline_findings(few, ENGLISH, other, 4)
        assert headline_findings(few, ENGLISH, other, 4, brief=True) == full


def test_few_games_show_nothing() -> None:
    sentences = comparison_findings(tables(200, FRENCH), ENGLISH, FRENCH, 4)
    assert any(
        sentence.startswith("No seat's chance is shown to change, and none changes by more than")
        for sentence in sentences
    )
    assert "The order of the strategies is not shown to change." in sentences


def test_a_single_deal_shows_nothing_at_all() -> None:
    single = tables(2, FRENCH, fields=("strong", "mirrors:expert"))
    assert set(single["differences"]["deals"].tolist()) == {1}
    too_few = ["There are too few deals to say anything."]
    assert comparison_findings(single, ENGLISH, FRENCH, 4) == too_few
    for brief in (False, True):
        assert headline_findings(single, ENGLISH, FRENCH, 4, brief=brief) == too_few


def test_what_is_known_of_too_few_deals_is_not_said() -> None:
    few = tables(200, FRENCH)
    differences = {name: column.copy() for name, column in few["differences"].items()}
    for measure in ("coins_lost", "win_rate", "price"):
        (which,) = np.nonzero(differences["measure"] == measure)
        differences["difference_low"][which[:2]] = np.nan
        differences["difference_high"][which[:2]] = np.nan
        differences["verdict"][which] = NOT_SHOWN
    changed = {"differences": differences, "conclusions": conclusions(differences)}
    assert [s for s in comparison_findings(changed, ENGLISH, FRENCH, 4) if "too few" in s] == [
        f"There are too few deals to say whether {what}."
        for what in (
            "rounding the refund up takes more or fewer coins out of a 4-player game",
            "any seat's chance changes",
            "any house's price changes",
        )
    ]


def test_shares_where_no_deal_is_common() -> None:
    sentences = comparison_findings(tables(20000, RAVENSBURGER), ENGLISH, RAVENSBURGER, 4)
    assert "takes a larger share of the coins out of a 4-player game, by " in sentences[0]
    assert not any("house" in sentence for sentence in sentences)


def test_what_was_not_played_is_said() -> None:
    assert comparison_findings(tables(200, FRENCH), ENGLISH, FRENCH, 5) == ["Nothing was played."]
