from __future__ import annotations

import math
from collections import Counter
from pathlib import Path

import numpy as np
import pytest
from forsale_sim.reference.playing import play_chunk
from strategy_lab.experiments.duel.experiment import FIRST_LOOK, Duel, Standing, looks
from strategy_lab.results.accumulators import DuelTally
from strategy_lab.simulation.experiment import Outcome
from strategy_lab.stats.sequential_tests import Finding

from tests.strategy_lab.experiments.duel.dueling import duel_of, played
from tests.support.interrupting import interrupt_after

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


def standings(duel: Duel) -> list[Standing]:
    return duel.standings(played(duel))


@pytest.mark.parametrize("deals_per_round", [1, 12, 75, 350])
@pytest.mark.parametrize("most_deals", [1, 80, 10_000])
def test_looks_are_at_whole_rounds_up_to_the_most_deals(
    deals_per_round: int, most_deals: int
) -> None:
    expected, rounds = 1, []
    for first_deal, more, deals in looks(deals_per_round, most_deals):
        assert first_deal == expected
        assert more >= 1
        assert deals == more * deals_per_round
        expected += more * deals_per_round
        rounds.append(more)
    assert expected - 1 == max(1, most_deals // deals_per_round) * deals_per_round
    if most_deals == 10_000:
        assert FIRST_LOOK <= rounds[0] * deals_per_round < FIRST_LOOK + deals_per_round
        done = np.cumsum(rounds[:-2])
        assert (np.array(rounds[1:-1]) <= 1 + done / 16).all()


def test_shares_are_those_of_the_games_one_by_one() -> None:
    duel = duel_of("spread", "coinflip", "miser", "linear", max_deals=1)
    (match,) = duel.matches
    expected = DuelTally.empty(match.cell, mixed=True)

    def won(cell: int, deal: int, strategy: int) -> int:
        rules, lineup = match.cell.rules, duel.plan.cells[cell].lineup
        rows = play_chunk(
            rules, duel.plan.field, lineup, seed=1, first_deal=deal, deals=1, seatings=4
        )
        return int(rows.win[rows.strategy == strategy].sum())

    for deal, table in enumerate(match.mixed, start=1):
        cells = (match.a_amid_b, match.b_amid_a)
        alone = [np.array([won(cell, deal, player)]) for player, cell in enumerate(cells)]
        both = [
            np.array([won(table.as_seated, deal, player) + won(table.exchanged, deal, player)])
            for player in (0, 1)
        ]
        expected.count_shares((alone[0], alone[1]), (both[0], both[1]))
    (standing,) = standings(duel)
    for name, array in expected.arrays().items():
        np.testing.assert_array_equal(standing.tally.arrays()[name], array)


def test_another_seed_plays_other_games() -> None:
    (first,), (second,) = (
        standings(duel_of("spread", "miser", seed=seed, max_deals=100)) for seed in (1, 2)
    )
    assert first.tally.scores.tolist() != second.tally.scores.tolist()


def test_the_stronger_one_is_found_whichever_way_round() -> None:
    (match,) = standings(duel_of("counter", "random", "spread"))
    assert match.test.finding is Finding.FIRST
    (mirrored,) = standings(duel_of("random", "counter", "spread"))
    assert mirrored.test.finding is Finding.SECOND
    np.testing.assert_array_equal(match.tally.scores, mirrored.tally.scores[::-1])
    assert match.test.first.llr == pytest.approx(mirrored.test.second.llr)
    assert match.complete


def test_strategies_that_play_alike_are_never_ahead(tmp_path: Path) -> None:
    path = tmp_path / "copy.py"
    path.write_text(PAIR.replace(">= 0.5", "< 0.5"))
    (match,) = standings(duel_of(f"{path}:heads", f"{path}:tails", "miser"))
    scores, counts = match.tally.seen_scores()
    assert scores[counts > 0].tolist() == [0.5]
    assert match.test.finding is not Finding.FIRST
    assert match.test.first.llr == pytest.approx(match.test.second.llr)


def test_a_match_without_a_finding_ends_with_its_deals() -> None:
    (match,) = standings(duel_of("spread", "miser", max_deals=130))
    assert match.looks == 5
    assert match.tally.deals == 130
    assert match.games == 130 * 8
    assert match.complete
    assert match.test.finding is Finding.OPEN


def test_ctrl_c_leaves_what_was_known_at_the_last_look(monkeypatch: pytest.MonkeyPatch) -> None:
    duel = duel_of("spread", "miser")
    seen: list[tuple[int, int]] = []
    for pieces in range(5, 60, 5):
        interrupt_after(monkeypatch, pieces)
        outcome = played(duel)
        monkeypatch.undo()
        (match,) = duel.standings(outcome)
        assert not outcome.complete
        assert match.tally.deals <= len_played(outcome)
        seen.append((match.looks, match.tally.deals))
    assert (0, 0) in seen
    assert (1, 100) in seen
    assert {deals for looked, deals in seen if looked} <= {100, 107, 114, 122, 130, 139, 148}


def len_played(outcome: Outcome) -> int:
    return sum(map(len, outcome.played))


@pytest.mark.slow
def test_of_two_equals_one_is_found_stronger_at_most_as_often_as_alpha(tmp_path: Path) -> None:
    """Real duels between strategies that are alike but for what they make of chance."""
    path = tmp_path / "pair.py"
    path.write_text(PAIR)
    duels, findings = 1000, Counter[Finding]()
    for seed in range(duels):
        duel = duel_of(f"{path}:heads", f"{path}:tails", players=(3,), seed=seed, max_deals=10**5)
        findings[standings(duel)[0].test.finding] += 1
    wrong = (findings[Finding.FIRST] + findings[Finding.SECOND]) / duels
    print({finding.name: count for finding, count in findings.items()})
    assert findings[Finding.OPEN] == 0
    assert wrong <= 0.05
    assert min(findings[Finding.FIRST], findings[Finding.SECOND]) / duels <= 0.025
    assert abs(findings[Finding.FIRST] - findings[Finding.SECOND]) < 3 * math.sqrt(duels * 0.05)
