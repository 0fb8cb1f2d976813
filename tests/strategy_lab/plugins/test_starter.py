from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from forsale_sim.program import DEFAULT_RULESET, TEMPLATE
from strategy_lab.check.rehearsal import Scope
from strategy_lab.errors import UsageError
from strategy_lab.plugins.registry import name_from, starter

from tests.strategy_lab.check.trying import outcomes, try_here


@pytest.mark.thorough
def test_the_starter_passes_the_check(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Scope, "names", lambda *_: [DEFAULT_RULESET])
    path = tmp_path / "mine.py"
    path.write_text(starter(TEMPLATE, "mine", path), encoding="utf-8")
    report = try_here(str(path))
    assert outcomes(report) == {}
    assert "both ends" in report.verdicts["loads"].text


@pytest.mark.slow
def test_the_starter_passes_mypy_strict(tmp_path: Path) -> None:
    path = tmp_path / "mine.py"
    path.write_text(starter(TEMPLATE, "mine", path), encoding="utf-8")
    arguments = [sys.executable, "-m", "mypy", "--strict", "--config-file=", str(path)]
    checked = subprocess.run(arguments, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert checked.returncode == 0, checked.stdout


def test_the_starter_is_tidy(tmp_path: Path) -> None:
    text = starter(TEMPLATE, "my-first", tmp_path / "my first.py")
    assert max(map(len, text.splitlines())) <= 100
    assert "class MyFirst:" in text
    assert "forsale-sim check 'my first.py'\n" in text


@pytest.mark.parametrize(
    ("file", "name"), [("mine.py", "mine"), ("My__First Bot.py", "my-first-bot"), ("_x_.py", "x")]
)
def test_a_name_from_a_file(file: str, name: str) -> None:
    assert name_from(Path("folder", file)) == name


@pytest.mark.parametrize("name", ["", "Mine", "2nd", "a--b", "x\ny"])
def test_a_name_that_no_strategy_can_have(name: str) -> None:
    with pytest.raises(UsageError, match="lower-case words joined by hyphens"):
        starter(TEMPLATE, name, Path("mine.py"))
