"""What a design is asked for: the rules that race, and what is wanted of them."""

from __future__ import annotations

import pytest
from forsale_sim.measures import MEASURES
from forsale_sim.program import FOR_SALE
from forsale_sim.rules.loading import load_ruleset
from strategy_lab.errors import UsageError
from strategy_lab.experiments.design.candidates import Candidate, End, parse_aims, step_between
from strategy_lab.experiments.design.spec import DesignSpec


def wishes(**asked: object) -> DesignSpec:
    usual = {"players": 4, "minimise": ["seat_gap"], "field": "mirrors:spread", "seed": 1}
    return DesignSpec.in_program(FOR_SALE).of(**{**usual, **asked})


def candidates(*texts: str, **asked: object) -> tuple[Candidate, ...]:
    return wishes(vary=texts, **asked).candidates()


def test_the_base_comes_first_and_every_ruleset_once() -> None:
    found = candidates("coins=20:22", "refund=up,down")
    names = [each.ruleset.name for each in found]
    assert names == [
        "iello-en",
        "iello-en[coins=20]",
        "iello-en[coins=22]",
        "iello-en[refund=up]",
        "iello-en[coins=20,refund=up]",
        "iello-en[coins=22,refund=up]",
    ]
    assert [each.changes for each in found] == [0, 1, 1, 1, 2, 2]
    assert found[0].values == {"coins": 21, "refund": "down"}
    assert len(candidates("coins=20..22", "refund=up,down", changes=1)) == 4


def test_a_step_is_to_the_next_number_or_any_other_value() -> None:
    everyone = candidates("coins=20,24", "refund=up")
    base, twenty, twenty_four, up, both = everyone[:5]
    steps = [(base, twenty), (twenty, twenty_four), (base, up), (base, both)]
    found = [step_between(one, other, everyone) for one, other in steps]
    assert found == ["coins", None, "refund", None]


def test_every_way_to_give_some_seats_a_coin_more_is_tried() -> None:
    for players, ways in ((3, 6), (4, 14), (5, 30), (6, 62)):
        found = wishes(fair_seats=True, minimise=(), players=players).candidates()
        coins = [each.ruleset.rules(players).coins for each in found]
        more = {tuple(a - b for a, b in zip(given, coins[0], strict=True)) for given in coins}
        assert len(more) == 1 + ways
        assert {min(each) for each in more} == {0}
        assert {max(each) for each in more} == {0, 1}


@pytest.mark.parametrize(
    ("text", "sign", "bound", "relative"),
    [
        ("ties<=3%", 1, 0.03, False),
        ("ties <= 0.03", 1, 0.03, False),
        ("margin>=4", -1, 4.0, False),
        ("win_by_strategy>=0.9*base", -1, 0.9, True),
        ("win_by_strategy>=base", -1, 1.0, True),
    ],
)
def test_conditions_and_goals(text: str, sign: int, bound: float, relative: bool) -> None:
    front = parse_aims(["seat_gap"], ["win_by_strategy"], [text], MEASURES)
    (found,) = front.conditions
    assert (found.sign, found.bound, found.relative) == (sign, bound, relative)
    assert front.is_front
    assert front.goal_texts == ["least seat_gap", "most win_by_strategy"]
    total = parse_aims(["2*seat_gap", "0.5 * margin"], [], (), MEASURES)
    assert not total.is_front
    assert total.margins == (2 * 1.0 + 0.5 * 0.5,)


GOALS = {"vary": ["coins=20"]}


@pytest.mark.parametrize(
    ("asked", "words"),
    [
        ({"vary": []}, "takes rules to vary"),
        ({"vary": ["coins=21"]}, "nothing varies"),
        ({"vary": ["coins=26:14"]}, "has no values"),
        ({"vary": ["coins=20"], "changes": 0}, "--changes must be at least 1"),
        ({"vary": ["refunds=up"]}, "did you mean 'refund'"),
        ({"vary": ["removed=29"]}, "iello-en[removed=29]"),
        ({"vary": ["coins=[20,20,20]"]}, "is not for 4 players: leave it out"),
        ({"vary": ["coins=1..99", "refund=up,all,none"]}, "at most 300 can race"),
        (
            {"vary": [f"coins.{players}=1..250" for players in (3, 4, 5, 6)]},
            "the space has 3,969,126,001 rulesets",
        ),
        (GOALS | {"minimise": []}, "takes a goal"),
        (GOALS | {"minimise": ["seat_gapp"]}, "is called 'seat_gapp': did you mean 'seat_gap'"),
        (GOALS | {"maximise": ["seat_gap"]}, "'seat_gap' is a goal twice"),
        (GOALS | {"minimise": ["2*seat_gap", "ties"]}, "'ties' has no weight"),
        (GOALS | {"minimise": ["0*seat_gap"]}, "a weight of 0"),
        (GOALS | {"minimise": ["seat_gap!"]}, "is no goal"),
        (GOALS | {"keep": ["ties<3%"]}, "is no condition"),
        (GOALS | {"keep": ["ties<="]}, "is no condition"),
        (GOALS | {"keep": ["tie<=3%"]}, "did you mean 'ties'"),
        (GOALS | {"keep": ["margin<=3%"]}, "margin is in thousands, not in per cent"),
        (GOALS | {"keep": ["ties<=3"]}, "write 3% for per cent"),
        (GOALS | {"keep": ["ties<=3%", "ties>=4%"]}, "contradict each other"),
        (GOALS | {"keep": ["drama<=0.9*base", "drama>=base"]}, "contradict each other"),
        (GOALS | {"minimise": ["win_by_seat"]}, "has one: name others"),
        (GOALS | {"games": 100}, "too few for a race"),
        (GOALS | {"fair_seats": True}, "leave out --vary"),
        (GOALS | {"players": None}, "one number of players"),
    ],
)
def test_what_cannot_be_looked_for_is_one_message(asked: dict[str, object], words: str) -> None:
    with pytest.raises(UsageError) as refused:
        wishes(**asked)
    assert words in str(refused.value)


def test_numbers_beyond_the_last_are_as_many_again() -> None:
    spec = wishes(vary=("coins=10,14,18", "refund=up"))
    lowest = spec.further([End("coins", 10, is_highest=False)])
    assert lowest.widened == ("coins=2,6,10,14,18", "refund=up")
    assert spec.further([End("coins", 18, is_highest=True)]).widened[0] == "coins=10,14,18,22,26,30"
    assert lowest.command_line() == spec.command_line(), "what was asked for is asked for again"
    assert load_ruleset("iello-en[coins=2]") in [each.ruleset for each in lowest.candidates()]
