from __future__ import annotations

import numpy as np
import pytest
from forsale_sim.experiments.run.experiment import Run
from forsale_sim.reports.matches import plan
from forsale_sim.reports.matches.experiment import PlayedMatch
from forsale_sim.reports.matches.plan import (
    BUILT_IN,
    COPIES,
    Match,
    strength_matches,
    tuning_matches,
)
from forsale_sim.reports.matches.tables import strength_table, tuning_table
from forsale_sim.results.deal_scores import DealScores
from forsale_sim.results.tables import Columns, tables, where
from forsale_sim.rules.ruleset import Ruleset
from forsale_sim.simulation.driver import simulate
from forsale_sim.simulation.executors import Threads
from forsale_sim.simulation.experiment import Outcome

from tests.reports.matches.conftest import CONFIG


def outcome_of(run: Run) -> Outcome:
    return simulate(Outcome(run), Threads(run, "compiled", 1))


def wins_of(match: Match) -> list[DealScores]:
    played = PlayedMatch(match)
    return played.wins(outcome_of(played))


def test_rates_and_intervals_are_those_of_a_tally(
    rulesets: tuple[Ruleset, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(plan, "STRONGER", ("quick",))
    match, _ = strength_matches(CONFIG, rulesets)
    table = strength_table([match], [wins_of(match)])
    run = Run(match.plan, match.plan.games)
    expected = where(tables(run.tallies(outcome_of(run)))["by_strategy"], strategy="quick")
    for name in ("win_rate", "win_rate_low", "win_rate_high", "deals"):
        assert table[name] == pytest.approx(expected[name])
    assert table["player"].tolist() == ["quick", "quick"]
    assert table["opponents"].tolist() == ["copies of expert"] * 2


def test_a_set_is_compared_with_the_own_one_on_the_same_deals(
    rulesets: tuple[Ruleset, ...],
) -> None:
    found = tuning_matches(CONFIG, rulesets)[:3]
    wins = [wins_of(match) for match in found]
    own, other, copies = (scores.win for (scores,) in wins)
    table = tuning_table(found, wins)
    assert table["opponents"].tolist() == [BUILT_IN, COPIES]
    by_deal = (other.astype(float) - own) / 240
    half = 1.984 * by_deal.std(ddof=1) / np.sqrt(len(by_deal))
    check(table, 0, by_deal.mean(), half)
    check(table, 1, copies.mean() / 240 - 0.25, None)


def check(table: Columns, row: int, change: float, half: float | None) -> None:
    assert table["change"][row] == pytest.approx(change)
    if half is not None:
        assert table["change_high"][row] - change == pytest.approx(half, rel=1e-3)


def test_a_set_against_itself_changes_nothing(rulesets: tuple[Ruleset, ...]) -> None:
    match = tuning_matches(CONFIG, rulesets)[0]
    wins = wins_of(match)
    renamed = Match("another", match.opponents, match.plan)
    table = tuning_table([match, renamed], [wins, wins])
    assert table["change"].tolist() == [0]
    assert table["change_low"].tolist() == table["change_high"].tolist() == [0]


def test_without_matches_there_are_no_rows() -> None:
    assert len(tuning_table((), ())["games"]) == 0
