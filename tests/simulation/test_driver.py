"""A run gives the same result however it is done, and stops when it is told to."""

from __future__ import annotations

import os
import signal
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from forsale_sim.errors import StrategyError
from forsale_sim.plugins.entrant import load_entrant, load_field
from forsale_sim.results.tally import Tally
from forsale_sim.rules.loading import load_ruleset
from forsale_sim.simulation.chunks import Chunk, chunks
from forsale_sim.simulation.deals import Deals
from forsale_sim.simulation.driver import Outcome, stop_on_interrupt
from forsale_sim.simulation.engines import CompiledEngine, Engine, PlainEngine
from forsale_sim.simulation.executors import PlayedChunk
from forsale_sim.simulation.plan import Plan, make_plan

from tests.engine.playing import assert_same_rows
from tests.simulation.playing import play, sums

RULESETS = (load_ruleset("iello-en"), load_ruleset("ravensburger-1997"))
FIELD = load_field(["coinflip", "random", "spread", "bid=linear,sell=lowest-first"])
CHEATS = Path(__file__).parents[1] / "engine" / "cheats.py"


def plan(**options: Any) -> Plan:
    return make_plan(RULESETS, **{"field": FIELD, "seed": 9, "games": 600, **options})


def in_order_of(made: Plan, chunk_games: int) -> list[Chunk]:
    return list(chunks(made.cells, made.all_deals, chunk_games, growing=True))


def in_chunks(engine: Any, games: int) -> Any:
    engine.chunk_games = games
    return engine


@pytest.fixture(scope="module")
def expected() -> list[tuple[str, bytes]]:
    made = plan()
    return sums(play(made))


@pytest.mark.parametrize("threads", [1, 2, 5])
@pytest.mark.parametrize("chunk_games", [1, 37, 10**6])
def test_threads_and_chunks_make_no_difference(
    expected: list[tuple[str, bytes]], threads: int, chunk_games: int
) -> None:
    made = plan()
    seen: list[PlayedChunk] = []
    outcome = play(
        made,
        in_chunks(CompiledEngine(made), chunk_games),
        threads=threads,
        watchers=[lambda _, played: seen.append(played)],
    )
    assert sums(outcome) == expected
    assert outcome.complete
    assert outcome.games == made.games == sum(played.tally.games for played in seen)
    assert [played.chunk for played in seen] == in_order_of(made, chunk_games)
    assert outcome.seconds > 0


def test_the_engine_makes_no_difference(expected: list[tuple[str, bytes]]) -> None:
    made = plan()
    outcome = play(made, in_chunks(PlainEngine(made), 100), threads=3)
    assert sums(outcome) == expected
    assert outcome.complete


def test_a_cell_s_tally_is_that_of_its_rows() -> None:
    made = plan()
    by_cell = {cell.cell: Tally.empty(cell.cell) for cell in made.cells}

    def count(outcome: Outcome, played: PlayedChunk) -> None:
        assert played.rows is not None
        by_cell[made.cells[played.chunk.cell].cell].count(played.rows)

    outcome = play(made, in_chunks(CompiledEngine(made), 50), watchers=[count])
    assert list(outcome.tallies) == [cell.cell for cell in made.cells]
    assert sums(Outcome(made, (), tallies=by_cell)) == sums(outcome)


def test_another_seed_is_another_run(expected: list[tuple[str, bytes]]) -> None:
    made = plan(seed=10)
    assert sums(play(made)) != expected


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
        played.append(make(made).play(Chunk(cell=0, first_deal=1, deals=10)))
    assert_same_rows(*played)


@pytest.mark.parametrize("threads", [1, 2, 5])
@pytest.mark.parametrize("chunk_games", [4, 60, 10**6])
def test_the_first_mistake_is_told_whoever_makes_it_first(threads: int, chunk_games: int) -> None:
    cheats = [load_entrant(f"{CHEATS}:cheat:{cheat}") for cheat in ("bidding=2", "selling=1")]
    made = make_plan(RULESETS[:1], field=cheats, players=[4], seed=5, games=4000)
    engine = in_chunks(CompiledEngine(made), chunk_games)
    with pytest.raises(StrategyError) as caught:
        play(made, engine, threads)
    first = in_chunks(PlainEngine(made), 4)
    with pytest.raises(StrategyError) as plain:
        play(made, first)
    assert str(caught.value) == str(plain.value)


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

    def watch(outcome: Outcome, played: PlayedChunk) -> None:
        if not timers:
            timers.append(threading.Timer(0.2, press))
            timers[0].start()

    timers: list[threading.Timer] = []
    made = plan(games=10**9)
    outcome = play(made, make(made), threads, watchers=[watch])
    assert time.perf_counter() - pressed[0] < 1
    assert not outcome.complete
    assert 0 < outcome.games < made.games
    for cell, tally in outcome.tallies.items():
        assert tally.games == int(tally.deals) * cell.seatings
        assert tally.money.sum() == tally.games * cell.players
    assert signal.getsignal(signal.SIGINT) is before


def test_what_is_kept_after_ctrl_c_is_the_beginning_of_the_run() -> None:
    made = plan(games=10**6)
    seen: list[Chunk] = []

    def watch(outcome: Outcome, played: PlayedChunk) -> None:
        seen.append(played.chunk)
        if len(seen) == 9:
            os.kill(os.getpid(), signal.SIGINT)

    outcome = play(made, in_chunks(CompiledEngine(made), 60), threads=2, watchers=[watch])
    assert seen == in_order_of(made, 60)[: len(seen)]
    again = {cell.cell: Tally.empty(cell.cell) for cell in made.cells}
    engine = CompiledEngine(made)
    for chunk in seen:
        again[made.cells[chunk.cell].cell].count(engine.play(chunk))
    assert sums(outcome) == sums(Outcome(made, (), tallies=again))


def test_a_second_ctrl_c_interrupts() -> None:
    with pytest.raises(KeyboardInterrupt), stop_on_interrupt() as stop:
        os.kill(os.getpid(), signal.SIGINT)
        assert stop.wait(1)
        os.kill(os.getpid(), signal.SIGINT)
        time.sleep(1)


def test_outside_the_main_thread_a_run_is_played_to_its_end() -> None:
    made = plan(games=100)
    outcomes: list[Outcome] = []
    thread = threading.Thread(target=lambda: outcomes.append(play(made)))
    thread.start()
    thread.join(60)
    assert outcomes[0].complete


def test_what_is_missing_is_wanted_and_not_played() -> None:
    made = plan()
    part = Outcome(made, tuple(Deals.of([(3, 12)]) for _ in made.cells))
    assert part.missing == list(part.wanted)
    part.played = [Deals.of([(3, 5), (9, 9)]) for _ in made.cells]
    assert part.missing == [Deals.of([(6, 8), (10, 12)]) for _ in made.cells]
    assert not any(play(made).missing)
