"""What a person types is a legal move, a wish, or told what it should be."""

from __future__ import annotations

import pytest
from forsale_sim.play.review import (
    NotUnderstoodError,
    legal_moves_text,
    parse_answer,
    prompt,
    table_text,
)
from forsale_sim.reference.table import Game

from tests.play.positions import positions
from tests.support.decks import one_round, play


def selling() -> Game:
    return next(game for game in positions("iello-en", 3) if game.sale and game.to_act == 1)


@pytest.mark.parametrize(
    ("typed", "move"),
    [("p", 0), (" Pass ", 0), ("0", 0), ("3", 3), ("28", 28), ("bid 7", 7), ("b7", 7)],
)
def test_moves_in_an_auction(typed: str, move: int) -> None:
    assert parse_answer(typed, play(one_round(), 2)) == move


@pytest.mark.parametrize(
    ("typed", "wish"),
    [("h", "hint"), ("HINT", "hint"), ("?", "help"), ("t", "table"), ("q", "quit")],
)
def test_wishes(typed: str, wish: str) -> None:
    assert parse_answer(typed, one_round()) == wish
    assert parse_answer(typed, selling()) == wish


@pytest.mark.parametrize(
    ("typed", "told"),
    [
        ("", "Type p to pass, or a bid from 3 to 28; ? for help."),
        ("five", "'five' is no move. Type p to pass"),
        ("-3", "'-3' is no move."),
        ("3.5", "'3.5' is no move."),
        ("٣", "'٣' is no move."),
        ("9" * 30, "is no move"),
        ("2", "A bid of 2 is too low: the highest is 2. Type p to pass, or a bid from 3 to 28."),
        ("29", "A bid of 29 is too high: you own 28."),
        ("sell 5", "Nothing is sold yet. Type p to pass, or a bid from 3 to 28."),
        ("s5", "Nothing is sold yet."),
    ],
)
def test_what_cannot_be_in_an_auction(typed: str, told: str) -> None:
    with pytest.raises(NotUnderstoodError) as error:
        parse_answer(typed, play(one_round(), 2))
    assert told in str(error.value)


def test_a_sale() -> None:
    game = selling()
    hand = game.legal_moves()
    assert parse_answer(f"sell {hand[-1]}", game) == hand[-1]
    assert legal_moves_text(game) == f"a house to sell: {' '.join(map(str, hand))}"
    with pytest.raises(NotUnderstoodError, match="There is no passing in a sale"):
        parse_answer("p", game)
    with pytest.raises(NotUnderstoodError, match="You do not hold house 60"):
        parse_answer("60", game)
    for verb in ("bid ", "b"):
        with pytest.raises(NotUnderstoodError) as error:
            parse_answer(f"{verb}{hand[-1]}", game)
        assert str(error.value) == f"There is no bidding in a sale. Type {legal_moves_text(game)}."


@pytest.mark.parametrize(
    ("moves", "told"),
    [
        ((), "A pass takes house 8 for nothing."),
        ((1, 2, 5), "A pass takes house 8, gets 0 of 1 back."),
        ((1, 2, 5, 0), "A pass takes house 20, gets 1 of 2 back."),
    ],
)
def test_what_a_pass_would_bring(moves: tuple[int, ...], told: str) -> None:
    assert prompt(play(one_round(), *moves)).endswith(told)


def test_the_table_in_an_auction() -> None:
    shown = table_text(play(one_round(), 1, 2, 0, 3), ["you", "spread", "expert"])
    assert shown == (
        "Houses on offer: 20 28; 0 unseen\n"
        "     seat  player  coins     bid  houses\n"
        "        1  you        28       3  -\n"
        "  >     2  spread     28       2  -\n"
        "        3  expert     28  passed  8"
    )


def test_the_table_in_a_sale_shows_nothing_that_lies_face_down() -> None:
    games = [game for game in positions("iello-en-variant", 5) if game.sale]
    first = games[0]
    later = games[1]
    names = ["a", "b", "c", "d", "e"]
    assert later.to_act != first.to_act
    assert "Cheques on offer: " in table_text(first, names)
    assert table_text(first, names).replace(">", " ") == table_text(later, names).replace(">", " ")
