from __future__ import annotations

import math
import os
import signal
from collections import Counter
from pathlib import Path

import numpy as np
import pytest
from forsale_sim.experiments.duel.plan import Duel, make_duel
from forsale_sim.experiments.duel.playing import (
    FIRST_LOOK,
    DuelOutcome,
    FailedGameError,
    MatchOutcome,
    looks,
    play_duel,
)
from forsale_sim.experiments.duel.results import duel_digest
from forsale_sim.experiments.duel.tally import DuelTally
from forsale_sim.plugins.entrant import load_field
from forsale_sim.reference.play import play_chunk
from forsale_sim.rows import Rows
from forsale_sim.rules.loading import load_ruleset
from forsale_sim.simulation.chunks import LEAST_CHUNKS, Chunk
from forsale_sim.simulation.engines import ENGINES, CompiledEngine
from forsale_sim.stats.sequential.two_sided import Finding, TwoSidedTest

from tests.check.trying import write

PAIR = '''\
from forsale_sim import View, strategy
from forsale_sim.cards import highest, lowest


@strategy("heads")
class Heads:
    """Makes each decision like one or the other of two players, by the fall of a coin."""

    def bid(view: View) -> int:
        eager = view.random() < 0.5
        return view.least_bid if eager and view.least_bid <= view.coins // 2 else 0

    def sell(view: View) -> int:
        return highest(view.hand) if view.random() < 0.5 else lowest(view.hand)


@strategy("tails")
class Tails:
    """The same for the other sides of all coins: as strong on average, but not in any one game."""

    def bid(view: View) -> int:
        eager = view.random() >= 0.5
        return view.least_bid if eager and view.least_bid <= view.coins // 2 else 0

    def sell(view: View) -> int:
        return highest(view.hand) if view.random() >= 0.5 else lowest(view.hand)
'''


def duel_of(*specs: str, players: int = 4, seed: int = 1, most_deals: int = 3000) -> Duel:
    a, b, *others = load_field(specs)
    return make_duel(
        a,
        b,
        others,
        rulesets=[load_ruleset("iello-en")],
        players=(players,),
        seed=seed,
        most_deals=most_deals,
    )


def new_test() -> TwoSidedTest:
    return TwoSidedTest(0, 20, 0.05, 0.05)


def played(duel: Duel, engine: str = "compiled", threads: int = 1) -> DuelOutcome:
    return play_duel(duel, ENGINES[engine](duel.plan), new_test, threads=threads)


@pytest.mark.parametrize("deals_per_round", [1, 12, 75, 350])
@pytest.mark.parametrize("most_deals", [1, 80, 10_000])
def test_looks_are_at_whole_rounds_up_to_the_most_deals(
    deals_per_round: int, most_deals: int
) -> None:
    expected, rounds = 1, []
    for first_deal, more in looks(deals_per_round, most_deals):
        assert first_deal == expected
        assert more >= 1
        expected += more * deals_per_round
        rounds.append(more)
    assert expected - 1 == max(1, most_deals // deals_per_round) * deals_per_round
    if most_deals == 10_000:
        assert FIRST_LOOK <= rounds[0] * deals_per_round < FIRST_LOOK + deals_per_round
        done = np.cumsum(rounds[:-2])
        assert (np.array(rounds[1:-1]) <= 1 + done / 16).all()


def test_shares_are_those_of_the_games_one_by_one() -> None:
    duel = duel_of("spread", "coinflip", "miser", "linear", most_deals=1)
    (match,) = played(duel).matches
    rules, field = match.match.cell.rules, duel.plan.field
    expected = DuelTally.empty(4, True)

    def won(cell: int, deal: int, strategy: int) -> int:
        lineup = duel.plan.cells[cell].lineup
        rows = play_chunk(rules, field, lineup, seed=1, first_deal=deal, deals=1, seatings=4)
        return int(rows.win[rows.strategy == strategy].sum())

    for deal, table in enumerate(match.match.mixed, start=1):
        cells = (match.match.a_amid_b, match.match.b_amid_a)
        alone = [np.array([won(cell, deal, who)]) for who, cell in enumerate(cells)]
        both = [
            np.array([won(table.as_seated, deal, who) + won(table.exchanged, deal, who)])
            for who in (0, 1)
        ]
        expected.count((alone[0], alone[1]), (both[0], both[1]))
    for name, array in expected.arrays().items():
        np.testing.assert_array_equal(match.tally.arrays()[name], array)


def test_the_outcome_depends_neither_on_threads_nor_on_the_size_of_chunks() -> None:
    duel = duel_of("spread", "miser", "linear", "coinflip", "expert")
    first = played(duel)
    engine = ENGINES["compiled"](duel.plan)
    engine.chunk_games = 40  # two deals
    for other in (
        played(duel, threads=3),
        play_duel(duel, engine, new_test),
        play_duel(duel, engine, new_test, threads=2),
    ):
        assert duel_digest(other) == duel_digest(first)
        assert other.matches[0].test == first.matches[0].test
    assert duel_digest(played(duel_of("spread", "miser", "linear", seed=2))) != duel_digest(first)


def test_the_deals_of_a_look_are_shared_out_among_threads(monkeypatch: pytest.MonkeyPatch) -> None:
    play, asked = CompiledEngine.play, list[int]()

    def noted(engine: CompiledEngine, chunk: Chunk) -> Rows:
        asked.append(chunk.deals)
        return play(engine, chunk)

    monkeypatch.setattr(CompiledEngine, "play", noted)
    played(duel_of("spread", "miser", most_deals=160))
    assert max(asked) <= -(-160 // LEAST_CHUNKS)


def test_the_engines_agree() -> None:
    duel = duel_of("spread", "coinflip", "miser", players=3, most_deals=6)
    assert duel_digest(played(duel, "python")) == duel_digest(played(duel))


def test_the_stronger_is_found_whichever_way_round() -> None:
    (match,) = played(duel_of("counter", "random", "spread")).matches
    assert match.test.finding is Finding.FIRST
    (mirrored,) = played(duel_of("random", "counter", "spread")).matches
    assert mirrored.test.finding is Finding.SECOND
    np.testing.assert_array_equal(match.tally.scores, mirrored.tally.scores[::-1])
    assert match.test.first.llr == pytest.approx(mirrored.test.second.llr)
    assert match.complete


def test_who_plays_alike_is_never_ahead(tmp_path: Path) -> None:
    path = tmp_path / "copy.py"
    path.write_text(PAIR.replace(">= 0.5", "< 0.5"))
    (match,) = played(duel_of(f"{path}:heads", f"{path}:tails", "miser")).matches
    scores, counts = match.tally.seen_scores()
    assert scores[counts > 0].tolist() == [0.5]
    assert match.test.finding is not Finding.FIRST
    assert match.test.first.llr == pytest.approx(match.test.second.llr)


def test_a_match_without_a_finding_ends_with_its_deals() -> None:
    (match,) = played(duel_of("spread", "miser", most_deals=130)).matches
    assert match.tally.deals == 130
    assert match.games == 130 * 8
    assert match.complete
    assert match.test.finding is Finding.OPEN


def test_each_look_is_told_of() -> None:
    seen: list[int] = []

    def on_look(match: MatchOutcome) -> None:
        seen.append(match.tally.deals)

    duel = duel_of("spread", "miser", most_deals=130)
    play_duel(duel, ENGINES["compiled"](duel.plan), new_test, on_look=on_look)
    assert seen == [100, 107, 114, 122, 130]


def test_ctrl_c_leaves_what_was_known_at_the_last_look() -> None:
    def on_look(match: MatchOutcome) -> None:
        os.kill(os.getpid(), signal.SIGINT)

    duel = duel_of("spread", "miser")
    outcome = play_duel(duel, ENGINES["compiled"](duel.plan), new_test, on_look=on_look)
    assert outcome.games == 100 * 8
    assert not outcome.complete


def test_a_failed_game_is_named_with_its_lineup(tmp_path: Path) -> None:
    spec = write(tmp_path, bid="return 99 if view.random_below(2000) == 0 else 0")
    duel = duel_of("spread", spec, "miser")
    with pytest.raises(FailedGameError, match="a bid of 99 is illegal") as failed:
        played(duel)
    specs = {entrant.spec for entrant in duel.plan.field}
    assert len(failed.value.lineup) == 4
    assert set(failed.value.lineup) <= specs
    assert failed.value.where.players == 4


@pytest.mark.slow
def test_of_two_equals_one_is_found_stronger_at_most_as_often_as_alpha(tmp_path: Path) -> None:
    """Real duels between strategies that are alike but for what they make of chance."""
    path = tmp_path / "pair.py"
    path.write_text(PAIR)
    duels, found = 1000, Counter[Finding]()
    for seed in range(duels):
        duel = duel_of(f"{path}:heads", f"{path}:tails", players=3, seed=seed, most_deals=10**5)
        found[played(duel).matches[0].test.finding] += 1
    wrong = (found[Finding.FIRST] + found[Finding.SECOND]) / duels
    print({finding.name: count for finding, count in found.items()})
    assert found[Finding.OPEN] == 0
    assert wrong <= 0.05
    assert min(found[Finding.FIRST], found[Finding.SECOND]) / duels <= 0.025
    assert abs(found[Finding.FIRST] - found[Finding.SECOND]) < 3 * math.sqrt(duels * 0.05)
