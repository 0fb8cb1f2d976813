"""What a page draws says what the review does, and who stands how."""

from __future__ import annotations

import pytest
from forsale_sim.for_sale import load_entrant
from forsale_sim.play.review import auction_ends, compare_moves, judge, reviewed_game, standings
from forsale_sim.reference.events import Bid, Pass, Sell
from forsale_sim.reference.playing import RecordedGame, play_recorded

from tests.play.positions import dealt, positions


@pytest.fixture(scope="module", params=["iello-en", "iello-de-variant"])
def recorded(request: pytest.FixtureRequest) -> RecordedGame:
    names = ("counter", "random", "spread", "matcher")
    game = dealt(request.param, len(names), 2)
    decisions = play_recorded(game, list(map(load_entrant, names)), 5, 2)
    return RecordedGame(game, 5, 2, names, decisions)


def test_every_decision_names_its_event(recorded: RecordedGame) -> None:
    record = reviewed_game(recorded, judge(recorded.decisions))
    assert len(record["told"]) == len(recorded.game.events)
    for each in record["review"]:
        event = recorded.game.events[each["event"]]
        assert event.seat == each["seat"]  # type: ignore[union-attr]
        match event:
            case Bid(amount=move) | Sell(house=move):
                assert move == each["move"]
            case Pass():
                assert each["move"] == 0
        assert bool(each["why"]) == bool(each["mark"])


def test_chances_of_all_add_up_to_one(recorded: RecordedGame) -> None:
    judged = judge(recorded.decisions)
    for each, standing in zip(judged, standings(judged, 4), strict=True):
        assert sum(standing) == pytest.approx(1)
        assert min(standing) >= 0
        if each.for_all:
            assert standing[each.made.seat - 1] == max(each.chances.values())


def test_an_auction_ends_by_the_rules_for_all_who_are_in() -> None:
    game = next(positions("iello-en", 4))
    ends = auction_ends(game, 5)
    assert set(ends) == {1, 2, 3, 4}
    assert sorted(house for house, _ in ends.values()) == sorted(game.events[0].cards)  # type: ignore[union-attr]
    assert all(paid <= 28 for _, paid in ends.values())


def test_a_reason_names_what_either_move_leads_to() -> None:
    game = next(positions("iello-en", 4))
    text = compare_moves(game, 3, 0)
    lowest = min(game.events[0].cards)  # type: ignore[union-attr]
    assert text.endswith(f"; “pass”, to house {lowest} for nothing.")


def test_a_reason_of_a_sale_names_the_cheques_it_can_bring() -> None:
    game = next(each for each in positions("iello-en", 4) if each.sale)
    low, *_, high = game.legal_moves()
    text = compare_moves(game, high, low)
    assert f"house {high} brings " in text
    assert f"house {low} brings " in text
    game.step(high)
    seat = 1
    while game.round == 1:
        game.step(game.legal_moves()[0])
    cheque = game.sold_for[high]
    values = text.split(f"house {high} brings ")[1].split(" and ")[0].rstrip(".").split(" to ")
    assert int(values[0]) <= cheque <= int(values[-1])
    assert game.buyers[high] == seat
