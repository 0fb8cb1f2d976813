"""The golden games: one trace for each built-in ruleset and number of players."""

from __future__ import annotations

import pytest

from tests.golden.regenerate import FOLDER, cases, lines_of, path_of
from tests.support.trace_checker import check_trace


def test_every_built_in_ruleset_has_a_golden_game_for_each_number_of_players() -> None:
    expected = {path_of(*case).name for case in cases()}
    assert expected == {path.name for path in FOLDER.glob("*.jsonl")}


@pytest.mark.parametrize(("ruleset", "players"), cases())
def test_the_golden_game_is_played_again_as_it_was(ruleset: str, players: int) -> None:
    golden = path_of(ruleset, players).read_text(encoding="utf-8").splitlines()
    assert lines_of(ruleset, players) == golden


@pytest.mark.parametrize(("ruleset", "players"), cases())
def test_the_golden_game_passes_the_referee(ruleset: str, players: int) -> None:
    check_trace(path_of(ruleset, players).read_text(encoding="utf-8").splitlines())
