"""``forsale-sim new`` and ``check``: a file to start from, and whether it plays everywhere."""

from __future__ import annotations

import shlex
from pathlib import Path

from click.testing import CliRunner, Result
from forsale_sim.for_sale import load_entrant
from strategy_lab.check.rehearsal import QUESTIONS

from tests.strategy_lab.check.trying import write
from tests.support.program import cli


def run(*arguments: str | Path) -> str:
    result = CliRunner().invoke(cli, ["new", *map(str, arguments)], catch_exceptions=False)
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


def checked(*arguments: str) -> Result:
    return CliRunner().invoke(cli, ["check", *arguments], catch_exceptions=False)


def test_a_failure_comes_with_the_game_and_the_command_to_see_it(tmp_path: Path) -> None:
    spec = write(tmp_path, bid="if view.round == 2: return 99")
    result = checked(spec)
    assert result.exit_code == 1
    said = " ".join(result.stdout.split())
    assert "✓ loads" in said
    assert "✗ plays by the rules: strategy 'mine.py:odd', buying in round 2" in said
    assert "a bid of 99 is illegal" in said
    assert "Game 1 of seed 1: " in said
    assert "Seat 1 to act: bid " in said
    again = shlex.split(said.partition("See the game: ")[2].removesuffix(f"{spec} fails"))
    assert again[:5] == ["forsale-sim", "replay", "--ruleset", "gryphon-2009", "--lineup"]
    assert again[5].startswith(f"{spec}:odd,")
    assert result.stdout.endswith(f"\n{spec} fails\n")
    for question in QUESTIONS.values():
        assert question in said
