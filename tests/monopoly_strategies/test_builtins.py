"""What holds for every built-in strategy of Monopoly, whichever there are."""

from __future__ import annotations

from itertools import cycle
from pathlib import Path

import pytest
from monopoly_sim.game import GAME
from monopoly_sim.program import LADDER
from monopoly_sim.rules.ruleset import ruleset_names
from strategy_lab.plugins.registry import installed_strategies
from strategy_lab.plugins.strategies import Strategy

from tests.monopoly_strategies.playing import check_same, games
from tests.support.players import home_of

BUILTINS = installed_strategies(GAME)
PARAMETERS = [(name, key) for name, strategy in BUILTINS.items() for key in strategy.parameters]
EXTREMES = [
    f"{name}:{key}={getattr(BUILTINS[name].parameters[key], end)}"
    for name, key in PARAMETERS
    for end in ("low", "high")
]
COMPANY = ("random", "builder")


def test_all_of_them_are_the_field_of_a_run() -> None:
    assert sorted(LADDER) == sorted(BUILTINS)


@pytest.mark.parametrize("strategy", BUILTINS.values(), ids=BUILTINS)
def test_is_documented(strategy: Strategy) -> None:
    assert strategy.summary.endswith(".")
    assert len(strategy.summary) <= 100
    assert strategy.description
    for parameter in strategy.parameters.values():
        assert parameter.low < parameter.high
        assert parameter.meaning


@pytest.mark.parametrize(("name", "edition"), [*zip(BUILTINS, cycle(ruleset_names()))])
def test_moves_are_legal(name: str, edition: str) -> None:
    """The readable engine refuses an illegal move; random company leads to unusual positions."""
    rows = games([name, *COMPANY], engine="python", edition=edition)
    assert rows.ending.all()


# What strategies do is asked of the readable engine, which has nothing to compile; that the kernel
# plays the same is one test.


@pytest.mark.thorough
@pytest.mark.parametrize("spec", EXTREMES)
def test_moves_are_legal_with_extreme_parameters(spec: str) -> None:
    rows = games([spec, *COMPANY], engine="python", deals=2, edition="hasbro-speed-die")
    assert rows.ending.all()


@pytest.mark.thorough
def test_both_engines_play_the_same_games() -> None:
    for edition, players, seed in (("football-de", 4, 4), ("hasbro-speed-die", 6, 2)):
        kernel, readable = (
            games(
                LADDER,
                engine=engine,
                edition=edition,
                players=players,
                deals=5,
                seed=seed,
                drawn=True,
            )
            for engine in ("compiled", "python")
        )
        check_same(kernel, readable)
        assert set(kernel.strategy.flat) == set(range(len(LADDER)))


@pytest.mark.thorough
def test_each_plays_in_its_own_way() -> None:
    rows = [games([name, *COMPANY], engine="python", deals=1).detail.tobytes() for name in BUILTINS]
    assert len(set(rows)) == len(BUILTINS)


@pytest.mark.slow  # every copy is compiled anew
@pytest.mark.parametrize("name", BUILTINS)
def test_a_copy_plays_the_same_games(name: str, tmp_path: Path) -> None:
    module, _ = home_of(BUILTINS[name])
    (tmp_path / "copy.py").write_bytes(Path(str(module.__file__)).read_bytes())
    copied = f"{tmp_path / 'copy.py'}:{name}"
    for engine in ("python", "compiled"):
        own, copy = (games([spec, *COMPANY], engine=engine).detail for spec in (name, copied))
        assert own.tobytes() == copy.tobytes()


@pytest.mark.thorough
@pytest.mark.parametrize(("name", "key"), PARAMETERS)
def test_parameters_matter(name: str, key: str) -> None:
    parameter = BUILTINS[name].parameters[key]
    low, high = (
        games([f"{name}:{key}={end}", *COMPANY], engine="python", deals=2).detail.tobytes()
        for end in (parameter.low, parameter.high)
    )
    assert low != high


@pytest.mark.thorough
@pytest.mark.parametrize("better", ["trader", "builder"])
def test_any_thought_beats_none(better: str) -> None:
    """Two and two at a table, every seating: more than twice the wins of who does anything."""
    rows = games([better, "random", better, "random"], deals=50, rounds=500)
    wins = [int(rows.win[rows.strategy == index].sum()) for index in (0, 1)]
    assert wins[0] > 2 * wins[1]
