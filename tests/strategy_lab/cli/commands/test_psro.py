"""``forsale-sim psro``: what it prints and writes, and that it goes on with more rounds."""

from __future__ import annotations

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
