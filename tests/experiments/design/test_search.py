"""Designs with a planted truth: what is best is found, and what is confirmed is true."""

from __future__ import annotations

import zlib
from dataclasses import replace

import numpy as np
import pytest
from forsale_sim.experiments.design.search import (
    BETTER,
    FIRST,
    NEW_TABLE,
    NOT_SHOWN_TO_HOLD,
    SERVED,
    TIE,
    WORSE,
    End,
    first_of,
)
from forsale_sim.experiments.design.spec import DesignSpec
from forsale_sim.rules.ruleset import Rules
from strategy_lab.results.tables import records, where

from tests.experiments.design.made import planted

BEST = 15


def valley(rules: Rules) -> float:
    """Return gaps with one least: of 2 points more for every coin away from the best."""
    return 0.01 + 0.02 * min(abs(rules.coins[0] - BEST), 6)


def plain(rules: Rules) -> float:
    return 0.05


def test_the_planted_best_is_found_with_fewer_games(monkeypatch: pytest.MonkeyPatch) -> None:
    for seed in range(5):
        design, outcome = planted(monkeypatch, valley, seed=seed)
        tables = design.tables(outcome)
        assert outcome.complete
        assert first_of(tables["candidates"]) == f"iello-en[coins={BEST}]"
        assert outcome.games <= design.most_games
        steps = [row for row in records(tables["rivals"]) if row["step"] == "coins"]
        assert {row["ruleset"] for row in steps} == {"iello-en[coins=14]", "iello-en[coins=16]"}
        assert {row["verdict"] for row in steps} <= {WORSE, "not told apart"}


def test_a_tie_is_called_a_tie_and_changes_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    design, outcome = planted(monkeypatch, plain, seed=1, games=4_000_000, vary=["coins=18..20"])
    tables = design.tables(outcome)
    assert first_of(tables["candidates"]) == "iello-en"
    assert {row["verdict"] for row in records(tables["rivals"])} == {TIE}


def test_a_condition_keeps_out_what_would_be_best(monkeypatch: pytest.MonkeyPatch) -> None:
    design, outcome = planted(monkeypatch, valley, seed=2, games=2_000_000, keep=["seat_gap>=4%"])
    tables = design.tables(outcome)
    assert first_of(tables["candidates"]) in ("iello-en[coins=13]", "iello-en[coins=17]")
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


def against(rules: Rules, field: tuple[str, ...]) -> float:
    """Return what turns the valley around, except where `spread` plays alone."""
    return 0.0 if field == ("spread",) else 0.14 - 2 * valley(rules)


def test_what_only_those_like_who_decided_is_not_recommended(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    design, outcome = planted(monkeypatch, valley, seed=4, more=against)
    tables = design.tables(outcome)
    race = tables["candidates"]
    assert first_of(race) == f"iello-en[coins={BEST}]"
    assert FIRST in race["outcome"]
    assert design.recommended(tables) is None
    assert design.facts(outcome)["recommended"] is None
    by_table = {row["table"]: row for row in records(tables["at_tables"])}
    assert by_table.pop("spread alone")["verdict"] == SERVED
    assert by_table.pop(NEW_TABLE)["verdict"] == NOT_SHOWN_TO_HOLD
    assert len(by_table) == 8
    assert all(row["gain"] < 0 for row in by_table.values())


def test_it_goes_beyond_a_number_that_wins_as_the_last(monkeypatch: pytest.MonkeyPatch) -> None:
    design, outcome = planted(monkeypatch, valley, seed=4, vary=["coins=17..20"])
    assert outcome.complete is False
    (end,) = design.beyond(outcome)
    assert end == End("coins", 17, is_highest=False)
    spec = DesignSpec.of(
        players=3, field="mirrors:spread", seed=4, vary=["coins=17..20"], minimise=["seat_gap"]
    )
    wider = spec.following(outcome)
    assert isinstance(wider, DesignSpec)
    assert (wider.widened, wider.times_widened) == (("coins=13..20",), 1)
    assert wider.command_line() == spec.command_line(), "what was asked for is asked for again"
    assert spec.further([End("coins", 20, is_highest=True)]).widened == ("coins=17..24",)
    steps = replace(spec, vary=("coins=10,14,18", "refund=up"))
    lowest = End("coins", 10, is_highest=False)
    assert steps.further([lowest]).widened == ("coins=2,6,10,14,18", "refund=up")


@pytest.mark.slow
def test_of_100_searches_at_most_5_hold_where_tables_differ_and_nothing_is_better(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Each table likes other rules: what they all like is nothing."""
    wrong = firsts = 0
    for seed in range(100):

        def liked(rules: Rules, field: tuple[str, ...], seed: int = seed) -> float:
            if rules.coins[0] == 28:
                return 0.0
            key = zlib.crc32(f"{seed} {field} {rules.coins}".encode())
            return float(np.random.default_rng(key).normal(0, 0.03))

        design, outcome = planted(
            monkeypatch, lambda rules: 0.1, seed=seed, more=liked, vary=["coins=14..20"], beyond=0
        )
        tables = design.tables(outcome)
        firsts += first_of(tables["candidates"]) != "iello-en"
        wrong += design.facts(outcome)["recommended"] not in (None, "iello-en")
    assert firsts >= 90
    assert wrong <= 5, wrong


@pytest.mark.slow
def test_of_100_searches_95_find_the_best_and_what_they_confirm_is_true(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    found = kept = true_value = true_gain = 0
    for seed in range(100):
        design, outcome = planted(monkeypatch, valley, seed=seed)
        tables = design.tables(outcome)
        name = first_of(tables["candidates"])
        found += name == f"iello-en[coins={BEST}]"
        standing, _ = design.race(outcome)
        best = [candidate.values["coins"] for candidate in design.candidates].index(BEST)
        kept += best not in standing.dropped
        (row,) = records(where(tables["finalists"], ruleset=name, measure="seat_gap"))
        rules = next(c.ruleset for c in design.candidates if c.ruleset.name == name).rules(3)
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
        wrong += bool(verdicts & {BETTER, WORSE}) or first_of(tables["candidates"]) != "iello-en"
    assert wrong <= 5
