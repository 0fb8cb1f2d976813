"""The cards that nobody has seen, shuffled for one rollout."""

from __future__ import annotations

import numpy as np

from forsale_sim.cards import MAX_CARDS, lowest
from forsale_sim.engine.caching import inlined
from forsale_sim.engine.random import DEAL, U64, ZERO, purpose_word, shuffle
from forsale_sim.engine.shuffle_batches import shuffle_batches
from forsale_sim.engine.state import BATCHES as MOST_BATCHES

BATCHES = np.zeros((MAX_CARDS + 1, 2 * MOST_BATCHES, 3), np.uint64)
"""`shuffle_batches` by number of cards."""

for _cards in range(2, MAX_CARDS + 1):
    _batches = shuffle_batches(_cards)
    BATCHES[_cards, : len(_batches)] = _batches


@inlined
def shuffle_unseen(state, table):
    """Shuffle all cards that nobody has seen into the table, by the state's seed and deal."""
    houses = cheques = ZERO
    left = state.unseen_houses
    while left != 0:
        table.houses[houses] = lowest(left)
        houses += U64(1)
        left &= left - 1
    left = state.unseen_cheques
    while left != 0:
        table.cheques[cheques] = lowest(left)
        cheques += U64(1)
        left &= left - 1
    purpose = purpose_word(DEAL, U64(state.players), ZERO, ZERO, ZERO)
    words, seed, deal = table.words, state.seed, state.deal
    n = shuffle(table.houses, houses, BATCHES[houses], words, seed, purpose, deal, ZERO)
    shuffle(table.cheques, cheques, BATCHES[cheques], words, seed, purpose, deal, n)
