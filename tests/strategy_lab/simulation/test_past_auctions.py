"""Strategies that ask what happened in past auctions: all engines play them alike."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from forsale_sim.engine.state import asks_for_past, new_state
from forsale_sim.engines import CompiledEngine, PlainEngine, seat_game
from forsale_sim.for_sale import load_entrant, load_field
from forsale_sim.play.playouts import CompiledPlayouts, PlainPlayouts
from forsale_sim.rules.loading import load_ruleset
from strategy_lab.plugins.compiling import compile_field
from strategy_lab.simulation.experiment import Chunk
from strategy_lab.simulation.plan import Plan, make_plan

from tests.engine.playing import assert_same_rows

FILE = """
from forsale_sim import View, strategy
from forsale_sim.cards import highest, lowest, members

def most_bid(view):
    most = 0
    for auction in range(1, view.auctions):
        offer = view.offer_in(auction)
        if highest(offer) - lowest(offer) >= 6:
            for seat in view.seats:
                if seat != view.seat:
                    most = max(most, view.bid_in(auction, seat))
    return most

@strategy("historian")
class Historian:
    def bid(view: View) -> int:
        limit = most_bid(view) // 2 + 2 + view.random_below(4)
        return view.least_bid if view.least_bid <= limit else 0

    def sell(view: View) -> int:
        late = view.auctions - most_bid(view) % 4
        for house in members(view.hand):
            if view.auction_of(house) >= late and view.bid_in(view.auction_of(house), view.seat):
                return house
        return highest(view.hand)

@strategy("forgetful")
class Forgetful:
    def bid(view: View) -> int:
        return view.least_bid if view.buyer_of(lowest(view.deck_houses)) else 0

    def sell(view: View) -> int:
        return lowest(view.hand)
"""

BLEND = """
format = 1
[[members]]
strategy = "mine.py:historian"
weight = 1
[[members]]
strategy = "spread"
weight = 1
"""

RULESETS = ("iello-en", "iello-en-variant", "ravensburger-1997")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "mine.py").write_text(FILE)
    (tmp_path / "blend.toml").write_text(BLEND)
    return tmp_path


def plan_of(folder: Path, *specs: str) -> Plan:
    field = load_field([str(folder / spec) if "." in spec else spec for spec in specs])
    rulesets = [load_ruleset(name) for name in RULESETS]
    return make_plan(rulesets, field=field, players=[4], seed=5, games=60)


@pytest.mark.parametrize("spec", ["mine.py:historian", "blend.toml"])
def test_engines_play_them_alike(folder: Path, spec: str) -> None:
    plan = plan_of(folder, spec, "spread", "coinflip")
    compiled, plain = CompiledEngine(plan), PlainEngine(plan)
    for cell, planned in enumerate(plan.cells):
        chunk = Chunk(0, cell, 1, planned.deals)
        assert_same_rows(compiled.play(chunk, detail=True), plain.play(chunk, detail=True))


def test_the_past_is_kept_only_where_somebody_asks_for_it(folder: Path) -> None:
    kept = {
        spec: asks_for_past(compile_field([load_entrant(str(folder / spec))]).asks_for)
        for spec in ("mine.py:historian", "mine.py:forgetful", "blend.toml")
    }
    assert kept == {"mine.py:historian": True, "mine.py:forgetful": False, "blend.toml": True}
    builtins = ["counter", "expert", "spread", "quick", "solver", "lookahead"]
    assert not asks_for_past(compile_field(load_field(builtins)).asks_for)
    assert asks_for_past(compile_field([load_entrant("champion")]).asks_for)
    rules = load_ruleset("iello-en").rules(4)
    assert new_state(rules, 1)["keeps_past"] == [0]


def test_playouts_go_on_from_the_bids_that_were_made(folder: Path) -> None:
    plan = plan_of(folder, "mine.py:historian", "spread", "coinflip", "random")
    seated = seat_game(plan, plan.game(1))
    decisions = seated.play()
    for made in decisions[10::7]:
        compiled, plain = CompiledPlayouts(seated.lineup, 3), PlainPlayouts(seated.lineup, 3)
        moves = made.game.legal_moves()[:2]
        ours = plain.play(made.game, moves, 0, 3)
        assert np.array_equal(compiled.play(made.game, moves, 0, 3), ours)


def test_the_past_is_that_of_the_trace(folder: Path) -> None:
    plan = plan_of(folder, "mine.py:historian", "spread", "coinflip", "random")
    seated = seat_game(plan, plan.game(2))
    last = seated.play()[-1].view
    offers, bids, least_bids, declined = {}, {}, {}, {}
    highest: dict[int, int] = {}
    for event in seated.game.events:
        if event.t == "houses":
            offers[event.round] = set(event.cards)
        elif event.t in ("bid", "pass"):
            amount = event.amount if event.t == "bid" else event.bid
            bids[event.round, event.seat] = amount
            # Under iello-en, a bid has to be higher by at least one coin.
            least = highest.get(event.round, 0) + 1
            if event.t == "bid":
                least_bids[event.round, event.seat] = least
                highest[event.round] = amount
            else:
                declined[event.round, event.seat] = least
    assert last.auctions == len(offers) == max(offers)
    for auction, offer in offers.items():
        houses = {house for house in range(1, 31) if last.offer_in(auction) >> (house - 1) & 1}
        assert houses == offer
        assert {last.auction_of(house) for house in offer} == {auction}
        for seat in last.seats:
            move = auction, seat
            assert last.bid_in(*move) == bids.get(move, 0)
            assert last.least_bid_in(*move) == least_bids.get(move, 0)
            assert last.declined_in(*move) == declined.get(move, 0)
