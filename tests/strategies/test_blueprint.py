"""`blueprint`: it plays as `appraiser` with the file of the game at hand."""

from __future__ import annotations

import pytest
from forsale_sim.for_sale import load_entrant
from forsale_sim.rules.loading import load_ruleset, ruleset_names
from forsale_strategies.blueprint import FEATURES, FOLDER, GAMES, likest
from strategy_lab.plugins.entrants import read_tuned

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
