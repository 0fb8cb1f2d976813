from __future__ import annotations

import shlex
from pathlib import Path

from click.testing import CliRunner
from forsale_sim.for_sale import load_entrant
from forsale_sim.program import FOR_SALE
from strategy_lab.cli.strategy_commands import new


def run(*arguments: str | Path) -> str:
    result = CliRunner().invoke(new, [*map(str, arguments)], catch_exceptions=False, obj=FOR_SALE)
    assert result.exit_code == 0, result.output
    return result.stdout


def test_a_new_file_holds_a_strategy_named_after_it(tmp_path: Path) -> None:
    path = tmp_path / "My_First Bot.py"
    output = run(path)
    assert load_entrant(str(path)).spec == f"{path}:my-first-bot"
    assert f"Saved {path}" in output
    quoted = shlex.quote(str(path))
    assert f"  forsale-sim check {quoted}\n" in output
    assert f"--strategy {quoted} --strategy spread" in output


def test_its_name_can_be_chosen(tmp_path: Path) -> None:
    path = tmp_path / "2nd.py"
    run(path, "--name", "bold")
    assert load_entrant(str(path)).name == "2nd.py:bold"
