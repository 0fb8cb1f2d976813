"""Signals at any moment: no traceback, no hang, and what was played is kept."""

from __future__ import annotations

import random
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from pyarrow import parquet
from strategy_lab.simulation.checkpoints import CHECKPOINT, Checkpoint

from tests.attacks.calling import attack

pytestmark = pytest.mark.slow

CASES = 40
SIGNALS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP, signal.SIGKILL)
LONGEST = 5.0
"""Seconds until the first signal: from the first imports to well into the games."""

ENDS_WITHIN = 30.0
STARTED = 0.15
"""Seconds; before, Python itself has not begun to run the program."""

LONG = ("--games", "1e9", "--players", "3", "--seed", "1", "--threads", "1")
KEPT = ("--out", "saved", "--checkpoint-every", "0.2")
GAMES = ("--games-out", "games.parquet")
REQUESTS = (
    ("run", *LONG, *KEPT),
    ("run", *LONG, *KEPT, *GAMES),
    ("run", *LONG, *GAMES),
    ("rank", *LONG, *KEPT),
    ("compare", "iello-en", "iello-fr", *LONG, *KEPT),
)


@pytest.mark.parametrize("case", range(CASES))
def test_nothing_is_lost(case: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    chance = random.Random(case)
    monkeypatch.chdir(tmp_path)
    words, numbers = list(chance.choice(REQUESTS)), chance.choices(SIGNALS, k=chance.choice((1, 2)))
    command = [sys.executable, "-m", "forsale_sim", *words]
    with subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE) as running:
        for number in numbers:
            time.sleep(chance.uniform(STARTED, LONGEST))
            running.send_signal(number)
        if signal.SIGKILL not in numbers:
            running.send_signal(signal.SIGTERM)
        _, said = running.communicate(timeout=ENDS_WITHIN)
    what = f"{words} {numbers}: {said.decode()}"
    assert b"Traceback" not in said, what
    names = {path.name for path in tmp_path.iterdir()}
    if running.returncode != -signal.SIGKILL:
        assert not [path for path in tmp_path.rglob("*") if "forsale-sim.part" in path.name], what
        assert names <= {"saved", "games.parquet", "games.parquet.parts"}, what
    if "games.parquet" in names:
        assert parquet.read_metadata("games.parquet").num_rows > 0, what
    if not Path("saved", CHECKPOINT).exists():
        return
    checkpoint = Checkpoint.load(Path("saved"))
    parts = sorted(Path("games.parquet.parts").glob("[0-9]*.parquet"))
    rows = [parquet.read_metadata(part).num_rows for part in parts]
    assert tuple(rows[: len(checkpoint.games)]) == checkpoint.games, what
    if checkpoint.outcome.games:
        assert attack(["merge", "saved", "--allow-gaps"]).status == 0, what
