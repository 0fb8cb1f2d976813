"""What was asked for: as a plan, and as the command that asks for it again."""

from __future__ import annotations

import shlex

import pytest
from forsale_sim.errors import UsageError
from forsale_sim.plugins.registry import installed_strategies
from forsale_sim.simulation.spec import DEFAULT_FIELD

from tests.cli.asking import options

DEFAULTS = ("--games", "100", "--seed", "7")


@pytest.mark.parametrize(
    "arguments",
    [
        (),
        ("--players", "3,5"),
        ("--ruleset", "iello-fr", "--ruleset", "gryphon-2009"),
        ("--ruleset", "iello-en", "--ruleset", "iello-en"),
        ("--strategy", "spread:share=0.3", "--strategy", "bid=linear,sell=matcher"),
        ("--lineup", "expert,bid=spread,sell=matcher,spread:share=0.25,random"),
        ("--lineup", "expert,spread,spread", "--no-rotate"),
    ],
)
def test_the_command_asks_for_the_same_again(arguments: tuple[str, ...]) -> None:
    asked = options(*DEFAULTS, *arguments)
    program, name, *words = shlex.split(asked.command("run"))
    assert (program, name) == ("forsale-sim", "run")
    assert options(*words) == asked
    assert options(*words).plan() == asked.plan()


def test_the_command_says_no_more_than_it_has_to() -> None:
    assert options(*DEFAULTS).command("run") == "forsale-sim run --games 100 --seed 7"
    more = options(*DEFAULTS, "--no-rotate").command("replay", "--game", "1", "--out", "my run")
    assert more == ("forsale-sim replay --games 100 --seed 7 --no-rotate --game 1 --out 'my run'")


def test_the_default_field_is_every_whole_strategy_but_the_ladder() -> None:
    sellers = {"highest-first", "lowest-first"}
    ladder = {"appraiser", "blueprint", "solver", "quick", "lookahead", "champion"}
    assert set(DEFAULT_FIELD) == set(installed_strategies()) - sellers - ladder
    assert [entrant.name for entrant in options(*DEFAULTS).plan().field] == list(DEFAULT_FIELD)


def test_a_lineup_is_the_field_with_nobody_twice() -> None:
    plan = options(*DEFAULTS, "--lineup", "spread,random,spread:share=0.5,random").plan()
    names = [entrant.name for entrant in plan.field]
    assert [names[index] for index in plan.cells[0].lineup or ()][::2] == ["spread"] * 2
    assert len(names) == len(set(names))


def test_a_field_and_a_lineup_exclude_each_other() -> None:
    with pytest.raises(UsageError, match="a lineup and a field of strategies exclude each other"):
        options("--lineup", "spread,spread,spread", "--strategy", "spread").plan()
