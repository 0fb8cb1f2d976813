"""The card functions that are known to numba do what the plain ones do."""

from __future__ import annotations

import inspect
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import numba
import pytest
from forsale_sim import cards
from forsale_sim.cards import (
    MAX_CARDS,
    above,
    below,
    count,
    has,
    highest,
    lowest,
    nth,
    only,
    remove,
)
from forsale_sim.engine import game as _registered  # noqa: F401
from forsale_sim.engine.kernel import OF_SETS
from hypothesis import example, given
from hypothesis import strategies as st
from strategy_lab.compiled import bits

sets = st.integers(0, 2**MAX_CARDS - 1)


@numba.njit
def compiled_whole(cards: Any) -> Any:
    return count(cards), lowest(cards), highest(cards)


@numba.njit
def compiled_card(cards: Any, card: Any) -> Any:
    in_set = has(cards, card)
    return only(card), in_set, remove(cards, card), below(cards, card), above(cards, card)


@numba.njit
def compiled_nth(cards: Any, n: Any) -> Any:
    return nth(cards, n)


written_out_nth = numba.njit(inspect.unwrap(nth))
"""As machines without the instruction compile it."""


@given(sets)
@example(0)
@example(2**MAX_CARDS - 1)
@example(1 << (MAX_CARDS - 1))
def test_functions_of_a_set(cards: int) -> None:
    assert compiled_whole(cards) == (count(cards), lowest(cards), highest(cards))


@given(sets, st.integers(0, MAX_CARDS))
@example(0, 0)
@example(2**MAX_CARDS - 1, 0)
@example(2**MAX_CARDS - 1, MAX_CARDS)
def test_functions_of_a_set_and_a_card(cards: int, card: int) -> None:
    plain = (
        only(card),
        has(cards, card),
        remove(cards, card),
        below(cards, card),
        above(cards, card),
    )
    assert compiled_card(cards, card) == plain
    assert type(compiled_card(cards, card)[1]) is bool


@pytest.mark.parametrize("function", [compiled_nth, written_out_nth])
@given(cards=sets, n=st.integers(-3, 70) | st.integers(-(2**63), 2**63 - 1))
@example(cards=0, n=0)
@example(cards=2**MAX_CARDS - 1, n=MAX_CARDS - 1)
@example(cards=2**MAX_CARDS - 1, n=MAX_CARDS)
@example(cards=2**MAX_CARDS - 1, n=64)
@example(cards=1, n=2**32)
@example(cards=1, n=-1)
def test_nth(function: Any, cards: int, n: int) -> None:
    assert function(cards, n) == nth(cards, n)


OTHER_PROCESSOR = """
import numpy as np
from strategy_lab.compiled.bits import deposits_fast
from forsale_sim.reference.table import deal_cards
from forsale_sim.rules.loading import load_ruleset
from tests.engine.test_cards import compiled_nth
from tests.strategy_lab.compiled.test_random import dealt
assert [compiled_nth(0b10110, n) for n in (-1, 0, 1, 2, 3, 64)] == [0, 2, 3, 5, 0, 0]
assert not deposits_fast()
rules = load_ruleset("iello-en").rules(4)
houses, cheques = dealt(rules, 3, 5)
for i in range(5):
    plain = deal_cards(rules, 3, deal=i + 1)
    assert tuple(houses[i, : rules.cards_dealt]) == plain.houses
    assert tuple(cheques[i, : rules.cards_dealt]) == plain.cheques
print("the same deals")
"""


@pytest.mark.thorough
def test_processors_without_a_fast_instruction_deal_the_same_cards(tmp_path: Path) -> None:
    environment = {
        **os.environ,
        "NUMBA_CPU_NAME": "generic",
        "NUMBA_CPU_FEATURES": "",
        "FORSALE_SIM_CACHE": str(tmp_path),
    }
    played = subprocess.run(
        [sys.executable, "-c", OTHER_PROCESSOR],
        env=environment,
        cwd=Path(__file__).parents[2],
        capture_output=True,
        text=True,
        check=False,
    )
    assert (played.stdout, played.stderr) == ("the same deals\n", "")


def test_every_public_function_is_known_to_numba() -> None:
    functions = {
        name
        for name, value in vars(cards).items()
        if inspect.isfunction(value)
        and value.__module__ == cards.__name__
        and not name.startswith("_")
    }
    tested = {"count", "lowest", "highest", "only", "has", "remove", "below", "above", "nth"}
    functions -= {"refusal"}  # what the others say of a quantity that they are given
    assert functions == tested | {"members"}  # which the golden games iterate over
    assert functions == {"only", *(each.__name__ for each in OF_SETS)}
    assert bits.deposits_fast() in {True, False}
