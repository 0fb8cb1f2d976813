from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

import numpy as np
import pytest
from forsale_sim.plugins.entrant import load_field
from forsale_sim.reference.events import Cheques, Event, Houses, Pass, Sell, Take
from forsale_sim.reference.play import play_game
from forsale_sim.results.economy.counting import LEAD_CHANGES, LEFT, LEVEL, MARGIN, SHARED
from forsale_sim.results.economy.tables import economy_tables
from forsale_sim.results.economy.tally import Economy, worth_after_buying
from forsale_sim.rows import Rows
from forsale_sim.rules.loading import load_ruleset
from forsale_sim.simulation.engines import CompiledEngine
from forsale_sim.simulation.pieces import Chunk
from forsale_sim.simulation.plan import Plan, make_plan

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
    money = np.sort(rows.score, axis=1)
    margin = money[:, -1] - money[:, -2]
    assert economy.games[MARGIN] == margin.sum()
    assert economy.games[LEVEL] == (margin == 0).sum()
    assert economy.games[SHARED] == ((rows.place == 1).sum(axis=1) > 1).sum()
    assert economy.games[LEFT] == rows.coins.sum()
    by_deal = margin.reshape(-1, 4).sum(axis=1)
    assert economy.games2[MARGIN, MARGIN] == (by_deal**2).sum()


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


def test_parts_add_up_to_the_whole(plan: Plan, rows: Rows) -> None:
    half = plan.cells[0].deals // 2
    total = Economy.empty(plan.cells[0].cell)
    for part in (part_of(rows, 0, half), part_of(rows, half, rows.deals)):
        total += economy_of(plan, part)
    for name, array in economy_of(plan, rows).arrays().items():
        assert (total.arrays()[name] == array).all(), name


def test_houses_are_needed(plan: Plan) -> None:
    rows = CompiledEngine(plan).play(Chunk(0, 0, 1, 1))
    with pytest.raises(ValueError, match="houses=True"):
        economy_of(plan, rows)


def test_who_leads_wins_more_than_who_is_last(plan: Plan, rows: Rows) -> None:
    cell = plan.cells[0].cell
    table = economy_tables({cell: (play(plan).tally(0), economy_of(plan, rows))})["standings"]
    assert table["standing"].tolist() == [1, 2, 3, 4]
    assert table["win_rate_low"][0] > table["win_rate_high"][-1]


def lead_changes(events: Sequence[Event], coins: Sequence[int], worth: Sequence[int]) -> int:
    """How often the lead changes in a game, from what happens at the table."""
    assets, leaders = list(coins), []
    for event, after in pairwise([*events, None]):
        match event:
            case Pass(seat=seat, house=house, bid=bid, refund=refund):
                assets[seat - 1] += refund - bid + (0 if house is None else worth[house - 1])
            case Take(seat=seat, house=house, paid=paid):
                assets[seat - 1] += worth[house - 1] - paid
            case Sell(seat=seat, house=house, cheque=cheque):
                assets[seat - 1] += cheque - worth[house - 1]
        if after is None or isinstance(after, Houses | Cheques):
            best = max(assets)
            if not leaders or assets[leaders[-1]] < best:
                leaders.append(assets.index(best))
    return len(leaders) - 1


@pytest.mark.parametrize(
    "ruleset", ["iello-en", "ravensburger-1997", "iello-en[houses_per_round=players - 1]"]
)
def test_changes_of_the_lead_are_those_that_the_table_sees(ruleset: str) -> None:
    (spread,) = load_field(["spread"])
    plan = make_plan([load_ruleset(ruleset)], field=[spread], players=[4], seed=SEED, games=80)
    rules, deals = plan.cells[0].cell.rules, plan.cells[0].deals
    rows = CompiledEngine(plan).play(Chunk(0, 0, 1, deals), houses=True)
    worth = worth_after_buying(rules).tolist()
    expected = sum(
        lead_changes(play_game(rules, [spread] * 4, SEED, deal).events, rules.coins, worth)
        for deal in range(1, deals + 1)
    )
    assert economy_of(plan, rows).games[LEAD_CHANGES] == expected > 0
