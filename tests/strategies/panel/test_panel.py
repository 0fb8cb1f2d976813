"""The panel as a whole: who is in it, and that it never changes."""

from __future__ import annotations

import hashlib
import json
from collections import Counter
from pathlib import Path

import numpy as np
import pytest
from forsale_sim.for_sale import GAME, load_field
from forsale_sim.program import DEFAULT_FIELD, FOR_SALE, LADDER, PANEL, STRONG
from forsale_sim.rules.loading import load_ruleset
from forsale_strategies.panel import KINDS, VERSION
from strategy_lab.experiments.fields import load_strategies
from strategy_lab.plugins.compiling import compile_field
from strategy_lab.plugins.registry import installed_strategies

from tests.engine.playing import play_compiled

PLAYED = Path(__file__).parent / "played.json"
"""What every member played, by version and name."""

DEALS, DEALS_OF_SEARCHES = 100, 4
"""For each number of players; those that search take long."""


def digest_of(name: str) -> str:
    """Return a digest of games of a member with itself, `coinflip` and `random`, 3 to 6 players."""
    field = load_field([name, "coinflip", "random"])
    compiled = compile_field(field)
    searches = "budget" in installed_strategies(GAME)[name].parameters
    digest = hashlib.sha256()
    for players in range(3, 7):
        lineup = [(0, 1, 0, 2)[seat % 4] for seat in range(players)]
        rows = play_compiled(
            load_ruleset("iello-en").rules(players), compiled, lineup,
            seed=1997, first_deal=1, deals=DEALS_OF_SEARCHES if searches else DEALS,
            seatings=players,
        ).rows  # fmt: skip
        for column in (rows.buyer, rows.price, rows.cheque):
            digest.update(np.ascontiguousarray(column, "<i8").tobytes())
    return digest.hexdigest()


@pytest.mark.parametrize("name", PANEL)
def test_a_member_plays_as_it_always_did(name: str) -> None:
    """If it has to change, the panel needs another `VERSION`, and all that was printed with it."""
    played = json.loads(PLAYED.read_text(encoding="utf-8"))
    assert played["version"] == VERSION
    assert digest_of(name) == played["members"][name]


def test_its_members_are_the_strategies_of_its_folder() -> None:
    package = "forsale_strategies.panel."
    modules = {name: each.bid.__module__ for name, each in installed_strategies(GAME).items()}
    members = {name for name, module in modules.items() if module.startswith(package)}
    assert set(PANEL) == members == set(json.loads(PLAYED.read_text(encoding="utf-8"))["members"])
    assert all(modules[name] == package + name.replace("-", "_") for name in members)


def test_nobody_who_was_made_here_is_in_it() -> None:
    assert not set(PANEL) & {*DEFAULT_FIELD, *STRONG, *LADDER}
    assert tuple(each.name for each in load_strategies(["panel"], FOR_SALE)) == PANEL


def test_its_kinds_differ() -> None:
    assert max(Counter(KINDS.values()).values()) <= 2
    assert len(set(KINDS.values())) >= 8


if __name__ == "__main__":
    held = {"version": VERSION, "members": {name: digest_of(name) for name in PANEL}}
    PLAYED.write_text(json.dumps(held, indent=1) + "\n", encoding="utf-8")
