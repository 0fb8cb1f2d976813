"""No index is out of range anywhere: every cell is played by a kernel that checks them all.

numba checks where its environment says so, whatever a function says of itself; that takes a process
and a folder for compiled code of their own.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]

PLAY = """
import numba
import numpy as np
from forsale_sim.for_sale import GAME
from forsale_sim.engine.state import CARDS, STATE, new_table
from strategy_lab.plugins.compiling import compile_field
from forsale_sim.for_sale import load_field
from strategy_lab.plugins.registry import installed_strategies
from forsale_sim.rules.loading import load_ruleset
from tests.engine.playing import CELLS, FULL_DECK, play_compiled

@numba.njit(boundscheck=False)
def buyer(states, house):
    return states[0].buyer[house]

state = np.zeros(1, STATE)
assert buyer(state, np.uint64(CARDS - 1)) == 0
try:
    buyer(state, np.uint64(CARDS))
except IndexError:
    print("checked")

field = load_field(list(installed_strategies(GAME)))
compiled = compile_field(field)
everywhere = [load_ruleset(name).rules(players) for name, players in CELLS]
for rules in [*everywhere, FULL_DECK]:
    deals = 500 if rules.players <= 6 else 50  # searches take long among more
    for lineup in (None, (5,) * rules.players):
        play_compiled(
            rules, compiled, lineup, seed=1, first_deal=1, deals=deals, seatings=rules.players
        )
print("played")
"""


@pytest.mark.slow
def test_no_index_is_out_of_range(tmp_path: Path) -> None:
    environment = {
        **os.environ,
        "NUMBA_BOUNDSCHECK": "1",
        "FORSALE_SIM_CACHE": str(tmp_path),
    }
    played = subprocess.run(
        [sys.executable, "-c", PLAY],
        env=environment,
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=3600,
        check=False,
    )
    assert played.stderr == ""
    assert played.stdout.split() == ["checked", "played"]
