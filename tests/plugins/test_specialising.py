"""The kernel that is compiled for a field plays as the ordinary one does."""

from __future__ import annotations

from pathlib import Path

import pytest
from forsale_sim.experiments.defaults import DEFAULT_FIELD
from forsale_sim.plugins.entrant import load_field
from forsale_sim.plugins.specialising import specialise, specialised_before
from forsale_sim.reference.faults import MoveError
from forsale_sim.rules.loading import load_ruleset
from forsale_sim.simulation.engines import CompiledEngine, SpecialisedEngine
from forsale_sim.simulation.pieces import Chunk
from forsale_sim.simulation.plan import Plan, make_plan

from tests.engine.playing import CELLS, compilations

STRATEGIES = """
from forsale_sim import strategy
from forsale_sim.cards import lowest

@strategy("raises-late")
class RaisesLate:
    def bid(view):
        return 0 * view.coins_of(view.round + 1)
    def sell(view):
        return lowest(view.hand)

@strategy("overbids-late")
class OverbidsLate:
    def bid(view):
        return 0 if view.round < 3 else 200
    def sell(view):
        return lowest(view.hand)
"""


def plan(*specs: str, ruleset: str = "iello-en", players: int = 4, games: int = 600) -> Plan:
    return make_plan(
        [load_ruleset(ruleset)],
        field=load_field(specs),
        players=[players],
        seed=11,
        games=games,
    )


FIELD = ("coinflip", "coinflip:chance=0.3", "spread", "bid=coinflip,sell=spread")


@pytest.mark.parametrize(
    ("ruleset", "players"),
    [("iello-en", 4), ("iello-de-variant", 5), ("ravensburger-1997", 3), ("gryphon-2009", 6)],
)
def test_it_plays_the_same_games(ruleset: str, players: int) -> None:
    played = plan(*FIELD, ruleset=ruleset, players=players)
    chunk = Chunk(0, 0, 1, played.cells[0].deals)
    for houses in (True, False):
        ordinary, special = (
            engine(played).play(chunk, houses) for engine in (CompiledEngine, SpecialisedEngine)
        )
        assert special.data.tobytes() == ordinary.data.tobytes()
        assert special.houses.tobytes() == ordinary.houses.tobytes()
    assert special.strategy.max() == len(FIELD) - 1


@pytest.mark.slow
@pytest.mark.parametrize(("ruleset", "players"), CELLS)
def test_it_plays_the_same_million_games(ruleset: str, players: int) -> None:
    played = plan(*DEFAULT_FIELD, ruleset=ruleset, players=players, games=1_000_000)
    ordinary, special = CompiledEngine(played), SpecialisedEngine(played)
    chunk_deals = ordinary.chunk_games // players
    for first_deal in range(1, played.cells[0].deals + 1, chunk_deals):
        chunk = Chunk(0, 0, first_deal, chunk_deals)
        rows, others = (engine.play(chunk, houses=True) for engine in (ordinary, special))
        assert rows.data.tobytes() == others.data.tobytes()
        assert rows.houses.tobytes() == others.houses.tobytes()


def test_one_kernel_serves_all_parameters_rulesets_and_player_counts() -> None:
    kernels = [
        specialise(load_field([f"coinflip:chance={chance}", "spread"])) for chance in (0.2, 0.7)
    ]
    assert kernels[0].play_chunk is kernels[1].play_chunk
    SpecialisedEngine(plan("coinflip", "spread"))
    with compilations() as compiled:
        for ruleset, players in (("iello-en", 3), ("ravensburger-1997-variant", 5)):
            SpecialisedEngine(plan("coinflip", "spread", ruleset=ruleset, players=players))
    assert compiled == []


@pytest.mark.parametrize("name", ["raises-late", "overbids-late"])
def test_a_failing_strategy_is_reported_as_by_the_ordinary_kernel(
    tmp_path: Path, name: str
) -> None:
    (tmp_path / "failing.py").write_text(STRATEGIES)
    played = plan(f"{tmp_path / 'failing.py'}:{name}", "spread")
    reports = []
    for engine in (CompiledEngine(played), SpecialisedEngine(played)):
        with pytest.raises(MoveError) as failure:
            engine.play(Chunk(0, 0, 1, 20))
        reports.append(str(failure.value))
    assert reports[0] == reports[1]
    assert name in reports[0]


def test_only_a_kernel_that_has_been_compiled_lies_ready(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "failing.py").write_text(STRATEGIES)
    played = plan(f"{tmp_path / 'failing.py'}:raises-late", "miser")
    assert not specialised_before(played.field)
    with monkeypatch.context() as interrupted:
        interrupted.setattr(SpecialisedEngine, "play", lambda *_: None)
        SpecialisedEngine(played)
    assert not specialised_before(played.field)
    SpecialisedEngine(played)
    assert specialised_before(played.field)
