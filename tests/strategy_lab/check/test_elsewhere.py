"""What differs by process, or by what was played before, is found: at loading, and in games."""

from __future__ import annotations

from pathlib import Path

import pytest
from forsale_sim.for_sale import GAME
from strategy_lab.check.supervisor import check

from tests.strategy_lab.check.trying import write

MADE = {
    "words": "FIRST = [*{str(n) for n in range(99)}][0]",
    "clock": "FIRST = int(time.time() / 1e7)",
    "drawn": "FIRST = random.randint(0, 2**30)",
}


@pytest.mark.thorough
@pytest.mark.parametrize("made", MADE)
def test_what_is_made_when_a_file_is_loaded(tmp_path: Path, made: str) -> None:
    top = f"{MADE[made]}\nFIXED = [n * n for n in range(99)]"
    spec = write(tmp_path, top=top, bid="if FIRST == FIXED[view.round]: return 0")
    verdict = check(spec, 10, "python", GAME).verdicts["elsewhere"]
    assert verdict.outcome == "failed"
    assert verdict.text.startswith("it reads another FIRST (mine.py) in another process. ")


@pytest.mark.thorough
def test_what_is_the_same_in_one_process_only(tmp_path: Path) -> None:
    top = "import operator\n\ndef hashed(): return operator.methodcaller('__hash__')('spread')"
    spec = write(tmp_path, top=top, bid="if hashed() // 2**view.round % 2: return 0")
    report = check(spec, 10, "python", GAME)
    failed = {each for each, verdict in report.verdicts.items() if verdict.outcome == "failed"}
    assert failed == {"elsewhere"}
    assert report.verdicts["elsewhere"].text.startswith("a game is another one in a process")
    assert report.verdicts["pure"].outcome == "open"
