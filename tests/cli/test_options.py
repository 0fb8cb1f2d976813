"""What a run is asked for: numbers as people write them, and the command that asks again."""

from __future__ import annotations

import shlex
from pathlib import Path
from typing import Any

import click
import pytest
from forsale_sim.cli.asked import DEFAULT_FIELD, PlanOptions
from forsale_sim.cli.numbers import Number, PlayerCounts
from forsale_sim.cli.options import plan_options
from forsale_sim.errors import UsageError
from forsale_sim.plugins.registry import installed_strategies

DEFAULTS = ("--games", "100", "--seed", "7")


def options(*arguments: str) -> PlanOptions:
    @click.command()
    @plan_options
    def command(options: PlanOptions) -> PlanOptions:
        return options

    made: Any = command.main(list(arguments), standalone_mode=False)
    assert isinstance(made, PlanOptions)
    return made


@pytest.mark.parametrize(
    ("text", "number"),
    [("0", 0), ("-3", -3), ("1e6", 10**6), ("1_000", 1000), ("2.5e3", 2500), ("1e12", 10**12)],
)
def test_a_number(text: str, number: int) -> None:
    converted = Number().convert(text, None, None)
    assert (converted, type(converted)) == (number, int)


def test_a_number_is_exact() -> None:
    assert Number().convert("18446744073709551615", None, None) == 2**64 - 1


@pytest.mark.parametrize("text", ["", "many", "1.5", "1e-3", "nan", "inf", "1e999", "9" * 5000])
def test_no_whole_number(text: str) -> None:
    with pytest.raises(click.BadParameter, match="is not a whole number, such as"):
        Number().convert(text, None, None)


def test_player_counts_are_each_once_and_ascending() -> None:
    assert PlayerCounts().convert("5,3, 5", None, None) == (3, 5)


@pytest.mark.parametrize(
    ("text", "counts"),
    [("3-6", (3, 4, 5, 6)), ("3,5-6", (3, 5, 6)), ("4 - 5 ,3-4", (3, 4, 5)), ("4-4", (4,))],
)
def test_player_counts_may_be_ranges(text: str, counts: tuple[int, ...]) -> None:
    assert PlayerCounts().convert(text, None, None) == counts
    assert options(*DEFAULTS, "--players", text) == options(
        *DEFAULTS, "--players", ",".join(map(str, counts))
    )


@pytest.mark.parametrize(
    "text", ["", "3,", "3;4", "6-3", "3-", "-3", "3-4-5", "all", "3-1000000000"]
)
def test_no_player_counts(text: str) -> None:
    with pytest.raises(click.BadParameter, match="not a list of player counts, such as 3,4 or 3-6"):
        PlayerCounts().convert(text, None, None)


def test_a_seed_is_drawn_unless_it_is_given() -> None:
    drawn = {options().seed for _ in range(10)}
    assert len(drawn) == 10
    assert all(0 <= seed < 2**32 for seed in drawn)
    assert options("--seed", "0").seed == 0


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
    ladder = {"appraiser", "quick", "solver", "lookahead", "champion"}
    assert set(DEFAULT_FIELD) == set(installed_strategies()) - sellers - ladder
    assert [entrant.name for entrant in options(*DEFAULTS).plan().field] == list(DEFAULT_FIELD)


def test_a_lineup_is_the_field_with_nobody_twice() -> None:
    plan = options(*DEFAULTS, "--lineup", "spread,random,spread:share=0.5,random").plan()
    names = [entrant.name for entrant in plan.field]
    assert [names[index] for index in plan.cells[0].lineup or ()][::2] == ["spread"] * 2
    assert len(names) == len(set(names))


@pytest.mark.parametrize(
    ("spec", "repeated"),
    [
        ("expert,spread", "--strategy expert --strategy spread"),
        ("bid=expert,sell=matcher, miser", "--strategy bid=expert,sell=matcher --strategy miser"),
        ("a.py:x,b.py:share=1,most=2", "--strategy a.py:x --strategy b.py:share=1,most=2"),
    ],
)
def test_a_strategy_is_one(spec: str, repeated: str) -> None:
    with pytest.raises(UsageError) as caught:
        options("--strategy", "random", "--strategy", spec)
    told = f"--strategy takes one strategy, not {spec!r}: repeat it, as {repeated}"
    assert str(caught.value) == told


def test_a_strategy_s_file_may_have_a_comma_in_its_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("my,bot.py").touch()
    for spec in ("my,bot.py", "my,bot.py:share=1", "bid=my,bot.py,sell=matcher"):
        assert options("--strategy", spec).strategies == (spec,)


def test_a_field_and_a_lineup_exclude_each_other() -> None:
    with pytest.raises(UsageError, match="--lineup and --strategy exclude each other"):
        options("--lineup", "spread,spread,spread", "--strategy", "spread").plan()
