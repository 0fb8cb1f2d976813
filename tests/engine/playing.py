"""Chunks of games played by the kernel, and compared with those of the readable engine."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import contextmanager
from typing import Any, NamedTuple, Protocol

import numpy as np
from forsale_sim.engine.kernel import play_chunk
from forsale_sim.engine.state import new_state, new_table
from forsale_sim.records import HOUSES, ROW, GameRows
from forsale_sim.rules.loading import load_ruleset, ruleset_names
from forsale_sim.rules.ruleset import Rules
from numba.core import event
from numpy.typing import NDArray

from tests.support.players import empty_rows

UNPRINTED = {
    2: "iello-en[coins=20 20]",
    7: "iello-en[coins=12 12 12 12 12 12 12,removed=2]",
    8: "iello-en[coins=10 10 10 10 10 10 10 10,removed=6]",
}
"""Rulesets for numbers of players that no edition is for."""

CELLS = [
    *((name, players) for name in ruleset_names() for players in load_ruleset(name).players),
    *((name, players) for players, name in UNPRINTED.items()),
    *((f"iello-en[hidden_houses={hidden}]", players) for hidden, players in ((1, 4), (3, 6))),
]
"""Every built-in ruleset with every number of players, every other number of players, and houses
that lie face down."""

FULL_DECK = Rules(
    ruleset="full-deck",
    players=8,
    houses=tuple(range(1, 61)),
    cheques=tuple(range(196, 256)),
    coins=(255,) * 8,
    removed=0,
    houses_per_round=8,
    raise_="match",
    refund="up",
)
"""As many cards, players and coins as there may be."""


class Addresses(Protocol):
    """Where the kernel finds the strategies of a field: a `CompiledField`, or a test's own."""

    @property
    def functions(self) -> NDArray[np.uint64]: ...

    @property
    def arguments(self) -> NDArray[np.uint64]: ...


class Played(NamedTuple):
    games: int
    rows: GameRows
    state: Any


def state_for(rules: Rules, seed: int) -> Any:
    return new_state(rules, seed, keeps_past=True)


def play_compiled(
    rules: Rules,
    field: Addresses,
    lineup: Sequence[int] | None,
    *,
    seed: int,
    first_deal: int,
    deals: int,
    seatings: int,
    detail: bool = True,
) -> Played:
    """Play a chunk on the kernel; arguments as for the readable engine's `play_chunk`."""
    state = state_for(rules, seed)
    rows = empty_rows(deals, rules.players, seatings=seatings, first_deal=first_deal, detail=detail)
    games = play_chunk(
        state,
        new_table(rules.houses, field.functions.shape[1]),
        field.functions,
        field.arguments,
        np.array(lineup or (), np.uint8),
        first_deal,
        deals,
        seatings,
        rows.data,
        rows.detail,
    )
    return Played(games, rows, state[0])


def assert_same_rows(compiled: GameRows, plain: GameRows) -> None:
    assert len(compiled.data) == len(plain.data)
    assert len(compiled.detail) == len(plain.detail)
    by_house = (HOUSES.names or ()) if len(plain.detail) else ()
    for name in (*(ROW.names or ()), *by_house):
        ours, theirs = getattr(compiled, name), getattr(plain, name)
        differing = np.flatnonzero((ours != theirs).reshape(len(ours), -1).any(axis=1))
        if len(differing):
            row = differing[0]
            raise AssertionError(f"row {row}: {name}: {ours[row]} compiled, {theirs[row]} plain")
    assert compiled.data.tobytes() == plain.data.tobytes()
    assert compiled.detail.tobytes() == plain.detail.tobytes()


@contextmanager
def compilations() -> Any:
    compiled: list[str] = []
    with event.install_recorder("numba:compile") as recorder:
        yield compiled
    compiled += [str(begun.data["dispatcher"]) for _, begun in recorder.buffer if begun.is_start]
