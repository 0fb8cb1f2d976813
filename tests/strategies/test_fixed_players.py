"""Members of the panel and strangers: they play what they always played, in every version."""

from __future__ import annotations

import hashlib
import json
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pytest
from forsale_sim.for_sale import GAME, load_field
from forsale_sim.program import DEFAULT_FIELD, FOR_SALE, LADDER, PANEL, STRONG
from forsale_sim.rules.loading import load_ruleset
from forsale_strategies import strangers
from forsale_strategies.panel import KINDS, VERSION
from strategy_lab.experiments.options import load_strategies
from strategy_lab.plugins.compiling import CompiledField, compile_field
from strategy_lab.plugins.registry import installed_strategies

from tests.engine.playing import play_compiled

PLAYED = Path(__file__).with_name("played.json")
"""What every member of the panel played, by version and name."""

STRANGERS = ("2026-11", "84b408c4966a0eba6ae67134406855dc92f943779aeaa334b58876582bca6751")
"""A version, and a digest of what the first strangers play in it."""

DEALS, DEALS_OF_SEARCHES = 100, 4
"""For each number of players; those that search take long."""


def add_games(
    digest: hashlib._Hash, field: CompiledField, lineup: Sequence[int], deals: int
) -> None:
    rows = play_compiled(
        load_ruleset("iello-en").rules(len(lineup)), field, lineup,
        seed=1997, first_deal=1, deals=deals, seatings=len(lineup),
    ).rows  # fmt: skip
    for column in (rows.buyer, rows.price, rows.cheque):
        digest.update(np.ascontiguousarray(column, "<i8").tobytes())


def digest_of(name: str) -> str:
    field, digest = compile_field(load_field([name, "coinflip", "random"])), hashlib.sha256()
    searches = "budget" in installed_strategies(GAME)[name].parameters
    for players in range(3, 7):
        lineup = [(0, 1, 0, 2)[seat % 4] for seat in range(players)]
        add_games(digest, field, lineup, DEALS_OF_SEARCHES if searches else DEALS)
    return digest.hexdigest()


def digest_of_strangers(numbers: Sequence[int]) -> str:
    specs = [f"stranger:number={number}" for number in numbers]
    field, digest = compile_field(load_field([*specs, "coinflip"])), hashlib.sha256()
    for number in range(len(specs)):
        add_games(digest, field, [number, len(specs), number, len(specs)], 4)
    return digest.hexdigest()


@pytest.mark.thorough
@pytest.mark.parametrize("name", PANEL)
def test_a_member_plays_as_it_always_did(name: str) -> None:
    played = json.loads(PLAYED.read_text(encoding="utf-8"))
    assert played["version"] == VERSION
    assert digest_of(name) == played["members"][name]


def test_the_panel_is_of_many_kinds_and_of_nobody_who_was_made_here() -> None:
    package = "forsale_strategies.panel."
    modules = {name: each.bid.__module__ for name, each in installed_strategies(GAME).items()}
    members = {name for name, module in modules.items() if module.startswith(package)}
    assert set(PANEL) == members == set(json.loads(PLAYED.read_text(encoding="utf-8"))["members"])
    assert not members & {*DEFAULT_FIELD, *STRONG, *LADDER}
    assert tuple(each.name for each in load_strategies(["panel"], FOR_SALE)) == PANEL
    assert max(Counter(KINDS.values()).values()) <= 2
    assert len(set(KINDS.values())) >= 8


def test_strangers_play_as_they_always_did() -> None:
    assert (strangers.VERSION, digest_of_strangers(range(12))) == STRANGERS
    assert len({digest_of_strangers([number]) for number in range(0, 120, 10)}) == 12


def test_traits_of_strangers_are_spread_over_their_range() -> None:
    for which in range(12):
        drawn = np.array([strangers.trait(number, which, 2.0, 4.0) for number in range(2000)])
        assert drawn.min() >= 2 and drawn.max() < 4
        np.testing.assert_allclose(np.histogram(drawn, 4)[0], 500, atol=90)


if __name__ == "__main__":
    held = {"version": VERSION, "members": {name: digest_of(name) for name in PANEL}}
    PLAYED.write_text(json.dumps(held, indent=1) + "\n", encoding="utf-8")
