"""A game as a story, and the table in print."""

from __future__ import annotations

from dataclasses import replace

from forsale_sim.reference.trace import story

from tests.support.decks import ILLUSTRATED, dealt, one_round, play

LINEUP = ["spread", "mine", "expert"]

STORY = """\
Game 7 of seed 42: illustrated, 3 players

  seat 1  spread  28 coins
  seat 2  mine    28 coins
  seat 3  expert  28 coins

Buying houses

Round 1: houses 8 20 28; seat 1 opens
  seat 1  spread  bids 1
  seat 2  mine    bids 2
  seat 3  expert  bids 5
  seat 1  spread  bids 6
  seat 2  mine    passes, takes house 8, gets 1 of 2 back
  seat 3  expert  passes, takes house 20, gets 2 of 5 back
  seat 1  spread  takes house 28 for 6

Selling houses

Round 1: cheques 0 12 13
  seat 1  spread  sells house 28 for 13
  seat 3  expert  sells house 20 for 12
  seat 2  mine    sells house 8 for 0

The end

  seat  strategy  coins  cheques  money  win
     1  spread       22       13     35    0
     2  mine         27        0     27    0
     3  expert       25       12     37    1"""


def test_the_illustrated_game() -> None:
    game = play(one_round(), 1, 2, 5, 6, 0, 0)
    assert story(game, 42, 7, LINEUP) == STORY


def test_what_costs_nothing_and_what_brings_no_house() -> None:
    decks = {"houses": (1, 2, 3, 4), "cheques": (0, 0, 5, 5), "houses_per_round": 2}
    game = play(dealt(replace(ILLUSTRATED, removed=2, **decks)), 4, 0, 0)
    text = story(game, 1, 1, LINEUP)
    assert "seat 2  mine    passes, takes no house\n" in text
    assert "seat 3  expert  passes, takes house 1 for nothing\n" in text
    assert text.endswith("Set aside unseen: houses 3 4; cheques 5 5")
    game = play(dealt(replace(ILLUSTRATED, removed=2, **decks)), 4, 5, 6, 0)
    assert "seat 1  spread  passes, takes no house, gets 4 of 4 back\n" in story(game, 1, 1, LINEUP)
    game = play(one_round(), 0, 0)
    assert "seat 3  expert  takes house 28 for nothing\n" in story(game, 1, 1, LINEUP)


def test_a_shared_win() -> None:
    game = play(one_round(cheques=(5, 5, 5)), 0, 0)
    assert "     3  expert       28        5     33  1/3" in story(game, 1, 1, LINEUP)


def test_an_unfinished_game_ends_with_the_table() -> None:
    game = play(one_round(), 1)
    assert story(game, 1, 1, LINEUP).endswith(f"seat 1  spread  bids 1\n\n{game}")


def test_an_auction_in_print() -> None:
    game = play(one_round(), 1, 0, 5)
    assert str(game) == (
        "illustrated, 3 players: buying, round 1\n"
        "Houses on offer: 20 28\n"
        "Seat 1 to act: bid 6 to 28, or pass for house 20 and 0 back\n"
        "\n"
        "   seat  coins     bid  houses  cheques  money\n"
        ">     1     28       1  -             0     28\n"
        "      2     28  passed  8             0     28\n"
        "      3     28       5  -             0     28"
    )


def test_a_sale_in_print_hides_what_has_been_chosen() -> None:
    decks = {"houses": tuple(range(1, 7)), "cheques": (0, 0, 2, 2, 3, 3)}
    game = play(dealt(replace(ILLUSTRATED, **decks)), 0, 0, 1, 0, 0, 4)
    assert str(game) == (
        "illustrated, 3 players: selling, round 1\n"
        "Cheques on offer: 0 0 2\n"
        "Seat 2 to act: choose a house to sell\n"
        "\n"
        "   seat  coins     bid  houses  cheques  money\n"
        "      1     28  chosen  1 4           0     28\n"
        ">     2     28       -  2 5           0     28\n"
        "      3     27       -  3 6           0     27"
    )


def test_a_finished_game_in_print() -> None:
    lines = str(play(one_round(cheques=(4, 5, 5)), 0, 0)).splitlines()
    assert lines[:2] == ["illustrated, 3 players: over", "Won by seat 2 and seat 3"]
