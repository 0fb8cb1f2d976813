"""Numbers and player counts as people write them."""

from __future__ import annotations

from typing import Any

import click
import pytest
from forsale_sim.program import FOR_SALE
from strategy_lab.cli.experiments import spec_options, with_options
from strategy_lab.experiments.options import PlayerCounts, Whole
from strategy_lab.experiments.specs import RunSpec


def options(*arguments: str) -> dict[str, Any]:
    """Return the options of a run that arguments of a command line give, by name."""

    @click.command()
    @with_options(*spec_options(RunSpec.in_program(FOR_SALE)))
    def command(**given: Any) -> dict[str, Any]:
        return given

    given: dict[str, Any] = command.main(list(arguments), standalone_mode=False)
    return given


@pytest.mark.parametrize(
    ("text", "number"),
    [("0", 0), ("-3", -3), ("1e6", 10**6), ("1_000", 1000), ("2.5e3", 2500), ("1e12", 10**12)],
)
def test_a_number(text: str, number: int) -> None:
    converted = Whole().convert(text, None, None)
    assert (converted, type(converted)) == (number, int)


def test_a_number_is_exact() -> None:
    assert Whole().convert("18446744073709551615", None, None) == 2**64 - 1
    assert Whole().convert("9007199254740993.0", None, None) == 2**53 + 1
    assert Whole().convert("1.8446744073709551615e19", None, None) == 2**64 - 1


def test_player_counts_are_each_once_and_ascending() -> None:
    assert PlayerCounts().convert("5,3, 5", None, None) == (3, 5)


@pytest.mark.parametrize(
    ("text", "counts"),
    [("3-6", (3, 4, 5, 6)), ("3,5-6", (3, 5, 6)), ("4 - 5 ,3-4", (3, 4, 5)), ("4-4", (4,))],
)
def test_player_counts_may_be_ranges(text: str, counts: tuple[int, ...]) -> None:
    assert PlayerCounts().convert(text, None, None) == counts
    assert options("--players", text)["players"] == counts
