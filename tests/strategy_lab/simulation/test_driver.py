"""An experiment gives the same result however it is played, and stops when it is told to."""

from __future__ import annotations

import os
import signal
import threading
import time
from pathlib import Path
from typing import Any

import pytest
from forsale_sim.engines import ENGINES, CompiledEngine
from forsale_sim.for_sale import load_entrant, load_field
from forsale_sim.rules.loading import load_ruleset
from strategy_lab.errors import StrategyError
from strategy_lab.results.accumulators import Tally
from strategy_lab.simulation.execution import stop_on_interrupt
from strategy_lab.simulation.experiment import Chunk, Outcome, Piece, PlayedPiece, Spans
from strategy_lab.simulation.plan import Plan, make_plan

from tests.engine.playing import assert_same_rows
from tests.strategy_lab.simulation.playing import play, sums

RULESETS = (load_ruleset("iello-en"), load_ruleset("ravensburger-1997"))
FIELD = load_field(["coinflip", "random", "spread", "bid=linear,sell=lowest-first"])
CHEATS = Path(__file__).parents[2] / "engine" / "cheats.py"


def plan(**options: Any) -> Plan:
    return make_plan(RULESETS, **{"field": FIELD, "seed": 9, "games": 600, **options})


@pytest.fixture(scope="module")
def expected() -> dict[str, bytes]:
    return sums(play(plan()))


@pytest.mark.parametrize("threads", [1, 2, 5])
@pytest.mark.parametrize("piece_games", [1, 37, 10**6])
def test_threads_and_pieces_make_no_difference(
    expected: dict[str, bytes], threads: int, piece_games: int
) -> None:
    made = plan()
    seen: list[PlayedPiece] = []
    outcome = play(
        made,
        threads=threads,
        piece_games=piece_games,
        watchers=[lambda _, played: seen.append(played)],
    )
    assert sums(outcome) == expected
    assert outcome.complete
    assert outcome.games == made.games == sum(played.core.games for played in seen)
    assert outcome.played == [Spans.up_to(cell.deals) for cell in made.cells]
    assert outcome.seconds > 0


def test_the_engine_makes_no_difference(expected: dict[str, bytes]) -> None:
    outcome = play(plan(), "python", threads=3, piece_games=100)
    assert sums(outcome) == expected
    assert outcome.complete


def test_a_cell_s_tally_is_that_of_its_rows(expected: dict[str, bytes]) -> None:
    made = plan()
    by_cell = [Tally.empty(cell.cell) for cell in made.cells]
    play(
        made,
        piece_games=50,
        keep_rows=True,
        watchers=[lambda _, played: by_cell[played.piece.block].count(played.rows)],
    )
    for block, tally in enumerate(by_cell):
        for name, array in tally.arrays().items():
            assert (
                array.tobytes() == play(made).tally(block).parts["run"].arrays()[name].tobytes()
            ), name


def test_another_seed_is_another_run(expected: dict[str, bytes]) -> None:
    assert sums(play(plan(seed=10))) != expected


DRAWING = """
from forsale_sim import Parameter, View, strategy
from forsale_sim.cards import count, nth

@strategy("drawing")
class Drawing:
    extra = Parameter(0, low=0, high=100, meaning="draws without any use")

    def bid(view: View, extra: int) -> int:
        bid = min(view.least_bid + view.random_below(3), view.coins)
        stay = view.random_below(2)
        for i in range(extra):
            view.random_below(7)
        return bid if stay == 1 else 0

    def sell(view: View, extra: int) -> int:
        house = nth(view.hand, view.random_below(count(view.hand)))
        for i in range(extra):
            view.random()
        return house
"""


@pytest.mark.parametrize("engine", ["compiled", "python"])
def test_a_strategy_that_draws_more_changes_no_deal_and_nobody_s_luck(
    tmp_path: Path, engine: str
) -> None:
    file = tmp_path / "drawing.py"
    file.write_text(DRAWING)
    played = []
    for extra in (0, 23):
        wasteful = load_entrant(f"{file}:extra={extra}")
        made = make_plan(RULESETS[:1], field=[*FIELD[:2], wasteful], players=[4], seed=3, games=40)
        played.append(ENGINES[engine](made).play(Chunk(0, 0, 1, 10)))
    assert_same_rows(*played)


@pytest.mark.parametrize("threads", [1, 2, 5])
@pytest.mark.parametrize("piece_games", [4, 60, 10**6])
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
        tally, seatings = outcome.tally(block).parts["run"], cell.cell.seatings
        assert tally.deals == len(outcome.played[block])
        assert tally.games == int(tally.deals) * seatings
        if tally.deals:  # on a busy machine, the last cells may not have had their turn
            assert outcome.cores[block].games == tally.games
        assert tally.money.sum() == tally.games * cell.cell.players
    assert signal.getsignal(signal.SIGINT) is before


def test_what_is_kept_after_ctrl_c_is_the_beginning_of_the_run() -> None:
    made = plan(games=10**6)
    seen: list[Piece] = []

    def watch(outcome: Outcome, played: PlayedPiece) -> None:
        seen.append(played.piece)
        if len(seen) == 9:
            os.kill(os.getpid(), signal.SIGINT)

    outcome = play(made, piece_games=60, threads=2, watchers=[watch])
    again = [Tally.empty(cell.cell) for cell in made.cells]
    engine = CompiledEngine(made)
    for piece in seen:
        again[piece.block].count([engine.play(Chunk(0, piece.block, piece.first, piece.units))])
    for block, tally in enumerate(again):
        assert outcome.played[block] == Spans.up_to(int(tally.deals))
        for name, array in tally.arrays().items():
            assert array.tobytes() == outcome.tally(block).parts["run"].arrays()[name].tobytes(), (
                name
            )


def test_a_second_ctrl_c_interrupts() -> None:
    with pytest.raises(KeyboardInterrupt), stop_on_interrupt() as stop:
        os.kill(os.getpid(), signal.SIGINT)
        assert stop.wait(1)
        os.kill(os.getpid(), signal.SIGINT)
        time.sleep(1)


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
