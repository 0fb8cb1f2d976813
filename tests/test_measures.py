"""What a deal comes to, compared with the games that the readable engine tells move by move."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise

import numpy as np
import pytest
from forsale_sim.cards import members
from forsale_sim.for_sale import load_field
from forsale_sim.measures import MEASURES, alike, compared_by, on_common_deals
from forsale_sim.records import GameRows
from forsale_sim.reference import table
from forsale_sim.reference.trace import records_of
from forsale_sim.rules.loading import load_ruleset
from forsale_sim.rules.ruleset import Rules
from forsale_sim.sums import HOUSE, SET_UP, SUMS, set_up
from strategy_lab.engines import KernelEngine as CompiledEngine
from strategy_lab.results.accumulators import Cell
from strategy_lab.results.conclusions import MONEY
from strategy_lab.results.measures import PLAYER, SEAT, STANDING, STRATEGY, TABLE, Layout
from strategy_lab.rows import whole_win
from strategy_lab.simulation.experiment import Chunk, make_plan

from tests.strategy_lab.results.made import made_cell, made_rows
from tests.support.players import empty_rows, mixed_lineup

SEED = 2**63 + 11

ENGLISH, FRENCH, GRYPHON, RAVENSBURGER = (
    load_ruleset(name).rules(5)
    for name in ("iello-en", "iello-fr", "gryphon-2009", "ravensburger-1997")
)
RELATIVE = {"money_share", "paid_share", "paid_by_passing_share", "margin_share"}


def summed(cell: Cell, rows: GameRows) -> tuple[Layout, np.ndarray]:
    return MEASURES.layout(cell, detail=True), MEASURES.deal_sums(cell, rows, detail=True)


FACE_DOWN = load_ruleset("iello-en[hidden_houses=1,pass_gift=1]").rules(5)


@pytest.mark.parametrize("rules", [ENGLISH, GRYPHON, FACE_DOWN], ids=lambda rules: rules.ruleset)
def test_coins_paid_by_passing(rules: Rules) -> None:
    deals, first_deal = 4, 7
    rows = empty_rows(deals, rules.players, seatings=1, detail=True)
    passed, taken = np.zeros((2, deals), int)
    for i in range(deals):
        game = table.play_game(rules, mixed_lineup(rules.players), SEED, first_deal + i)
        rows.data[i], rows.detail[i] = records_of(game)
        passed[i] = sum(
            event.bid - event.refund for event in game.events if isinstance(event, table.Pass)
        )
        taken[i] = sum(event.paid for event in game.events if isinstance(event, table.Take))
        taken[i] -= sum(event.gift for event in game.events if isinstance(event, table.Pass))
    layout, sums = summed(Cell(rules, ("one",), 1), rows)
    paid, by_passing = (layout.start(TABLE, name) for name in ("paid", "paid_by_passing"))
    assert np.array_equal(sums[:, by_passing], passed)
    assert np.array_equal(sums[:, paid] - sums[:, by_passing], taken)
    assert passed.any()
    assert taken.any()


@pytest.mark.parametrize("players", [3, 4, 5, 6])
def test_sums_over_games(players: int) -> None:
    cell = made_cell(players)
    rows = made_rows(cell, deals=40, seed=players)
    seatings = cell.seatings
    layout, sums = summed(cell, rows)
    assert sums.shape == (40, layout.length)

    def per_deal(values: np.ndarray) -> np.ndarray:
        return values.reshape(40, seatings, -1).sum(axis=(1, 2))

    money = np.sort(rows.score.astype(int), axis=1)
    margin = money[:, -1] - money[:, -2]
    brought = np.full(40, seatings * sum(cell.rules.coins))
    coins = per_deal(rows.coins.astype(int))
    of_table = {
        "games": np.full(40, seatings),
        "players": np.full(40, seatings * players),
        "money": per_deal(money),
        "brought": brought,
        "coins_left": coins,
        "paid": brought - coins,
        "cheques": per_deal((rows.score - rows.coins).astype(int)),
        "margin": per_deal(margin),
        "ties": per_deal(margin == 0),
        "shared_wins": per_deal((rows.win > 0).sum(axis=1) > 1),
        "close": per_deal(20 * margin <= money[:, -1]),
        **{name: per_deal(getattr(rows, name)) for name in ("turns", "decisions", "watched")},
        "seat_turns": players * per_deal(rows.turns),
    }
    assert list(of_table) == list(SUMS)
    expected = {layout.start(TABLE, name): values for name, values in of_table.items()}
    for seat in range(players):
        won, held = (values[:, seat].astype(int) for values in (rows.win, rows.score))
        expected[layout.start(SEAT, "win") + seat] = per_deal(won)
        expected[layout.start(SEAT, "score") + seat] = per_deal(held)
    for strategy in range(len(cell.field)):
        sits = rows.strategy == strategy
        won = np.where(sits, rows.win, 0).astype(int)
        expected[layout.start(STRATEGY, "games") + strategy] = per_deal(sits.astype(int))
        expected[layout.start(STRATEGY, "win") + strategy] = per_deal(won)
    for house in cell.rules.houses:
        price, buyer = rows.price[:, house - 1], rows.buyer[:, house - 1]
        expected[layout.start(HOUSE, "paid") + house - 1] = per_deal(price.astype(int))
        expected[layout.start(HOUSE, "bought") + house - 1] = per_deal(buyer > 0)
    for place, values in expected.items():
        assert np.array_equal(sums[:, place], values), place
    wins = layout.sums(sums, SEAT, "win")
    assert np.all(wins.sum(axis=1) == whole_win(players) * seatings)
    without = MEASURES.deal_sums(cell, rows, detail=False)
    plain = MEASURES.layout(cell, detail=False)
    for of in (TABLE, SEAT, STRATEGY):
        for name in plain.groups[of].sums:
            assert np.array_equal(plain.sums(without, of, name), layout.sums(sums, of, name)), name


def test_standings_are_those_by_coins_and_the_worth_of_houses() -> None:
    cell = made_cell(4)
    rows = made_rows(cell, deals=50, seed=3)
    worth = set_up(cell.rules)[SET_UP:]
    wins, counts = np.zeros(4, int), np.zeros(4, int)
    for coins, buyer, win in zip(rows.coins, rows.buyer, rows.win, strict=True):
        assets = [int(coins[s]) + int(worth[buyer == s + 1].sum()) for s in range(4)]
        for seat in range(4):
            place = sum(other > assets[seat] for other in assets)
            wins[place] += win[seat]
            counts[place] += 1
    layout, sums = summed(cell, rows)
    assert layout.sums(sums, STANDING, "win").sum(axis=0).tolist() == wins.tolist()
    assert layout.sums(sums, STANDING, "games").sum(axis=0).tolist() == counts.tolist()
    leaders, won = (sums[:, layout.start(TABLE, name)].sum() for name in ("leaders", "leader_wins"))
    assert (won, leaders) == (wins[0], counts[0] * whole_win(4))


def lead_changes(
    events: Sequence[table.Event], rules: Rules, worth: Sequence[int]
) -> tuple[int, int]:
    value, leaders, bought = rules.coin_value, [], 0
    assets = [value * coins for coins in rules.coins]
    for event, after in pairwise([*events, None]):
        match event:
            case table.Pass(seat=seat, house=house, bid=bid, refund=refund):
                assets[seat - 1] += value * (refund - bid) + (
                    0 if house is None else worth[house - 1]
                )
            case table.Take(seat=seat, house=house, paid=paid):
                assets[seat - 1] += worth[house - 1] - value * paid
            case table.Sell(seat=seat, house=house, cheque=cheque):
                bought = bought or len(leaders)
                assets[seat - 1] += cheque - worth[house - 1]
        if after is None or isinstance(after, table.Houses | table.Cheques):
            best = max(assets)
            if not leaders or assets[leaders[-1]] < best:
                leaders.append(assets.index(best))
    return len(leaders) - 1, len(leaders) - bought


@pytest.mark.parametrize(
    "ruleset",
    [
        "iello-en",
        "ravensburger-1997",
        "iello-en[houses_per_round=players - 1]",
        "iello-en[coin_value=3]",
    ],
)
def test_changes_of_the_lead_are_those_that_the_table_sees(ruleset: str) -> None:
    (spread,) = load_field(["spread"])
    plan = make_plan([load_ruleset(ruleset)], field=[spread], players=[4], seed=SEED, games=80)
    cell, deals = plan.cells[0].cell, plan.cells[0].deals
    rows = CompiledEngine(plan).play(Chunk(0, 0, 1, deals), detail=True)
    worth = set_up(cell.rules)[SET_UP:].tolist()
    expected = [
        lead_changes(
            table.play_game(cell.rules, [spread] * 4, SEED, deal).events, cell.rules, worth
        )
        for deal in range(1, deals + 1)
    ]
    layout, sums = summed(cell, rows)
    found = sums[:, layout.starts((TABLE, "lead_changes"), (TABLE, "sale_changes"))]
    assert (found / cell.seatings).tolist() == [list(each) for each in expected]
    assert all(map(sum, zip(*expected, strict=True)))


def game_of(rules: Rules, deal: table.Deal, moves: Sequence[int]) -> table.Game:
    game = table.Game(rules, deal)
    for move in moves:
        game.step(move)
    return game


def a_loser_decides(rules: Rules, deal: table.Deal, moves: Sequence[int]) -> bool:
    """Whether one who cannot win decides who does: games are played with the other house, too."""
    wins = game_of(rules, deal, moves).score.wins
    for number, move in enumerate(moves):
        game = game_of(rules, deal, moves[:number])
        seat, hands = game.to_act, list(map(members, game.hands.values()))
        if game.sale and len(hands[seat - 1]) == 2:
            (other,) = {*hands[seat - 1]} - {move}
            instead = game_of(rules, deal, [*moves[:number], other, *moves[number + 1 :]])
            if instead.score.wins != wins and not wins[seat - 1] + instead.score.wins[seat - 1]:
                return True
    return False


def decided_by_losers(rules: Rules, games: Sequence[table.Game]) -> list[bool]:
    rows = empty_rows(len(games), rules.players, seatings=1, detail=True)
    for i, game in enumerate(games):
        rows.data[i], rows.detail[i] = records_of(game)
    layout, sums = summed(Cell(rules, ("one",), 1), rows)
    return [bool(each) for each in sums[:, layout.start(TABLE, "kingmaking")]]


@pytest.mark.parametrize(
    ("coins", "decides"),
    [
        ((0, 20, 17), True),  # house 1 makes seat 3 win, 26 to 25; house 5 seat 2, 23 to 19
        ((0, 20, 16), False),  # 25 to 25 with house 1: seat 2 has more coins
        ((0, 20, 10), False),  # seat 2 wins either way
        ((17, 20, 17), False),  # seat 1 itself wins with house 5, 26 to 23
        ((30, 20, 17), False),  # seat 1 wins either way
    ],
)
def test_a_player_who_cannot_win_decides_who_does(
    coins: tuple[int, int, int], *, decides: bool
) -> None:
    """Nobody bids: seat 1 has houses 1 and 5, seat 2 2 and 6, seat 3 3 and 4; the first are sold.

    The cheques are 0, 2 and 9, then 0, 0 and 3.
    """
    rules = Rules(
        ruleset="made up",
        players=3,
        houses=tuple(range(1, 7)),
        cheques=(0, 0, 0, 2, 3, 9),
        coins=coins,
        removed=0,
        houses_per_round=3,
        raise_="strict",
        refund="down",
    )
    game = table.Game(rules, table.Deal(rules.houses, (1, 4, 6, 2, 3, 5)))
    while game.auction:
        game.pass_()
    for house in (1, 2, 3):
        game.sell(house)
    assert decided_by_losers(rules, [game]) == [decides]


@pytest.mark.parametrize("ruleset", ["iello-en", "iello-fr-variant", "iello-en[coin_value=3]"])
def test_losers_decide_where_games_played_with_other_houses_say_so(ruleset: str) -> None:
    rules = load_ruleset(ruleset).rules(4)
    games, expected = [], []
    for number in range(1, 61):
        deal = table.deal_cards(rules, SEED, number)
        game = table.Game(rules, deal)
        past = table.play_seated(game, mixed_lineup(4), SEED, number, recording=True)
        games.append(game)
        expected.append(a_loser_decides(rules, deal, [each.move for each in past]))
    assert decided_by_losers(rules, games) == expected
    assert 0 < sum(expected) < len(games)


def test_rows_of_another_field_are_refused() -> None:
    cell = made_cell(4)
    rows: GameRows = made_rows(cell, deals=2)
    rows.strategy[5, 2] = len(cell.field)
    with pytest.raises(ValueError, match="row 5 has a strategy that is not one of 5"):
        summed(cell, rows)


def test_the_detail_of_games_is_needed_where_it_is_summed() -> None:
    cell = made_cell(4)
    rows = replace(
        made_rows(cell, deals=2), detail=empty_rows(0, 4, seatings=4, detail=False).detail
    )
    with pytest.raises(ValueError, match="detail=True"):
        summed(cell, rows)


def test_every_measure_is_described_once_and_follows_from_sums() -> None:
    layout = MEASURES.layout(made_cell(4), detail=True)
    names = [measure.name for measure in MEASURES.entries]
    assert len(set(names)) == len(names)
    for measure in MEASURES.entries:
        assert measure.description
        assert measure.matters.reason
        assert measure.matters.size > 0
        assert all(layout.knows(measure, of) for of in measure.of), measure.name
        if measure.more:
            assert measure.change(True, "2", who="seat 1", house=3) != measure.change(
                False, "2", who="seat 1", house=3
            )


def counted(a: Rules, b: Rules) -> Counter[str]:
    return Counter(measure.name for measure, _ in compared_by(a, b))


@pytest.mark.parametrize(
    ("name", "title"),
    [
        ("seat_gap", "gap between seats, percentage points"),
        ("coins_left", "number of coins that a player keeps"),
        ("margin", "winner's lead, thousands"),
        ("ties", "share of games level on money, %"),
        ("turns", "number of bids and passes"),
    ],
)
def test_a_title_has_the_unit_that_people_read(name: str, title: str) -> None:
    assert MEASURES[name].title == title


def test_amounts_are_compared_where_they_are_alike_and_shares_where_coins_differ() -> None:
    found = counted(ENGLISH, FRENCH)
    assert {"win_rate", "money", "price"} <= set(found)
    assert not set(found) & RELATIVE
    assert RELATIVE | {"price", "price_share", "money"} <= set(counted(ENGLISH, GRYPHON))
    units = {measure.unit for measure, _ in compared_by(ENGLISH, RAVENSBURGER)}
    assert MONEY not in units  # without common deals
    assert "price_share" not in counted(ENGLISH, RAVENSBURGER)


def test_decks_of_one_size_share_deals() -> None:
    other = replace(ENGLISH, houses=tuple(range(2, 32)))
    assert on_common_deals(ENGLISH, other)
    assert not alike(ENGLISH, other)
    assert "price" not in counted(ENGLISH, other)
    assert not on_common_deals(ENGLISH, RAVENSBURGER)
    assert alike(ENGLISH, replace(ENGLISH, removed=5))


@pytest.mark.parametrize("other", [FRENCH, GRYPHON, RAVENSBURGER])
def test_each_is_of_one_thing_once(other: Rules) -> None:
    found = [(measure.name, of) for measure, of in compared_by(ENGLISH, other)]
    assert len(set(found)) == len(found)
    assert {of for _, of in found} <= {PLAYER, SEAT, STRATEGY, TABLE, HOUSE}
