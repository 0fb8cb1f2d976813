"""The options of a run: what is drawn, and what a strategy is named by."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.strategy_lab.cli.asking import options


def test_a_seed_is_drawn_unless_it_is_given() -> None:
    drawn = {options()["seed"] for _ in range(10)}
    assert len(drawn) == 10
    assert all(0 <= seed < 2**32 for seed in drawn)
    assert options("--seed", "0")["seed"] == 0


def test_a_strategy_s_file_may_have_a_comma_in_its_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("my,bot.py").touch()
    for spec in ("my,bot.py", "my,bot.py:share=1", "bid=my,bot.py,sell=matcher"):
        assert options("--strategy", spec)["strategies"] == (spec,)
