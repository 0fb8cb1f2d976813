"""Goals and conditions from texts."""

from __future__ import annotations

import pytest
from forsale_sim.experiments.design.search import Aims, parse_conditions, parse_goals
from strategy_lab.errors import UsageError


def test_goals_are_a_front_or_a_sum() -> None:
    front = Aims(parse_goals(["seat_gap"], ["win_by_strategy"]))
    assert front.is_front
    assert [goal.text for goal in front.goals] == ["least seat_gap", "most win_by_strategy"]
    total = Aims(parse_goals(["2*seat_gap", "0.5 * margin"], []))
    assert not total.is_front
    assert total.margins == (2 * 1.0 + 0.5 * 0.5,)


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
def test_conditions(text: str, sign: int, bound: float, relative: bool) -> None:
    (found,) = parse_conditions([text])
    assert (found.sign, found.bound, found.relative) == (sign, bound, relative)


@pytest.mark.parametrize(
    ("minimise", "maximise", "conditions", "words"),
    [
        ([], [], [], "takes a goal"),
        (["seat_gapp"], [], [], "no measure is called 'seat_gapp': did you mean 'seat_gap'"),
        (["seat_gap"], ["seat_gap"], [], "'seat_gap' is a goal twice"),
        (["2*seat_gap", "ties"], [], [], "'ties' has no weight"),
        (["0*seat_gap"], [], [], "a weight of 0"),
        (["seat_gap!"], [], [], "is no goal"),
        (["seat_gap"], [], ["ties<3%"], "is no condition"),
        (["seat_gap"], [], ["ties<="], "is no condition"),
        (["seat_gap"], [], ["tie<=3%"], "did you mean 'ties'"),
        (["seat_gap"], [], ["margin<=3%"], "margin is in thousands, not in per cent"),
        (["seat_gap"], [], ["ties<=3"], "write 3% for per cent"),
        (["seat_gap"], [], ["ties<=3%", "ties>=4%"], "contradict each other"),
        (["seat_gap"], [], ["drama<=0.9*base", "drama>=base"], "contradict each other"),
    ],
)
def test_what_cannot_be_wanted_is_one_message(
    minimise: list[str], maximise: list[str], conditions: list[str], words: str
) -> None:
    with pytest.raises(UsageError) as refused:
        Aims(parse_goals(minimise, maximise), parse_conditions(conditions))
    assert words in str(refused.value)
