"""Experiments from Python find what the command line finds, and are pleasant in a notebook."""

from __future__ import annotations

import json
import sys
from types import SimpleNamespace

import forsale_sim
import numpy as np
import pandas as pd
import pytest
from forsale_sim import View, strategy
from forsale_sim.cards import lowest
from forsale_sim.rules.loading import load_ruleset
from IPython.core.interactiveshell import InteractiveShell
from strategy_lab.api.functions import GameError, in_python
from strategy_lab.errors import LaboratoryError, UsageError
from strategy_lab.plugins import strategies

from tests.cli.calling import call
from tests.strategy_lab.api.playing import FIELD, Timid, run
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


def test_a_strategy_of_the_session_plays() -> None:
    found = run(strategies=["spread", Timid])
    assert list(found.by_strategy["strategy"]) == ["spread", "timid"]
    assert run(strategies=[Timid, "spread"], engine="python", games=60).manifest["complete"]
    assert "--strategy '<timid>'" in found.manifest["command"]
    assert found.manifest["specs"] == ["spread", "<timid>"]


def test_parameters_are_set_by_calling_a_strategy() -> None:
    assert repr(Timid(limit=6)) == "<Strategy timid:limit=6>"
    found = run(strategies=[Timid, Timid(limit=6)])
    assert list(found.by_strategy["strategy"]) == ["timid", "timid:limit=6"]
    assert found.manifest["specs"] == ["<timid>", "<timid:limit=6>"]
    assert found.replay(1).story
    with pytest.raises(UsageError, match="'limit' must be a whole number from 0 to 9, not '60'"):
        Timid(limit=60)
    with pytest.raises(UsageError, match="has no parameter 'limits': did you mean 'limit'"):
        Timid(limits=6)


def test_rulesets_are_given_one_by_one_or_as_a_list() -> None:
    asked = {"games": 60, "players": 3, "players_from": ["spread", "miser"], "drawn_tables": 2}
    one, other = (
        forsale_sim.compare(*given, **asked, seed=1, progress=False).manifest
        for given in (("iello-en", "iello-fr"), (["iello-en", "iello-fr"],))
    )
    assert one["digest"] == other["digest"]
    assert one["command"] == other["command"]


@pytest.mark.thorough
def test_a_cluster_plays_what_is_asked_for_from_python() -> None:
    assert run(scheduler="local:1", seed=5).manifest["digest"] == run(seed=5).manifest["digest"]
    with pytest.raises(UsageError, match="scheduler must be tcp://HOST:PORT"):
        run(scheduler="nowhere")


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


@pytest.mark.parametrize(
    ("message", "told"),
    [
        ("name another (--strategy)", "name another (strategies)"),
        (
            "name another (--field), or none (--no-field)",
            "name another (field), or none (field=None)",
        ),
        ("Mend it, or play it with --engine python.", "Mend it, or play it with engine='python'."),
        ("at most 5 (--max-games)", "at most 5 (max_games)"),
        ("rotations (--no-rotate)", "rotations (rotate=False)"),
        ("Go on with: forsale-sim run --resume x", "Go on with: resume('x')"),
        ("or let --resume save them anew", "or let resume save them anew"),
        (
            "on with: forsale-sim run --resume 'a b' --games-out g.parquet",
            "on with: resume('a b', games_out='g.parquet')",
        ),
    ],
)
def test_options_are_named_as_arguments(message: str, told: str) -> None:
    assert in_python(message, ["strategies", "field", "rotate", "max_games"]) == told


def test_a_strategy_that_cannot_be_compiled_has_advice_for_a_cell() -> None:
    @forsale_sim.strategy("plain")
    class Plain:
        def bid(view: forsale_sim.View) -> int:
            return eval("0")

        def sell(view: forsale_sim.View) -> int:
            return forsale_sim.cards.lowest(view.hand)

    with pytest.raises(UsageError, match=r"or try engine='python'") as caught:
        forsale_sim.run(60, strategies=[Plain, "spread"], players=3, seed=1)
    assert "--" not in str(caught.value)
    assert forsale_sim.run(
        60, strategies=[Plain, "spread"], players=3, seed=1, engine="python"
    ).manifest["complete"]


@pytest.mark.parametrize(
    "cell", ["forsale_sim.run(strategies=['sprad'])", "forsale_sim.ruleset('iello')"]
)
def test_a_notebook_shows_a_short_error(cell: str, capsys: pytest.CaptureFixture[str]) -> None:
    shell = InteractiveShell()
    shell.user_ns["forsale_sim"] = forsale_sim
    done = shell.run_cell(f"x = 1\n{cell}")
    assert isinstance(done.error_in_exec, LaboratoryError)
    shown = capsys.readouterr().out.strip().splitlines()
    assert len(shown) == 1
    assert shown[0].startswith("UsageError (line 2 of the cell): ")


def test_a_ruleset_is_had_by_name_mapping_or_value() -> None:
    edition = forsale_sim.ruleset("iello-fr")
    assert edition == load_ruleset("iello-fr") == forsale_sim.ruleset(edition)
    mine = forsale_sim.ruleset({"name": "mine", "extends": "iello-fr", "coins": {4: 20}})
    assert mine.coins == {4: (20,) * 4}
    with pytest.raises(UsageError, match="7 is no ruleset"):
        forsale_sim.ruleset(7)  # type: ignore[arg-type]


def test_rulesets_of_all_kinds_play_together() -> None:
    edition = forsale_sim.ruleset("iello-en")
    mine = {"name": "mine", "extends": "iello-en", "coins": {3: 9}}
    found = run(60, rulesets=[edition, edition.vary(refund="up"), mine])
    assert found.manifest["rulesets"] == ["iello-en", "iello-en[refund=up]", "mine"]
    assert run(60, rulesets=mine) == run(60, rulesets=forsale_sim.ruleset(mine))


def test_a_varied_ruleset_is_played_again_by_the_command(
    capsys: pytest.CaptureFixture[str],
) -> None:
    found = run(60, rulesets=forsale_sim.ruleset("iello-en").vary(coins={3: 30}, refund="up"))
    _, *arguments = found.manifest["command"].split()
    assert "iello-en[coins.3=30,refund=up]" in found.manifest["rulesets"]
    words = [word.strip("'") for word in arguments]
    assert found.manifest["digest"] in call(capsys, *words).out


def test_progress_can_be_taken_by_a_function() -> None:
    told: list[tuple[str, int, int]] = []
    forsale_sim.run(60, players=3, progress=lambda *now: told.append(now))
    assert told[-1][1:] == (60, 60)
