"""Games by name, and what is said to who mistypes one."""

from __future__ import annotations

from argparse import ArgumentTypeError

import pytest
from forsale_sim.rules.loading import load_ruleset
from forsale_sim.training.values.arguments import at_least, game, name_of


@pytest.mark.parametrize(("edition", "players"), [("iello-en", 3), ("ravensburger-1997", 5)])
def test_a_game_is_found_by_its_name(edition: str, players: int) -> None:
    rules = game(f"{edition}-{players}")
    assert rules == load_ruleset(edition).rules(players)
    assert name_of(rules) == f"{edition}-{players}"


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("iello-en", "such as iello-en-4, not 'iello-en'"),
        ("4", "no ruleset is called ''"),
        ("ielo-en-4", "did you mean 'iello-en'"),
        ("iello-en-7", "for 3, 4, 5 or 6 players, not 7"),
    ],
)
def test_who_names_no_game_is_told_so(name: str, said: str) -> None:
    with pytest.raises(ArgumentTypeError, match=said):
        game(name)


def test_numbers_have_a_least() -> None:
    assert at_least(20)("20") == 20
    for text in ("19", "-20", "20.5", "many"):
        with pytest.raises(ArgumentTypeError, match="of at least 20"):
            at_least(20)(text)
