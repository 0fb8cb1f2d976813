"""The cards that nobody has seen, shuffled for one rollout."""

from __future__ import annotations

import numpy as np
from strategy_lab.compiled.caching import inlined
from strategy_lab.compiled.draws import key_deal, key_game
from strategy_lab.compiled.random import (
    DEAL,
    U64,
    ZERO,
    draw_batches,
    purpose_word,
    shuffle,
)
from strategy_lab.compiled.shuffle_batches import shuffle_batches

from forsale_sim.cards import MAX_CARDS, count
from forsale_sim.engine.house_rules import table_address
from forsale_sim.engine.kernel import draw_lots
from forsale_sim.engine.state import BATCHES as MOST_BATCHES
from forsale_sim.engine.state import LOT, OPENER_CODE

BATCHES = np.zeros((MAX_CARDS + 1, 2 * MOST_BATCHES, 3), np.uint64)
"""`shuffle_batches` by number of cards."""

for _cards in range(2, MAX_CARDS + 1):
    _batches = shuffle_batches(_cards)
    BATCHES[_cards, : len(_batches)] = _batches


@inlined
def shuffle_unseen(state, table):
    """Shuffle all cards that nobody has seen into the table, by the state's seed and deal.

    Lots, and the game's other random numbers follow from the deal, too.
    """
    purpose = purpose_word(DEAL, U64(state.players))
    words, seed, deal, n = table.words, state.seed, state.deal, ZERO
    unseen = state.unseen_houses
    cards = U64(count(unseen))
    n = draw_batches(cards, BATCHES[cards], words, seed, purpose, deal, n, table.drawn_houses)
    shuffle(unseen, cards, BATCHES[cards], table.drawn_houses, table.houses)
    unseen = state.unseen_cheques
    cards = U64(count(unseen))
    draw_batches(cards, BATCHES[cards], words, seed, purpose, deal, n, table.drawn_cheques)
    shuffle(unseen, cards, BATCHES[cards], table.drawn_cheques, table.cheques)
    if state.opener_rule == LOT and table_address(state, OPENER_CODE) == 0:
        draw_lots(state, table)
    key_deal(state)
    key_game(state)
