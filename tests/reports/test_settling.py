from __future__ import annotations

from pathlib import Path

import pytest
from forsale_sim.errors import UsageError
from forsale_sim.reports.config import Config
from forsale_sim.reports.settling import settle


def test_a_first_field_of_one_strategy_is_refused() -> None:
    with pytest.raises(UsageError, match=r"the first, 'counter alone', is of one strategy"):
        settle(Config(fields=("mirrors",)))


def test_a_field_of_ones_own_of_one_strategy_is_refused() -> None:
    with pytest.raises(UsageError, match=r"field 'expert' is of one strategy"):
        settle(Config(fields=("all", "expert")))


def test_a_ruleset_without_the_player_count_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "four.toml"
    path.write_text('extends = "iello-en"\ncoins = {4 = 21}\n')
    with pytest.raises(UsageError, match=r"'four' is for 4 players, not 3"):
        settle(Config(rulesets=(str(path),)))


def test_one_ruleset_without_alternatives_is_compared_with_nothing() -> None:
    settled = settle(Config(rulesets=("iello-en",), alternatives=()))
    assert settled.comparisons == ()


def test_a_first_field_of_one_strategy_will_do_for_sections_that_are_not_about_strategies() -> None:
    config = Config(fields=("mirrors:quick",), sections=("buying", "seats"), alternatives=())
    settled = settle(config)
    assert [field.name for field in settled.fields] == ["quick alone"]
    assert settled.strength == settled.tuning == ()


def test_matches_are_settled_for_their_sections_and_counted() -> None:
    config = Config(players=(3,), fields=("mirrors:expert",), sections=("strength",), games=90)
    settled = settle(config)
    assert len(settled.strength) == 6
    assert settled.games == 2 * 90 + 6 * 2 * 90
