"""A strategy's mistake fails a run or a search with one message: who it was, and how to see it."""

from __future__ import annotations

import shlex
from pathlib import Path

import pytest

from tests.cli.conftest import Command
from tests.strategy_lab.check.trying import write

WHICH = ("--players", "3", "--seed", "5", "--threads", "1", "--final-deals", "12")
QUICKLY = (*WHICH, "--generations", "2", "--population", "4", "--deals", "6")
TUNE = ("tune", *QUICKLY, "--out", "out")
PSRO = ("psro", *QUICKLY, "--meta-deals", "6", "--out", "out")
EXPLOIT = ("exploit", *QUICKLY, "--budget", "0")
ODD = "strategy 'mine.py:odd', "
TUNED = "strategy 'mine.py:odd:one="


@pytest.fixture
def odd(folder: Path) -> str:
    """A strategy with parameters that plays illegally now and then, in a folder of its own."""
    Path("own").mkdir()
    declared = "; ".join(
        f"{name} = Parameter(0.5, low=0.0, high=1.0, meaning='none')" for name in ("one", "two")
    )
    reads = ", one: float, two: float"
    bid = "if view.random() < 0.1: return 99"
    return write(Path("own"), bid=bid, parameters=declared, arguments=reads)


@pytest.mark.parametrize(
    ("asked", "who"),
    [
        ((*TUNE, "{odd}", "--against", "spread"), TUNED),
        ((*TUNE, "{odd}", "--against", "", "--self-play"), TUNED),
        ((*TUNE, "matcher", "--against", "spread,{odd}"), ODD),
        ((*PSRO, "--strategy", "spread", "--train", "{odd}"), TUNED),
        ((*PSRO, "--strategy", "{odd}", "--strategy", "spread", "--train", "matcher"), ODD),
        ((*EXPLOIT, "{odd}", "--train", "matcher"), ODD),
        ((*EXPLOIT, "spread", "--train", "{odd}"), TUNED),
    ],
)
def test_who_failed_is_named_and_the_game_is_shown(
    forsale: Command, odd: str, asked: tuple[str, ...], who: str
) -> None:
    said = forsale(*(word.format(odd=odd) for word in asked))
    assert said.status == 1
    told, _, see = said.err.partition("forsale-sim: error: ")[2].partition("\nSee the game: ")
    assert told.startswith(who)
    assert "a bid of 99 is illegal" in told
    shown = forsale(*shlex.split(see)[1:])
    assert shown.status == 1
    first, _, story = shown.message.partition("\n\nThe game so far:")
    assert first.partition(", buying")[2] == told.partition(", buying")[2]
    assert story


def test_for_a_deal_that_is_held_out_one_like_it_is_looked_for(forsale: Command, odd: str) -> None:
    said = forsale("exploit", odd, *WHICH, "--generations", "0", "--budget", "0")
    assert said.status == 1
    assert f"error: {ODD}" in said.err
    _, _, like = said.err.partition("\nNo run has this game. Look for one like it: ")
    found = forsale(*shlex.split(like)[1:])
    assert found.status == 1
    assert "a bid of 99 is illegal" in found.err and "See the game: " in found.err


@pytest.mark.parametrize(
    "asked",
    [
        (*TUNE, "{odd}"),
        (*TUNE, "matcher", "--against", "{odd}"),
        (*EXPLOIT, "{odd}"),
        (*EXPLOIT, "spread", "--train", "{odd}"),
        (*PSRO, "--strategy", "{odd}"),
    ],
)
def test_who_cannot_be_compiled_is_refused_at_once_with_what_can_be_done(
    forsale: Command, odd: str, asked: tuple[str, ...]
) -> None:
    source = Path(odd).read_text()
    Path(odd).write_text(source.replace("return 99", "return len({'a': [view]})"))
    said = forsale(*(word.format(odd=odd) for word in asked))
    assert said.status == 2
    assert said.message.startswith("strategy function 'Odd.bid' cannot be compiled (")
    *_, last = said.message.splitlines()
    assert "--engine python" in last
    assert not Path("out").exists()
