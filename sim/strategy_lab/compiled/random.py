"""Philox4x64-10 and what is drawn from its words, compiled: as in `strategy_lab.random_words`.

The words equal ``numpy.random.Philox(key=[seed, 0], counter=[0, purpose, deal, 0]).random_raw()``.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from llvmlite import ir
from numba import types
from numba.extending import intrinsic

from strategy_lab.compiled.bits import Generated, select, unlikely
from strategy_lab.compiled.caching import inlined
from strategy_lab.compiled.views import Views

U64 = np.uint64
DEAL, LINEUP, GAMES, LOTS = (U64(purpose) for purpose in range(4))
ZERO, ONE = U64(0), U64(1)

WEYL_0, WEYL_1 = U64(0x9E3779B97F4A7C15), U64(0xBB67AE8584CAA73B)
GAMMA, MIXER_0, MIXER_1 = WEYL_0, U64(0xBF58476D1CE4E5B9), U64(0x94D049BB133111EB)
MULTIPLIER_0, MULTIPLIER_1 = U64(0xD2E7470EE14C6C93), U64(0xCA5A826395121157)


@intrinsic
def product(typingctx: Any, a: Any, b: Any) -> Generated:
    """Return the upper and the lower 64 bits of the 128-bit product of two uint64."""
    both = types.UniTuple(types.uint64, 2)

    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        wide, word = ir.IntType(128), ir.IntType(64)
        product = builder.mul(builder.zext(args[0], wide), builder.zext(args[1], wide))
        high = builder.trunc(builder.lshr(product, ir.Constant(wide, 64)), word)
        return context.make_tuple(builder, both, (high, builder.trunc(product, word)))

    return both(types.uint64, types.uint64), generate


@inlined
def philox_round(counter, key_0, key_1):
    """Return the four words after one of the generator's ten rounds."""
    a, b, c, d = counter
    high_0, low_0 = product(MULTIPLIER_0, a)
    high_1, low_1 = product(MULTIPLIER_1, c)
    return high_1 ^ b ^ key_0, low_1, high_0 ^ d ^ key_1, low_0


@inlined
def philox(seed, block, purpose, deal):
    """Return the four uint64 words of one block (uint64, the first of a stream is 1)."""
    words = block, purpose, deal, ZERO
    key_0, key_1 = seed, ZERO
    for _ in range(10):
        words = philox_round(words, key_0, key_1)
        key_0 += WEYL_0
        key_1 += WEYL_1
    return words


@inlined
def purpose_word(purpose, players):
    """Pack the purpose of a stream into one uint64; both arguments are uint64."""
    return purpose | players << U64(8)


@inlined
def mix(word):
    """Return the mixture of a uint64 that SplitMix64 returns for a state."""
    word = (word ^ word >> U64(30)) * MIXER_0
    word = (word ^ word >> U64(27)) * MIXER_1
    return word ^ word >> U64(31)


@inlined
def splitmix(seed, n):
    """Return word n (from 1) of the generator SplitMix64 with a seed; all are uint64."""
    return mix(seed + n * GAMMA)


@inlined
def rejected(low, bound):
    """Return whether to reject a word whose product with `bound` ends in `low`, to avoid bias."""
    return low < bound and low < (ZERO - bound) % bound


@inlined
def next_word(words, seed, purpose, deal, n):
    """Return word n (uint64) of a stream read in order; `words` (uint64[4]) keeps its block."""
    word = n & U64(3)
    if word == ZERO:
        words[0], words[1], words[2], words[3] = philox(seed, (n >> U64(2)) + ONE, purpose, deal)
    return words[word]


@inlined
def draw_below(bound, words, seed, purpose, deal, n):
    """Draw below `bound` (uint64) from word n of a stream on; return it and the next unused n."""
    drawn, low = product(next_word(words, seed, purpose, deal, n), bound)
    n += ONE
    while rejected(low, bound):
        drawn, low = product(next_word(words, seed, purpose, deal, n), bound)
        n += ONE
    return drawn, n


@inlined
def draw_batches(cards, batches, words, seed, purpose, deal, n, drawn):
    """Write the words that shuffle `cards` cards, from word n of a stream on; return the next n.

    `batches`: from `shuffle_batches`. `words`: the block that word n - 1 is in. `drawn` (uint64):
    a word for each batch, those rejected left out. Both are filled in place.
    """
    bound, batch = cards, ZERO
    while bound > ONE:
        draws, bounds, threshold = batches[batch, 0], batches[batch, 1], batches[batch, 2]
        word = next_word(words, seed, purpose, deal, n)
        n += ONE
        while unlikely(word * bounds < threshold):
            word = next_word(words, seed, purpose, deal, n)
            n += ONE
        drawn[batch] = word
        bound -= draws
        batch += ONE
    return n


@inlined
def draw_card(left, word, bound):
    """Draw one of `bound` cards; return those left (int64), and the word for the next draw."""
    place, word = product(word, bound)
    return left ^ select(left, place), word


@inlined
def shuffle(deck, cards, batches, drawn, dealt):
    """Shuffle a deck, a set of `cards` cards, with the words that `draw_batches` has written.

    `dealt` (int64) is filled in place: the set of the first i cards for each i from 0 to `cards`.
    """
    left, bound, batch = deck, cards, ZERO
    dealt[ZERO] = 0
    while bound > ONE:
        word = drawn[batch]
        for _ in range(batches[batch, 0]):
            left, word = draw_card(left, word, bound)
            bound -= ONE
            dealt[cards - bound] = deck ^ left
        batch += ONE
    dealt[cards] = deck


@inlined
def shuffle_both(decks, cards, batches, drawn, dealt):
    """Do for two decks of one size what `shuffle` does for one, in half the time.

    The parameters are those of `shuffle`, a tuple of two for those that a deck has of its own. Each
    draw waits for the one before it in its deck; the processor makes two at once.
    """
    left_0, left_1 = decks
    bound, batch = cards, ZERO
    dealt[0][ZERO] = dealt[1][ZERO] = 0
    while bound > ONE:
        word_0, word_1 = drawn[0][batch], drawn[1][batch]
        for _ in range(batches[batch, 0]):
            left_0, word_0 = draw_card(left_0, word_0, bound)
            left_1, word_1 = draw_card(left_1, word_1, bound)
            bound -= ONE
            dealt[0][cards - bound] = decks[0] ^ left_0
            dealt[1][cards - bound] = decks[1] ^ left_1
        batch += ONE
    dealt[0][cards], dealt[1][cards] = decks


# draws: The random numbers of decisions, computed only when a strategy asks for them.
#
# A state holds for each seat the seed which, mixed, is the key of the seat's current decision: the
# next decision's is a fixed step away. So a strategy that draws nothing costs an addition.

LOW = U64(2**32 - 1)
DECISION_STEP = U64(8 * int(GAMMA) % 2**64)
"""From the seed of a seat's decision to that of its next: a word for each of `MAX_SEATS` seats."""


@inlined
def key_deal(state):
    """Write the key of the games of the state's deal into the state."""
    purpose = purpose_word(GAMES, U64(state.players))
    state.deal_key = philox(state.seed, ONE, purpose, state.deal)[0]


@inlined
def key_game(state):
    """Write the key of the state's game (its seating of the deal), in which nobody has decided."""
    state.game_key = splitmix(state.deal_key, state.seating)
    for seat in range(ONE, U64(len(state.decision_seed))):
        state.decision_seed[seat] = state.game_key + seat * GAMMA
    state.drawing = ZERO


@inlined
def begin_decision(state, seat):
    """Give the numbers of its next decision to `seat` (uint64)."""
    state.decision_seed[seat] += DECISION_STEP


@inlined
def next_draw(state, seat):
    """Return the next 32 random bits (uint64) of the current decision of `seat` (uint64)."""
    seed = state.decision_seed[seat]
    draw = state.draws + ONE if state.drawing == seed else ZERO
    state.drawing, state.draws = seed, draw
    key = mix(seed)
    if unlikely(draw != ZERO):
        key = splitmix(key, draw)
    return key >> U64(32)


@inlined
def game_word(state, seat):
    """Return the 32 random bits (uint64) of `seat` (uint64) that are the same for a whole game."""
    return splitmix(state.game_key, seat) >> U64(32)


I64 = np.int64
MOST_BELOW = 2**32


def register_random_numbers(views: Views) -> None:
    """Give views the methods `random`, `random_below` and `game_random`."""
    state_of, seat_of = views.state_of, views.seat_of

    @views.method
    def random(view):
        return I64(next_draw(state_of(view), seat_of(view))) * 2.0**-32

    @views.method
    def random_below(view, n):
        if unlikely(n < 1 or n > MOST_BELOW):
            raise ValueError("random_below takes a number from 1 to 2**32")
        bound = U64(n)
        product = next_draw(state_of(view), seat_of(view)) * bound
        if unlikely(product & LOW < bound):
            threshold = (U64(2**32) - bound) % bound
            while product & LOW < threshold:
                product = next_draw(state_of(view), seat_of(view)) * bound
        return I64(product >> U64(32))

    @views.method
    def game_random(view):
        return I64(game_word(state_of(view), seat_of(view))) * 2.0**-32


# lineups: Who plays: lineups drawn from a field, and the addresses by which the kernel asks each
# seat.
#
# The records that are changed in place are a game's own: see the fields that are named here.


@inlined
def draw_lineup(state, table, pool, lineup):
    """Draw a lineup from a field, which is full again after ``table.refilled_after`` draws.

    `pool` (uint8) is scratch, as long as the field. `lineup` (uint8) is filled in place: indices
    into the field by seat in the first seating.
    """
    purpose = purpose_word(LINEUP, U64(state.players))
    size, n = U64(len(pool)), ZERO
    for position in range(U64(state.players)):
        q = position % table.refilled_after
        if q == ZERO:
            for i in range(size):
                pool[i] = i
        draw, n = draw_below(size - q, table.words, state.seed, purpose, state.deal, n)
        pool[q], pool[q + draw] = pool[q + draw], pool[q]
        lineup[position] = pool[q]


@inlined
def invite(table, functions, arguments, lineup, players):
    """Write the strategies of a lineup into the table twice in a row: each seating is a part.

    `functions`, `arguments`: addresses, (decisions, strategies).
    """
    for position in range(players):
        strategy = U64(lineup[position])
        for place in (position, position + players):
            table.lineup[place] = strategy
            for decision in range(len(table.lineup_functions)):
                table.lineup_functions[decision, place] = functions[decision, strategy]
                table.lineup_arguments[decision, place] = arguments[decision, strategy]


@inlined
def seat_strategies(table, seating, players, row):
    """Write which strategy sits where in a seating (uint64) of the lineup: in table and row."""
    for position in range(U64(table.functions.shape[1]) - ONE):
        place = position + seating - ONE
        for decision in range(len(table.functions)):
            table.functions[decision, position + ONE] = table.lineup_functions[decision, place]
            table.arguments[decision, position + ONE] = table.lineup_arguments[decision, place]
    for position in range(players):
        row.strategy[position] = table.lineup[position + seating - ONE]
