from __future__ import annotations

import numpy as np
import pytest
from forsale_sim.reference.events import Cheques, Houses, Sell
from forsale_sim.simulation.chunks import Chunk
from forsale_sim.simulation.engines import CompiledEngine

from tests.results.rounds.games import events_of, followed, only, plan_of

GAMES = [("iello-en", 3), ("iello-en", 6), ("iello-en-variant", 5), ("ravensburger-1997", 4)]


def cards(houses: int) -> tuple[int, ...]:
    return tuple(card for card in range(1, 61) if houses >> (card - 1) & 1)


@pytest.mark.parametrize(("ruleset", "players"), GAMES)
def test_rounds_are_those_that_the_readable_engine_plays(ruleset: str, players: int) -> None:
    plan = plan_of(ruleset, players)
    rows = followed(plan)
    cheques = plan.cells[0].cell.rules.cheques
    for index in range(0, len(rows.data), 7):
        events = events_of(plan, index)
        offers = [event.cards for event in only(events, Houses)]
        assert [cards(offer) for offer in rows.offers[index].tolist()] == offers
        sales = [cards(sale) for sale in rows.sales[index].tolist() if sale]
        values = [tuple(cheques[card - 1] for card in sale) for sale in sales]
        assert values == [event.cards for event in only(events, Cheques)]
        sold = {
            (number + 1, seat + 1): house
            for number, houses in enumerate(rows.sold[index].tolist())
            for seat, house in enumerate(houses)
            if house
        }
        assert sold == {(e.round, e.seat): e.house for e in only(events, Sell)}


def test_the_outcome_of_games_is_that_of_the_kernel() -> None:
    plan = plan_of("iello-fr", 4)
    chunk = Chunk(0, 1, plan.cells[0].deals)
    assert np.array_equal(followed(plan).data, CompiledEngine(plan).play(chunk).data)
