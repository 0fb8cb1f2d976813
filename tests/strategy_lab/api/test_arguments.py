"""Arguments are as people write them, and mistakes in them are told by name."""

from __future__ import annotations

from pathlib import Path

import forsale_sim
import numpy as np
from forsale_sim import View
from forsale_sim.template import TEMPLATE
from strategy_lab.plugins.registry import starter

from tests.strategy_lab.api.playing import FIELD, run


def test_arguments_may_be_written_in_several_ways(result: forsale_sim.Result) -> None:
    for options in (
        {"games": 6e2, "players": [3]},
        {"games": np.int64(600), "players": (3, 3)},
        {"players": np.int64(3)},
        {"players": 3.0},
        {"players": "3"},
        {"players": ["3-3", 3]},
        {"threads": 2.0},
        {"rulesets": ["iello-en"], "strategies": list(FIELD), "seed": np.uint64(5)},
    ):
        assert run(**options).manifest["digest"] == result.manifest["digest"]


def test_a_lineup_may_be_a_text_or_a_list() -> None:
    listed = run(strategies=None, lineup=["spread", "expert", "spread"])
    text = run(strategies=None, lineup="spread,expert,spread")
    assert listed.manifest["digest"] == text.manifest["digest"]
    assert listed.manifest["command"] == text.manifest["command"]


def test_a_strategy_may_be_given_by_the_path_of_its_file(tmp_path: Path) -> None:
    path = tmp_path / "mine.py"
    path.write_text(starter(TEMPLATE, "mine", path))
    named = forsale_sim.run(12, players=3, strategies=[path, "spread"], seed=1)
    assert (
        named.manifest["digest"]
        == (
            forsale_sim.run(12, players=3, strategies=[str(path), "spread"], seed=1).manifest[
                "digest"
            ]
        )
    )


class Undecorated:
    def bid(view: View) -> int:
        return 0

    def sell(view: View) -> int:
        return view.hand
