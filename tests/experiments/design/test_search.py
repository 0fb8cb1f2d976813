"""Designs with a planted truth: what is best is found, and what is confirmed is true."""

from __future__ import annotations

import pytest
from forsale_sim.experiments.design.design_tables import BETTER, RECOMMENDED, TIE, WORSE
from forsale_sim.rules.parameters import Rules
from strategy_lab.results.tables import records, where

from tests.experiments.design.made import planted

BEST = 15


def valley(rules: Rules) -> float:
    """Return gaps with one least: of 2 points more for every coin away from the best."""
    return 0.01 + 0.02 * min(abs(rules.coins[0] - BEST), 6)


def plain(rules: Rules) -> float:
    return 0.05


def recommended(tables: dict) -> str:
    race = tables["candidates"]
    (name,) = race["ruleset"][race["outcome"] == RECOMMENDED]
    return str(name)


def test_the_planted_best_is_found_with_fewer_games(monkeypatch: pytest.MonkeyPatch) -> None:
    for seed in range(5):
        design, outcome = planted(monkeypatch, valley, seed=seed)
        tables = design.tables(outcome)
        assert outcome.complete
        assert recommended(tables) == f"iello-en[coins={BEST}]"
        assert outcome.games <= design.most_games
        steps = [row for row in records(tables["rivals"]) if row["step"] == "coins"]
        assert {row["ruleset"] for row in steps} == {"iello-en[coins=14]", "iello-en[coins=16]"}
        assert {row["verdict"] for row in steps} <= {WORSE, "not told apart"}


def test_a_tie_is_called_a_tie_and_changes_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    design, outcome = planted(monkeypatch, plain, seed=1, games=2_000_000, vary=["coins=18..20"])
    tables = design.tables(outcome)
    assert recommended(tables) == "iello-en"
    assert {row["verdict"] for row in records(tables["rivals"])} == {TIE}


def test_a_condition_keeps_out_what_would_be_best(monkeypatch: pytest.MonkeyPatch) -> None:
    design, outcome = planted(monkeypatch, valley, seed=2, games=2_000_000, keep=["seat_gap>=4%"])
    tables = design.tables(outcome)
    assert recommended(tables) in ("iello-en[coins=13]", "iello-en[coins=17]")
    reasons = dict(
        zip(tables["candidates"]["ruleset"], tables["candidates"]["reason"], strict=True)
    )
    assert reasons[f"iello-en[coins={BEST}]"] == "seat_gap>=4%"


def test_if_no_rules_keep_the_conditions_none_are_recommended(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    design, outcome = planted(monkeypatch, valley, seed=3, keep=["ties>=50%"])
    tables = design.tables(outcome)
    assert outcome.complete
    assert design.facts(outcome)["recommended"] is None
    assert set(tables["candidates"]["reason"]) == {"ties>=50%"}
    assert len(tables["rivals"]["ruleset"]) == 0


@pytest.mark.slow
def test_of_100_searches_95_find_the_best_and_what_they_confirm_is_true(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    found = kept = true_value = true_gain = 0
    for seed in range(100):
        design, outcome = planted(monkeypatch, valley, seed=seed)
        tables = design.tables(outcome)
        name = recommended(tables)
        found += name == f"iello-en[coins={BEST}]"
        standing, _ = design.race(outcome)
        best = [candidate.values["coins"] for candidate in design.candidates].index(BEST)
        kept += best not in standing.dropped
        (row,) = records(where(tables["finalists"], ruleset=name, measure="seat_gap"))
        rules = design.recommended(tables).rules(3)
        base = design.candidates[0].ruleset.rules(3)
        true_value += row["value_low"] <= valley(rules) <= row["value_high"]
        gain = valley(rules) - valley(base)
        true_gain += row["difference_low"] <= gain <= row["difference_high"]
    assert min(found, kept, true_value, true_gain) >= 95, (found, kept, true_value, true_gain)


@pytest.mark.slow
def test_of_100_ties_at_most_5_are_called_otherwise(monkeypatch: pytest.MonkeyPatch) -> None:
    wrong = 0
    for seed in range(100):
        design, outcome = planted(monkeypatch, plain, seed=seed, vary=["coins=18..20"])
        tables = design.tables(outcome)
        verdicts = {row["verdict"] for row in records(tables["rivals"])}
        wrong += bool(verdicts & {BETTER, WORSE}) or recommended(tables) != "iello-en"
    assert wrong <= 5
