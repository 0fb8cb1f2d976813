"""What a comparison plays: which rulesets, on which deals, how often."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from forsale_sim.rules.ruleset import Ruleset
from strategy_lab.errors import UsageError

from tests.strategy_lab.experiments.compare.contrasting import (
    COPY,
    ENGLISH,
    FRENCH,
    RAVENSBURGER,
    made_comparison,
)

SIX = ENGLISH.with_changes("six", coins={6: 14})


def test_every_field_meets_every_number_of_players() -> None:
    comparison = made_comparison(ENGLISH, FRENCH, COPY, fields=["strong", "mirrors:miser"])
    settings = [(setting.field, setting.players) for setting in comparison.settings]
    assert settings == [(0, 4), (1, 4)]
    for setting in comparison.settings:
        assert [cell.ruleset for cell in setting.compared.cells] == ["iello-en", "iello-fr", "copy"]
        assert len({planned.deals for planned in setting.planned}) == 1
    assert [setting.seatings for setting in comparison.settings] == [4, 1]


@pytest.mark.parametrize("games", [1, 100, 12345])
def test_games_are_shared_evenly_and_rounded_up(games: int) -> None:
    comparison = made_comparison(
        ENGLISH, FRENCH, fields=["strong", "mirrors:miser"], players=[], games=games
    )
    of_tables = [planned.games for setting in comparison.settings for planned in setting.planned]
    assert sum(of_tables) == comparison.games
    assert len(of_tables) == 2 * 2 * 4
    assert games <= comparison.games < games + len(of_tables) * 7
    assert max(of_tables) - min(of_tables) < 6


def test_common_deals_take_decks_of_one_size() -> None:
    comparison = made_comparison(ENGLISH, FRENCH, RAVENSBURGER, players=[], games=600)
    assert [setting.players for setting in comparison.settings] == [3, 4, 5]
    for setting in comparison.settings:
        assert setting.offsets == (0, 0, setting.deals)


@pytest.mark.parametrize(
    ("rulesets", "players", "message"),
    [
        ([ENGLISH], [], "'iello-en' alone cannot be compared"),
        ([ENGLISH, FRENCH, ENGLISH], [], "'iello-en' is given twice"),
        ([SIX, RAVENSBURGER], [], "six is for 6; ravensburger-1997 is for 3, 4 or 5"),
        ([ENGLISH, RAVENSBURGER], [6], "'ravensburger-1997' is for 3, 4 or 5 players, not 6"),
        ([ENGLISH, FRENCH], [2], "is for 3, 4, 5 or 6 players, not 2"),
    ],
)
def test_what_cannot_be_compared_is_refused(
    rulesets: Sequence[Ruleset], players: Sequence[int], message: str
) -> None:
    with pytest.raises(UsageError, match=message):
        made_comparison(*rulesets, players=players)
