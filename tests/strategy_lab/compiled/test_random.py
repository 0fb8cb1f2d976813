"""Random words and what is drawn from them, against NumPy, plain Python and chance itself."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import numba
import numpy as np
import pytest
from forsale_sim.cards import MAX_CARDS
from forsale_sim.engine.kernel import deal_cards
from forsale_sim.engine.state import BATCHES, new_table
from forsale_sim.reference import table
from forsale_sim.rules.loading import load_ruleset
from forsale_sim.rules.ruleset import Rules
from hypothesis import example, given, settings
from hypothesis import strategies as st
from numpy.random import Philox
from numpy.typing import NDArray
from strategy_lab import game, random_words
from strategy_lab.compiled import random
from strategy_lab.compiled.caching import shuffle_batches
from strategy_lab.compiled.random import DEAL, U64, ZERO

from tests.engine.playing import CELLS, state_for

word = st.integers(0, 2**64 - 1)
seeds = pytest.mark.parametrize("seed", [0, 1, 2**63, 2**64 - 1])


def numpy_words(seed: int, purpose: int, deal: int, number: int, *, before: int = 0) -> list[int]:
    """Words as NumPy makes them; its counter must be an array: a list would turn into floats."""
    key, counter = np.array([seed, 0], np.uint64), np.array([before, purpose, deal, 0], np.uint64)
    words: list[int] = Philox(key=key, counter=counter).random_raw(number).tolist()
    return words


@given(seed=word, purpose=word, deal=word, block=st.integers(1, 2**64 - 1))
@example(seed=2**64 - 1, purpose=2**64 - 1, deal=2**64 - 1, block=2**64 - 1)
def test_every_block_of_words_is_that_of_numpy(
    seed: int, purpose: int, deal: int, block: int
) -> None:
    ours = random.philox(U64(seed), U64(block), U64(purpose), U64(deal))
    assert list(map(int, ours)) == numpy_words(seed, purpose, deal, 4, before=block - 1)


def test_splitmix_is_the_published_generator() -> None:
    # The first words of the authors' C code with the seed 1234567.
    published = [6457827717110365317, 3203168211198807973, 9817491932198370423]
    assert [int(random.splitmix(U64(1234567), U64(n))) for n in (1, 2, 3)] == published
    assert [random_words.splitmix(1234567, n) for n in (1, 2, 3)] == published


@numba.njit
def read(seed: Any, purpose: Any, deal: Any, numbers: Any) -> Any:
    kept = np.zeros(4, np.uint64)
    found = np.zeros(numbers, np.uint64)
    for n in range(U64(numbers)):
        found[n] = random.next_word(kept, seed, purpose, deal, n)
    return found


@given(seed=word, deal=word)
def test_a_stream_is_read_on_from_block_to_block(seed: int, deal: int) -> None:
    assert read(U64(seed), DEAL, U64(deal), 13).tolist() == numpy_words(seed, 0, deal, 13)


@numba.njit
def draw(bounds: Any, seed: Any, deal: Any) -> Any:
    kept = np.zeros(4, np.uint64)
    draws, n = np.zeros_like(bounds), ZERO
    for i in range(len(bounds)):
        draws[i], n = random.draw_below(bounds[i], kept, seed, DEAL, deal, n)
    return draws, n


rejecting = st.sampled_from([2**63 + 1, 2**64 // 3 * 2, 2**64 - 1])


@given(
    seed=word,
    deal=word,
    bounds=st.lists(st.integers(1, 60) | rejecting | word.map(lambda w: w or 1)),
)
def test_numbers_below_a_bound_are_those_of_the_readable_engine(
    seed: int, deal: int, bounds: list[int]
) -> None:
    draws, used = draw(np.array(bounds, np.uint64), U64(seed), U64(deal))
    stream = random_words.Source(seed).stream(0, deal)
    taken = 0

    def next_word() -> int:
        nonlocal taken
        taken += 1
        return next(stream)

    assert draws.tolist() == [random_words.draw_below(bound, next_word) for bound in bounds]
    assert used == taken


@numba.njit
def shuffled(deck: Any, cards: Any, batches: Any, seed: Any, deal: Any) -> Any:
    drawn, dealt = np.zeros(BATCHES, np.uint64), np.zeros(cards + 1, np.int64)
    words = np.zeros(4, np.uint64)
    used = random.draw_batches(cards, batches, words, seed, DEAL, deal, ZERO, drawn)
    random.shuffle(deck, cards, batches, drawn, dealt)
    return dealt, used


def shuffled_order(cards: int, seed: int, deal: int) -> tuple[list[int], int]:
    """Return a shuffled deck of cards from 0 on, and how many words that took."""
    batches = np.array(shuffle_batches(cards), np.uint64).reshape(-1, 3)
    dealt, used = shuffled((1 << cards) - 1, U64(cards), batches, U64(seed), U64(deal))
    return order_of(dealt), used


def order_of(dealt: NDArray[np.int64]) -> list[int]:
    """Return the bit that each set of cards dealt has beyond the set before it."""
    assert dealt[0] == 0
    drawn = [int(later) ^ int(earlier) for earlier, later in pairwise(dealt)]
    assert all(bits.bit_count() == 1 for bits in drawn)
    return [bits.bit_length() - 1 for bits in drawn]


@settings(max_examples=300)
@given(cards=st.integers(1, MAX_CARDS), seed=word, deal=word)
def test_a_shuffle_is_that_of_the_readable_engine(cards: int, seed: int, deal: int) -> None:
    order, _ = shuffled_order(cards, seed, deal)
    assert order == random_words.shuffled(cards, random_words.Source(seed).stream(0, deal).__next__)


def test_a_word_that_would_bias_a_shuffle_is_rejected() -> None:
    # 29 cards: the first product is 2**58.4 or so, and one word in seventy is of no use.
    rejecting_deals = 0
    for deal in range(1, 400):
        order, used = shuffled_order(29, 3, deal)
        stream = random_words.Source(3).stream(0, deal)
        assert order == random_words.shuffled(29, stream.__next__)
        rejecting_deals += used > len(shuffle_batches(29))
    assert rejecting_deals > 0


@numba.njit
def deals_of(states: Any, tables: Any, deals: Any) -> Any:
    """Return the sets of the first cards of both decks, of deals from 1 on."""
    state, table = states[0], tables[0]
    dealt = np.zeros((2, deals, table.cards + 1), np.int64)
    for i in range(deals):
        state.deal = U64(i + 1)
        deal_cards(state, table)
        dealt[0, i] = table.houses[: table.cards + 1]
        dealt[1, i] = table.cheques[: table.cards + 1]
    return dealt


def dealt(rules: Rules, seed: int, deals: int) -> tuple[NDArray[np.uint8], NDArray[np.uint8]]:
    """Return both decks in the order in which they come up, of deals from 1 on."""
    sets = deals_of(state_for(rules, seed), new_table(rules.houses), deals)
    houses, cheques = np.log2(sets[:, :, 1:] ^ sets[:, :, :-1]).astype(np.uint8) + 1
    return houses, cheques


@pytest.mark.parametrize(("name", "players"), CELLS)
def test_a_deal_is_that_of_the_readable_engine(name: str, players: int) -> None:
    rules = load_ruleset(name).rules(players)
    for seed in (0, 2**64 - 1):
        houses, cheques = dealt(rules, seed, 20)
        for i in range(20):
            plain = table.deal_cards(rules, seed, deal=i + 1)
            assert tuple(houses[i, : rules.cards_dealt]) == plain.houses
            assert tuple(cheques[i, : rules.cards_dealt]) == plain.cheques
            assert tuple(sorted(houses[i, rules.cards_dealt :])) == plain.undealt_houses


@numba.njit
def lineup_of(states: Any, tables: Any, deal: Any, field: Any) -> Any:
    state = states[0]
    state.deal = U64(deal)
    lineup = np.zeros(state.players, np.uint8)
    random.draw_lineup(state, tables[0], np.zeros(field, np.uint8), lineup)
    return lineup


@pytest.mark.parametrize("field", [2, 3, 4, 7, 10, 255])
@pytest.mark.parametrize("players", [3, 6])
@pytest.mark.parametrize("replaced", [False, True])
@seeds
def test_a_lineup_is_that_of_the_readable_engine(
    seed: int, players: int, field: int, replaced: bool
) -> None:
    rules = load_ruleset("iello-en").rules(players)
    refilled_after = 1 if replaced else field
    state, table = state_for(rules, seed), new_table(rules.houses, refilled_after)
    for deal in range(1, 50):
        lineup = tuple(lineup_of(state, table, deal, field).tolist())
        assert lineup == game.draw_lineup(seed, players, deal, field, refilled_after)
        assert replaced or len(set(lineup)) == min(players, field)
