"""Experiments from Python find what the command line finds, and are pleasant in a notebook."""

from __future__ import annotations

import json
import sys
from types import SimpleNamespace

import forsale_sim
import pandas as pd
import pytest
from forsale_sim import View, strategy
from forsale_sim.cards import lowest
from strategy_lab.api.functions import GameError
from strategy_lab.errors import LaboratoryError, UsageError
from strategy_lab.plugins import strategies

from tests.cli.calling import call
from tests.strategy_lab.api.playing import Timid, run
from tests.strategy_lab.results.made import TABLES


def test_tables_and_digest_are_those_of_the_command_line(
    result: forsale_sim.Result, capsys: pytest.CaptureFixture[str]
) -> None:
    said = call(
        capsys,
        *("run", "--games", 600, "--players", 3, "--seed", 5, "--format", "json"),
        *("--strategy", "spread", "--strategy", "expert"),
    )
    printed = json.loads(said.out)
    times = {"seconds", "threads"}
    assert result.manifest.keys() == printed["manifest"].keys()
    for key in result.manifest.keys() - times:
        assert result.manifest[key] == printed["manifest"][key], key
    for name in TABLES:
        table = getattr(result, name)
        pd.testing.assert_frame_equal(table, pd.DataFrame(printed[name]).astype(table.dtypes))


def test_nothing_is_printed_where_nobody_looks(capfd: pytest.CaptureFixture[str]) -> None:
    run(601)
    assert capfd.readouterr() == ("", "")


def test_a_strategy_of_the_session_plays() -> None:
    found = run(strategies=["spread", Timid])
    assert list(found.by_strategy["strategy"]) == ["spread", "timid"]
    assert run(strategies=[Timid, "spread"], engine="python", games=60).manifest["complete"]
    assert "--strategy '<timid>'" in found.manifest["command"]
    assert found.manifest["specs"] == ["spread", "<timid>"]


def test_parameters_are_set_by_calling_a_strategy() -> None:
    found = run(strategies=[Timid, Timid(limit=6)])
    assert list(found.by_strategy["strategy"]) == ["timid", "timid:limit=6"]
    assert found.manifest["specs"] == ["<timid>", "<timid:limit=6>"]
    assert found.replay(1).story
    with pytest.raises(UsageError, match="'limit' must be a whole number from 0 to 9, not '60'"):
        run(strategies=[Timid(limit=60), "spread"])
    with pytest.raises(UsageError, match="has no parameter 'limits': did you mean 'limit'"):
        run(strategies=[Timid(limits=6), "spread"])


CELL = """
@strategy("timid")
class Mine:
    bid, sell = Timid.bid, Timid.sell
    limit = Timid.parameters["limit"]
"""


def test_a_strategy_of_the_session_is_found_by_its_spec(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(UsageError, match="unknown strategy 'timid'"):
        run(strategies=["timid", "spread"])
    monkeypatch.setattr(strategies, "OF_THE_SESSION", {})
    cell = {"__name__": "__main__", "strategy": strategy, "Timid": Timid, "View": View}
    exec(CELL, cell)
    assert strategies.OF_THE_SESSION["timid"] is cell["Mine"]
    found = run(strategies=["timid:limit=6", "timid", "spread"])
    assert found.manifest["strategies"] == ["timid:limit=6", "timid", "spread"]
    other = run(strategies=[Timid(limit=6), Timid, "spread"])
    assert found == other
    assert run(strategies=None, lineup="timid,spread,timid:limit=6").manifest["games"]


def test_two_strategies_of_one_name_are_refused() -> None:
    @strategy("timid")
    class Other:
        def bid(view: View) -> int:
            return 0

        def sell(view: View) -> int:
            return lowest(view.hand)

    with pytest.raises(UsageError, match="two strategies are called 'timid'"):
        run(strategies=[Timid, Other])
    assert run(strategies=[Timid, Timid, "spread"]).manifest["strategies"] == ["timid", "spread"]


def test_an_illegal_move_is_an_exception() -> None:
    @strategy("cheat")
    class Cheat:
        def bid(view: View) -> int:
            return view.coins + 1

        def sell(view: View) -> int:
            return lowest(view.hand)

    with pytest.raises(
        LaboratoryError, match=r"(?s)cheat.*See the game: .*sys.last_value.story"
    ) as e:
        run(strategies=[Cheat, "spread"])
    assert isinstance(e.value, GameError)
    assert e.value.story.startswith("Game ")
    assert "Selling" not in e.value.story


Bundles = list[dict[str, str]]


@pytest.fixture
def shown(monkeypatch: pytest.MonkeyPatch) -> Bundles:
    """What is shown in a notebook, which this is made to look like."""
    bundles: Bundles = []

    class Handle:
        def update(self, bundle: dict[str, str], *, raw: bool) -> None:
            bundles.append(bundle)

    def display(bundle: dict[str, str], *, raw: bool, display_id: bool) -> Handle:
        bundles.append(bundle)
        return Handle()

    kernel = SimpleNamespace(kernel=object())
    monkeypatch.setitem(sys.modules, "IPython", SimpleNamespace(get_ipython=lambda: kernel))
    monkeypatch.setitem(sys.modules, "IPython.display", SimpleNamespace(display=display))
    return bundles


def test_a_notebook_shows_progress_and_leaves_nothing(shown: Bundles) -> None:
    run(600)
    assert shown[0]["text/plain"].startswith("Getting ready")
    first = next(bundle for bundle in shown if "games" in bundle["text/plain"])
    assert first["text/plain"] == "Playing 3 of 600 games"
    assert first["text/html"].startswith('<progress max="600" value="3"></progress> Playing 3 of')
    assert shown[-1] == {"text/plain": ""}
