"""The kernel plays every game as the readable engine does, field by field."""

from __future__ import annotations

import pytest
from forsale_sim.for_sale import load_field
from forsale_sim.records import GameRows
from forsale_sim.rules.loading import load_ruleset
from forsale_sim.rules.ruleset import Rules
from hypothesis import given, settings
from hypothesis import strategies as st
from strategy_lab.plugins.compiling import CompiledField, compile_field
from strategy_lab.plugins.entrants import Entrant

from tests.engine import playing
from tests.generated import rules
from tests.support.players import play_chunk

cells = pytest.mark.parametrize(("name", "players"), playing.CELLS)


@pytest.fixture(scope="module")
def quick(builtin_field: tuple[Entrant, ...]) -> tuple[Entrant, ...]:
    return load_field([e.spec for e in builtin_field if not searches(e)])


@pytest.fixture(scope="module")
def compiled_quick(quick: tuple[Entrant, ...]) -> CompiledField:
    return compile_field(quick)


def searches(entrant: Entrant) -> bool:
    return any("budget" in each.arguments for each in entrant.decisions.values())


def assert_engines_agree(
    rules: Rules,
    field: tuple[Entrant, ...],
    compiled: CompiledField,
    *,
    games: int,
    seed: int,
    first_deal: int = 1,
    lineup: tuple[int, ...] | None = None,
) -> GameRows:
    chunk = {
        "seed": seed,
        "first_deal": first_deal,
        "deals": -(-games // rules.players),
        "seatings": rules.players,
    }
    played = playing.play_compiled(rules, compiled, lineup, **chunk)
    assert played.games == len(played.rows.data) >= games
    playing.assert_same_rows(played.rows, play_chunk(rules, field, lineup, **chunk, detail=True))
    return played.rows


@cells
@pytest.mark.parametrize(
    "games",
    [
        pytest.param(12, marks=pytest.mark.thorough),
        pytest.param(10_000, marks=pytest.mark.slow),
    ],
)
def test_games_of_every_built_in_strategy_agree(
    name: str,
    players: int,
    games: int,
    quick: tuple[Entrant, ...],
    compiled_quick: CompiledField,
) -> None:
    """So their moves are legal, too, also among those that make any: both engines check each."""
    rules = load_ruleset(name).rules(players)
    assert_engines_agree(rules, quick, compiled_quick, games=games, seed=8, first_deal=2**33)


@pytest.mark.slow
@cells
def test_games_of_those_that_search_agree(
    name: str, players: int, builtin_field: tuple[Entrant, ...]
) -> None:
    field = load_field([e.spec for e in builtin_field if searches(e)])
    rules = load_ruleset(name).rules(players)
    assert_engines_agree(rules, field, compile_field(field), games=20, seed=8, first_deal=2**33)


any_rules = given(rules=rules(), seed=st.integers(0, 2**64 - 1), deal=st.integers(1, 2**62))


@settings(max_examples=40)
@any_rules
def test_games_under_any_rules_agree(
    quick: tuple[Entrant, ...], compiled_quick: CompiledField, rules: Rules, seed: int, deal: int
) -> None:
    games = rules.players
    assert_engines_agree(rules, quick, compiled_quick, games=games, seed=seed, first_deal=deal)


@pytest.mark.thorough
@settings(max_examples=15)
@any_rules
def test_games_of_those_that_search_agree_under_any_rules(
    builtin_field: tuple[Entrant, ...], rules: Rules, seed: int, deal: int
) -> None:
    compiled, games = compile_field(builtin_field), rules.players
    assert_engines_agree(rules, builtin_field, compiled, games=games, seed=seed, first_deal=deal)


@pytest.mark.thorough
def test_who_searches_sees_no_house_that_lies_face_down() -> None:
    """The readable engine's views do not have it; the kernel's state has."""
    field = load_field(["champion:budget=50", "lookahead:budget=50", "quick"])
    rules = load_ruleset("iello-en[hidden_houses=1]").rules(3)
    assert_engines_agree(rules, field, compile_field(field), games=18, seed=8)


def test_games_with_the_largest_decks_agree(
    quick: tuple[Entrant, ...], compiled_quick: CompiledField
) -> None:
    assert_engines_agree(playing.FULL_DECK, quick, compiled_quick, games=24, seed=1)


def test_other_rules_lineups_and_fields_compile_nothing(
    quick: tuple[Entrant, ...], compiled_quick: CompiledField
) -> None:
    chunk = {"seed": 1, "first_deal": 1, "deals": 2}
    rules = load_ruleset("iello-en").rules(4)
    playing.play_compiled(rules, compiled_quick, None, **chunk, seatings=4)
    fewer = compile_field(quick[:2])
    with playing.compilations() as compiled:
        for name, players in playing.CELLS:
            rules = load_ruleset(name).rules(players)
            playing.play_compiled(rules, compiled_quick, None, **chunk, seatings=players)
            playing.play_compiled(rules, compiled_quick, range(players), **chunk, seatings=1)
            playing.play_compiled(rules, fewer, None, **chunk, seatings=players)
    assert compiled == []
