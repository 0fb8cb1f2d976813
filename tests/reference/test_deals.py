"""Shuffles, deals and lineups."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from itertools import permutations

import numpy as np
import pytest
from forsale_sim.reference.table import deal_cards
from forsale_sim.rules.loading import load_ruleset
from scipy import stats
from strategy_lab.game import draw_lineup
from strategy_lab.random_words import DEAL, LOTS, Source, draw_below, purpose_word, shuffled

UNLIKELY = 1e-6
"""A p-value below which a test of chance fails; draws are fixed, so no run differs from another."""


@pytest.mark.parametrize("cards", [5, 20, 30])
def test_every_card_is_as_likely_in_every_position(cards: int) -> None:
    shuffles = 3000
    next_word = Source(11).stream(purpose_word(DEAL, 4), 1).__next__
    seen = np.zeros((cards, cards))
    for _ in range(shuffles):
        seen[np.arange(cards), shuffled(cards, next_word)] += 1
    expected = shuffles / cards
    statistic = ((seen - expected) ** 2 / expected).sum()
    assert UNLIKELY < stats.chi2.sf(statistic, (cards - 1) ** 2) < 1 - UNLIKELY


def test_a_deal_depends_on_its_name_and_on_no_rule_of_play() -> None:
    rules = load_ruleset("iello-en").rules(3)
    deal = deal_cards(rules, seed=8, deal=21)
    assert deal_cards(replace(rules, refund="all", coins=(1, 2, 3)), 8, 21) == deal
    others = [deal_cards(rules, 9, 21), deal_cards(rules, 8, 22)]
    others.append(deal_cards(load_ruleset("iello-en").rules(5), 8, 21))
    assert deal not in others


def test_lots_are_a_stream_of_their_own() -> None:
    rules = load_ruleset("iello-en").rules(3)
    deal = deal_cards(replace(rules, opener="lot"), seed=8, deal=21)
    stream = Source(8).stream(purpose_word(LOTS, 3), 21)
    assert deal.openers == tuple(1 + draw_below(3, stream.__next__) for _ in range(9))
    assert replace(deal, openers=()) == deal_cards(rules, seed=8, deal=21)


@pytest.mark.parametrize(("field", "players"), [(2, 5), (3, 3), (3, 4), (7, 4)])
def test_nobody_is_drawn_again_before_all_have_been_drawn(field: int, players: int) -> None:
    for deal in range(1, 200):
        lineup = draw_lineup(3, players, deal, field, field)
        assert len(lineup) == players
        for start in range(0, players, field):
            part = lineup[start : start + field]
            assert len(set(part)) == len(part)
            assert set(part) <= set(range(field))


def test_every_lineup_is_as_likely() -> None:
    deals = 4800
    lineups = Counter(draw_lineup(4, 3, deal, 4, 4) for deal in range(1, deals + 1))
    assert set(lineups) == set(permutations(range(4), 3))
    assert stats.chisquare(list(lineups.values())).pvalue > UNLIKELY
