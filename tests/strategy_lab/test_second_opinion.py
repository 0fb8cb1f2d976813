"""Compiled code that is out of date is noticed, whatever hid the edit."""

from __future__ import annotations

import shlex
from pathlib import Path

import pytest
from click.testing import CliRunner
from forsale_sim.for_sale import GAME, load_entrant, load_field
from forsale_sim.rules.loading import load_ruleset
from strategy_lab import engines
from strategy_lab.compiled.toolchain import toolchain_folder
from strategy_lab.errors import StrategyError
from strategy_lab.plugins import compiling
from strategy_lab.plugins.compiling import compile_field, decision_code
from strategy_lab.plugins.entrants import Entrant
from strategy_lab.simulation.experiment import Plan, make_plan

from tests.strategy_lab.check.trying import write
from tests.strategy_lab.simulation.playing import play
from tests.support.program import cli

FIRST, EDITED = "if view.round == 1: return 0", "return view.coins"
HELPED = "import numba\n@numba.njit\ndef first(n): return n == 1"


@pytest.fixture(autouse=True)
def nobody_has_agreed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(engines, "_agreed", set())


def stale(
    folder: Path, monkeypatch: pytest.MonkeyPatch, *, top: str = "", edited: str = EDITED
) -> Entrant:
    """An edited strategy whose compiled code is that of before, as if no identity knew better."""
    before = load_entrant(write(folder, top=top, bid=FIRST))
    compile_field([before])
    old = compiling._compiled[decision_code(before.decisions["bid"], GAME).name]
    after = load_entrant(write(folder, top=top, bid=edited))
    monkeypatch.setitem(compiling._compiled, decision_code(after.decisions["bid"], GAME).name, old)
    return after


def plan_of(*field: Entrant, games: int = 400) -> Plan:
    return make_plan([load_ruleset("iello-en")], field=field, players=[4], seed=3, games=games)


def test_a_function_that_is_out_of_date_is_noticed_before_a_number_is_printed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    spec = stale(tmp_path, monkeypatch).spec
    asked = ["run", "--games", "100", "--lineup", f"{spec},spread,spread,spread"]
    said = CliRunner().invoke(cli, asked)
    assert isinstance(said.exception, StrategyError)
    message = str(said.exception)
    assert "plays another game than plain Python (iello-en" in message
    command = message.partition(" with ")[2].partition(", and")[0]
    assert shlex.split(command) == ["rm", "-r", str(toolchain_folder())]
    assert said.stdout == ""


def test_whoever_plays_later_is_looked_at_too(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    known = load_field(["spread", "miser", "matcher", "random"])
    play(plan_of(*known))
    with pytest.raises(StrategyError, match="another game than plain Python"):
        play(plan_of(*known, stale(tmp_path, monkeypatch)))


def test_what_plain_python_would_compile_is_looked_at_in_long_runs(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    helped = stale(tmp_path, monkeypatch, top=HELPED, edited="if first(view.round): return 1")
    assert helped.decisions["bid"].identity.calls_compiled
    field = helped, *load_field(["spread", "miser", "random"])
    play(plan_of(*field))
    with pytest.raises(StrategyError, match="another game than plain Python"):
        play(plan_of(*field, games=engines.LONG_RUN))
