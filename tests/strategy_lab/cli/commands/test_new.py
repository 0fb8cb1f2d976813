from __future__ import annotations

import shlex
from pathlib import Path

import pytest
from click.testing import CliRunner
from forsale_sim.for_sale import load_entrant
from forsale_sim.program import FOR_SALE
from strategy_lab.cli.commands.new import new
from strategy_lab.errors import UsageError


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


@pytest.mark.parametrize(
    ("file", "options", "said"),
    [
        ("mine.txt", [], r"ends in \.py, such as mine\.py"),
        ("missing/mine.py", [], "there is no folder .*make it first"),
        ("2nd.py", [], "not '2nd': choose one with --name"),
        ("mine.py", ["--name", "My Bot"], "not 'My Bot'"),
        ("mine.py", ["--name", ""], "not ''"),
    ],
)
def test_what_cannot_be_written(tmp_path: Path, file: str, options: list[str], said: str) -> None:
    with pytest.raises(UsageError, match=said):
        run(tmp_path / file, *options)
    assert list(tmp_path.iterdir()) == []


def test_nothing_is_written_over(tmp_path: Path) -> None:
    path = tmp_path / "mine.py"
    path.write_text("precious", encoding="utf-8")
    with pytest.raises(UsageError, match="exists already: choose another name"):
        run(path)
    assert path.read_text(encoding="utf-8") == "precious"


def test_a_folder_in_place_of_the_file(tmp_path: Path) -> None:
    (tmp_path / "mine.py").mkdir()
    with pytest.raises(UsageError, match=r"mine\.py exists already"):
        run(tmp_path / "mine.py")
