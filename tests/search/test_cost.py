"""Sales and playouts allocate no arrays and count no references: atomic instructions, each."""

from __future__ import annotations

import pytest
from forsale_sim.for_sale import load_entrant
from strategy_lab.compiled.cache_folder import read_kept
from strategy_lab.plugins.compiling import compiled_address, decision_code

COUNTS, ALLOCATES = b"NRT_incref", b"NRT_MemInfo_alloc"
"""What numba's machine code calls to count a reference, and to allocate an array."""


def code_of(spec: str, name: str) -> bytes:
    """The machine code of a decision of a strategy."""
    entrant = load_entrant(spec)
    code = decision_code(entrant.decisions[name], entrant.game)
    compiled_address(code)
    kept = read_kept(code.file)
    assert kept is not None
    return kept


@pytest.mark.parametrize(
    ("spec", "name"),
    [("solver", "sell"), ("lookahead", "bid"), ("lookahead", "sell")],
)
def test_sales_and_playouts_allocate_nothing_and_count_nothing(spec: str, name: str) -> None:
    code = code_of(spec, name)
    assert ALLOCATES not in code
    assert COUNTS not in code


def test_what_allocates_would_be_noticed() -> None:
    assert ALLOCATES in code_of("flat-monte-carlo", "bid")
