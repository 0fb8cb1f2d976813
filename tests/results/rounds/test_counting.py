"""Sums of rounds, against the events of the same games by the readable engine."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Hashable, Mapping

import numpy as np
import pytest
from forsale_sim.reference.events import Cheques, Houses, Pass, Sell, Take
from forsale_sim.results.rounds import counting
from forsale_sim.results.rounds.counting import COINS, KINDS, STAGES, VALUES, WHO
from forsale_sim.results.rounds.tally import Rounds
from forsale_sim.rows import Rows
from forsale_sim.simulation.plan import Plan

from tests.results.made import part_of
from tests.results.rounds.games import events_of, only, plan_of, played

Found = Mapping[tuple[int, ...], list[tuple[int, int]]]
"""By key: the deal and the value of each observation."""


@pytest.fixture(scope="module", params=["iello-en", "iello-en-variant", "ravensburger-1997"])
def plan(request: pytest.FixtureRequest) -> Plan:
    """Games in which all buy a house in every round, or not all do."""
    return plan_of(request.param, 4, games=80)


@pytest.fixture(scope="module")
def rows(plan: Plan) -> Rows:
    return played(plan)


@pytest.fixture(scope="module")
def rounds(plan: Plan, rows: Rows) -> Rounds:
    return counted(plan, rows)


def counted(plan: Plan, rows: Rows) -> Rounds:
    found = Rounds.empty(plan.cells[0].cell)
    found.count([rows])
    return found


def expect(rounds: Rounds, kind: int, found: Found) -> None:
    """Compare sums with observations, which are by the same keys."""
    sums = rounds.of(kind)
    assert found
    assert int(sums["n"].sum()) == sum(map(len, found.values()))
    for key, seen in found.items():
        by_deal: dict[Hashable, list[int]] = defaultdict(list)
        for deal, value in seen:
            by_deal[deal].append(value)
        n = np.array([len(values) for values in by_deal.values()])
        x = np.array([sum(values) for values in by_deal.values()])
        expected = len(n), n.sum(), x.sum(), (n * n).sum(), (x * n).sum(), (x * x).sum()
        assert sums[key].item() == tuple(map(int, expected)), key


def test_buying_is_counted_by_stage_rank_gap_and_bid(
    plan: Plan, rows: Rows, rounds: Rounds
) -> None:
    found: dict[int, dict[tuple[int, ...], list[tuple[int, int]]]] = defaultdict(
        lambda: defaultdict(list)
    )
    for index in range(len(rows.data)):
        deal, win, place = index // 4, rows.win[index].tolist(), rows.place[index].tolist()
        events = events_of(plan, index)
        coins = list(plan.cells[0].cell.rules.coins)
        offers = {event.round: event.cards for event in only(events, Houses)}
        passes = [event for event in only(events, Pass) if event.house is not None]
        bought = [(e.round, e.seat, int(e.house or 0), e.bid - e.refund) for e in passes]
        bought += [(e.round, e.seat, e.house, e.paid) for e in only(events, Take)]
        for number, offer in offers.items():
            if number == len(offers):
                for seat in range(4):
                    found[counting.RESERVE][coins[seat],].append((deal, win[seat]))
            for _, seat, house, price in (each for each in bought if each[0] == number):
                coins[seat - 1] -= price
                rank = sorted(offer, reverse=True).index(house)
                stage = STAGES * (number - 1) // len(offers)
                found[counting.PRICE][stage, house - 1].append((deal, price))
                found[counting.RANKED][number - 1, rank].append((deal, price))
                if rank == 0 and len(offer) > 1:
                    gap, spread = house - sorted(offer)[-2], house - min(offer)
                    kind = 0 if gap <= 2 else 1 if gap <= 5 else 2
                    for name, key, value in (
                        (counting.GAP_BID, (gap,), price),
                        (counting.GAP_WIN, (gap,), win[seat - 1]),
                        (counting.SPREAD_BID, (spread,), price),
                        (counting.SPREAD_WIN, (spread,), win[seat - 1]),
                        (counting.KIND_BID, (kind,), price),
                        (counting.BID_WIN, (kind, price), win[seat - 1]),
                    ):
                        found[name][key].append((deal, value))
            for seat in range(4):
                first = int(place[seat] == 1)
                found[counting.KEPT][number - 1, first].append((deal, coins[seat]))
    assert rounds.of(counting.BID_WIN).shape == (KINDS, COINS)
    for kind, observed in found.items():
        expect(rounds, kind, observed)


def test_sales_are_counted_where_there_is_a_choice(plan: Plan, rows: Rows, rounds: Rounds) -> None:
    found: dict[int, dict[tuple[int, ...], list[tuple[int, int]]]] = defaultdict(
        lambda: defaultdict(list)
    )
    for index in range(len(rows.data)):
        deal, place = index // 4, rows.place[index].tolist()
        events = events_of(plan, index)
        sold = only(events, Sell)
        hands = {seat: [e.house for e in sold if e.seat == seat] for seat in range(1, 5)}
        for sale in only(events, Cheques):
            unsold = [house for hand in hands.values() for house in hand]
            best, spread = max(sale.cards), max(sale.cards) - min(sale.cards)
            together = [event for event in sold if event.round == sale.round]
            for event in together:
                hand = hands[event.seat]
                if len(hand) > 1 and len(together) > 1:
                    first = int(place[event.seat - 1] == 1)
                    ranks = [
                        round(1000 * sum(h < event.house for h in among) / (len(among) - 1) + 1e-9)
                        for among in (hand, unsold)
                    ]
                    for name, key, rank in (
                        (counting.BEST_HAND, best, ranks[0]),
                        (counting.BEST_ALL, best, ranks[1]),
                        (counting.SPREAD_HAND, spread, ranks[0]),
                        (counting.SPREAD_ALL, spread, ranks[1]),
                    ):
                        found[name][key, first].append((deal, rank))
            for event in together:
                hands[event.seat].remove(event.house)
    assert rounds.of(counting.BEST_HAND).shape == (VALUES, WHO)
    for kind, observed in found.items():
        expect(rounds, kind, observed)


def test_parts_add_up_to_the_whole(plan: Plan, rows: Rows, rounds: Rounds) -> None:
    half = rows.deals // 2
    total = Rounds.empty(plan.cells[0].cell)
    for part in (part_of(rows, 0, half), part_of(rows, half, rows.deals)):
        total += counted(plan, part)
    assert (total.sums == rounds.sums).all()
