"""What goes wrong is told in a few lines, in words that a cell can follow."""

from __future__ import annotations

import forsale_sim
import pytest
from IPython.core.interactiveshell import InteractiveShell
from strategy_lab.api.functions import in_python
from strategy_lab.errors import LaboratoryError, UsageError


@pytest.mark.parametrize(
    ("message", "told"),
    [
        ("name another (--strategy)", "name another (strategies)"),
        (
            "name another (--field), or none (--no-field)",
            "name another (field), or none (field=None)",
        ),
        ("Mend it, or play it with --engine python.", "Mend it, or play it with engine='python'."),
        ("at most 5 (--max-games)", "at most 5 (max_games)"),
        ("rotations (--no-rotate)", "rotations (rotate=False)"),
        ("Go on with: forsale-sim run --resume x", "Go on with: forsale-sim run --resume x"),
    ],
)
def test_options_are_named_as_arguments(message: str, told: str) -> None:
    assert in_python(message, ["strategies", "field", "rotate", "max_games"]) == told


def test_a_strategy_that_cannot_be_compiled_has_advice_for_a_cell() -> None:
    @forsale_sim.strategy("plain")
    class Plain:
        def bid(view: forsale_sim.View) -> int:
            return eval("0")

        def sell(view: forsale_sim.View) -> int:
            return forsale_sim.cards.lowest(view.hand)

    with pytest.raises(UsageError, match=r"play it as it is with engine='python'") as caught:
        forsale_sim.run(60, strategies=[Plain, "spread"], players=3, seed=1)
    assert "--" not in str(caught.value)
    assert forsale_sim.run(
        60, strategies=[Plain, "spread"], players=3, seed=1, engine="python"
    ).manifest["complete"]


@pytest.mark.parametrize(
    "cell", ["forsale_sim.run(strategies=['sprad'])", "forsale_sim.ruleset('iello')"]
)
def test_a_notebook_shows_a_short_error(cell: str, capsys: pytest.CaptureFixture[str]) -> None:
    shell = InteractiveShell()
    shell.user_ns["forsale_sim"] = forsale_sim
    done = shell.run_cell(f"x = 1\n{cell}")
    assert isinstance(done.error_in_exec, LaboratoryError)
    shown = capsys.readouterr().out.strip().splitlines()
    assert len(shown) == 1
    assert shown[0].startswith("UsageError (line 2 of the cell): ")
