from __future__ import annotations

import json

import forsale_sim
import pytest
from forsale_sim.for_sale import load_entrant

from tests.cli.calling import call

LINEUP = "expert,counter,spread"


@pytest.fixture(scope="module")
def result() -> forsale_sim.Result:
    return forsale_sim.run(24, lineup=LINEUP, seed=3)


def test_a_game_is_the_one_that_the_command_shows(
    result: forsale_sim.Result, capsys: pytest.CaptureFixture[str]
) -> None:
    options = ("--seed", 3, "--games", 24, "--lineup", LINEUP, "--game", 2)
    replayed = result.replay(2)
    assert call(capsys, "replay", *options).out.startswith(f"{replayed.story}\n\nChecked")
    lines = call(capsys, "replay", *options, "--format", "json").out.splitlines()
    assert replayed.trace == [json.loads(line) for line in lines]
    assert repr(replayed) == replayed.story


def test_the_games_add_up_to_the_result(result: forsale_sim.Result) -> None:
    ends = [result.replay(game).trace[-1] for game in range(1, 25)]
    money = sum(sum(end["money"]) for end in ends) / (24 * 3)
    assert money == pytest.approx(result.by_players["money_mean"][0])


def test_every_decision_of_a_game_can_be_tried_again(result: forsale_sim.Result) -> None:
    decisions = result.replay(2).decisions
    entrants = {name: load_entrant(name) for name in LINEUP.split(",")}
    for made in decisions:
        player = entrants[made.strategy]
        move = player.decide("sell" if made.view.cheques_on_offer else "bid", made.view)
        assert (move, made.view.seat) == (made.move, made.seat)
        assert made.game.to_act == made.seat
        assert made.move in made.game.legal_moves()
    bids = [(each["seat"], each["amount"]) for each in result.replay(2).trace if each["t"] == "bid"]
    made_bids = [(d.seat, d.move) for d in decisions if d.game.auction and d.move]
    assert made_bids == bids
