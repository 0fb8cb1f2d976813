"""Chunks hold every deal once and take the cells in turn."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise
from typing import Any

from forsale_sim.plugins.entrant import load_field
from forsale_sim.rules.loading import load_ruleset
from forsale_sim.simulation.chunks import LEAST_CHUNKS, Chunk, chunks
from forsale_sim.simulation.deals import Deals
from forsale_sim.simulation.plan import Plan, make_plan
from hypothesis import given
from hypothesis import strategies as st

FIELD = load_field(["coinflip", "random", "spread"])


def plan(**options: Any) -> Plan:
    return make_plan([load_ruleset("iello-en")], **{"field": FIELD, "seed": 1, **options})


@given(
    games=st.integers(1, 3000),
    size=st.integers(1, 500),
    players=st.sets(st.sampled_from([3, 4, 5, 6])),
)
def test_chunks_hold_every_deal_once_whatever_their_size(
    games: int, size: int, players: set[int]
) -> None:
    made = plan(games=games, players=sorted(players))
    pieces = list(chunks(made.cells, made.all_deals, size))
    deals = Counter(
        (chunk.cell, chunk.first_deal + i) for chunk in pieces for i in range(chunk.deals)
    )
    expected = {(i, d + 1) for i, cell in enumerate(made.cells) for d in range(cell.deals)}
    assert deals == Counter(dict.fromkeys(expected, 1))
    for chunk in pieces:
        seatings = made.cells[chunk.cell].cell.seatings
        assert chunk.deals == 1 or chunk.deals * seatings <= size


def test_growing_chunks_double_from_one_deal_to_their_size() -> None:
    made = plan(games=4000, players=[3, 4])
    pieces = list(chunks(made.cells, made.all_deals, 100, growing=True))
    sizes = [chunk.deals for chunk in pieces if chunk.cell == 0]
    assert sizes[:7] == [1, 2, 4, 8, 16, 32, 33]
    assert sizes[-1] <= 33
    for index, cell in enumerate(made.cells):
        mine = [chunk for chunk in pieces if chunk.cell == index]
        assert sum(chunk.deals for chunk in mine) == cell.deals
        for chunk, following in pairwise(mine):
            assert following.first_deal == chunk.first_deal + chunk.deals


def test_growing_chunks_share_few_deals_out_evenly() -> None:
    made = plan(games=4 * 640, players=[4])
    sizes = [chunk.deals for chunk in chunks(made.cells, made.all_deals, 16384, growing=True)]
    assert sizes[:5] == [1, 2, 4, 8, 16] and set(sizes[5:-1]) == {640 // LEAST_CHUNKS}


def test_cells_take_turns_so_that_a_part_of_a_run_is_a_fair_part() -> None:
    made = plan(games=1000)
    assert [chunk.cell for chunk in chunks(made.cells, made.all_deals, 126)][:6] == [
        0,
        1,
        2,
        3,
        0,
        1,
    ]


def test_only_the_deals_that_are_wanted_are_played() -> None:
    made = plan(games=1000, players=[3, 4])
    wanted = [Deals.of([(5, 9), (20, 20)]), Deals()]
    assert list(chunks(made.cells, wanted, 9)) == [
        Chunk(0, 5, 3),
        Chunk(0, 8, 2),
        Chunk(0, 20, 1),
    ]


def test_chunks_of_any_number_of_games_begin_at_once() -> None:
    made = plan(games=10**12)
    assert next(chunks(made.cells, made.all_deals, 1000)).deals > 0
