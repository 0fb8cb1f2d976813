"""Strategies that search, or play by what was trained: `blueprint`, `quick`, `solver`, …"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

import numpy as np
import pytest
from forsale_sim.for_sale import GAME, load_entrant, load_field
from forsale_sim.reference.table import play_game
from forsale_sim.rules.loading import load_ruleset, ruleset_names
from forsale_sim.search import bidding_model
from forsale_sim.search.sales import shown_state
from forsale_sim.view import View
from forsale_strategies import champion
from forsale_strategies.blueprint import FEATURES, FOLDER, GAMES, likest
from forsale_strategies.quick import LIMITS, MIXTURES, WEIGHTS, drawn
from strategy_lab.engines import KernelEngine as CompiledEngine
from strategy_lab.plugins.entrants import read_mixture, read_tuned, source_of
from strategy_lab.plugins.registry import find_installed
from strategy_lab.rows import whole_win
from strategy_lab.simulation.experiment import Chunk, make_plan

from tests.engine.playing import assert_same_rows
from tests.search.test_auction_search import found_bid
from tests.strategies.positions import FOUR, bid, buying, sell, selling

CELLS = [(name, players) for name in ruleset_names() for players in load_ruleset(name).players]
NAMES = list(GAMES)


class TestBlueprint:
    @pytest.mark.parametrize("name", NAMES)
    def test_files_are_for_appraiser_as_it_is(self, name: str) -> None:
        path = FOLDER / f"{name}.toml"
        assert (
            load_entrant(str(path)).decisions["bid"].function
            is load_entrant("appraiser").decisions["bid"].function
        )
        tuned = read_tuned(path)
        assert f"{tuned.ruleset}-{tuned.players}" == name

    @pytest.mark.parametrize(("ruleset", "players"), CELLS)
    def test_every_edition_has_a_file_of_its_own_rules(self, ruleset: str, players: int) -> None:
        rules = load_ruleset(ruleset).rules(players)
        view = buying(rules.houses[: rules.houses_per_round], rules=rules)
        tuned = read_tuned(FOLDER / f"{NAMES[likest(view, FEATURES)]}.toml")
        same = load_ruleset(tuned.ruleset).rules(tuned.players).settings()
        assert same == rules.settings()

    def test_plays_as_its_file_says(self) -> None:
        path = str(FOLDER / "iello-en-4.toml")
        offers = [([1, 12, 20, 30], 0), ([1, 12, 20, 30], 6), ([5, 20, 21, 22], 2)]
        for offer, other in offers:
            view = buying(offer, bids={2: other} if other else {})
            assert bid("blueprint", view) == bid(path, view)
        hands = {1: [6, 17, 29], 2: [1, 8, 20], 3: [3, 15, 24], 4: [5, 19, 28]}
        for cheques in ([2, 3, 14, 15], [8, 8, 9, 9], [0, 5, 9, 12]):
            view = selling(cheques, hands, rules=FOUR)
            assert sell("blueprint", view) == sell(path, view)


class TestQuick:
    @pytest.mark.parametrize("name", GAMES)
    def test_mixtures_are_of_appraiser_as_it_is(self, name: str) -> None:
        mixture = read_mixture(MIXTURES / f"{name}.toml")
        assert mixture.made["source"] == source_of(find_installed("appraiser", GAME))
        assert f"{mixture.made['ruleset']}-{mixture.made['players']}" == name
        assert {spec.partition(":")[0] for spec in mixture.members} <= {"appraiser", "blueprint"}

    def test_there_is_a_mixture_for_every_game(self) -> None:
        assert {path.stem for path in MIXTURES.glob("*.toml")} == set(GAMES)

    @pytest.mark.parametrize(("ruleset", "players"), CELLS)
    def test_every_ruleset_has_a_mixture_of_its_own_rules(self, ruleset: str, players: int) -> None:
        rules = load_ruleset(ruleset).rules(players)
        view = buying(rules.houses[: rules.houses_per_round], rules=rules)
        mixture = read_mixture(MIXTURES / f"{list(GAMES)[likest(view, FEATURES)]}.toml")
        same = load_ruleset(mixture.made["ruleset"]).rules(mixture.made["players"])
        assert same.settings() == rules.settings()

    @pytest.mark.parametrize("name", ["iello-en-3", "iello-de-4", "iello-de-5"])
    def test_plays_as_its_file_says(self, name: str) -> None:
        ruleset, _, players = name.rpartition("-")
        rows = []
        for spec in ("quick", str(MIXTURES / f"{name}.toml")):
            lineup = tuple(i % 2 for i in range(int(players)))
            plan = make_plan(
                [load_ruleset(ruleset)],
                field=load_field([spec, "spread"]),
                lineup=lineup,
                seed=11,
                games=40 * int(players),
            )
            rows.append(CompiledEngine(plan).play(Chunk(0, 0, 1, plan.cells[0].deals), True))
        assert_same_rows(*rows)

    def test_each_member_is_drawn_as_often_as_its_weight_says(self) -> None:
        i = list(GAMES).index("iello-en-4")
        mixture = read_mixture(MIXTURES / "iello-en-4.toml")
        chances = (np.arange(1000) + 0.5) / 1000
        members = [
            np.flatnonzero((WEIGHTS[i] == drawn(buying([1, 12, 20, 30], chance=chance))).all(1))[0]
            for chance in chances
        ]
        shares = np.bincount(members, minlength=len(mixture.members)) / len(members)
        assert shares == pytest.approx(mixture.shares, abs=0.002)
        assert (np.diff(LIMITS[i]) >= 0).all() and LIMITS[i, -1] == 1


THREE = load_ruleset("iello-en").rules(3)
"""None of the 30 cheques is set aside."""


def with_cheques_to_come(
    offer: Sequence[int],
    unseen: Sequence[int],
    hands: Mapping[int, Sequence[int]],
    chance: float = 0.5,
) -> View:
    gone = list(THREE.cheques)
    for value in [*offer, *unseen]:
        gone.remove(value)
    return selling(offer, hands, rules=THREE, gone=gone, chance=chance)


@pytest.mark.thorough  # what it does takes long to compile
class TestSolver:
    def test_it_bids_as_quick(self) -> None:
        for offer, other in [([1, 12, 20, 30], 0), ([1, 12, 20, 30], 6), ([5, 20, 21, 22], 2)]:
            view = buying(offer, bids={2: other} if other else {})
            assert bid("solver", view) == bid("blueprint", view)

    def test_with_three_houses_in_a_hand_it_sells_as_quick(self) -> None:
        hands = {1: [3, 30], 2: [8, 20], 3: [5, 12, 25]}
        for offer in ([0, 2, 15], [4, 5, 6], [9, 12, 15]):
            view = with_cheques_to_come(offer, [0, 2, 3, 3, 11, 14], hands)
            assert sell("solver", view) == sell("blueprint", view)

    def test_the_best_house_goes_where_the_best_cheque_is(self) -> None:
        hands = {1: [1, 30], 2: [10, 11], 3: [12, 13]}
        low, high = [2, 3, 4], [2, 3, 15]
        assert sell("solver", with_cheques_to_come(high, low, hands)) == 30
        assert sell("solver", with_cheques_to_come(low, high, hands)) == 1

    def test_where_no_sale_is_best_for_sure_it_mixes(self) -> None:
        hands = {1: [11, 23], 2: [8, 9], 3: [20, 29]}
        views = [
            with_cheques_to_come([4, 11, 14], [0, 7, 10], hands, chance) for chance in (0.1, 0.9)
        ]
        assert [sell("solver", view) for view in views] == [23, 11]

    def test_who_cannot_win_sells_as_quick(self) -> None:
        hands = {1: [1, 2], 2: [3, 30], 3: [4, 29]}
        for chance in (0.1, 0.9):
            view = with_cheques_to_come([0, 2, 15], [0, 3, 14], hands, chance)
            assert sell("solver", view) == sell("blueprint", view)


@pytest.mark.thorough  # what it does takes long to compile
class TestLookahead:
    def test_with_no_budget_to_speak_of_it_is_quick(self) -> None:
        for offer, other in [([1, 12, 20, 30], 0), ([1, 12, 20, 30], 6), ([5, 20, 21, 22], 2)]:
            view = buying(offer, bids={2: other} if other else {})
            assert bid("lookahead:budget=1", view) == bid("blueprint", view)

    def test_it_sends_the_only_house_that_wins_to_the_best_cheque(self) -> None:
        hands = {1: [1, 30], 2: [2, 3], 3: [4, 5], 4: [6, 7]}
        gone = 2 * [*range(5, 15)]
        assert sell("lookahead", selling([2, 3, 4, 15], hands, gone=gone)) == 30

    def test_the_same_decision_is_the_same_each_time(self) -> None:
        view = [buying([1, 12, 20, 30], chance=0.25) for _ in range(2)]
        assert bid("lookahead", view[0]) == bid("lookahead", view[1])


OFFERS = ([2, 9, 16, 30], [1, 5, 28, 30], [10, 11, 12, 25], [3, 4, 20, 29])


@pytest.mark.thorough  # what it does takes long to compile
class TestChampion:
    def test_every_game_has_values_of_its_own(self) -> None:
        assert {path.stem for path in champion.FOLDER.glob("*.csv")} == set(GAMES)
        assert champion.VALUES.shape[::2] == (len(GAMES), bidding_model.FEATURES)
        assert len({table.tobytes() for table in champion.VALUES}) == len(GAMES)

    def test_better_houses_are_never_worth_less(self) -> None:
        for table, (_, houses, *_) in zip(champion.VALUES, GAMES.values(), strict=True):
            assert (np.diff(table[:, :houses]) >= 0.0).all()
            assert (table[:, houses - 1] > table[:, 0]).all()

    def test_more_coins_are_never_worth_less(self) -> None:
        purse = champion.VALUES[..., [bidding_model.COINS, bidding_model.ROOTS]]
        assert (purse >= 0.0).all()
        assert (purse.sum(axis=-1) > 0.0).all()

    def test_no_coin_for_houses_that_are_all_alike(self) -> None:
        assert bid("champion", buying([27, 28, 29, 30], bids={2: 5})) == 0

    @pytest.mark.parametrize("players", [3, 4, 5])
    def test_its_budget_is_enough_to_search_a_first_auction_to_all_its_ends(
        self, players: int
    ) -> None:
        rules, game = load_ruleset("iello-en").rules(players), NAMES.index(f"iello-en-{players}")
        weights, thrift = champion.VALUES[game], float(champion.THRIFT[players])
        for offer in OFFERS:
            state = shown_state(buying([*offer, 14][:players], rules=rules))
            enough, more = (
                found_bid(state, 1, weights, 30, budget, thrift)
                for budget in (champion.BUDGET, 10 * champion.BUDGET)
            )
            assert enough == more

    @pytest.mark.parametrize("players", [2, 7, 8])
    def test_it_plays_with_any_number_of_players(self, players: int) -> None:
        rules = replace(
            load_ruleset("iello-en").rules(4),
            **{"players": players, "coins": (12,) * players, "houses_per_round": players},
            removed=30 % players,
        )
        entrant = load_entrant("champion")
        record = play_game(rules, [entrant] * players, 1, 1)
        assert sum(record.score.wins) == whole_win(players)
