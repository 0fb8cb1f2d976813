from __future__ import annotations

import json
import shlex
from pathlib import Path
from typing import Any

import pytest
from forsale_sim.plugins.mixtures import read_mixture
from forsale_sim.training import growth, psro
from forsale_sim.training.search_checkpoint import checkpoint_path

from tests.cli.calling import contents
from tests.cli.conftest import Command

TRAIN = ("--train", "matcher")
SHORT = (
    "--players", "3", *TRAIN, "--rounds", "2", "--generations", "1", "--deals", "10",
    "--population", "4", "--final-deals", "60", "--meta-deals", "6", "--threads", "1",
)  # fmt: skip


def test_a_field_grows_into_a_mixture_that_plays(forsale: Command, tmp_path: Path) -> None:
    out = tmp_path / "grown"
    said = forsale("psro", "--strategy", "random", *SHORT, "--seed", "5", "--out", str(out))
    assert said.status == 0, said.err
    words = " ".join(said.out.split())
    assert "response-1" in words and "lower bounds on exploitability" in words
    assert "optimal" not in said.out
    head, _, *rows = said.out.splitlines()
    assert len(rows[0].rstrip()) == len(head.rstrip())  # aligned to the right
    played = forsale("run", "--lineup", f"{out}/mixture.toml,random,random", "--games", "30")
    assert played.status == 0, played.err
    assert "mixture#" in played.out
    shown = forsale("strategies", "show", f"{out}/mixture.toml")
    assert shown.status == 0 and "matcher:" in shown.out


@pytest.mark.parametrize("rounds", ["1", "2"])
def test_a_mixture_says_of_how_many_rounds_it_was_chosen(
    rounds: str, forsale: Command, tmp_path: Path
) -> None:
    out = tmp_path / "grown"
    asked = (word if word != "2" else rounds for word in SHORT)
    forsale("psro", "--strategy", "random", *asked, "--seed", "5", "--out", str(out))
    assert read_mixture(out / "mixture.toml").made["rounds"] == int(rounds)


def test_it_goes_on_where_it_was_and_the_seed_may_be_left_out(
    forsale: Command, tmp_path: Path
) -> None:
    out = tmp_path / "grown"
    asked = ("psro", "--strategy", "random", *SHORT, "--format", "json", "--out", str(out))
    first = json.loads(forsale(*asked, "--seed", "5").out)
    files = contents(out)
    (out / "mixture.toml").unlink()
    again = forsale(*asked)
    assert "going on in search 3" in again.err
    assert json.loads(again.out) == first
    assert contents(out) == files
    (first_round, *_) = first["rounds"]
    assert first_round["equilibrium"] == {"random": 1.0}
    assert first_round["gain_low"] < first_round["gain"] < first_round["gain_high"]
    assert first_round["best_response"] in {"random", "response-1", "response-2"}
    assert first_round["best_gain_low"] < first_round["best_gain"] < first_round["best_gain_high"]


def test_what_is_complete_is_told_again_and_left_alone(
    forsale: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    out = tmp_path / "grown"
    asked = ("psro", "--strategy", "random", *SHORT, "--out", str(out))
    first = forsale(*asked, "--seed", "5")
    files = contents(out)
    with monkeypatch.context() as patched:
        patched.setattr(growth, "grow", lambda *_: pytest.fail("it is done"))
        again = forsale(*asked)
        fewer = forsale(*(word if word != "2" else "1" for word in asked))
    assert (again.status, again.out) == (0, first.out)
    assert again.err == f"The growth in {out} is complete: there was nothing left to do.\n"
    assert fewer == again
    assert contents(out) == files
    last = json.loads(checkpoint_path(out / "psro").read_text())["rounds"][-1]
    more = forsale(*(word if word != "2" else "3" for word in asked))
    assert ("nothing left to do" in more.err) is not last["joins"]


def test_a_round_whose_file_is_missing_is_played_again(forsale: Command, tmp_path: Path) -> None:
    out = tmp_path / "grown"
    asked = ("psro", "--strategy", "random", *SHORT, "--seed", "5", "--out", str(out))
    first, files = forsale(*asked), contents(out)
    for path in out.glob("*.toml"):
        path.unlink()
    again = forsale(*asked)
    assert (again.status, again.out) == (0, first.out)
    assert contents(out) == files


def interrupt_the_second_round(patched: pytest.MonkeyPatch) -> None:
    chosen, searches = psro.chosen, list[object]()

    def interrupted(*arguments: Any) -> Any:
        searches.append(arguments)
        if len(searches) == 2:
            raise KeyboardInterrupt
        return chosen(*arguments)

    patched.setattr(psro, "chosen", interrupted)


def test_an_interruption_tells_how_to_go_on(
    forsale: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In the second round, while the first response is in the folder."""
    out = tmp_path / "my grown"
    asked = ("psro", "--strategy", "random", *SHORT, "--seed", "5", "--out", str(out))
    forsale(*asked[:-1], str(tmp_path / "whole"))
    with monkeypatch.context() as patched:
        interrupt_the_second_round(patched)
        said = forsale(*asked)
    assert (said.status, said.out) == (130, "")
    assert said.err.splitlines()[-1] == (
        "forsale-sim: error: interrupted: what was found in 3 generations is kept. "
        f"Go on with: {shlex.join(('forsale-sim', *asked))}"
    )
    assert forsale(*asked).status == 0
    assert contents(out) == contents(tmp_path / "whole")


def test_what_was_saved_stays_until_there_is_more(
    forsale: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where going on is interrupted before it has caught up with what was found."""
    out = tmp_path / "grown"
    asked = ("psro", "--strategy", "random", *SHORT, "--seed", "7", "--out", str(out))
    forsale(*asked)
    files, rounds = contents(out), json.loads(checkpoint_path(out / "psro").read_text())["rounds"]
    assert rounds[-1]["joins"] and rounds[-1]["saved"]
    interrupt_the_second_round(monkeypatch)
    assert forsale(*(word if word != "2" else "3" for word in asked)).status == 130
    assert contents(out) == files


@pytest.mark.parametrize(
    ("asked", "says"),
    [
        (("--strategy", "nobody"), "nobody"),
        (("--train", "miser"), "has no parameter that can vary"),
        (("--population", "3"), "--population': it must be at least 4, not 3"),
        (("--rounds", "0"), "--rounds': it must be at least 1, not 0"),
        (("--rounds", "40"), "40 strategies can sit down in 11,480 ways among 3 players"),
        (("--meta-deals", "1"), "--meta-deals': it must be at least 2, not 1"),
        (("--ruleset", "ravensburger-1997", "--players", "6"), "ravensburger-1997"),
    ],
)
def test_what_cannot_be_is_one_message(
    forsale: Command, tmp_path: Path, asked: tuple[str, ...], says: str
) -> None:
    out = tmp_path / "grown"
    players = () if "--players" in asked else ("--players", "3")
    said = forsale("psro", *players, "--out", str(out), *asked)
    assert said.status == 2
    assert says in said.message
    assert not out.exists()


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
def test_who_cannot_be_in_a_mixture_is_refused_before_anything_is_made(
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


def test_a_folder_of_something_else_is_left_alone(forsale: Command, tmp_path: Path) -> None:
    (tmp_path / "mine.txt").write_text("precious")
    said = forsale("psro", *SHORT, "--out", str(tmp_path))
    assert said.status == 2 and "choose another folder (--out)" in said.message


def test_a_checkpoint_of_other_rules_is_refused(forsale: Command, tmp_path: Path) -> None:
    out = str(tmp_path / "grown")
    forsale("psro", "--strategy", "random", *SHORT, "--seed", "5", "--out", out)
    said = forsale(
        "psro", "--strategy", "random", *SHORT, "--ruleset", "iello-fr", "--seed", "5", "--out", out
    )
    assert said.status == 2 and "belongs to another search" in said.message
