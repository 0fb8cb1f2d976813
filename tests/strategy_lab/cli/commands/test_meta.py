"""``forsale-sim meta``: what it prints and saves, and that the same is always the same."""

from __future__ import annotations

from pathlib import Path

from tests.cli.conftest import Command

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
