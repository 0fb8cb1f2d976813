"""What holds in every game of any rules: nothing is lost or made, and every answer was legal."""

from __future__ import annotations

from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st
from monopoly_sim.reference.events import Ending, Game
from monopoly_sim.reference.table import jail_cards
from monopoly_sim.reference.trace import pass_dice, result_of
from monopoly_sim.reference.turns import play_turn
from monopoly_sim.rules.board import HOTEL, members
from monopoly_sim.rules.ruleset import Parameters, Rules, load_ruleset, ruleset_names

from tests.monopoly_sim.random_player import RandomPlayer

HOUSE_RULES: dict[str, list[Any]] = {
    "landing_salary": [200, 400],
    "free_parking_jackpot": [False, True],
    "auction": ["limits", "open", "none"],
    "scarce": ["auction", "seat_order"],
    "windows": ["every_roll", "own_turn"],
    "jail_rent": [False, True],
    "houses": [0, 3, 12, 32, "unlimited"],
    "hotels": [0, 2, 12, "unlimited"],
    "income_tax_percent": [0, 10],
    "mortgaged_railways_count": [False, True],
    "utility_rolls_again": [False, True],
    "jail_double_rolls_again": [False, True],
    "speed_die": [False, True],
    "speed_die_from": ["next_turn", "next_roll"],
    "triple_rolls_again": [False, True],
    "start_cash": [300, 1500, [1500, 1600, 1700, 1800, 1900, 2000, 2100, 2200]],
    "max_rounds": [3, 60],
    "quiet_rounds": [0, 2],
}


def any_rules() -> st.SearchStrategy[Rules]:
    changes = st.fixed_dictionaries(
        {}, optional={key: st.sampled_from(values) for key, values in HOUSE_RULES.items()}
    )
    return st.builds(
        lambda edition, changes, players: (
            load_ruleset(edition).extended({"name": "house", **changes}, "house").rules(players)
        ),
        st.sampled_from(ruleset_names()),
        changes,
        st.integers(2, 8),
    )


def check_table(game: Game) -> None:
    """Check what is kept: money, buildings, deeds and cards."""
    table, rules, board = game.table, game.rules, game.rules.board
    assert sum(table.cash) + table.pot == 0
    assert min(table.cash[1:]) >= 0
    assert table.pot >= 0
    hotels = table.level.count(HOTEL)
    houses = sum(table.level) - HOTEL * hotels
    assert (houses + table.houses, hotels + table.hotels) == (rules.houses, rules.hotels)
    assert min(table.houses, table.hotels) >= 0
    assert sum(table.deeds) == board.deeds  # each bit once
    for square in members(board.deeds):
        assert table.deeds[table.owner[square]] >> square & 1
    for group in board.groups:
        levels = [table.level[square] for square in members(group)]
        assert max(levels) - min(levels) <= 1
        assert max(levels) <= HOTEL
        owners = {table.owner[square] for square in members(group)}
        assert not any(levels) or (len(owners) == 1 and 0 not in owners)
        assert not any(levels) or not group & table.mortgaged
    assert not table.mortgaged & table.deeds[0]
    for deck, order, held in zip(rules.decks, table.decks, table.held, strict=True):
        cards = [*order, *(card for cards in held for card in cards)]
        assert sorted(cards) == list(range(len(deck)))
    for seat in table.out:
        assert (table.cash[seat], table.deeds[seat], jail_cards(table, seat)) == (0, 0, 0)


@settings(max_examples=60, deadline=None)
@given(rules=any_rules(), seed=st.integers(0, 2**64 - 1))
def test_every_game_of_any_rules_is_sound(rules: Rules, seed: int) -> None:
    game = Game(rules, [RandomPlayer()] * rules.players, seed, deal=1)
    rounds = []
    while not game.table.ending:
        play_turn(game, game.table.turn)
        check_table(game)
        rounds.append(game.table.round)
        pass_dice(game)

    result = result_of(game)
    assert rounds == sorted(rounds)
    assert result.rounds == rounds[-1] <= rules.max_rounds
    assert sorted(result.places)[0] == 1
    if result.ending == Ending.BANKRUPTCY:
        assert len(game.table.seats) == 1
        assert sorted(result.places) == list(range(1, rules.players + 1))
        assert result.places[game.table.seats[0] - 1] == 1
    else:
        assert len(game.table.seats) > 1


def test_every_rule_that_a_value_sets_is_tried() -> None:
    untried = {
        "salary",
        "railway_rents",
        "utility_factors",
        "min_bid",
        "bid_step",
        "scarce_min",
        "interest_percent",
        "interest_rounding",
        "jail_fee",
        "jail_rolls",
        "speed_die_bonus",
        "double_rent_needs_clear_group",
    }  # amounts, and what editions set differently
    assert set(HOUSE_RULES) - {"start_cash"} == set(Parameters.model_fields) - untried
