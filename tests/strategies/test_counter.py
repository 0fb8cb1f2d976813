"""`counter`: its arithmetic against enumeration, and what it makes of it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import product
from math import comb, prod

import pytest
from forsale_sim.cards import below, count, members
from forsale_sim.reference.table import set_of
from forsale_sim.rules.loading import load_ruleset, ruleset_names
from forsale_sim.rules.ruleset import Rules
from forsale_sim.view import View
from forsale_strategies.counter import (
    expected_cheque,
    mean_surplus,
    rival_hands,
    surplus,
)

from tests.strategies.positions import FOUR, buying, selling

CELLS = [
    load_ruleset(name).rules(players)
    for name in ruleset_names()
    for players in load_ruleset(name).players
]


def mean_of_place(values: Sequence[int], place: int, drawn: int) -> Fraction:
    """The mean of the cheque in `place` (0 the lowest) when `drawn` cheques are drawn of these."""
    ways = [
        comb(i, place) * comb(len(values) - 1 - i, drawn - 1 - place) for i in range(len(values))
    ]
    return Fraction(sum(w * v for w, v in zip(ways, values, strict=True)), comb(len(values), drawn))


def true_mean(view: View, house: int) -> Fraction:
    rules, unseen = view._snapshot.rules, view.unseen_houses
    seen = view.deck_houses & ~unseen & ~set_of([house])
    groups = [count(below(seen, house)), count(seen) - count(below(seen, house))]
    groups += [count(below(unseen, house)), count(unseen) - count(below(unseen, house))]
    dealt, others = count(unseen) - rules.removed, rules.players - 1
    total = Fraction(0)
    for drawn in product(range(others + 1), repeat=4):
        hidden = drawn[2] + drawn[3]
        if sum(drawn) != others or hidden > dealt:
            continue
        ways = Fraction(
            prod(map(comb, groups, drawn)) * comb(dealt, hidden),
            max(comb(count(unseen), hidden), 1),
        )
        total += ways * mean_of_place(rules.cheques, drawn[0] + drawn[2], rules.players)
    return total / comb(count(seen) + dealt, others)


def views(rules: Rules) -> list[View]:
    middle, size = len(rules.houses) // 2, rules.houses_per_round
    offer = rules.houses[1 : 1 + size]
    bought = rules.houses[middle : middle + 8]
    return [buying(offer, rules=rules), buying(offer, rules=rules, hands={2: bought})]


@pytest.mark.parametrize("rules", CELLS, ids=lambda r: f"{r.ruleset}-{r.players}")
def test_expected_cheque_is_near_the_true_mean(rules: Rules) -> None:
    for view in views(rules):
        for house in members(view.deck_houses & ~view.unseen_houses):
            assert expected_cheque(view, house) == pytest.approx(
                float(true_mean(view, house)), abs=0.7
            )


def test_surplus_is_exact_where_cheques_rise_evenly() -> None:
    even = replace(FOUR, cheques=tuple(range(10, 40)))
    for offer, left in [([10, 11, 38, 39], range(12, 38)), ([10, 38, 39], range(11, 38))]:
        view = selling(offer, {1: [1, 2]}, rules=even)
        for place, value in enumerate(offer):
            true = value - mean_of_place(left, place, len(offer))
            assert surplus(view, place) == pytest.approx(float(true))


@pytest.mark.parametrize("players", [3, 4, 5, 6, 7, 8])
def test_mean_surplus_is_exact(players: int) -> None:
    rules = replace(FOUR, players=players, coins=(10,) * players, removed=30 % players)
    hands = {1: [7, 16]} | {seat: [seat, 5 + 3 * seat, 30 - seat] for seat in range(2, players + 1)}
    view = selling(rules.cheques[-players:], hands, rules=rules)
    surpluses = (-1.0, 2.5, 0.25, 3.0, -4.0, 1.5, 2.0, -0.5)
    for house in (7, 16):
        sent = list(product(*(hands[seat] for seat in range(2, players + 1))))
        places = [sum(other < house for other in others) for others in sent]
        mean = sum(surpluses[place] for place in places) / len(sent)
        assert mean_surplus(house, rival_hands(view), surpluses) == pytest.approx(mean)
