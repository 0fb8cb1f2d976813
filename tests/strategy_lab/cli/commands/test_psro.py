"""``forsale-sim psro``: what it prints and writes, and that it goes on with more rounds."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from strategy_lab.plugins.entrants import read_mixture

from tests.cli.calling import contents
from tests.cli.conftest import Command

TRAIN = ("--train", "matcher")
SHORT = (
    "--players", "3", *TRAIN, "--generations", "1", "--deals", "10", "--population", "4",
    "--final-deals", "60", "--meta-deals", "6", "--threads", "1", "--seed", "7",
)  # fmt: skip
ASKED = ("psro", "--strategy", "random", *SHORT)


def test_a_field_grows_into_a_mixture_that_plays(forsale: Command, tmp_path: Path) -> None:
    out = tmp_path / "grown"
    said = forsale(*ASKED, "--rounds", "2", "--out", out)
    assert said.status == 0, said.err
    words = " ".join(said.out.split())
    assert "response-1" in words and "lower bound on exploitability" in words
    assert "optimal" not in said.out
    played = forsale("run", "--lineup", f"{out}/mixture.toml,random,random", "--games", "30")
    assert played.status == 0, played.err
    assert "mixture#" in played.out
    shown = forsale("strategies", "show", f"{out}/mixture.toml")
    assert shown.status == 0 and "matcher:" in shown.out


def test_gains_have_intervals(forsale: Command) -> None:
    found = json.loads(forsale(*ASKED, "--rounds", "1", "--format", "json").out)
    (only,) = found["rounds"]
    assert (only["equilibrium"], only["saved"]) == ("random", True)
    assert only["gain_low"] < only["gain"] < only["gain_high"]
    assert only["best_response"] in {"random", "response-1"}
    assert only["best_gain_low"] < only["best_gain"] < only["best_gain_high"]
    assert found["weights"] == [{"round": 1, "strategy": "random", "weight": 1.0, "spec": "random"}]


def test_it_goes_on_with_more_rounds(forsale: Command, tmp_path: Path) -> None:
    whole, part = tmp_path / "whole", tmp_path / "part"
    three = forsale(*ASKED, "--rounds", "3", "--out", whole)
    one = forsale(*ASKED, "--rounds", "1", "--out", part)
    assert "a response still gains" in " ".join(one.out.split())
    assert read_mixture(part / "mixture.toml").made["rounds"] == 1
    more = forsale("psro", "--resume", part, "--rounds", "3")
    assert more.out == three.out
    files = [
        {path: content for path, content in contents(folder).items() if path.endswith(".toml")}
        for folder in (whole, part)
    ]
    assert files[0] == files[1]


@pytest.mark.parametrize("rounds", ["1", "2"])
def test_what_is_there_is_not_played_again(rounds: str, forsale: Command, tmp_path: Path) -> None:
    forsale(*ASKED, "--rounds", "2", "--out", tmp_path / "grown")
    before = contents(tmp_path)
    again = forsale("psro", "--resume", tmp_path / "grown", "--rounds", rounds)
    if rounds == "1":
        assert (again.status, "--rounds can only grow: 2 there, not 1" in again.message) == (
            2,
            True,
        )
    else:
        assert "is complete: there was nothing left to do" in again.err
    assert contents(tmp_path) == before


@pytest.mark.parametrize(
    ("asked", "says"),
    [
        (("--strategy", "nobody"), "nobody"),
        (("--ruleset", "ravensburger-1997", "--players", "6"), "ravensburger-1997"),
        (("--strategy", "quick"), "cannot be a member of a"),
        (("--train", "miser"), "has no parameter that can vary"),
        (("--meta-deals", "1"), "--meta-deals': it must be at least 2, not 1"),
        (("--rounds", "0"), "--rounds': it must be at least 1, not 0"),
        (("--rounds", "100"), "name fewer rounds (--rounds)"),
        (("--strategy", "expert,counter"), "--strategy takes one strategy"),
        (("--seed", "-1"), "a seed is a whole number from 0 to 2**64 - 1, not -1"),
    ],
)
def test_what_cannot_be_is_one_message(
    forsale: Command, folder: Path, asked: tuple[str, ...], says: str
) -> None:
    players = () if "--players" in asked else ("--players", "3")
    said = forsale("psro", *players, *asked, "--out", "grown")
    assert said.status == 2
    assert says in said.message
    assert not list(folder.iterdir())


DRAWS = """
from forsale_sim import Parameter, View, strategy
from forsale_sim.cards import lowest

@strategy("torn")
class Torn:
    one = Parameter(0.5, low=0.0, high=1.0, meaning="how often")
    two = Parameter(0.5, low=0.0, high=1.0, meaning="how often, too")

    def bid(view: View, one: float, two: float) -> int:
        return view.least_bid if {condition} else 0

    def sell(view: View) -> int:
        return lowest(view.hand)
"""
MIXED = """
format = 1
[[members]]
strategy = "expert"
weight = 1
"""


@pytest.mark.parametrize(
    ("asked", "says"),
    [
        (("--strategy", "random", "--strategy", "quick"), "'quick' cannot be a member of a mix"),
        (("--strategy", "bid=expert,sell=quick"), "'bid=expert,sell=quick' cannot be a member of"),
        (("--strategy", "blend.toml"), "'blend.toml' is a mixture, and cannot be a member of ano"),
        (("--strategy", "bad.py"), "strategy function 'Torn.bid' cannot be compiled"),
        (("torn.py",), "'torn.py' cannot be a member of a mixture: it uses view.game_"),
        (("blend.toml",), "blend.toml is a mixture, which has no parameters"),
        (("bad.py",), "strategy function 'Torn.bid' cannot be compiled"),
    ],
)
def test_who_cannot_be_in_a_mixture_is_refused_before_anything_is_played(
    forsale: Command, folder: Path, asked: tuple[str, ...], says: str
) -> None:
    Path("torn.py").write_text(DRAWS.format(condition="view.game_random() < one * two"))
    Path("bad.py").write_text(DRAWS.format(condition="{'a': [1]} == {}"))
    Path("blend.toml").write_text(MIXED)
    before = contents(folder)
    given = [word for word in SHORT if word not in TRAIN]
    trained = TRAIN if asked[0] == "--strategy" else ("--train",)
    said = forsale("psro", *given, *trained, *asked, "--out", "grown")
    assert said.status == 2
    assert said.message.startswith(says)
    assert contents(folder) == before
