from __future__ import annotations

from pathlib import Path

import pytest
from forsale_sim.balance.config import Config
from forsale_sim.balance.playing import play, settle
from forsale_sim.errors import UsageError


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


def test_every_cell_has_the_games_asked_for_and_progress_ends_at_all() -> None:
    settled = settle(
        Config(rulesets=("iello-en", "iello-fr"), players=(3,), fields=("strong",), games=90)
    )
    assert [cell.games for plan in settled.plans for cell in plan.cells] == [90, 90]
    shown: list[tuple[int, int]] = []
    played = play(settled, engine="compiled", threads=1, show=lambda *at: shown.append(at))
    assert shown[-1] == (settled.games, settled.games)
    assert [now for now, _ in shown] == sorted(now for now, _ in shown)
    assert played.editions is not None
    assert played.readings is not None


def test_one_ruleset_without_alternatives_is_compared_with_nothing() -> None:
    settled = settle(Config(rulesets=("iello-en",), alternatives=()))
    assert settled.comparisons == ()
