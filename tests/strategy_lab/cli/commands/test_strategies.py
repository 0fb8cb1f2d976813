from __future__ import annotations

import json
import shlex
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from forsale_sim.for_sale import GAME
from forsale_sim.program import FOR_SALE
from forsale_sim.template import TEMPLATE
from strategy_lab.cli.commands.strategies import strategies
from strategy_lab.plugins.entrants import TunedFile, source_of, write_tuned
from strategy_lab.plugins.registry import installed_strategies, starter

PARAMETRISED = """
from forsale_sim import Parameter, strategy


@strategy("mine")
class Mine:
    x = PARAMETER

    def bid(view, x):
        return 0

    def sell(view):
        return view.hand
"""


def run(*arguments: str) -> str:
    result = CliRunner().invoke(strategies, arguments, catch_exceptions=False, obj=FOR_SALE)
    assert result.exit_code == 0, result.output
    return result.stdout


def run_json(*arguments: str) -> list[dict[str, Any]]:
    listed = json.loads(run(*arguments, "--format", "json"))["strategies"]
    assert isinstance(listed, list)
    return listed


def words(output: str) -> str:
    return " ".join(output.split())


def test_the_list_has_every_strategy_with_its_summary_and_parameters() -> None:
    output = words(run())
    for name, strategy in installed_strategies(GAME).items():
        assert f"{name} {words(strategy.summary)}" in output
        for key, parameter in strategy.parameters.items():
            numbers = f"{parameter.default} {parameter.low} to {parameter.high}"
            assert f"{name} {key} {numbers} {parameter.meaning}" in output


def test_the_list_as_json() -> None:
    listed = run_json()
    assert [facts["strategy"] for facts in listed] == list(installed_strategies(GAME))
    spread = next(facts for facts in listed if facts["strategy"] == "spread")
    declared = installed_strategies(GAME)["spread"].parameters["share"]
    assert spread["parameters"] == [
        {
            "name": "share",
            "default": declared.default,
            "low": declared.low,
            "high": declared.high,
            "meaning": declared.meaning,
        }
    ]
    assert spread["package"].startswith("forsale-sim ")


def test_show_tells_idea_origin_and_use() -> None:
    output = run("show", "spread:share=0.2")
    strategy = installed_strategies(GAME)["spread"]
    for paragraph in strategy.description.split("\n\n"):
        assert words(paragraph) in words(output)
    assert strategy.parameters["share"].meaning in output
    assert "package    forsale-sim " in output
    assert str(Path("forsale_strategies", "spread.py")) in output
    assert "  forsale-sim run --strategy spread --strategy linear\n" in output
    assert "  forsale-sim check spread\n" in output


def test_every_example_names_strategies_that_there_are() -> None:
    from forsale_sim.for_sale import load_entrant

    for name in installed_strategies(GAME):
        (facts,) = run_json("show", name)
        for example in facts["examples"]:
            for spec in shlex.split(example)[3::2]:
                load_entrant(spec)


@pytest.mark.parametrize(
    ("default", "low", "high", "other"),
    [
        (0.5, 0.0, 1.0, 0.25),
        (100_000, 1, 1_000_000, 50_000),
        (7, 0, 60, 3),
        (1, 1, 60, 2),
        (8, 6, 9, 6),
        (0, -4, 10, 3),
        (0.0, 0.0, 3.0, 1.5),
        (0, 0, 1, 1),
    ],
)
def test_an_example_sets_a_parameter_to_a_value_near_its_default(
    tmp_path: Path, default: float, low: float, high: float, other: float
) -> None:
    path = tmp_path / "mine.py"
    parameter = f"Parameter({default}, low={low}, high={high}, meaning='what it is')"
    path.write_text(PARAMETRISED.replace("PARAMETER", parameter), encoding="utf-8")
    (facts,) = run_json("show", str(path))
    spec = f"{path}:mine"
    example = ["forsale-sim", "run", "--strategy", spec, "--strategy", f"{spec}:x={other}"]
    assert shlex.split(facts["examples"][1]) == example


def test_nobody_waits_for_an_example() -> None:
    (facts,) = run_json("show", "champion")
    (budget,) = [each for each in facts["parameters"] if each["name"] == "budget"]
    assert f"--strategy champion:budget={budget['default'] // 2}" in facts["examples"][1]


def test_show_the_values_in_force(tmp_path: Path) -> None:
    meaning = installed_strategies(GAME)["spread"].parameters["share"].meaning
    declared = installed_strategies(GAME)["spread"].parameters["share"]
    usual = f"{declared.default} {declared.low} to {declared.high} {meaning}"
    assert f"parameter default range meaning share {usual}" in _table("show", "spread")
    for spec in ("spread:share=0.9", str(_tuned(tmp_path, share=0.9))):
        assert f"parameter value default range meaning share 0.9 {usual}" in _table("show", spec)
        (facts,) = run_json("show", spec)
        (parameter,) = facts["parameters"]
        assert (parameter["value"], parameter["default"]) == (0.9, declared.default)
    (facts,) = run_json("show", "spread")
    assert facts["parameters"][0]["value"] == declared.default


def test_show_the_file_of_tuned_parameters(tmp_path: Path) -> None:
    path = _tuned(tmp_path, share=0.9)
    assert f"tuned      {path}\n" in run("show", str(path))
    assert f"tuned      {path}\n" in run("show", f"bid=miser,sell={path}")
    bidder, seller = run_json("show", f"bid=miser,sell={path}")
    assert (bidder["tuned"], seller["tuned"]) == (None, str(path))


def _tuned(folder: Path, **parameters: float) -> Path:
    """Write a file of tuned parameters of spread."""
    source = source_of(installed_strategies(GAME)["spread"])
    path = folder / "tuned.toml"
    write_tuned(path, TunedFile("spread", source, "iello-en", 4, parameters, {}))
    return path


def _table(*arguments: str) -> str:
    return words(run(*arguments).replace("─", ""))


def test_show_a_file(tmp_path: Path) -> None:
    path = tmp_path / "my bot.py"
    path.write_text(starter(TEMPLATE, "my-bot", path), encoding="utf-8")
    (facts,) = run_json("show", str(path))
    assert (facts["strategy"], facts["file"]) == (f"{path}:my-bot", str(path))
    assert facts["package"] is None
    assert f"forsale-sim check {shlex.quote(f'{path}:my-bot')}" in facts["examples"]
    assert "package" not in run("show", str(path))


def test_show_both_sides_of_a_cross() -> None:
    listed = run_json("show", "bid=spread,sell=matcher")
    assert [facts["strategy"] for facts in listed] == ["spread", "matcher"]
    output = run("show", "bid=spread,sell=matcher")
    assert "strategy   spread\n" in output
    assert "strategy   matcher\n" in output


def test_help_loads_nothing_heavy() -> None:
    program = (
        "import sys; from strategy_lab.cli.commands import check, new, strategies; "
        "sys.exit(bool({'pydantic', 'rich', 'numpy', 'numba', 'pandas'} & set(sys.modules)))"
    )
    subprocess.run([sys.executable, "-c", program], check=True)
