"""What a run plays is settled before it starts."""

from __future__ import annotations

from typing import Any

import pytest
from forsale_sim.for_sale import load_field
from forsale_sim.rules.loading import load_ruleset
from forsale_sim.rules.ruleset import Ruleset
from hypothesis import given
from hypothesis import strategies as st
from strategy_lab.errors import UsageError
from strategy_lab.simulation.experiment import Plan, make_plan, period

ENGLISH = load_ruleset("iello-en")
RAVENSBURGER = load_ruleset("ravensburger-1997")
FIELD = load_field(["coinflip", "random", "spread"])


def plan(*rulesets: Ruleset, **options: Any) -> Plan:
    return make_plan(
        rulesets or (ENGLISH,), **{"field": FIELD, "seed": 1, "games": 1000, **options}
    )


def refusal(*rulesets: Ruleset, **options: Any) -> str:
    with pytest.raises(UsageError) as caught:
        plan(*rulesets, **options)
    return str(caught.value)


def cells(made: Plan) -> list[tuple[str, int]]:
    return [(cell.cell.ruleset, cell.cell.players) for cell in made.cells]


def test_every_player_count_of_every_ruleset_is_a_cell() -> None:
    assert cells(plan(ENGLISH, RAVENSBURGER)) == [
        *(("iello-en", players) for players in (3, 4, 5, 6)),
        *(("ravensburger-1997", players) for players in (3, 4, 5)),
    ]
    assert cells(plan(players=[5, 3])) == [("iello-en", 5), ("iello-en", 3)]
    assert cells(plan(lineup=[0, 1, 2, 0])) == [("iello-en", 4)]
    assert cells(plan(lineup=[0, 1, 2, 0], players=[4])) == [("iello-en", 4)]


@given(st.lists(st.integers(0, 2), min_size=1, max_size=6))
def test_the_period_is_the_number_of_different_rotations(lineup: list[int]) -> None:
    rotations = {(*lineup[i:], *lineup[:i]) for i in range(len(lineup))}
    assert period(lineup) == len(rotations)


def test_games_are_numbered_by_cell_deal_and_seating() -> None:
    made = plan(ENGLISH, RAVENSBURGER, games=100)
    games = [made.game(number) for number in range(1, made.games + 1)]
    assert [game.number for game in games] == list(range(1, made.games + 1))
    named = [(game.cell, game.deal, game.seating) for game in games]
    assert named == [
        (cell, deal, seating)
        for cell in made.cells
        for deal in range(1, cell.deals + 1)
        for seating in range(1, cell.cell.seatings + 1)
    ]
    assert [cell.first_game for cell in made.cells] == [
        next(game.number for game in games if game.cell is cell) for cell in made.cells
    ]


def test_more_games_than_sums_can_hold_are_refused() -> None:
    rich = ENGLISH.with_changes(
        "rich", houses="1-60", cheques=[255] * 60, coins={6: 255}, removed={}
    )
    message = refusal(rich, games=10**12)
    assert "rich for 6 players can be tallied for at most" in message
