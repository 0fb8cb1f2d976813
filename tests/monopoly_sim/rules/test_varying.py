"""House rules as what-ifs of an edition: by name, and by the values to try."""

from __future__ import annotations

import re

import pytest
from monopoly_sim.rules.ruleset import load_ruleset
from strategy_lab.errors import UsageError
from strategy_lab.varying import differences, what_ifs

FOOTBALL = load_ruleset("football-de")


@pytest.mark.parametrize(
    ("change", "before", "after"),
    [
        ("free_parking_jackpot=true", False, True),
        ("landing_salary=+200", 200, 400),
        ("auction=none", "limits", "none"),
        ("jail_rent=false", True, False),
        ("houses=unlimited", 32, "unlimited"),
        ("houses=-4", 32, 28),
        ("start_cash=+100", (1500,) * 8, (1600,) * 8),
        ("railway_rents=[50,100,150,200]", (25, 50, 100, 200), (50, 100, 150, 200)),
    ],
)
def test_house_rules_have_names(change: str, before: object, after: object) -> None:
    (ruleset,) = what_ifs(FOOTBALL, [change])
    (changed,) = differences(FOOTBALL, ruleset)
    assert (changed.a, changed.b) == (before, after)
    assert load_ruleset(ruleset.name) == ruleset


def test_cash_by_seat_is_for_as_many_players() -> None:
    ruleset = load_ruleset("football-de[start_cash=1450 1500 1520]")
    assert ruleset.players == (2, 3)
    assert ruleset.rules(3).start_cash == (1450, 1500, 1520)
    assert ruleset.rules(2).start_cash == (1450, 1500)


def test_several_make_a_grid() -> None:
    names = [each.name for each in what_ifs(FOOTBALL, ["auction=open,none", "jail_fee=50,100"])]
    assert len(names) == len(set(names)) == 4
    assert "football-de[auction=open,jail_fee=100]" in names


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("football-de[auctions=none]", "no rule is called 'auctions': did you mean 'auction'?"),
        ("football-de[auction=maybe]", "auction: 'maybe' is not allowed"),
        ("football-de[jail_rent=maybe]", "jail_rent: 'maybe' is not allowed"),
        ("football-de[salary=-300]", "salary: -100 is not allowed"),
        ("football-de[salary.4=100]", "'salary.4' is not a rule"),
        ("football-de[start_cash=1 2 3 4 5 6 7 8 9]", "start_cash: "),
        ("football-de[houses=+x]", "houses: '+x' is not allowed"),
    ],
)
def test_a_mistake_is_named(name: str, message: str) -> None:
    with pytest.raises(UsageError, match=re.escape(message)):
        load_ruleset(name)
