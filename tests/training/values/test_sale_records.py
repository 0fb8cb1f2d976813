"""The record of games' sales, against the readable engine's games and the estimate in use."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import accumulate

import numpy as np
import pytest
from forsale_sim.cards import count, only
from forsale_sim.engine.state import new_state
from forsale_sim.for_sale import load_entrant
from forsale_sim.reference.playing import play_game
from forsale_sim.reference.table import Game, set_of
from forsale_sim.rules.loading import load_ruleset
from forsale_sim.rules.ruleset import Rules
from forsale_sim.search.sales import chance_after, matching_cheques, sharpness
from forsale_sim.training.values import self_play
from forsale_sim.training.values.fitting import log_chances, log_loss
from forsale_sim.training.values.sale_values import IN_USE
from forsale_sim.training.values.self_play import play_sales
from numba import njit
from numpy.typing import NDArray
from strategy_lab.rows import whole_win

PLAYER = "champion:budget=3"
DEALS, SEED = 12, 5


@njit
def chances(states, players, left, to_come):  # type: ignore[no-untyped-def]
    """What champion takes for everyone's chance to win, with so many houses left."""
    brings, found = np.empty(64), np.zeros(players)
    matching_cheques(states[0], left, brings)
    sharp = sharpness(states[0], to_come)
    for seat in range(1, players + 1):
        found[seat - 1] = chance_after(states[0], 0, seat, brings, sharp)
    return found


def after_sales(game: Game) -> Iterator[tuple[NDArray[np.void], float]]:
    """A finished game after each of its sales, and how many were still to come."""
    sellers = [list(game.sales.values()).count(i) for i in range(1, max(game.sales.values()) + 1)]
    for number, revealed in enumerate(accumulate(sellers), start=1):
        unsold = [house for house, sale in game.sales.items() if sale > number]
        state = new_state(game.rules, SEED).view(np.ndarray)
        record = state[0]
        record["unseen_cheques"] = record["deck_cheques"] & ~set_of(game.deal.cheques[:revealed])
        for seat in range(1, game.rules.players + 1):
            bought = [house for house, buyer in game.buyers.items() if buyer == seat]
            record["coins"][seat] = game.coins[seat]
            record["hand"][seat] = sum(only(house) for house in bought if house in unsold)
            record["cheques"][seat] = sum(
                game.sold_for[house] for house in bought if house not in unsold
            )
        yield state, len(unsold) / sellers[number - 1]


def most_houses(state: NDArray[np.void]) -> int:
    return max(count(int(hand)) for hand in state[0]["hand"])


@pytest.fixture(autouse=True)
def hasty(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(self_play, "PLAYER", PLAYER)


def rules_of(name: str, players: int) -> Rules:
    return load_ruleset(name).rules(players)


@pytest.mark.parametrize(("name", "players"), [("iello-en", 4), ("iello-en-variant", 3)])
def test_sales_are_those_of_the_readable_engine_as_champion_values_them(
    name: str, players: int
) -> None:
    rules = rules_of(name, players)
    played = play_sales(rules, DEALS, SEED)
    found, table = np.exp(log_chances(played, IN_USE)), 0
    for deal in range(1, DEALS + 1):
        game = play_game(rules, [load_entrant(PLAYER)] * players, SEED, deal)
        for state, to_come in after_sales(game):
            if most_houses(state) < 2:
                break
            left = sum(count(int(hand)) for hand in state[0]["hand"])
            assert played.deals[table] == deal
            assert played.to_come[table] == to_come
            money = (state[0]["coins"] + state[0]["cheques"])[1 : players + 1]
            assert (played.money[table] == money).all()
            assert found[table] == pytest.approx(chances(state, players, left, to_come))
            assert (played.wins[table] == np.array(game.score.wins) / whole_win(players)).all()
            table += 1
    assert table == len(played.deals)


def test_the_same_seed_plays_the_same_games() -> None:
    rules = rules_of("iello-en", 4)
    once, again, other = (play_sales(rules, DEALS, seed) for seed in (SEED, SEED, SEED + 1))
    assert all((a == b).all() for a, b in zip(once, again, strict=True))
    assert (once.money != other.money).any()
    assert log_loss(once, IN_USE) < np.log(4)
