"""Lines of a strategy that print or write files are mentioned, and nothing else is."""

from __future__ import annotations

from pathlib import Path

import pytest
from forsale_sim.for_sale import load_entrant
from strategy_lab.check.verdicts import find_side_effects

from tests.strategy_lab.check.trying import line_of, write


@pytest.mark.parametrize(
    ("line", "effect"),
    [
        ("print(view.coins)", "prints"),
        ("open('log', 'a').close()", "opens a file"),
        ("sys.stdout.write('x')", "writes"),
        ("if view.round == 99: print(view)", "prints"),
    ],
)
def test_a_line_that_prints_or_writes_is_mentioned(tmp_path: Path, line: str, effect: str) -> None:
    spec = write(tmp_path, bid=line)
    verdict = find_side_effects(load_entrant(spec))
    assert verdict.outcome == "open"
    assert verdict.text.startswith(f"it {effect} ({spec}, line {line_of(spec, line)})")


def test_helpers_are_read_too(tmp_path: Path) -> None:
    spec = write(tmp_path, top="def tell(coins): print(coins)", sell="tell(view.coins)")
    assert f"line {line_of(spec, 'def tell')}" in find_side_effects(load_entrant(spec)).text


@pytest.mark.parametrize("top", ["", "def open(coins): return coins"])
def test_what_is_quiet(tmp_path: Path, top: str) -> None:
    spec = write(tmp_path, top=top, bid="open(view.coins)" if top else "")
    assert find_side_effects(load_entrant(spec)).outcome == "passed"
