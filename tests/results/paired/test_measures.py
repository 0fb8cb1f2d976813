"""What rulesets are compared by depends on what they have in common."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import pytest
from forsale_sim.results.paired.measures import (
    AMOUNTS,
    RATES,
    alike,
    measures,
    on_common_deals,
    strategy_wins,
)
from forsale_sim.rules.loading import load_ruleset
from forsale_sim.rules.parameters import Rules

ENGLISH, FRENCH, GRYPHON, RAVENSBURGER = (
    load_ruleset(name).rules(5)
    for name in ("iello-en", "iello-fr", "gryphon-2009", "ravensburger-1997")
)
SHARES = {"money_share", "coins_lost_share", "coins_lost_to_passes_share", "margin_share"}


def counted(a: Rules, b: Rules, strategies: int = 3) -> Counter[str]:
    return Counter(measure.name for measure in measures(a, b, strategies))


def test_amounts_where_they_are_alike() -> None:
    found = counted(ENGLISH, FRENCH)
    assert found["win_rate"] == 5 + 3
    assert found["money"] == 1 + 5
    assert found["price"] == 30
    assert not set(found) & SHARES


def test_shares_too_where_coins_differ() -> None:
    found = counted(ENGLISH, GRYPHON)
    assert SHARES | {"price", "price_share", "money"} <= set(found)
    assert found["money_share"] == 5


def test_no_amounts_without_common_deals() -> None:
    kinds = {measure.kind for measure in measures(ENGLISH, RAVENSBURGER, 3)}
    assert kinds == {RATES}
    assert "price_share" not in counted(ENGLISH, RAVENSBURGER)


def test_decks_of_one_size_share_deals() -> None:
    other = replace(ENGLISH, houses=tuple(range(2, 32)))
    assert on_common_deals(ENGLISH, other)
    assert not alike(ENGLISH, other)
    assert "price" not in counted(ENGLISH, other)
    assert not on_common_deals(ENGLISH, RAVENSBURGER)
    assert alike(ENGLISH, replace(ENGLISH, removed=5))


def test_one_strategy_wins_what_there_is_to_be_won() -> None:
    assert strategy_wins(4, 1) == ()
    assert counted(ENGLISH, FRENCH, strategies=1)["win_rate"] == 5


@pytest.mark.parametrize("other", [FRENCH, GRYPHON, RAVENSBURGER])
def test_each_is_about_one_thing(other: Rules) -> None:
    found = measures(ENGLISH, other, 4)
    keys = {(one.name, one.seat, one.strategy, one.house) for one in found}
    assert len(keys) == len(found)
    assert {one.kind for one in found} <= {RATES, AMOUNTS}
    assert all(one.largest > 0 and one.unit > 0 for one in found)
