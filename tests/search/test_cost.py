"""Decisions allocate no arrays and count no references: atomic instructions, each."""

from __future__ import annotations

import pytest
from forsale_sim.for_sale import GAME, load_entrant
from strategy_lab.compiled.toolchain import read_kept
from strategy_lab.plugins.compiling import compiled_address, decision_code
from strategy_lab.plugins.registry import installed_strategies

pytestmark = pytest.mark.thorough

COUNTS, ALLOCATES = b"NRT_incref", b"NRT_MemInfo_alloc"
"""What numba's machine code calls to count a reference, and to allocate an array."""

MAKE_LISTS_OR_ARRAYS = {"champion", "flat-monte-carlo", "price-sampler", "stranger"}
"""As anybody may who writes a strategy."""

DECISIONS = [
    (name, decision)
    for name, strategy in installed_strategies(GAME).items()
    if strategy.bid.__module__.startswith("forsale_strategies.")
    and name not in MAKE_LISTS_OR_ARRAYS
    for decision in GAME.decisions
]


def code_of(spec: str, name: str) -> bytes:
    entrant = load_entrant(spec)
    code = decision_code(entrant.decisions[name], entrant.game)
    compiled_address(code)
    kept = read_kept(code.file)
    assert kept is not None
    return kept


@pytest.mark.parametrize(("spec", "name"), DECISIONS)
def test_decisions_allocate_nothing_and_count_nothing(spec: str, name: str) -> None:
    code = code_of(spec, name)
    assert ALLOCATES not in code
    assert COUNTS not in code


def test_what_allocates_or_counts_would_be_noticed() -> None:
    code = code_of("flat-monte-carlo", "bid")
    assert ALLOCATES in code
    assert COUNTS in code
