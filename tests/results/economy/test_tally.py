from __future__ import annotations

import numpy as np
import pytest
from forsale_sim.plugins.entrant import load_field
from forsale_sim.reference.events import Pass, Take
from forsale_sim.results.economy.counting import LEFT, LEVEL, MARGIN, PASSED, SHARED, WON
from forsale_sim.results.economy.tables import PARTS, economy_tables
from forsale_sim.results.economy.tally import Economy, worth_after_buying
from forsale_sim.rows import Rows
from forsale_sim.rules.loading import load_ruleset
from forsale_sim.simulation.engines import CompiledEngine
from forsale_sim.simulation.pieces import Chunk
from forsale_sim.simulation.plan import Plan, make_plan
from forsale_sim.simulation.replaying import seat_game

from tests.results.made import part_of
from tests.simulation.playing import play

SEED = 11


@pytest.fixture(scope="module")
def plan() -> Plan:
    field = load_field(["counter", "expert", "spread", "random"])
    return make_plan([load_ruleset("iello-en")], field=field, players=[4], seed=SEED, games=200)


@pytest.fixture(scope="module")
def rows(plan: Plan) -> Rows:
    return CompiledEngine(plan).play(Chunk(0, 0, 1, plan.cells[0].deals), houses=True)


def economy_of(plan: Plan, rows: Rows) -> Economy:
    economy = Economy.empty(plan.cells[0].cell)
    economy.count([rows])
    return economy


def test_games_are_counted_as_they_ended(plan: Plan, rows: Rows) -> None:
    economy = economy_of(plan, rows)
    money = np.sort(rows.coins + rows.cheques, axis=1)
    margin = money[:, -1] - money[:, -2]
    assert economy.games[MARGIN] == margin.sum()
    assert economy.games[LEVEL] == (margin == 0).sum()
    assert economy.games[SHARED] == ((rows.place == 1).sum(axis=1) > 1).sum()
    assert economy.games[LEFT] == rows.coins.sum()
    brought = sum(plan.cells[0].cell.rules.coins) * len(rows.data)
    assert economy.games[WON] + economy.games[PASSED] + economy.games[LEFT] == brought
    by_deal = margin.reshape(-1, 4).sum(axis=1)
    assert economy.games2[MARGIN, MARGIN] == (by_deal**2).sum()


def test_houses_are_counted_by_deal(plan: Plan, rows: Rows) -> None:
    economy = economy_of(plan, rows)
    bought, price, cheque = (
        part.astype(int).reshape(-1, 4, 60).sum(axis=1)
        for part in (rows.buyer > 0, rows.price, rows.cheque)
    )
    for name, expected in {
        "deals": bought > 0,
        "n": bought,
        "p": price,
        "c": cheque,
        "pn": price * bought,
        "cc": cheque**2,
        "cp": cheque * price,
    }.items():
        assert (economy.houses[name] == expected.sum(axis=0)).all(), name


def test_standings_are_those_by_coins_and_the_worth_of_houses(plan: Plan, rows: Rows) -> None:
    economy = economy_of(plan, rows)
    worth = worth_after_buying(plan.cells[0].cell.rules)
    wins, counts = np.zeros(4, int), np.zeros(4, int)
    for coins, buyer, win in zip(rows.coins, rows.buyer, rows.win, strict=True):
        assets = [int(coins[s]) + int(worth[buyer == s + 1].sum()) for s in range(4)]
        for seat in range(4):
            place = sum(other > assets[seat] for other in assets)
            wins[place] += win[seat]
            counts[place] += 1
    assert economy.standings["x"].tolist() == wins.tolist()
    assert economy.standings["n"].tolist() == counts.tolist()


def test_squares_of_wins_are_by_seat_and_by_player(plan: Plan, rows: Rows) -> None:
    economy = economy_of(plan, rows)
    win = rows.win.astype(int).reshape(-1, 4, 4)
    # With as many strategies as seats, a deal's players are told apart by their strategies.
    strategy = rows.strategy.reshape(-1, 4, 4)
    players = np.array([(win * (strategy == i)).sum(axis=(1, 2)) for i in range(4)])
    expected = [(win**2).sum(), (win.sum(axis=1) ** 2).sum(), (players**2).sum()]
    assert economy.luck.tolist() == expected


def test_parts_add_up_to_the_whole(plan: Plan, rows: Rows) -> None:
    half = plan.cells[0].deals // 2
    total = Economy.empty(plan.cells[0].cell)
    for part in (part_of(rows, 0, half), part_of(rows, half, rows.deals)):
        total += economy_of(plan, part)
    for name, array in economy_of(plan, rows).arrays().items():
        assert (total.arrays()[name] == array).all(), name


def test_coins_lost_by_passing_and_by_winning(plan: Plan, rows: Rows) -> None:
    passed = won = 0
    for number in range(1, plan.games + 1):
        seated = seat_game(plan, plan.game(number))
        seated.play()
        for event in seated.game.events:
            passed += event.bid - event.refund if isinstance(event, Pass) else 0
            won += event.paid if isinstance(event, Take) else 0
    economy = economy_of(plan, rows)
    assert (economy.games[PASSED], economy.games[WON]) == (passed, won)


def test_houses_are_needed(plan: Plan) -> None:
    rows = CompiledEngine(plan).play(Chunk(0, 0, 1, 1))
    with pytest.raises(ValueError, match="houses=True"):
        economy_of(plan, rows)


def test_what_decides_adds_up_and_strategies_count_where_they_differ(
    plan: Plan, rows: Rows
) -> None:
    cell = plan.cells[0].cell
    tally = play(plan).tally(0)
    luck = economy_tables({cell: (tally, economy_of(plan, rows))})["luck"]
    assert luck["part"].tolist() == list(PARTS)
    assert luck["share"].sum() == pytest.approx(1)
    assert luck["share_low"][0] > 0.05
    assert (luck["share_low"] < luck["share_high"]).all()
