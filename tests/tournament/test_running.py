"""A run gives the same result however it is done, and stops when it is told to."""

from __future__ import annotations

import os
import random
import signal
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from forsale_sim.errors import StrategyError
from forsale_sim.plugins.entrant import load_entrant, load_field
from forsale_sim.results.tally import Tally
from forsale_sim.rows import Rows
from forsale_sim.rules.loading import load_ruleset
from forsale_sim.tournament.engines import CompiledEngine, Engine, PlainEngine
from forsale_sim.tournament.plan import Chunk, Plan, make_plan
from forsale_sim.tournament.running import Outcome, in_order, run, stop_on_interrupt

from tests.engine.playing import assert_same_rows

RULESETS = (load_ruleset("iello-en"), load_ruleset("ravensburger-1997"))
FIELD = load_field(["coinflip", "random", "spread", "bid=linear,sell=lowest-first"])
CHEATS = Path(__file__).parents[1] / "engine" / "cheats.py"


def plan(**options: Any) -> Plan:
    return make_plan(RULESETS, **{"field": FIELD, "seed": 9, "games": 600, **options})


def sums(outcome: Outcome) -> list[tuple[str, bytes]]:
    return [
        (name, array.tobytes())
        for tally in outcome.tallies.values()
        for name, array in tally.arrays().items()
    ]


def in_chunks(engine: Any, games: int) -> Any:
    engine.chunk_games = games
    return engine


@pytest.fixture(scope="module")
def expected() -> list[tuple[str, bytes]]:
    made = plan()
    return sums(run(made, CompiledEngine(made)))


@pytest.mark.parametrize("threads", [1, 2, 5])
@pytest.mark.parametrize("chunk_games", [1, 37, 10**6])
def test_threads_and_chunks_make_no_difference(
    expected: list[tuple[str, bytes]], threads: int, chunk_games: int
) -> None:
    made = plan()
    played: list[tuple[Chunk, int]] = []
    progress: list[int] = []
    outcome = run(
        made,
        in_chunks(CompiledEngine(made), chunk_games),
        threads=threads,
        on_rows=lambda chunk, rows: played.append((chunk, len(rows.data))),
        on_progress=progress.append,
    )
    assert sums(outcome) == expected
    assert outcome.complete
    assert outcome.games == made.games == sum(progress) == sum(games for _, games in played)
    assert [chunk for chunk, _ in played] == list(made.chunks(chunk_games, growing=True))
    assert outcome.seconds > 0


def test_the_engine_makes_no_difference(expected: list[tuple[str, bytes]]) -> None:
    made = plan()
    outcome = run(made, in_chunks(PlainEngine(made), 100), threads=3)
    assert sums(outcome) == expected
    assert outcome.complete


def test_a_cell_s_tally_is_that_of_its_rows() -> None:
    made = plan()
    by_cell = {cell.cell: Tally.empty(cell.cell) for cell in made.cells}

    def count(chunk: Chunk, rows: Rows) -> None:
        by_cell[made.cells[chunk.cell].cell].count(rows)

    outcome = run(made, in_chunks(CompiledEngine(made), 50), on_rows=count)
    assert list(outcome.tallies) == [cell.cell for cell in made.cells]
    assert sums(Outcome(made, by_cell)) == sums(outcome)


def test_another_seed_is_another_run(expected: list[tuple[str, bytes]]) -> None:
    made = plan(seed=10)
    assert sums(run(made, CompiledEngine(made))) != expected


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


@pytest.mark.parametrize("make", [CompiledEngine, PlainEngine])
def test_a_strategy_that_draws_more_changes_no_deal_and_nobody_s_luck(
    tmp_path: Path, make: Callable[[Plan], Engine]
) -> None:
    file = tmp_path / "drawing.py"
    file.write_text(DRAWING)
    played = []
    for extra in (0, 23):
        wasteful = load_entrant(f"{file}:extra={extra}")
        made = make_plan(RULESETS[:1], field=[*FIELD[:2], wasteful], players=[4], seed=3, games=40)
        played.append(make(made).play(next(made.chunks(40))))
    assert_same_rows(*played)


@pytest.mark.parametrize("threads", [1, 2, 5])
@pytest.mark.parametrize("chunk_games", [4, 60, 10**6])
def test_the_first_mistake_is_told_whoever_makes_it_first(threads: int, chunk_games: int) -> None:
    cheats = [load_entrant(f"{CHEATS}:cheat:{cheat}") for cheat in ("bidding=2", "selling=1")]
    made = make_plan(RULESETS[:1], field=cheats, players=[4], seed=5, games=4000)
    engine = in_chunks(CompiledEngine(made), chunk_games)
    with pytest.raises(StrategyError) as caught:
        run(made, engine, threads=threads)
    first = in_chunks(PlainEngine(made), 4)
    with pytest.raises(StrategyError) as plain:
        run(made, first)
    assert str(caught.value) == str(plain.value)


def numbered(number: int) -> Iterator[Chunk]:
    return (Chunk(0, i, 1) for i in range(number))


@pytest.mark.parametrize("threads", [0, 1, 2, 5])
def test_results_come_in_order_and_few_are_under_way(threads: int) -> None:
    begun: list[int] = []
    under_way: list[int] = []

    def work(chunk: Chunk) -> int:
        begun.append(chunk.first_deal)
        time.sleep(random.Random(chunk.first_deal).random() / 500)
        return chunk.first_deal

    results = []
    for result in in_order(work, numbered(200), threads, threading.Event()):
        results.append(result)
        under_way.append(len(begun) - len(results))
    assert results == list(range(200))
    assert max(under_way) <= 3 * threads


def test_rows_that_wait_for_their_turn_are_few() -> None:
    made = iter(range(10**9))
    chunks = (Chunk(0, i, 1) for i in made)
    results = in_order(lambda chunk: chunk.first_deal, chunks, 3, threading.Event())
    assert [next(results) for _ in range(50)] == list(range(50))
    assert next(made) < 50 + 2 * 3 + 3
    results.close()  # type: ignore[attr-defined]


@pytest.mark.parametrize("threads", [0, 1, 3])
def test_the_first_error_in_order_is_raised(threads: int) -> None:
    def work(chunk: Chunk) -> int:
        if chunk.first_deal in {7, 8, 9}:
            time.sleep(0.05 if chunk.first_deal == 7 else 0)
            raise ValueError(chunk.first_deal)
        return chunk.first_deal

    results: list[int] = []
    with pytest.raises(ValueError, match="7"):
        results.extend(in_order(work, numbered(100), threads, threading.Event()))
    assert results == list(range(7))


@pytest.mark.parametrize("threads", [0, 1, 3])
def test_nothing_comes_after_the_stop(threads: int) -> None:
    stop = threading.Event()
    results = []
    for result in in_order(lambda chunk: chunk.first_deal, numbered(1000), threads, stop):
        results.append(result)
        if result == 20:
            stop.set()
    assert results == list(range(21))


@pytest.mark.parametrize("threads", [1, 3])
def test_who_never_ends_is_not_waited_for(threads: int) -> None:
    stop, ended = threading.Event(), threading.Event()

    def work(chunk: Chunk) -> int:
        if chunk.first_deal >= 5:
            stop.set()
            ended.wait(60)
        return chunk.first_deal

    started = time.perf_counter()
    try:
        results = list(in_order(work, numbered(100), threads, stop))
        assert time.perf_counter() - started < 5
        assert results == list(range(len(results)))
        assert len(results) <= 5
    finally:
        ended.set()


def test_an_error_does_not_wait_for_who_never_ends() -> None:
    ended = threading.Event()

    def work(chunk: Chunk) -> int:
        if chunk.first_deal == 3:
            raise ValueError("third")
        if chunk.first_deal > 3:
            ended.wait(60)
        return chunk.first_deal

    started = time.perf_counter()
    try:
        with pytest.raises(ValueError, match="third"):
            list(in_order(work, numbered(100), 2, threading.Event()))
        assert time.perf_counter() - started < 5
    finally:
        ended.set()


@pytest.mark.parametrize(
    ("make", "threads"), [(CompiledEngine, 1), (CompiledEngine, 2), (PlainEngine, 1)]
)
def test_ctrl_c_stops_within_a_second_with_whole_deals(
    make: Callable[[Plan], Engine], threads: int
) -> None:
    assert threading.current_thread() is threading.main_thread()
    before = signal.getsignal(signal.SIGINT)
    pressed: list[float] = []

    def press() -> None:
        pressed.append(time.perf_counter())
        os.kill(os.getpid(), signal.SIGINT)

    def on_progress(games: int) -> None:
        if not timers:
            timers.append(threading.Timer(0.2, press))
            timers[0].start()

    timers: list[threading.Timer] = []
    made = plan(games=10**9)
    outcome = run(made, make(made), threads=threads, on_progress=on_progress)
    assert time.perf_counter() - pressed[0] < 1
    assert not outcome.complete
    assert 0 < outcome.games < made.games
    for cell, tally in outcome.tallies.items():
        assert tally.games == int(tally.deals) * cell.seatings
        assert tally.money.sum() == tally.games * cell.players
    assert signal.getsignal(signal.SIGINT) is before


def test_what_is_kept_after_ctrl_c_is_the_beginning_of_the_run() -> None:
    made = plan(games=10**6)
    chunks: list[Chunk] = []

    def on_rows(chunk: Chunk, rows: Rows) -> None:
        chunks.append(chunk)
        if len(chunks) == 9:
            os.kill(os.getpid(), signal.SIGINT)

    outcome = run(made, in_chunks(CompiledEngine(made), 60), threads=2, on_rows=on_rows)
    assert chunks == [
        chunk for chunk, _ in zip(made.chunks(60, growing=True), chunks, strict=False)
    ]
    again = {cell.cell: Tally.empty(cell.cell) for cell in made.cells}
    engine = CompiledEngine(made)
    for chunk in chunks:
        again[made.cells[chunk.cell].cell].count(engine.play(chunk))
    assert sums(outcome) == sums(Outcome(made, again))


def test_a_second_ctrl_c_interrupts() -> None:
    with pytest.raises(KeyboardInterrupt), stop_on_interrupt() as stop:
        os.kill(os.getpid(), signal.SIGINT)
        assert stop.wait(1)
        os.kill(os.getpid(), signal.SIGINT)
        time.sleep(1)


def test_outside_the_main_thread_a_run_is_played_to_its_end() -> None:
    made = plan(games=100)
    outcomes: list[Outcome] = []
    thread = threading.Thread(target=lambda: outcomes.append(run(made, CompiledEngine(made))))
    thread.start()
    thread.join(60)
    assert outcomes[0].complete
