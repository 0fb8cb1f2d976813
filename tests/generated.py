"""Hypothesis strategies for arbitrary playable rules, shared by all tests.

Decks and purses are small, so that thousands of games are quick, and every rule a ruleset may set
is drawn: raises and opening bids, refunds of any fraction, for all or the first, gifts, openers,
hidden houses, coins that differ by seat, cards set aside, fewer houses a round than players, last
rounds with fewer houses than the others, cheques of equal value.
"""

from __future__ import annotations

from typing import get_args

from forsale_sim.cards import MAX_CARDS
from forsale_sim.rules import ruleset
from hypothesis import strategies as st

PLAYER_COUNTS = range(ruleset.MIN_PLAYERS, ruleset.MAX_PLAYERS + 1)
MOST_CARDS = 20
"""The largest deck drawn; a deck that fills the limit of `MAX_CARDS` is tested by itself."""
MOST_COINS = 15

raises = st.sampled_from(("strict", "match")) | st.integers(0, 5).map(ruleset.read_raise)
fractions = st.builds(
    "{0[0]}/{0[1]} {1}".format,
    st.tuples(st.integers(0, 99), st.integers(1, 99)).map(sorted),
    st.sampled_from(("up", "down")),
).map(ruleset.read_refund)
refunds = st.sampled_from(("up", "down", "all", "none")) | fractions


def unprinted_among(houses: int) -> st.SearchStrategy[dict[str, object]]:
    """Rules that no printed edition has; hypothesis leaves each out in some examples."""
    choices = {
        "opening_bid": st.integers(1, 5),
        "refunded": st.sampled_from(get_args(ruleset.Refunded)),
        "opener": st.sampled_from(get_args(ruleset.Opener)),
        "coin_value": st.integers(0, 3),
        "hidden_houses": st.integers(0, houses - 1),
    }
    return st.fixed_dictionaries({}, optional=choices)


def gifts(players: int) -> st.SearchStrategy[tuple[int, ...]]:
    """What the bank gives for passes: mostly nothing."""
    some = st.lists(st.integers(0, 3), max_size=players - 1).map(tuple)
    return st.just(()) | some.filter(lambda each: not each or each[-1] > 0)


@st.composite
def decks(
    draw: st.DrawFn, least: int, most: int = MOST_CARDS
) -> tuple[tuple[int, ...], tuple[int, ...]]:
    size = draw(st.integers(least, most))
    houses = draw(
        st.sets(st.integers(1, MAX_CARDS), min_size=size, max_size=size)
        | st.just(set(range(1, size + 1)))
    )
    cheque = st.integers(0, 15) | st.integers(0, ruleset.MAX_VALUE)
    cheques = draw(st.lists(cheque, min_size=size, max_size=size))
    return tuple(sorted(houses)), tuple(sorted(cheques))


def coins(players: int) -> st.SearchStrategy[tuple[int, ...]]:
    """What each of `players` seats starts with: the same for all, or by seat; sometimes nothing."""
    amount = st.integers(0, MOST_COINS)
    alike = amount.map(lambda each: (each,) * players)
    return alike | st.tuples(*[amount] * players)


@st.composite
def rules(draw: st.DrawFn, players: int | None = None) -> ruleset.Rules:
    count = draw(st.sampled_from(PLAYER_COUNTS)) if players is None else players
    houses_per_round = count - draw(st.sampled_from((0, 0, 1, 1, *range(2, count))))
    houses, cheques = draw(decks(least=houses_per_round))
    return ruleset.Rules(
        ruleset="generated",
        players=count,
        houses=houses,
        cheques=cheques,
        coins=draw(coins(count)),
        removed=draw(st.integers(0, min(len(houses) - houses_per_round, 6))),
        houses_per_round=houses_per_round,
        raise_=draw(raises),
        refund=draw(refunds),
        pass_gift=draw(gifts(count)),
        **draw(unprinted_among(houses_per_round)),
    )


@st.composite
def rulesets(draw: st.DrawFn) -> ruleset.Ruleset:
    counts = sorted(draw(st.sets(st.sampled_from(PLAYER_COUNTS), min_size=1)))
    fewer = draw(st.integers(0, counts[0] - 1))
    houses, cheques = draw(decks(least=counts[-1] - fewer))
    return ruleset.Ruleset.validated(
        {
            "name": "generated",
            "title": "Generated rules",
            "houses": houses,
            "cheques": cheques,
            "coins": {count: draw(coins(count)) for count in counts},
            "removed": {
                count: draw(st.integers(0, min(len(houses) - (count - fewer), 6)))
                for count in counts
            },
            "houses_per_round": f"players - {fewer}" if fewer else "players",
            "raise": draw(raises),
            "refund": draw(refunds),
            "pass_gift": draw(gifts(counts[-1])),
            **draw(unprinted_among(counts[-1] - fewer)),
        },
        origin="generated",
    )
