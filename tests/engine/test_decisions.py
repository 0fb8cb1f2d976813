"""How the kernel asks a strategy, and what it does with an answer that the rules do not allow."""

from __future__ import annotations

from pathlib import Path

import pytest
from forsale_sim.engine.kernel import RAISED
from forsale_sim.for_sale import load_entrant
from forsale_sim.reference.playing import play_game
from forsale_sim.rules.loading import load_ruleset
from strategy_lab.errors import MoveError
from strategy_lab.plugins.compiling import compile_field
from strategy_lab.plugins.entrants import Entrant

from tests.engine.cheats import BIDS, SALES
from tests.engine.playing import Played, play_compiled

CHEATS = Path(__file__).with_name("cheats.py")
RULES = load_ruleset("iello-en-variant").rules(4)
PER_DEAL = 4
MOST_DEALS = 20
SEED = 5


def cheat(phase: str, kind: int) -> Entrant:
    return load_entrant(f"{CHEATS}:cheat:{phase}={kind}")


def played_until_it_stops(entrant: Entrant) -> Played:
    return play_compiled(
        RULES,
        compile_field([entrant]),
        (0,) * 4,
        seed=SEED,
        first_deal=1,
        deals=MOST_DEALS,
        seatings=PER_DEAL,
    )


def first_failure(entrant: Entrant, games: int) -> MoveError:
    for number in range(games + 1):
        deal, seating = divmod(number, PER_DEAL)
        try:
            play_game(RULES, [entrant] * 4, SEED, deal + 1, seating + 1)
        except MoveError as error:
            assert number == games
            return error
    raise AssertionError(f"game {games} goes well on the readable engine")


@pytest.mark.parametrize(
    ("phase", "kind"),
    [
        *(pytest.param("bidding", i + 1, id=f"bid-{name}") for i, name in enumerate(BIDS)),
        *(pytest.param("selling", i + 1, id=f"sale-{name}") for i, name in enumerate(SALES)),
    ],
)
def test_a_move_that_is_not_allowed_stops_the_chunk_in_its_game(phase: str, kind: int) -> None:
    entrant = cheat(phase, kind)
    played = played_until_it_stops(entrant)
    assert 4 < played.games < len(played.rows.data)
    error = first_failure(entrant, played.games)
    state, where = played.state, error.where
    assert (state["deal"], state["seating"]) == (where.deal, where.seating)
    assert (state["seat"], state["round"]) == (where.seat, where.round)
    assert where.phase == ("buying" if phase == "bidding" else "selling")
    if error.answer:
        assert state["move"] == int(error.answer)
    else:
        assert state["move"] == RAISED
        assert "Error" in error.reason
