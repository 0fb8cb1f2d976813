"""``forsale-sim tune``: what it writes, and that it goes on where it was."""

from __future__ import annotations

from pathlib import Path

import pytest
from forsale_sim.errors import ForSaleError
from forsale_sim.plugins.tuned import read_tuned
from forsale_sim.tuning.checkpointing import checkpoint_path

from tests.cli.conftest import Command

QUICKLY = ("--players", "3", "--deals", "10", "--population", "5", "--final-deals", "20")
SPREAD = ("--against", "spread", "--seed", "9", "--threads", "1")


def test_a_tuned_file_plays(forsale: Command, tmp_path: Path) -> None:
    out = tmp_path / "mine.toml"
    said = forsale("tune", "matcher", *QUICKLY, *SPREAD, "--generations", "2", "--out", out)
    assert said.status == 0, said.err
    assert "generation 2 of 2: the current best wins" in said.err
    assert "on held-out deals" in said.out
    assert not checkpoint_path(out).exists()
    made = read_tuned(out).made
    assert (made["seed"], made["generations"], made["against"]) == (9, 2, "spread")
    assert made["win_rate_low"] <= made["win_rate"] <= made["win_rate_high"]
    played = forsale("run", "--lineup", f"{out},spread,spread", "--games", "30")
    assert played.status == 0 and "mine#" in played.out


def test_it_goes_on_where_it_was_interrupted(
    forsale: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from forsale_sim.tuning.searching import Search

    arguments = ("tune", "matcher", *QUICKLY, *SPREAD, "--generations", "4")
    forsale(*arguments, "--out", tmp_path / "whole.toml")

    def interrupted(self: Search) -> None:
        raise ForSaleError("the power is off")

    out = tmp_path / "part.toml"
    with monkeypatch.context() as patched:
        patched.setattr(Search, "finish", interrupted)
        forsale(*arguments, "--out", out)
    assert checkpoint_path(out).exists() and not out.exists()
    other = forsale(*arguments[:-1], "5", "--out", out)
    assert other.status == 2 and "its generations is 4, not 5" in other.message
    said = forsale(*arguments, "--out", out)
    assert "going on after generation 4" in said.err
    assert out.read_text() == (tmp_path / "whole.toml").read_text()


def test_a_seed_that_was_drawn_is_that_of_the_checkpoint_when_it_goes_on(
    forsale: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from forsale_sim.tuning.searching import Search

    def interrupted(self: Search) -> None:
        raise ForSaleError("the power is off")

    arguments = ("tune", "matcher", *QUICKLY, "--against", "spread", "--generations", "2")
    out = tmp_path / "mine.toml"
    with monkeypatch.context() as patched:
        patched.setattr(Search, "finish", interrupted)
        forsale(*arguments, "--out", out)
    said = forsale(*arguments, "--out", out)
    assert said.status == 0, said.err
    assert "going on after generation 2" in said.err


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("counter",), "takes two or more"),
        (("matcher", "--against", ""), "tuning takes opponents"),
        (("matcher", "--deals", "1"), "--deals must be at least 2, not 1"),
        (("matcher:aim=3",), "'aim' must be a number from 0.0 to 1.0"),
        (("matchr",), "unknown strategy 'matchr'"),
    ],
)
def test_bad_input(
    forsale: Command, tmp_path: Path, arguments: tuple[str, ...], message: str
) -> None:
    said = forsale("tune", *arguments, "--players", "3", "--out", tmp_path / "x.toml")
    assert said.status == 2 and message in said.message
    assert not list(tmp_path.iterdir())
