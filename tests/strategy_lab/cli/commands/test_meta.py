"""``forsale-sim meta``: what it prints and saves, and that the same is always the same."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.conftest import Command
from tests.strategy_lab.cli.refusing import assert_refused

FIELD = ("--strategy", "spread", "--strategy", "coinflip", "--strategy", "miser")
DEALS = ("--deals", "12", "--seed", "7", *FIELD)


def test_the_tables_of_several_player_counts(forsale: Command) -> None:
    said = forsale("meta", *DEALS, "--players", "3,4")
    assert said.status == 0, said.err
    lines = said.out.splitlines()
    assert lines[0].endswith(" games of 19 lineups on common deals, seed 7")
    parts = ("one among", "all play", "% of time, alpha")
    for part in (f"{players} players, {part}" for players in (3, 4) for part in parts):
        assert sum(line.startswith(part) for line in lines) == 1, part
    assert lines[-2].startswith("digest  ")
    assert said.err == ""


def test_a_plot_is_saved(forsale: Command, folder: Path) -> None:
    said = forsale("meta", *DEALS, "--players", "4", "--out", "field", "--plot-format", "svg")
    assert said.status == 0, said.err
    assert (folder / "field" / "meta_game_iello-en.svg").exists()


def test_other_deals_than_asked_for_are_told(forsale: Command) -> None:
    said = forsale("meta", "--deals", "10", "--seed", "1", "--players", "4", *FIELD)
    assert said.err == (
        "Playing 12 deals with 4 players for the 10 asked for: all orders of seats as often.\n"
    )


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("--strategy", "spread"), "spread alone is no game: name another strategy (--strategy)"),
        ((*FIELD, "--strategy", "spraed"), "unknown strategy 'spraed': did you mean 'spread'?"),
        (("--strategy", "miser,spread"), "--strategy takes one strategy, not 'miser,spread'"),
        (("--deals", "0"), "the number of deals (--deals) must be at least 1, not 0"),
        (("--deals", "1e9", "--players", "4"), "8 strategies can sit down in 330 ways among 4"),
        (("--alpha", "-1"), "alpha (--alpha) must be more than 0 and at most 1e+06, not -1"),
        (("--alpha", "nan"), "alpha (--alpha) must be more than 0 and at most 1e+06, not nan"),
        (("--population", "5"), "the population (--population) must be 6 to 1000, not 5"),
        (("--out", "taken"), "the folder taken is not empty"),
    ],
)
def test_what_cannot_be_is_one_message(
    forsale: Command, folder: Path, arguments: tuple[str, ...], message: str
) -> None:
    assert_refused(forsale, folder, ("meta", *arguments), message)
