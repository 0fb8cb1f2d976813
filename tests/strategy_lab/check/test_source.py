"""What a source may not do is refused, or mentioned, even in a line that is never run."""

from __future__ import annotations

from pathlib import Path

import pytest
from forsale_sim.for_sale import load_entrant
from strategy_lab.check.rehearsal import read_source

from tests.strategy_lab.check.trying import line_of, write


def found(spec: str) -> list[str]:
    """Return the outcomes and texts of both questions about a source."""
    return [f"{each.outcome}: {each.text}" for each in read_source(load_entrant(spec))]


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("view.coins = 3", "failed: it assigns to view.coins"),
        ("view.coins += 3", "failed: it assigns to view.coins"),
        ("del view.coins", "failed: it deletes view.coins"),
        ("return view._words", "failed: it reads view._words"),
        ("return getattr(view, '_words')", "failed: it reads view._words"),
        ("object.__setattr__(view, 'seat', 1)", "failed: it assigns to view.seat"),
        ("return sum(view._snapshot.bids[i] for i in (0, 1))", "failed: it reads view._snapshot"),
        ("print(view.coins)", "open: it prints"),
        ("open('log', 'a').close()", "open: it opens a file"),
        ("sys.stdout.write('x')", "open: it writes"),
    ],
)
def test_a_line_that_is_never_run_is_found(tmp_path: Path, line: str, said: str) -> None:
    spec = write(tmp_path, bid=f"if view.round == 99:\n            {line}")
    assert any(
        text.startswith(f"{said} ({spec}, line {line_of(spec, line)})") for text in found(spec)
    )


@pytest.mark.parametrize(
    ("top", "bid", "said"),
    [
        ("def tell(coins): print(coins)", "tell(view.coins)", "line"),
        ("def peek(table: View): return table._snapshot", "peek(view)", "reads table._snapshot"),
        ("from forsale_sim.engine.view import state_of", "state_of(view)",
         "uses state_of of strategy_lab.compiled.views"),
    ],
)  # fmt: skip
def test_helpers_are_read_too(tmp_path: Path, top: str, bid: str, said: str) -> None:
    texts = found(write(tmp_path, top=top, bid=bid))
    assert any(said in text and not text.startswith("passed") for text in texts)


@pytest.mark.parametrize(
    ("top", "bid"),
    [
        ("", "x = view.seat"),
        ("", "_x = getattr(view, 'seat')"),
        ("", "x = random.Random"),
        ("def open(coins): return coins", "open(view.coins)"),
    ],
)
def test_what_is_allowed(tmp_path: Path, top: str, bid: str) -> None:
    assert all(text.startswith("passed") for text in found(write(tmp_path, top=top, bid=bid)))
