from __future__ import annotations

from pathlib import Path

import pytest
from forsale_sim.for_sale import load_entrant
from strategy_lab.check.verdicts import CheckFailedError, scan

from tests.strategy_lab.check.trying import line_of, write
from tests.support.players import entrant_of


@pytest.mark.parametrize(
    ("line", "offence"),
    [
        ("view.coins = 3", "assigns to view.coins"),
        ("view.coins += 3", "assigns to view.coins"),
        ("del view.coins", "deletes view.coins"),
        ("return view._words", "reads view._words"),
        ("return getattr(view, '_words')", "reads view._words"),
        ("object.__setattr__(view, 'seat', 1)", "assigns to view.seat"),
        ("return sum(view._snapshot.bids[i] for i in (0, 1))", "reads view._snapshot"),
    ],
)
def test_a_line_that_is_never_run_is_found(tmp_path: Path, line: str, offence: str) -> None:
    spec = write(tmp_path, bid=f"if view.round == 99:\n            {line}")
    with pytest.raises(CheckFailedError) as caught:
        scan(load_entrant(spec))
    assert caught.value.verdict.text.startswith(
        f"it {offence} ({spec}, line {line_of(spec, line)})"
    )


def test_helpers_are_read_too(tmp_path: Path) -> None:
    spec = write(
        tmp_path, top="def helper(table: View): return table._snapshot", sell="return helper(view)"
    )
    with pytest.raises(CheckFailedError) as caught:
        scan(load_entrant(spec))
    assert "reads table._snapshot" in caught.value.verdict.text


def test_the_insides_of_the_package(tmp_path: Path) -> None:
    spec = write(tmp_path, top="from forsale_sim.engine.view import state_of", bid="state_of(view)")
    with pytest.raises(CheckFailedError) as caught:
        scan(load_entrant(spec))
    assert "uses state_of of strategy_lab.compiled.views" in caught.value.verdict.text


@pytest.mark.parametrize(
    "line", ["x = view.seat", "_x = getattr(view, 'seat')", "x = random._inst", "x = View.__name__"]
)
def test_what_is_allowed(tmp_path: Path, line: str) -> None:
    verdict = scan(load_entrant(write(tmp_path, bid=line)))
    assert (verdict.outcome, verdict.text) == ("passed", "2 functions read")


def test_functions_without_a_source() -> None:
    from functools import partial

    assert scan(entrant_of("odd", partial(min, 0), partial(min, 0))).outcome == "open"
