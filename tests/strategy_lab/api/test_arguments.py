"""Arguments are as people write them, and mistakes in them are told by name."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import forsale_sim
import numpy as np
import pytest
from forsale_sim import View
from forsale_sim.template import TEMPLATE
from strategy_lab.errors import UsageError
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


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"games": 0}, "the number of games must be 1 to"),
        ({"games": 1.5}, "games: 1.5 is not a whole number"),
        ({"games": "many"}, "games: 'many' is not a whole number"),
        ({"seed": 2**64}, "a seed is a whole number from 0 to"),
        ({"players": 9}, "For Sale is played by 2 to 8 players, not by 9"),
        ({"players": 3.5}, "players: 3.5 is not a whole number"),
        ({"players": [3.5]}, "players: 3.5 is not a whole number"),
        ({"strategies": "sprad"}, "unknown strategy 'sprad': did you mean 'spread'?"),
        ({"rulesets": "iello"}, "no ruleset is called 'iello'"),
        (
            {"lineup": "spread,spread,spread"},
            "a lineup and a field of strategies exclude each other",
        ),
        ({"engine": "fast"}, "engine: there is no 'fast'; there are: "),
        ({"threads": 0}, "the number of threads must be 1 to"),
        ({"precision": 0.01}, "a number of games (games) and a precision"),
        ({"max_games": 100}, "a limit of games (max_games) goes with a precision"),
        ({"games": None, "precision": "some"}, "precision: 'some' is not a number"),
        ({"games": None, "precision": 0.1, "max_games": 1.5}, "max_games: 1.5 is not a whole"),
        ({"threads": "two"}, "threads: 'two' is not a whole number"),
        ({"players": "3;4"}, "players: '3;4' is not a list of player counts, such as 3,4 or 3-6"),
        ({"rulesets": ["iello-en", 7]}, "rulesets: 7 is no ruleset: give the name of an edition"),
        ({"rulesets": [["iello-en"]]}, "rulesets: ['iello-en'] is not one ruleset: give"),
        ({"strategies": None, "lineup": 3}, "3 is no strategy: put @strategy"),
        ({"rulesets": []}, "rulesets: it is empty: name at least one, or leave it out"),
        ({"players": []}, "players: it is empty"),
        ({"strategies": iter(())}, "strategies: it is empty"),
        ({"strategies": None, "lineup": []}, "lineup: it is empty"),
        ({"games": None, "precision": 1}, "the precision must be more than 0 and less than 1"),
    ],
)
def test_what_cannot_be_is_an_exception(options: dict[str, Any], message: str) -> None:
    with pytest.raises(UsageError) as caught:
        run(**options)
    assert str(caught.value).startswith(message)


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


@pytest.mark.parametrize("given", [Undecorated, Undecorated(), 7, None])
def test_what_is_no_strategy_is_refused(given: Any) -> None:
    with pytest.raises(UsageError, match="is no strategy: put @strategy"):
        forsale_sim.run(12, players=3, strategies=[given, "spread"])
    with pytest.raises(UsageError, match="is no strategy"):
        forsale_sim.run(12, lineup=[given, "spread", "spread"])


def test_a_float_that_may_have_been_another_number_is_refused() -> None:
    for seed in (float(2**53 + 1) + 2, 1e22, -1e17):
        with pytest.raises(UsageError, match="is a float, and may have been another whole number"):
            run(seed=seed)
