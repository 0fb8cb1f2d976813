"""``forsale-sim tune``: what it writes, and that it goes on where it was."""

from __future__ import annotations

import shlex
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from forsale_sim.errors import ForSaleError
from forsale_sim.plugins.tuned import read_tuned
from forsale_sim.training.parameter_search import Search
from forsale_sim.training.search_checkpoint import checkpoint_path

from tests.cli.conftest import Command

QUICKLY = ("--players", "3", "--deals", "10", "--population", "5", "--final-deals", "20")
SPREAD = ("--against", "spread", "--seed", "9", "--threads", "1")


@contextmanager
def interrupted(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Searches come to no end here: their checkpoints stay."""

    def finish(self: Search) -> None:
        raise ForSaleError("the power is off")

    with monkeypatch.context() as patched:
        patched.setattr(Search, "finish", finish)
        yield


def test_a_tuned_file_plays(forsale: Command, tmp_path: Path) -> None:
    out = tmp_path / "mine.toml"
    said = forsale("tune", "matcher", *QUICKLY, *SPREAD, "--generations", "2", "--out", out)
    assert said.status == 0, said.err
    assert "generation 2 of 2: the current best wins" in said.err
    assert "on held-out deals" in said.out
    assert (
        f"forsale-sim run --ruleset iello-en --players 3 --strategy all --strategy {out}"
        in said.err
    )
    assert not checkpoint_path(out).exists()
    made = read_tuned(out).made
    assert (made["seed"], made["generations"], made["against"]) == (9, 2, "spread")
    assert made["win_rate_low"] <= made["win_rate"] <= made["win_rate_high"]
    played = forsale("run", "--lineup", f"{out},spread,spread", "--games", "30")
    assert played.status == 0 and "mine#" in played.out


def test_the_strategy_that_new_writes_is_tuned(forsale: Command, folder: Path) -> None:
    forsale("new", "mine.py")
    said = forsale("tune", "mine.py", *QUICKLY, *SPREAD, "--generations", "2", "--out", "x.toml")
    assert said.status == 0, said.err
    assert list(read_tuned(folder / "x.toml").parameters) == ["share"]


def test_it_goes_on_where_it_was_interrupted(
    forsale: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    arguments = ("tune", "matcher", *QUICKLY, *SPREAD, "--generations", "4")
    forsale(*arguments, "--out", tmp_path / "whole.toml")
    out = tmp_path / "part.toml"
    with interrupted(monkeypatch):
        forsale(*arguments, "--out", out)
    assert checkpoint_path(out).exists() and not out.exists()
    other = forsale(*arguments[:-1], "5", "--out", out)
    assert (
        other.status == 2
        and "another search: generations (--generations) was 4 there, not 5;" in other.message
    )
    said = forsale(*arguments, "--out", out)
    assert "going on after generation 4" in said.err
    assert out.read_text() == (tmp_path / "whole.toml").read_text()


@pytest.mark.parametrize(
    ("generations", "told"),
    [
        (0, "the first generation was not done. Begin anew with"),
        (1, "what was found in 1 generation is kept. Go on with"),
    ],
)
def test_an_interruption_tells_how_to_go_on(
    forsale: Command, folder: Path, monkeypatch: pytest.MonkeyPatch, generations: int, told: str
) -> None:
    steps = Search.steps

    def interrupted(self: Search) -> Iterator[tuple[float, float]]:
        for _, step in zip(range(generations), steps(self), strict=False):
            yield step
        raise KeyboardInterrupt

    arguments = (
        "tune",
        "matcher",
        *QUICKLY,
        *SPREAD,
        "--generations",
        "2",
        "--out",
        "my file.toml",
    )
    with monkeypatch.context() as patched:
        patched.setattr(Search, "steps", interrupted)
        said = forsale(*arguments)
    assert said.status == 130
    command = shlex.join(("forsale-sim", *arguments))
    assert said.err.splitlines()[-1] == f"forsale-sim: error: interrupted: {told}: {command}"
    assert checkpoint_path(folder / "my file.toml").exists() == (generations > 0)
    assert forsale(*arguments).status == 0


RULES = """\
name = "mine"
refund = "{refund}"
raise = "strict"
houses_per_round = "players"
houses = "1-30"
cheques = [0, 0, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7, 8, 8, 9, 9, 10, 10, 11, 11, 12, 12, 13, 13,
  14, 14, 15, 15]

[coins]
3 = 24
"""

OPPONENT = """\
from forsale_sim import strategy
from forsale_sim.cards import {sold}


@strategy("mine")
class Mine:
    def bid(view):
        return 0

    def sell(view):
        return {sold}(view.hand)
"""


def test_it_does_not_go_on_by_other_rules_nor_against_other_opponents(
    forsale: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    rules, opponent, out = (tmp_path / name for name in ("mine.toml", "mine.py", "out.toml"))
    rules.write_text(RULES.format(refund="up"))
    opponent.write_text(OPPONENT.format(sold="lowest"))
    arguments = ("tune", "matcher", *QUICKLY, "--ruleset", rules, "--against", opponent)
    arguments = (*arguments, "--generations", "2", "--seed", "9", "--out", out)
    with interrupted(monkeypatch):
        forsale(*arguments)
    rules.write_text(RULES.format(refund="down"))
    said = forsale(*arguments)
    assert said.status == 2 and f"the rules of '{rules}' have changed since" in said.message
    rules.write_text(RULES.format(refund="up"))
    opponent.write_text(OPPONENT.format(sold="highest"))
    said = forsale(*arguments)
    assert said.status == 2 and "the source of strategy 'mine.py:mine' has changed" in said.message
    opponent.write_text(OPPONENT.format(sold="lowest"))
    assert "going on after generation 2" in forsale(*arguments).err


def test_no_file_is_overwritten(forsale: Command, tmp_path: Path) -> None:
    out = tmp_path / "mine.toml"
    out.write_text("precious")
    said = forsale("tune", "matcher", *QUICKLY, *SPREAD, "--out", out)
    assert said.status == 2
    assert "mine.toml exists already, and nothing is overwritten" in said.message
    assert out.read_text() == "precious" and list(tmp_path.iterdir()) == [out]


def test_a_file_with_its_checkpoint_beside_it_is_written_again(
    forsale: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As after a power cut between writing the one and removing the other."""
    out = tmp_path / "mine.toml"
    arguments = ("tune", "matcher", *QUICKLY, *SPREAD, "--generations", "2", "--out", out)
    with monkeypatch.context() as patched:
        patched.setattr(Path, "unlink", lambda self, missing_ok=False: None)
        forsale(*arguments)
    written = out.read_text()
    assert checkpoint_path(out).exists()
    assert "going on after generation 2" in forsale(*arguments).err
    assert out.read_text() == written and not checkpoint_path(out).exists()


def test_a_seed_that_was_drawn_is_that_of_the_checkpoint_when_it_goes_on(
    forsale: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    arguments = ("tune", "matcher", *QUICKLY, "--against", "spread", "--generations", "2")
    out = tmp_path / "mine.toml"
    with interrupted(monkeypatch):
        forsale(*arguments, "--out", out)
    said = forsale(*arguments, "--out", out)
    assert said.status == 0, said.err
    assert "going on after generation 2" in said.err


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("miser",), "has no parameter that can vary"),
        (("matcher", "--against", ""), "tuning takes opponents"),
        (("matcher", "--deals", "1e15"), "--deals': it must be at most 1,000,000, not 1,000,"),
        (("matcher", "--deals", "1"), "--deals': it must be at least 2, not 1"),
        (("matcher:aim=3",), "'aim' must be a number from 0.0 to 1.0"),
        (("matchr",), "unknown strategy 'matchr'"),
        (("matcher", "--threads", "0"), "the number of threads must be 1 to 1024, not 0"),
        (("bid=spread,sell=matcher",), "is a cross of two strategies, and here it takes one"),
        (("matcher", "--seed", "-1"), "a seed is a whole number from 0 to 2**64 - 1, not -1"),
        (("matcher", "--seed", "1e20"), "a seed is a whole number from 0 to 2**64 - 1, not 1000"),
        (("matcher", "--population", "300"), "ask for a smaller population (--population)"),
        (("matcher", "--population", "3"), "--population': it must be at least 4, not 3"),
    ],
)
def test_bad_input(
    forsale: Command, tmp_path: Path, arguments: tuple[str, ...], message: str
) -> None:
    said = forsale("tune", *arguments, "--players", "3", "--out", tmp_path / "x.toml")
    assert said.status == 2 and message in said.message
    assert not list(tmp_path.iterdir())


def test_what_is_written_can_be_played_by_its_name(forsale: Command, tmp_path: Path) -> None:
    said = forsale("tune", "matcher", "--players", "3", "--out", str(tmp_path / "mine.txt"))
    assert said.status == 2 and "(--out) must be a .toml file" in said.message
