from __future__ import annotations

import json
from dataclasses import replace

import forsale_sim
import pytest
from forsale_sim import View, strategy
from forsale_sim.cards import highest
from forsale_sim.for_sale import load_entrant
from strategy_lab.api.result import replay
from strategy_lab.errors import LaboratoryError, UsageError
from strategy_lab.plugins.entrants import Decision
from strategy_lab.simulation.plan import Plan

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


@pytest.mark.parametrize("game", [0, 25, 1.5])
def test_there_are_only_the_games_of_the_run(result: forsale_sim.Result, game: int) -> None:
    with pytest.raises(UsageError):
        result.replay(game)


def test_a_strategy_of_this_session_is_replayed() -> None:
    @strategy("cautious")
    class Cautious:
        def bid(view: View) -> int:
            return 0

        def sell(view: View) -> int:
            return highest(view.hand)

    result = forsale_sim.run(6, lineup=[Cautious, "spread", "spread"], seed=3)
    assert "cautious" in result.replay(1).story


def with_illegal_bids(plan: Plan) -> Plan:
    first, *others = plan.field
    decisions = {**first.decisions, "bid": Decision(lambda view: 1000, {})}
    return replace(plan, field=(replace(first, decisions=decisions), *others))


def plan_of(result: forsale_sim.Result) -> Plan:
    (plan,) = result._outcome.experiment.plans
    return plan


def test_an_illegal_move_is_one_message(result: forsale_sim.Result) -> None:
    with pytest.raises(LaboratoryError, match="1000"):
        replay(with_illegal_bids(plan_of(result)), 1)


def test_a_strategy_that_has_changed_since_is_refused(
    result: forsale_sim.Result, monkeypatch: pytest.MonkeyPatch
) -> None:
    changed = with_illegal_bids(plan_of(result))
    monkeypatch.setattr(result._outcome.experiment, "plan", changed)
    with pytest.raises(UsageError, match="has changed since games were played with it"):
        result.replay(1)


def test_games_of_a_duel_have_no_numbers() -> None:
    result = forsale_sim.duel("spread", "miser", field=None, players=3, max_deals=4, seed=1)
    with pytest.raises(UsageError, match="games of duel cannot be replayed by number"):
        result.replay(1)


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
