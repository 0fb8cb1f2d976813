"""What is changed by playing other rules, in words."""

from __future__ import annotations

import pytest
from forsale_sim.rules.loading import change_text, load_ruleset
from forsale_sim.rules.ruleset import Ruleset

from tests.strategy_lab.experiments.compare.contrasting import COPY, ENGLISH, FRENCH, RICHER


@pytest.mark.parametrize(
    ("a", "b", "says"),
    [
        (FRENCH, ENGLISH, "rounding the refund down"),
        (ENGLISH, FRENCH, "rounding the refund up"),
        (ENGLISH, ENGLISH.with_changes("x", refund="all"), "giving the whole bid back"),
        (ENGLISH, ENGLISH.with_changes("x", raise_="match"), "letting bids match"),
        (
            ENGLISH,
            ENGLISH.with_changes("x", removed={4: 3}),
            "removing 3 cards of each deck instead of 2",
        ),
        (
            ENGLISH,
            ENGLISH.with_changes("x", refund="1/3 up"),
            "giving 1/3 of the bid back, rounded up",
        ),
        (ENGLISH, ENGLISH.with_changes("x", raise_=3), "raising bids by at least 3"),
        (ENGLISH, ENGLISH.with_changes("x", opening_bid=2), "opening with at least 2"),
        (ENGLISH, ENGLISH.with_changes("x", coin_value=2), "counting leftover coins double"),
        (ENGLISH, ENGLISH.with_changes("x", coin_value=3), "counting leftover coins 3 times"),
        (
            ENGLISH,
            ENGLISH.with_changes("x", refunded="first"),
            "refunding only the first to take a house",
        ),
        (ENGLISH, ENGLISH.with_changes("x", opener="lot"), "drawing lots for the next opener"),
        (ENGLISH, RICHER, "playing richer"),
        (ENGLISH, COPY, "playing copy"),
        (ENGLISH, load_ruleset("gryphon-2009"), "playing gryphon-2009"),
    ],
)
def test_a_change_of_one_rule_has_words(a: Ruleset, b: Ruleset, says: str) -> None:
    assert change_text(a, b, 4) == says
