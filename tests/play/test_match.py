"""Who sits where."""

from __future__ import annotations

from typing import Any

import pytest
from forsale_sim.for_sale import load_entrant
from forsale_sim.play.table import Match, make_match
from forsale_sim.reference.playing import play_game
from forsale_sim.rules.loading import load_ruleset
from strategy_lab.errors import UsageError


def matched(*against: str, ruleset: str = "iello-en", **settings: Any) -> Match:
    asked = {"players": None, "seat": 2, "seed": 3, **settings}
    opponents = [load_entrant(spec) for spec in against]
    return make_match(load_ruleset(ruleset), opponents, load_entrant("counter"), **asked)


@pytest.mark.parametrize(
    ("against", "settings", "names"),
    [
        (("expert", "spread"), {}, ["expert", "you", "spread"]),
        (("expert", "spread"), {"seat": 3}, ["expert", "spread", "you"]),
        (("expert",), {}, ["expert", "you", "expert"]),
        (("expert",), {"players": 5, "seat": 1}, ["you", *["expert"] * 4]),
        (("expert", "spread"), {"players": 4}, ["expert", "you", "spread", "expert"]),
        (
            ("expert", "spread", "miser", "linear", "random"),
            {"seat": 6},
            ["expert", "spread", "miser", "linear", "random", "you"],
        ),
    ],
)
def test_the_seats(against: tuple[str, ...], settings: dict[str, Any], names: list[str]) -> None:
    match = matched(*against, **settings)
    assert match.names == names
    assert match.advisor.name == "counter"
    assert match.rules.players == len(names)


def test_a_seat_is_drawn_from_the_seed() -> None:
    seats = [matched("expert", players=5, seat=None, seed=seed).seat for seed in range(60)]
    assert set(seats) == {1, 2, 3, 4, 5}
    assert seats == [matched("expert", players=5, seat=None, seed=seed).seat for seed in range(60)]


def test_the_cards_are_those_of_a_run() -> None:
    match = matched("expert", "spread", seed=8)
    assert match.deal().deal == play_game(match.rules, match.lineup, seed=8, deal=1).deal


@pytest.mark.parametrize(
    ("against", "settings", "told"),
    [
        (("expert",) * 3, {"players": 3}, "--against names 3 opponents, but 3 players are you and"),
        (("expert",) * 6, {}, "not 7"),
        (("expert",), {"players": 2}, "not 2"),
        (("expert",), {"seat": 4}, "--seat must be 1 to 3, not 4"),
        (("expert",), {"seat": 0}, "--seat must be 1 to 3, not 0"),
        (("expert",), {"seed": -1}, "a seed is a whole number"),
        (("expert",), {"seed": 2**64}, "a seed is a whole number"),
        (("expert",), {"ruleset": "ravensburger-1997", "players": 6}, "not 6"),
    ],
)
def test_what_cannot_be(against: tuple[str, ...], settings: dict[str, Any], told: str) -> None:
    with pytest.raises(UsageError) as error:
        matched(*against, **settings)
    assert told in str(error.value)
