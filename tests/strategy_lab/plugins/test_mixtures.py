"""Mixtures: who plays how often, the same in both engines; and what is refused."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from forsale_sim.for_sale import GAME, load_entrant, load_field
from forsale_sim.records import GameRows
from forsale_sim.rules.loading import load_ruleset
from strategy_lab.engines import KernelEngine as CompiledEngine
from strategy_lab.plugins import entrants
from strategy_lab.plugins.registry import find_installed
from strategy_lab.simulation.experiment import Chunk, Plan, make_plan
from strategy_lab.simulation.replaying import SeatedEngine as PlainEngine

from tests.engine.playing import assert_same_rows

SIGNED = """
from forsale_sim import Parameter, View, strategy
from forsale_sim.cards import highest, lowest

@strategy("high")
class High:
    limit = Parameter(2, low=0, high=9, meaning="coins")

    def bid(view: View, limit: int) -> int:
        return view.least_bid if view.least_bid <= limit else 0

    def sell(view: View) -> int:
        return highest(view.hand)

@strategy("inside")
class Inside:
    def bid(view: View) -> int:
        def coin():
            return view.game_random() < 0.5
        return view.least_bid if coin() else 0

    def sell(view: View) -> int:
        return lowest(view.hand)

class Held:
    def bid(self, view: View) -> int:
        return view.least_bid if self.coin(view) else 0

    def sell(self, view: View) -> int:
        return lowest(view.hand)

    def coin(self, view):
        return view.game_random() < 0.5

held = strategy("held")(Held())

@strategy("torn")
class Torn:
    def bid(view: View) -> int:
        return view.least_bid if view.game_random() < 0.5 else 0

    def sell(view: View) -> int:
        return lowest(view.hand)
"""


def written(folder: Path, *members: tuple[str, float]) -> Path:
    path = folder / "blend.toml"
    specs, weights = zip(*members, strict=True)
    entrants.write_mixture(path, entrants.MixtureFile(specs, weights, {"by": "hand"}))
    return path


def planned(*specs: str, deals: int, lineup: tuple[int, ...] = (0, 1, 1)) -> Plan:
    field = load_field(specs)
    return make_plan(
        [load_ruleset("iello-en")], field=field, lineup=lineup, seed=3, games=3 * deals
    )


def played(plan: Plan) -> GameRows:
    return CompiledEngine(plan).play(Chunk(0, 0, 1, plan.cells[0].deals), detail=True)


def test_what_is_written_is_read(tmp_path: Path) -> None:
    (tmp_path / "mine.py").write_text(SIGNED)
    specs = ("spread:share=0.3", f"{tmp_path}/mine.py:high", "bid=miser,sell=matcher")
    path = tmp_path / "deep" / "blend.toml"
    path.parent.mkdir()
    entrants.write_mixture(path, entrants.MixtureFile(specs, (1.0, 2.0, 1.0), {"seed": 5}))
    read = entrants.read_mixture(path)
    assert (read.weights, read.shares, read.made) == ((1, 2, 1), (0.25, 0.5, 0.25), {"seed": 5})
    assert [read.members[i] for i in (0, 2)] == [specs[0], specs[2]]
    assert load_entrant(read.members[1]).decisions == load_entrant(specs[1]).decisions
    assert 'strategy = "../mine.py:high"' in path.read_text()


def test_a_game_is_that_of_the_member_drawn_as_often_as_its_weight_says(tmp_path: Path) -> None:
    weights = {"highest-first": 5, "lowest-first": 2, "random": 1}
    path = str(written(tmp_path, *weights.items()))
    cheques = {
        spec: played(planned(f"bid=spread,sell={spec}", "spread", deals=400)).cheque
        for spec in (path, *weights)
    }
    same = {spec: (cheques[path] == cheques[spec]).all(axis=1) for spec in weights}
    assert np.logical_or.reduce([*same.values()]).all()
    # The standard error is 0.014; some games are the same with either.
    assert 0.58 < same["highest-first"].mean() < 0.73
    assert 0.2 < same["lowest-first"].mean() < 0.4


def test_both_engines_play_the_same(tmp_path: Path) -> None:
    (tmp_path / "mine.py").write_text(SIGNED)
    path = written(
        tmp_path,
        (f"{tmp_path}/mine.py:high:limit=4", 1),
        ("counter", 1),
        ("random", 1),
        ("linear", 0.5),
    )
    plan = planned(str(path), "spread", deals=12, lineup=(0, 0, 1))
    assert_same_rows(played(plan), PlainEngine(plan).play(Chunk(0, 0, 1, 12), detail=True))


def test_every_player_draws_its_own(tmp_path: Path) -> None:
    (tmp_path / "mine.py").write_text(SIGNED)
    path = written(
        tmp_path, (f"{tmp_path}/mine.py:high:limit=9", 1), (f"{tmp_path}/mine.py:high:limit=0", 1)
    )
    plan = planned(str(path), deals=200, lineup=(0, 0, 0))
    spent = load_ruleset("iello-en").rules(3).coins[0] - played(plan).coins.astype(int)
    bidding = (spent > 0).astype(int)
    assert set(bidding.sum(axis=1)) == {0, 1, 2, 3}
    assert abs(np.corrcoef(bidding.T) - np.eye(3)).max() < 0.25


def test_its_name_tells_members_and_weights_apart(tmp_path: Path) -> None:
    mixtures = [
        (("counter", 1), ("expert", 1)),
        (("counter", 1), ("expert", 2)),
        (("counter", 1), ("linear", 1)),
    ]
    assert len({load_entrant(str(written(tmp_path, *each))).name for each in mixtures}) == 3


def test_tuned_strategies_are_members(tmp_path: Path) -> None:
    strategy = find_installed("matcher", GAME)
    parameters = {"share": 0.25, "aim": 0.75}
    tuned = entrants.TunedFile(
        "matcher", entrants.source_of(strategy), "iello-en", 4, parameters, {}
    )
    entrants.write_tuned(tmp_path / "mine.toml", tuned)
    path = written(tmp_path, (str(tmp_path / "mine.toml"), 1), ("matcher", 1))
    assert 'strategy = "mine.toml"' in path.read_text()
    values = load_entrant(str(path)).decisions["bid"].arguments
    assert values["limit_0"] == 0.5 and values["member_0_share"] == 0.25


@pytest.mark.parametrize("name", ["inside", "held"])
def test_what_draws_for_the_game_is_found_wherever_it_does(tmp_path: Path, name: str) -> None:
    (tmp_path / "mine.py").write_text(SIGNED)
    entrant = load_entrant(f"{tmp_path / 'mine.py'}:{name}")
    assert entrants.draws_for_the_game(entrant.decisions["bid"])
    assert not entrants.draws_for_the_game(load_entrant("expert").decisions["bid"])
