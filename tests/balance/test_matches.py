from __future__ import annotations

import numpy as np
import pytest
from forsale_sim.balance import matches
from forsale_sim.balance.config import Config
from forsale_sim.balance.match_tables import strength_table, tuning_table
from forsale_sim.balance.matches import (
    BUILT_IN,
    COPIES,
    Match,
    Wins,
    play_match,
    strength_matches,
    tuning_matches,
)
from forsale_sim.results.tables import Columns, tables, where
from forsale_sim.rules.loading import load_rulesets
from forsale_sim.rules.ruleset import Ruleset

CONFIG = Config(
    rulesets=("iello-en", "iello-fr"), players=(4,), games=400, strength_games=80, seed=4
)


@pytest.fixture(scope="module")
def rulesets() -> tuple[Ruleset, ...]:
    return load_rulesets(CONFIG.rulesets)


def played(match: Match) -> Wins:
    outcome, wins = play_match(match, engine="compiled", threads=1, advance=lambda *_: None)
    assert outcome.complete
    return wins


def test_each_meets_copies_of_the_human_rule_and_the_reverse(
    rulesets: tuple[Ruleset, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(matches, "STRONGER", ("quick", "counter"))
    found = strength_matches(CONFIG, rulesets)
    seated = [[m.plan.field[i].name for i in m.plan.cells[0].lineup or ()] for m in found]
    assert seated == [
        ["quick", "expert", "expert", "expert"],
        ["expert", "quick", "quick", "quick"],
        ["counter", "expert", "expert", "expert"],
        ["expert", "counter", "counter", "counter"],
    ]
    assert [cell.games for cell in found[0].plan.cells] == [80, 80]
    table = strength_table(found[:1], [played(found[0])])
    outcome, _ = play_match(found[0], engine="compiled", threads=1, advance=lambda *_: None)
    expected = where(tables(outcome.tallies)["by_strategy"], strategy="quick")
    for name in ("win_rate", "win_rate_low", "win_rate_high", "deals"):
        assert table[name] == pytest.approx(expected[name])
    assert table["player"].tolist() == ["quick", "quick"]
    assert table["opponents"].tolist() == ["copies of expert"] * 2


def test_a_match_has_no_more_games_than_a_cell() -> None:
    assert Config(games=24).match_games == 24
    assert Config(strength_games=70).match_games == 70


def test_a_set_is_compared_with_the_own_one_on_the_same_deals(
    rulesets: tuple[Ruleset, ...],
) -> None:
    found = tuning_matches(CONFIG, rulesets)
    assert [(m.player, m.opponents, m.plan.cells[0].cell.ruleset) for m in found] == [
        ("iello-en", BUILT_IN, "iello-en"),
        ("iello-fr", BUILT_IN, "iello-en"),
        ("iello-fr", COPIES, "iello-en"),
        ("iello-fr", BUILT_IN, "iello-fr"),
        ("iello-en", BUILT_IN, "iello-fr"),
        ("iello-en", COPIES, "iello-fr"),
    ]
    own, other, copies = wins = [played(match) for match in found[:3]]
    table = tuning_table(found[:3], wins)
    assert table["opponents"].tolist() == [BUILT_IN, COPIES]
    by_deal = (other[0].astype(float) - own[0]) / 240
    half = 1.984 * by_deal.std(ddof=1) / np.sqrt(len(by_deal))
    check(table, 0, by_deal.mean(), half)
    check(table, 1, copies[0].mean() / 240 - 0.25, None)


def check(table: Columns, row: int, change: float, half: float | None) -> None:
    assert table["change"][row] == pytest.approx(change)
    if half is not None:
        assert table["change_high"][row] - change == pytest.approx(half, rel=1e-3)


def test_a_set_against_itself_changes_nothing(rulesets: tuple[Ruleset, ...]) -> None:
    match = tuning_matches(CONFIG, rulesets)[0]
    wins = played(match)
    renamed = Match("another", match.opponents, match.plan)
    table = tuning_table([match, renamed], [wins, wins])
    assert table["change"].tolist() == [0]
    assert table["change_low"].tolist() == table["change_high"].tolist() == [0]


def test_one_ruleset_has_nothing_to_be_tuned_for_besides() -> None:
    assert tuning_matches(CONFIG, load_rulesets(["iello-en"])) == ()
    assert len(tuning_table((), ())["games"]) == 0
