"""`quick`: it plays as the mixture in the file of the game at hand."""

from __future__ import annotations

import numpy as np
import pytest
from forsale_sim.for_sale import GAME, load_field
from forsale_sim.rules.loading import load_ruleset, ruleset_names
from forsale_strategies.blueprint import FEATURES, GAMES, likest
from forsale_strategies.quick import LIMITS, MIXTURES, WEIGHTS, drawn
from strategy_lab.engines import KernelEngine as CompiledEngine
from strategy_lab.plugins.entrants import read_mixture, source_of
from strategy_lab.plugins.registry import find_installed
from strategy_lab.simulation.experiment import Chunk
from strategy_lab.simulation.plan import make_plan

from tests.engine.playing import assert_same_rows
from tests.strategies.positions import buying

CELLS = [(name, players) for name in ruleset_names() for players in load_ruleset(name).players]


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
