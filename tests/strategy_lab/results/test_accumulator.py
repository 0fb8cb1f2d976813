"""What all accumulators can do, whatever they count."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest
from forsale_sim.measures import MEASURES
from strategy_lab.results.accumulators import Accumulator, CompoundTally, Core, DuelTally, Tally
from strategy_lab.results.appearances import Orders
from strategy_lab.results.measures import BatchSums
from strategy_lab.results.paired_differences import Compared, PairedTally
from strategy_lab.results.tables import GameSums

from tests.strategy_lab.results.made import made_cell, made_rows


def compound(players: int) -> CompoundTally:
    cell = made_cell(players)
    return CompoundTally({"tally": Tally.empty(cell), "core": Core.empty(5, players, "money")})


EMPTY: dict[str, Callable[[int], Accumulator]] = {
    "tally": lambda players: Tally.empty(made_cell(players)),
    "core": lambda players: Core.empty(5, players, "money"),
    "game sums": lambda players: GameSums.empty(made_cell(players), MEASURES, detail=True),
    "orders": lambda players: Orders.empty(made_cell(players), False, 20),
    "paired": lambda players: PairedTally.empty(Compared((made_cell(players),) * 2, MEASURES)),
    "duel": lambda players: DuelTally.empty(made_cell(players), True),
    "batch sums": lambda players: BatchSums.empty(made_cell(players), MEASURES, 3, 7),
    "compound": compound,
}

accumulators = pytest.mark.parametrize("empty", EMPTY.values(), ids=EMPTY)


@accumulators
def test_sums_share_memory_add_and_fill(empty: Callable[[int], Accumulator]) -> None:
    one, two = empty(4), empty(4)
    for i, array in enumerate(one.arrays().values()):
        assert array.dtype == np.int64
        array[...] = i + 1
    assert list(one.arrays()) == list(two.arrays())
    two.fill(one.arrays())
    two += one
    for i, array in enumerate(two.arrays().values()):
        assert (array == 2 * (i + 1)).all()


@accumulators
def test_sums_of_another_cell_are_refused(empty: Callable[[int], Accumulator]) -> None:
    one, two = empty(4), empty(3)
    with pytest.raises(ValueError, match="another cell"):
        one += two
    with pytest.raises(ValueError, match="another cell"):
        one.fill(two.arrays())
    with pytest.raises(ValueError, match="another cell"):
        one.fill({})


def test_several_count_the_same_games() -> None:
    rows = made_rows(made_cell(4), 10)
    both = compound(4)
    both.count([rows])
    for name, part in EMPTY.items():
        if name in both.parts:
            alone = part(4)
            alone.count([rows])
            for array, values in alone.arrays().items():
                np.testing.assert_array_equal(both.arrays()[f"{name}/{array}"], values)
    assert len(both.arrays()) == sum(len(part.arrays()) for part in both.parts.values())
