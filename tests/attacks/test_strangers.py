"""A folder of results from a stranger runs no file that this user has not named."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import forsale_sim
import pytest
from strategy_lab.errors import UsageError
from strategy_lab.plugins.identity import code_of
from strategy_lab.results.saved_tables import load_arrays, save_arrays
from strategy_lab.simulation.checkpoints import CHECKPOINT

from tests.cli.conftest import Command
from tests.rules.test_house_code import PRIZE, written
from tests.strategy_lab.check.trying import write

HALF = ("--games", "40", "--seed", "3", "--shard", "1/2", "--engine", "python", "--players", "3")
COMMANDS: tuple[tuple[str, ...], ...] = (
    ("replay", "--out", "theirs", "--game", "2"),
    ("run", "--resume", "begun"),
    ("merge", "theirs", "--allow-gaps"),
    ("plot", "theirs", "--kind", "seats", "--out", "seats.svg"),
)
Forge = Callable[[dict[str, Any]], object]


def other_strategy(spec: dict[str, Any]) -> None:
    """Fit what a folder holds of a strategy's file to another file."""
    for held in spec["strategies"]:
        if held["files"]:
            held["files"] = {path: code_of(path, Path(path).read_bytes()) for path in held["files"]}


def other_import(spec: dict[str, Any]) -> None:
    """Put what is run in a module that the file imports."""
    evil = Path("mine.py").read_bytes()
    Path("helper.py").write_bytes(evil)
    Path("mine.py").write_bytes(Path("kept").read_bytes())
    other_strategy(spec)


def compiled_import(spec: dict[str, Any]) -> None:
    import py_compile

    py_compile.compile("mine.py", "helper.pyc", doraise=True)
    Path("helper.py").unlink()
    Path("mine.py").write_bytes(Path("kept").read_bytes())
    spec["strategies"][0]["files"].pop("helper.py")


FORGED: dict[str, Forge] = {
    "as it is": lambda spec: None,
    "a strategy": other_strategy,
    "an import": other_import,
    "a compiled import": compiled_import,
    "a rule": lambda spec: spec["rulesets"][0]["settings"].update(code="mine.py"),
    "a name": lambda spec: spec["rulesets"][0].update(
        ruleset=None, settings=spec["rulesets"][0]["settings"] | {"name": "iello-en[code=mine.py]"}
    ),
    "a text": lambda spec: spec["rulesets"][0].update(ruleset="iello-en[code=mine.py]"),
}


@pytest.mark.parametrize("forged", FORGED)
def test_a_strangers_folder_runs_nothing(forged: str, folder: Path, forsale: Command) -> None:
    write(folder, top="import helper")
    Path("helper.py").write_text("x = 1\n")
    written(folder, PRIZE)
    field = ("--strategy", "mine.py", "--strategy", "spread")
    said = forsale("run", "--ruleset", "house.toml", *HALF, *field, "--out", "theirs")
    assert said.status == 0, said.err
    Path("kept").write_bytes(Path("mine.py").read_bytes())
    for name in ("mine.py", "rules.py"):
        Path(name).write_text(f"x = {str(folder)!r}\nopen('executed', 'w').close()\n")
    facts, arrays = load_arrays(Path("theirs", CHECKPOINT))
    FORGED[forged](facts["spec"])
    save_arrays(Path("theirs", CHECKPOINT), facts, arrays)
    Path("begun").mkdir()
    save_arrays(Path("begun", CHECKPOINT), facts | {"played": [[]]}, {})
    for command in COMMANDS:
        said = forsale(*command)
        assert said.status in (0, 2), said.err
        assert said.status == 0 or said.message.count("\n") == 0
        if "import" in forged or forged == "a strategy":
            never = "is named by these results, and has never been by you on this machine"
            assert (never in said.err) is (command in COMMANDS[:2]), (command, said)
    try:
        result = forsale_sim.load("theirs")
        result.replay(2)
    except UsageError:
        pass
    assert not Path("executed").exists()
