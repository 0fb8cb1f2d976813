"""Reviews find what was clearly wrong, and a page says what they do."""

from __future__ import annotations

import re

import numpy as np
import pytest
from forsale_sim.for_sale import load_entrant
from forsale_sim.play.opinion import Opinion, opinion_of
from forsale_sim.play.review import (
    Judged,
    NotUnderstoodError,
    judge,
    legal_moves_text,
    parse_answer,
    prompt,
    review_records,
    review_text,
    reviewed_game,
    standings,
    table_text,
)
from forsale_sim.reference import table
from forsale_sim.search.sales import TOLD, TOLD_HOUSE, TOLD_PRICE

from tests.play.positions import dealt, positions
from tests.play.test_opinion import made_up, view_of
from tests.support.decks import one_round, play

NAMES = ["anna", "ben", "carla"]


def decisions(*specs: str, seed: int = 5) -> list[table.PastDecision]:
    return table.play_seated(
        dealt("iello-en", len(specs)), list(map(load_entrant, specs)), seed, 1, recording=True
    )


def test_a_blunder_is_found() -> None:
    first = decisions("counter", "counter", "counter")[0]
    (blunder,) = judge([table.PastDecision(first.seat, first.strategy, first.view, 28, first.game)])
    assert blunder.made.move == 28
    assert blunder.best < 10
    assert blunder.cost > 0.15
    assert blunder.chance > 0.15
    assert blunder.money > 1
    assert blunder.mark == "??"
    text = list(review_text([blunder], NAMES))
    line = next(line for line in text if "bid 28" in line)
    assert line.split()[:4] == ["buying", "1", "1", "anna"]
    assert line.endswith("??")
    assert any("; ben did not bid, carla did not bid; anna: no house, 28" in line for line in text)


def test_records_and_text_say_the_same() -> None:
    judged = judge(decisions("counter", "spread", "miser"))
    *records, sums = review_records(judged, players=3)
    assert [record["move"] for record in records] == [each.made.move for each in judged]
    for record, each in zip(records, judged, strict=True):
        chances = record["chances"]
        assert str(each.made.move) in chances
        assert each.made.game.legal_moves()
        assert record["best"] in each.made.game.legal_moves()
        assert record["gave_away"] == pytest.approx(
            chances[str(record["best"])] - chances[str(record["move"])], abs=2e-4
        )
        assert all(0 <= chance <= 1 for chance in chances.values())
    for seat in (1, 2, 3):
        given = sum(record["gave_away"] for record in records if record["seat"] == seat)
        assert sums["buying"][seat - 1] + sums["selling"][seat - 1] == pytest.approx(
            given, abs=1e-4 * len(records)
        )
    text = list(review_text(judged, NAMES))
    marked = [each for each in judged if each.mark]
    assert sum(line.lstrip().startswith(("buying", "selling")) for line in text) == len(marked)
    rows = [line.split() for line in text if line.split()[1:2] in ([name] for name in NAMES)]
    assert [row[1] for row in rows] == NAMES
    assert sum(int(cell) for row in rows for cell in row[-3:]) == len(marked)


@pytest.mark.parametrize(
    ("chances", "best", "mark"),
    [
        ({0: (0.3, 50), 4: (0.3, 50)}, 4, ""),
        ({0: (0.308, 50), 4: (0.3, 50)}, 0, ""),
        ({0: (0.33, 50), 4: (0.3, 50)}, 0, "?!"),
        ({0: (0.3, 50.4), 4: (0.3, 50)}, 0, "?!"),
        ({0: (0.3, 51), 4: (0.3, 50)}, 0, "?"),
        ({0: (0.4, 50), 4: (0.3, 50)}, 0, "?"),
        ({0: (0.5, 49), 4: (0.3, 50)}, 0, "?"),
        ({0: (0.55, 50), 4: (0.3, 50)}, 0, "??"),
    ],
)
def test_a_move_is_marked_by_what_it_gave_away(
    chances: dict[int, tuple[float, float]], best: int, mark: str
) -> None:
    first = decisions("spread", "spread", "spread")[0]
    made = table.PastDecision(1, "spread", first.view, 4, first.game)
    judged = Judged(made, made_up(first.game, chances))
    assert (judged.best, judged.mark) == (best, mark)


def test_a_review_fits_a_terminal_and_shows_positions() -> None:
    judged = judge(decisions("counter", "random", "spread", "miser", "matcher", "random"))
    names = [f"{seat}_strategies.py:quite_a_long_name" for seat in range(6)]
    text = list(review_text(judged, names))
    assert max(map(len, text)) <= 80
    marked = [each for each in judged if each.mark]
    assert sum(line.startswith("      Houses ") for line in text) == sum(
        each.made.game.auction is not None for each in marked
    )
    assert sum("If the others go on" in line for line in text) > 0
    first = marked[0]
    offer = " ".join(str(house) for house in first.made.game.events[0].cards)  # type: ignore[union-attr]
    assert any(line.startswith(f"      Houses {offer}") for line in text)


@pytest.fixture(scope="module", params=["iello-en", "iello-de-variant"])
def recorded(request: pytest.FixtureRequest) -> table.RecordedGame:
    names = ("counter", "random", "spread", "matcher")
    game = dealt(request.param, len(names), 2)
    decisions = table.play_seated(game, list(map(load_entrant, names)), 5, 2, recording=True)
    return table.RecordedGame(game, 5, 2, names, decisions)


def test_every_decision_names_its_event(recorded: table.RecordedGame) -> None:
    record = reviewed_game(recorded, judge(recorded.decisions))
    assert len(record["told"]) == len(recorded.game.events)
    for each in record["review"]:
        event = recorded.game.events[each["event"]]
        assert event.seat == each["seat"]  # type: ignore[union-attr]
        match event:
            case table.Bid(amount=move) | table.Sell(house=move):
                assert move == each["move"]
            case table.Pass():
                assert each["move"] == 0
        assert bool(each["why"]) == bool(each["mark"])


def test_chances_of_all_add_up_to_one(recorded: table.RecordedGame) -> None:
    found = standings(judge(recorded.decisions), 4)
    for standing in found:
        assert sum(standing) == pytest.approx(1)
        assert min(standing) >= 0
    assert max(found[0]) < 0.35  # before the first move none is much better off


def test_a_reason_names_what_either_move_leads_to() -> None:
    game = next(positions("iello-en", 4))
    text = opinion_of(game, view_of(game), made=3).reason(3, 0)
    lowest = min(game.events[0].cards)  # type: ignore[union-attr]
    assert "“bid 3” brings house " in text
    assert text.endswith(f"; “pass” brings house {lowest} for nothing.")


def test_a_reason_tells_what_speaks_for_the_better_move() -> None:
    game = next(positions("iello-en", 4))
    for later, better in (("", (20, 3)), (" What comes later is better.", (19, 5))):
        told = np.zeros((2, 4, TOLD))
        told[:, :, [TOLD_HOUSE, TOLD_PRICE]] = np.array([[better], [(19, 4)]])
        told[0, 0, TOLD_HOUSE] += 2
        told[0, 1, TOLD_HOUSE] -= 2
        text = Opinion(game, [3, 2], told).reason(3, 2).replace("\N{NO-BREAK SPACE}", " ")
        house, price = better
        assert text.endswith(
            f"sold, “bid 3” brings house {house + 2} (25 %), {house} (50 %) or {house - 2} (25 %) "
            f"for {price} coins on average; “bid 2” brings house 19 for 4 coins.{later}"
        )


def test_a_reason_tells_how_often_a_bid_brings_no_house() -> None:
    game = next(positions("iello-en", 4))
    for unsold, brings in (
        (40, "no house;"),
        (39, "no house;"),
        (20, "house 9 (50 %) or none (50 %)"),
    ):
        told = np.zeros((2, 40, TOLD))
        told[0, unsold:, TOLD_HOUSE] = 9
        told[1, :, TOLD_HOUSE] = 4
        text = Opinion(game, [3, 0], told).reason(3, 0).replace("\N{NO-BREAK SPACE}", " ")
        assert f"“bid 3” brings {brings}" in text


def test_a_reason_of_a_sale_names_the_cheques_it_can_bring() -> None:
    game = next(each for each in positions("iello-en", 4) if each.sale)
    low, *_, high = game.legal_moves()
    text = opinion_of(game, view_of(game)).reason(high, low)
    assert re.search(
        f"house {high} brings [0-9]+ to [0-9]+, [0-9.]+ on average; house {low} ", text
    )
    game.step(high)
    seat = 1
    while game.round == 1:
        game.step(game.legal_moves()[0])
    cheque = game.sold_for[high]
    values = text.split(f"house {high} brings ")[1].split(",")[0].split(" to ")
    assert int(values[0]) <= cheque <= int(values[-1])
    assert game.buyers[high] == seat


def selling() -> table.Game:
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
