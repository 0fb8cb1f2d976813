"""An experiment gives the same result however it is played, and stops when it is told to."""

from __future__ import annotations

import os
import signal
import threading
import time
from pathlib import Path
from typing import Any

import pytest
from forsale_sim.for_sale import load_entrant, load_field
from forsale_sim.rules.loading import load_ruleset
from strategy_lab.errors import StrategyError
from strategy_lab.simulation.execution import run_in_thread, stop_on_interrupt
from strategy_lab.simulation.experiment import Outcome, Plan, PlayedPiece, make_plan

from tests.strategy_lab.simulation.playing import play

RULESETS = (load_ruleset("iello-en"), load_ruleset("ravensburger-1997"))
FIELD = load_field(["coinflip", "random", "spread", "bid=linear,sell=lowest-first"])
CHEATS = Path(__file__).parents[2] / "engine" / "cheats.py"


def plan(**options: Any) -> Plan:
    return make_plan(RULESETS, **{"field": FIELD, "seed": 9, "games": 600, **options})


@pytest.mark.parametrize(("threads", "piece_games"), [(1, 4), (5, 60), (2, 10**6)])
def test_the_first_mistake_is_reported_whoever_makes_it_first(
    threads: int, piece_games: int
) -> None:
    cheats = [load_entrant(f"{CHEATS}:cheat:{cheat}") for cheat in ("bidding=2", "selling=1")]
    made = make_plan(RULESETS[:1], field=cheats, players=[4], seed=5, games=4000)
    with pytest.raises(StrategyError) as caught:
        play(made, threads=threads, piece_games=piece_games)
    with pytest.raises(StrategyError) as plain:
        play(made, "python", piece_games=4)
    assert str(caught.value) == str(plain.value)


@pytest.mark.parametrize(("engine", "threads"), [("compiled", 1), ("compiled", 2), ("python", 1)])
def test_ctrl_c_stops_within_a_second_with_whole_deals(engine: str, threads: int) -> None:
    assert threading.current_thread() is threading.main_thread()
    before = signal.getsignal(signal.SIGINT)
    pressed: list[float] = []

    def press() -> None:
        pressed.append(time.perf_counter())
        os.kill(os.getpid(), signal.SIGINT)

    def watch(outcome: Outcome, played: PlayedPiece) -> None:
        if not timers:
            timers.append(threading.Timer(0.2, press))
            timers[0].start()

    timers: list[threading.Timer] = []
    made = plan(games=10**9)
    outcome = play(made, engine, threads, watchers=[watch])
    assert time.perf_counter() - pressed[0] < 1
    assert not outcome.complete
    assert 0 < outcome.games < made.games
    for block, cell in enumerate(made.cells):
        tally, seatings = outcome.tally(block), cell.cell.seatings
        assert tally.deals == len(outcome.played[block])
        assert tally.games == int(tally.deals) * seatings
        if tally.deals:  # on a busy machine, the last cells may not have had their turn
            assert outcome.cores[block].games == tally.games
        assert tally.amounts.sum() == tally.games * cell.cell.players
    assert signal.getsignal(signal.SIGINT) is before


def test_a_second_signal_that_comes_at_once_does_not_wait_for_the_first(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def set_slowly(event: threading.Event) -> None:
        begun.append(event)
        assert len(begun) == 1, "it would wait for its own lock"
        os.kill(os.getpid(), signal.SIGINT)
        time.sleep(1)

    begun: list[threading.Event] = []
    with pytest.raises(KeyboardInterrupt), stop_on_interrupt():
        monkeypatch.setattr(threading.Event, "set", set_slowly)
        os.kill(os.getpid(), signal.SIGINT)
        time.sleep(1)


def test_outside_the_main_thread_a_run_is_played_to_its_end() -> None:
    made = plan(games=100)
    outcomes: list[Outcome] = []
    thread = threading.Thread(target=lambda: outcomes.append(play(made)))
    thread.start()
    thread.join(60)
    assert outcomes[0].complete


def test_ctrl_c_does_not_wait_for_the_work() -> None:
    interrupted, worked_on = threading.Event(), threading.Event()

    def work() -> None:
        os.kill(os.getpid(), signal.SIGINT)
        interrupted.wait()
        worked_on.set()

    with pytest.raises(KeyboardInterrupt):
        run_in_thread(work)
    assert not worked_on.is_set()
    interrupted.set()
    assert worked_on.wait(10)
