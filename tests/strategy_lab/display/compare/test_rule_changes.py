"""The rules that two rulesets set differently, as lines of text."""

from __future__ import annotations

from monopoly_sim.rules.ruleset import load_ruleset as monopoly_ruleset
from strategy_lab.display.comparison_text import changed_rules

from tests.strategy_lab.experiments.compare.contrasting import COPY, ENGLISH, FRENCH


def test_rules_are_listed_with_both_values() -> None:
    assert list(changed_rules(ENGLISH, FRENCH)) == [("refund", "down → up")]
    assert list(changed_rules(ENGLISH, COPY)) == []
    four = ENGLISH.with_changes("x", coins={4: [22, 20, 20, 20]})
    changed = dict(changed_rules(ENGLISH, four))
    assert changed["players"] == "3/4/5/6 → 4"
    assert "4 players: 21 → 22/20/20/20, 5 players: 16 → -" in changed["coins"]


def test_only_what_is_played_is_listed() -> None:
    four = ENGLISH.with_changes("x", coins={4: [22, 20, 20, 20]})
    assert dict(changed_rules(ENGLISH, four, [4]))["coins"] == "4 players: 21 → 22/20/20/20"
    fewer = ENGLISH.with_changes("x", coins={3: 28, 4: 21, 5: 15})
    assert list(changed_rules(ENGLISH, fewer, [3, 4])) == []


def test_of_long_lists_it_is_told_how_much_differs() -> None:
    classic = monopoly_ruleset("hasbro-classic")
    deck = ["collect 200", *map(str, classic.deck_a[1:])]
    other = classic.with_changes("x", deck_a=deck, jail_rent=False)
    assert dict(changed_rules(classic, other)) == {
        "deck_a": "1 of 16 differ",
        "jail_rent": "true → false",
    }
