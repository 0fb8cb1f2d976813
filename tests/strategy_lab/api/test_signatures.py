"""What can be asked for is the same on the command line, in Python and for type checkers."""

from __future__ import annotations

import inspect
import json
import runpy
from pathlib import Path

import click
import forsale_sim
import monopoly_sim
import pytest
from forsale_sim.program import FOR_SALE
from strategy_lab.simulation.spec import spec_class

from tests.support.documents import ROOT
from tests.support.program import cli

HOW_IT_IS_PLAYED = {"threads", "scheduler", "engine", "out", "progress"}
EXPERIMENTS = forsale_sim.FUNCTIONS[:-2]
PLAYED = sorted((ROOT / "tests/golden/experiments").glob("*.json"))


def test_type_checkers_know_the_functions_as_they_are() -> None:
    stubs = runpy.run_path(str(ROOT / ".ci/stubs.py"))["stubs"]
    for path, text in stubs().items():
        written = (ROOT / path).read_text(encoding="utf-8")
        assert written == text, "an option has changed: make stubs"


@pytest.mark.parametrize("command", EXPERIMENTS)
def test_an_option_and_its_argument_agree(command: str) -> None:
    options = spec_class(command, FOR_SALE).options()
    signature = inspect.signature(getattr(forsale_sim, command)).parameters
    assert options.keys() - {"no_field"} == signature.keys() - HOW_IT_IS_PLAYED  # field=None
    parsed = cli.get_command(click.Context(cli), command)
    assert parsed is not None
    nothing_said = parsed.make_context(command, []).params
    for name, option in options.items():
        in_python = signature[name].default if name in signature else None
        if in_python is not inspect.Parameter.empty and not callable(option.usual):
            on_command_lines = option.value(name, nothing_said[name] or None)
            assert option.value(name, in_python) == on_command_lines


@pytest.mark.parametrize("file", PLAYED, ids=lambda file: file.stem)
def test_the_tables_of_each_experiment_are_declared(file: Path) -> None:
    kept = json.loads(file.read_text())
    declared = set(spec_class(file.stem.partition("-")[0], FOR_SALE).tables) - {"fair_coins"}
    assert declared == set(kept["tables"]) | ({"tables"} if "gauntlet" in file.stem else set())


def test_all_that_is_public_is_there_and_says_what_it_is() -> None:
    for package in (forsale_sim, monopoly_sim):
        assert {*package.__all__} <= {*dir(package)}
        for name in package.FUNCTIONS:
            function = getattr(package, name)
            assert (function.__name__, function.__module__) == (name, package.__name__)
            assert "Parameters\n" in function.__doc__
    with pytest.raises(AttributeError, match="module 'forsale_sim' has no attribute 'runs'"):
        forsale_sim.runs  # type: ignore[attr-defined]  # noqa: B018
