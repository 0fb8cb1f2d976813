"""``monopoly-sim check``: a strategy's mistakes and a ruleset's, found before a run."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner
from monopoly_sim.game import GAME
from monopoly_sim.program import PROGRAM
from strategy_lab.check.rehearsal import read_source
from strategy_lab.cli.main import new_cli
from strategy_lab.errors import UsageError
from strategy_lab.plugins.entrants import load_entrant

from tests.monopoly_sim.test_cli import printed

STRATEGY = """
from monopoly_sim import DONE, Trade, View, mortgage, strategy


@strategy("mine")
class Mine:
    \"\"\"Buys all it can.\"\"\"

    def buy(view: View, square: int) -> bool:
        return view.price_of(square) <= view.cash

    def bid(view: View, lot: int) -> int:
        return view.cash // 2
"""


def write(folder: Path, *lines: str, bid: str = "view.cash // 2") -> Path:
    path = folder / "mine.py"
    body = "".join(f"    {line}\n" for line in lines)
    path.write_text(STRATEGY.replace("view.cash // 2", bid) + "\n" + body, encoding="utf-8")
    return path


def failure(path: Path) -> str:
    result = CliRunner().invoke(new_cli(PROGRAM), ["check", str(path), "--seconds", "5"])
    assert result.exit_code == 1, result.output
    assert "mine.py fails" in result.output
    return " ".join(result.output.split())


@pytest.mark.parametrize(
    ("lines", "says"),
    [
        (
            (
                "def propose(view: View) -> Trade:",
                "    return Trade(1 + view.seat % view.players, 1 << 39, 0, 0, 0, 0)",
            ),
            "does not own all of [39]",
        ),
        (
            ("def manage(view: View) -> int:", "    return mortgage(view.owner_of(99))"),
            "mine.py, line 16",
        ),
        pytest.param(
            ("def jail(view: View) -> int:", "    while True:", "        pass"),
            "no answer within 5 s in plain Python",
            marks=pytest.mark.thorough,
        ),
    ],
)
def test_a_mistake_is_found_with_its_place(
    tmp_path: Path, lines: tuple[str, ...], says: str
) -> None:
    said = failure(write(tmp_path, *lines))
    assert says in said
    assert "monopoly-sim replay" in said or "no answer" in said


def test_what_lies_behind_a_view_is_not_read(tmp_path: Path) -> None:
    own = ("def manage(view: View) -> int:", "    return mortgage(view._table.cash[1])")
    found, *_ = read_source(load_entrant(str(write(tmp_path, *own)), GAME))
    assert found.outcome == "failed" and "it reads view._table" in found.text
    allowed = ("def manage(view: View) -> int:", "    return mortgage(view.seat) * DONE")
    found, *_ = read_source(load_entrant(str(write(tmp_path, *allowed)), GAME))
    assert found.outcome == "passed"


@pytest.mark.thorough
def test_a_ruleset_plays_the_same_in_both_engines(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text(
        'extends = "football-de"\nmost_players = 2\nmax_rounds = 20\nsalary = 0\n',
        encoding="utf-8",
    )
    assert "games are the same compiled and in plain Python" in printed("check", path)
    path.write_text('extends = "football-de"\nsalry = 0\n', encoding="utf-8")
    with pytest.raises(UsageError, match="salry"):
        printed("check", path)
