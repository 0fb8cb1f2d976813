"""Games of a player with itself record what everyone bought and won."""

from __future__ import annotations

import numpy as np
import pytest
from forsale_sim import View
from forsale_sim.cards import lowest
from forsale_sim.for_sale import load_entrant
from forsale_sim.rules.loading import load_ruleset
from forsale_sim.training.values.self_play import SPREAD, Record, self_play
from strategy_lab.plugins.compiling import compile_field
from strategy_lab.plugins.entrants import Entrant

from tests.support.players import entrant_of

RULES = load_ruleset("iello-en").rules(4)


def played_by(entrant: Entrant, threads: int = 1) -> Record:
    return self_play(RULES, compile_field([entrant]), games=50, seed=1, threads=threads)


def test_it_records_what_was_bought() -> None:
    record = played_by(load_entrant("blueprint"))
    held = np.bitwise_count(record.hands)
    assert (held == np.arange(1, 8)[:, None]).all()
    assert record.wins.sum(axis=1) == pytest.approx(np.ones(50))
    assert (np.diff(record.coins, axis=1) <= 0).all()
    assert ((record.openers >= 1) & (record.openers <= 4)).all()


def test_players_begin_with_about_the_coins_of_the_rules() -> None:
    coins = played_by(load_entrant("random")).coins[:, 0]
    assert coins.max() <= max(RULES.coins) + SPREAD
    assert len(np.unique(coins.max(axis=1))) > 2


def test_threads_change_nothing() -> None:
    one, two = (played_by(load_entrant("blueprint"), threads) for threads in (1, 2))
    assert all(np.array_equal(a, b) for a, b in zip(one, two, strict=True))


def test_players_remember_past_auctions() -> None:
    def bid(view: View) -> int:
        passed = view.auctions > 1 and view.declined_in(1, view.seat) != 0
        return view.least_bid if passed and view.least_bid <= view.coins else 0

    def sell(view: View) -> int:
        return lowest(view.hand)

    record = played_by(entrant_of("grudge", bid, sell))
    spent = record.coins[:, 0] - record.coins[:, 1]
    assert (spent > 0).any(axis=1).all()
