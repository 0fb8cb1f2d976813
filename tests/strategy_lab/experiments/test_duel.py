"""Duels for tests: made and played in one call each."""

from __future__ import annotations

from collections import Counter
from typing import Any

import numpy as np
import pytest
from forsale_sim.program import FOR_SALE
from strategy_lab.errors import UsageError
from strategy_lab.experiments.duel.experiment import (
    COLUMNS,
    Duel,
    Standing,
    duel_table,
    finding_of,
)
from strategy_lab.experiments.specs import DuelSpec
from strategy_lab.results.accumulators import DuelTally
from strategy_lab.results.tables import Columns, records
from strategy_lab.simulation.execution import Threads, simulate
from strategy_lab.simulation.experiment import Outcome
from strategy_lab.stats.intervals import Estimate
from strategy_lab.stats.sequential_tests import Finding

from tests.support.documents import ROOT, tables
from tests.support.players import play_chunk


def standings(duel: Duel) -> list[Standing]:
    return duel.standings(played(duel))


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


def test_the_stronger_one_is_found_whichever_way_round() -> None:
    (match,) = standings(duel_of("counter", "random", "spread"))
    assert match.test.finding is Finding.FIRST
    (mirrored,) = standings(duel_of("random", "counter", "spread"))
    assert mirrored.test.finding is Finding.SECOND
    np.testing.assert_array_equal(match.tally.scores, mirrored.tally.scores[::-1])
    assert match.test.first.llr == pytest.approx(mirrored.test.second.llr)
    assert match.complete


def duel_of(*specs: str, **options: Any) -> Duel:
    """Return a duel of the first two; the others sit at mixed tables."""
    a, b, *others = specs
    usual = {"players": (4,), "seed": 1, "max_deals": 3000, "elo1": 20.0}
    return (
        DuelSpec.in_program(FOR_SALE)
        .of(a=a, b=b, field=others, no_field=not others, **{**usual, **options})
        .experiment()
    )


def played(duel: Duel) -> Outcome:
    return simulate(Outcome(duel), Threads(duel, "compiled"))


TEST = {"elo1": 10.0, "alpha": 0.1, "beta": 0.05, "seed": 4, "max_deals": 20_000}


@pytest.fixture(scope="module")
def duel() -> Duel:
    return duel_of("spread", "expert", "miser", "linear", players=(3, 4), **TEST)


@pytest.fixture(scope="module")
def outcome(duel: Duel) -> Outcome:
    return played(duel)


@pytest.fixture(scope="module")
def table(duel: Duel, outcome: Outcome) -> Columns:
    return duel.tables(outcome)["duels"]


def test_a_row_for_each_match(duel: Duel, outcome: Outcome, table: Columns) -> None:
    assert list(table) == list(COLUMNS)
    rows = records(table)
    assert [(row["ruleset"], row["players"]) for row in rows] == [("iello-en", 3), ("iello-en", 4)]
    for row, match in zip(rows, duel.standings(outcome), strict=True):
        assert (row["strategy_a"], row["strategy_b"]) == ("spread", "expert")
        assert row["verdict"] == "B"
        assert row["finding"] == "expert is stronger"
        assert row["deals"] == match.tally.deals
        assert row["games"] == row["deals"] * 4 * row["players"]
        assert row["llr_b"] >= row["upper"] > 0 > row["lower"]
        assert row["llr"] <= row["lower"]


@pytest.mark.thorough
@pytest.mark.parametrize(
    ("specs", "most_deals", "finding"),
    [
        (("spread", "miser"), 100, "undecided after 100 deals: spread wins"),
        (("linear:share=0.5", "linear:share=0.501"), 20_000, "neither is stronger by 10 Elo"),
    ],
)
def test_undecided_is_one_of_two_things(
    specs: tuple[str, ...], most_deals: int, finding: str
) -> None:
    duel = duel_of(*specs, players=(3,), **{**TEST, "max_deals": most_deals})
    (standing,) = duel.standings(played(duel))
    (row,) = records(duel_table([standing], duel.names))
    assert row["verdict"] == "undecided"
    assert row["finding"].startswith(finding)
    standing.complete = False
    if "after" in finding:
        (row,) = records(duel_table([standing], duel.names))
        assert row["finding"].startswith("stopped after 100 deals: spread wins")


@pytest.mark.parametrize(
    ("low", "high", "words"),
    [
        (0.05, 0.082, ": spread wins 5.0 to 8.2 points more"),
        (-0.082, -0.05, ": miser wins 5.0 to 8.2 points more"),
        (-0.01, 0.03, ": spread wins between 1.0 points less and 3.0 more than miser"),
        (float("nan"), float("nan"), ""),
    ],
)
def test_an_undecided_match_says_what_is_known(low: float, high: float, words: str) -> None:
    duel = duel_of("spread", "miser", players=(3,), **{**TEST, "max_deals": 100})
    (standing,) = duel.standings(played(duel))
    estimate = Estimate((low + high) / 2, low, high)
    assert finding_of(standing, duel.names, estimate) == f"undecided after 100 deals{words}"


def test_all_keys_of_the_manifest_are_documented(duel: Duel, outcome: Outcome) -> None:
    text = (ROOT / "docs/results.md").read_text(encoding="utf-8")
    common = tables(text)["key", "meaning"]
    known = {name.strip() for row in common for name in row[0].split(",")}
    assert all(key in known or f"`{key}`" in text for key in duel.facts(outcome))


OTHERS = ("miser", "linear", "matcher", "counter")


def lineup(duel: Duel, cell: int) -> list[str]:
    return [duel.plan.field[index].name for index in duel.plan.cells[cell].lineup or ()]


@pytest.mark.parametrize(("players", "choices"), [(3, 4), (4, 6), (5, 4), (6, 1)])
def test_mixed_tables_are_all_choices_of_others_and_seats(players: int, choices: int) -> None:
    duel = duel_of("spread", "expert", *OTHERS, players=(players,))
    (match,) = duel.matches
    assert match.deals_per_round == choices * (players - 1)
    assert match.games_per_deal == 4 * players
    tables = [lineup(duel, table.as_seated) for table in match.mixed]
    assert len(set(map(tuple, tables))) == len(tables)
    assert all(table[0] == "spread" and len(table) == players for table in tables)
    seats = Counter(table.index("expert") for table in tables)
    assert seats == dict.fromkeys(range(1, players), choices)
    company = Counter(name for table in tables for name in table if name in OTHERS)
    assert len(set(company.values())) == 1


def test_a_field_of_too_many_tables_is_refused() -> None:
    others = [f"spread:share=0.{share:02}" for share in range(1, 21)]
    with pytest.raises(
        UsageError, match="20 others make 24225 mixed tables of 6, and at most 4000"
    ):
        duel_of("spread", "expert", *others, players=(6,))
