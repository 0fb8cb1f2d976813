from __future__ import annotations

from forsale_sim.rules.loading import load_ruleset
from forsale_sim.rules.ruleset import Raise, Ruleset
from hypothesis import given
from strategy_lab.varying import Difference, differences

from tests.generated import raises, refunds, rulesets


def test_the_printed_editions_contradict_each_other_in_two_places() -> None:
    assert differences(load_ruleset("iello-de"), load_ruleset("iello-en")) == (
        Difference("refund", None, "up", "down"),
    )
    assert differences(load_ruleset("iello-en-variant"), load_ruleset("iello-fr-variant")) == (
        Difference("removed", 5, 2, 3),
        Difference("refund", None, "down", "up"),
    )


def test_equal_rules_are_no_difference_whatever_they_are_called() -> None:
    assert differences(load_ruleset("iello-de"), load_ruleset("iello-fr")) == ()


def test_a_player_count_that_only_one_allows() -> None:
    rows = differences(load_ruleset("ravensburger-1997"), load_ruleset("iello-de"))
    assert Difference("players", None, (3, 4, 5), (3, 4, 5, 6)) in rows
    assert Difference("coins", 6, None, (14,) * 6) in rows
    assert Difference("removed", 6, None, 0) in rows


@given(rulesets(), rulesets())
def test_a_difference_is_the_same_seen_from_the_other_side(a: Ruleset, b: Ruleset) -> None:
    mirrored = tuple(row._replace(a=row.b, b=row.a) for row in differences(b, a))
    assert differences(a, b) == mirrored


@given(rulesets(), raises, refunds)
def test_exactly_what_was_changed_differs(a: Ruleset, raise_: Raise, refund: str) -> None:
    b = a.with_changes("changed", raise_=raise_, refund=refund, readings=["No rule."])
    expected = [("raise", a.raise_, raise_), ("refund", a.refund, refund)]
    assert differences(a, b) == tuple(
        Difference(parameter, None, before, after)
        for parameter, before, after in expected
        if before != after
    )
