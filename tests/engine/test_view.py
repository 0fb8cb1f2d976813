"""What a compiled strategy sees is what a plain one sees, at every decision."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import forsale_sim
import numba
import numpy as np
import pytest
from forsale_sim.engine.view import ViewType, state_type, view_type
from forsale_sim.rules.loading import load_ruleset
from forsale_sim.rules.ruleset import Rules
from forsale_sim.view import View
from hypothesis import given, settings
from hypothesis import strategies as st
from numba.core import cgutils
from numba.core.errors import NumbaError
from numba.core.typing.templates import builtin_registry
from numba.extending import intrinsic
from strategy_lab.compiled.random import begin_decision

from tests.engine.everything import BLOCKS, LABELS, CompiledRecorder, PlainRecorder
from tests.engine.playing import CELLS, FULL_DECK, assert_same_rows, play_compiled, state_for
from tests.generated import rules
from tests.support.players import play_chunk

PUBLIC = {name for name in vars(View) if not name.startswith("_")}


@pytest.fixture(scope="module")
def recorder() -> CompiledRecorder:
    return CompiledRecorder()


def test_compiled_views_have_the_public_names_and_no_other() -> None:
    templates = [t for t in builtin_registry.attributes if getattr(t, "key", None) is ViewType]
    names = {template._attr for template in templates}
    assert names == PUBLIC
    assert len(templates) == len(names)
    assert set(BLOCKS) == PUBLIC, "a name that no test reads"


def assert_same_sights(recorder: CompiledRecorder, rules: Rules, seed: int, deal: int) -> None:
    recorder.book[:] = 0
    plain = PlainRecorder()
    chunk = {"seed": seed, "first_deal": deal, "deals": 1, "seatings": 1}
    lineup = (0,) * rules.players
    expected = play_chunk(rules, [plain], lineup, **chunk, detail=True)
    played = play_compiled(rules, recorder, lineup, **chunk)
    differing = np.argwhere(recorder.book[1:] != plain.book[1:])
    if len(differing):
        page, column = differing[0]
        ours, theirs = recorder.book[1 + page, column], plain.book[1 + page, column]
        raise AssertionError(
            f"decision {page}: {LABELS[column]} is {ours} compiled, {theirs} plain"
        )
    assert recorder.book[0, 0] == plain.book[0, 0]
    assert played.games == 1
    assert_same_rows(played.rows, expected)


@pytest.mark.thorough
@pytest.mark.parametrize(("name", "players"), CELLS)
def test_every_name_means_the_same_at_every_decision(
    recorder: CompiledRecorder, name: str, players: int
) -> None:
    assert_same_sights(recorder, load_ruleset(name).rules(players), 2**64 - 1, 2**40)
    assert recorder.book[0, 0] > 20


@pytest.mark.thorough
def test_every_name_means_the_same_with_the_largest_decks(recorder: CompiledRecorder) -> None:
    assert_same_sights(recorder, FULL_DECK, 4, 1)


@pytest.mark.thorough
@settings(max_examples=40)
@given(rules=rules(), seed=st.integers(0, 2**64 - 1), deal=st.integers(1, 10**12))
def test_every_name_means_the_same_under_any_rules(
    recorder: CompiledRecorder, rules: Rules, seed: int, deal: int
) -> None:
    assert_same_sights(recorder, rules, seed, deal)


KINDS = {
    "in_auction": numba.types.boolean,
    "chance": numba.types.boolean,
    "random": numba.types.float64,
    "game_random": numba.types.float64,
}


@pytest.mark.parametrize("name", sorted(PUBLIC - {"seats"}))
def test_numbers_that_a_view_gives_are_signed_and_wide(name: str) -> None:
    # Less than 0 is what 3 - 5 must be; and numba makes floats of signed and unsigned numbers.
    takes_a_number = callable(getattr(View, name)) and not name.endswith("random")
    suffix = "(2)" if takes_a_number else "()" if name.endswith("random") else ""
    suffix = "(2, 1)" if name in ("bid_in", "least_bid_in", "declined_in") else suffix
    namespace: dict[str, Any] = {}
    exec(f"def get(view):\n    return view.{name}{suffix}", namespace)
    get = numba.njit((view_type,))(namespace["get"])
    assert get.nopython_signatures[0].return_type == KINDS.get(name, numba.types.int64)


@intrinsic
def view_of(typingctx: Any, state: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        view = cgutils.create_struct_proxy(view_type)(context, builder)
        view.state, view.seat = args[0], context.get_constant(numba.types.uint64, 1)
        return view._getvalue()

    return view_type(state_type), generate


METHODS: dict[str, Callable[[Any, Any], Any]] = {
    "coins_of": lambda view, n: view.coins_of(n),
    "price_of": lambda view, n: view.price_of(house=n),
    "offer_in": lambda view, n: view.offer_in(auction=n),
    "random_below": lambda view, n: view.random_below(n=n),
}
"""One for each check that there is of a number."""


def compiled_call(name: str, *, boundary: list[int]) -> list[str]:
    """What a method answers to each number: the kind of exception and its text, or nothing."""
    method = numba.njit(METHODS[name])

    @numba.njit
    def call(states: Any, number: Any) -> None:
        method(view_of(states[0]), number)

    state = state_for(load_ruleset("iello-en").rules(4), 1)
    answers = []
    for number in boundary:
        try:
            call(state, number)
            answers.append("")
        except (IndexError, ValueError) as error:
            answers.append(f"{type(error).__name__}: {error}")
    return answers


@pytest.mark.parametrize(
    ("name", "boundary", "message"),
    [
        ("random_below", [2**32 + 1, 1, 2**32], "ValueError: random_below takes a number"),
        ("offer_in", [9, 1, 8], "IndexError: an auction is a number from 1 to view.auctions"),
        ("price_of", [61, 1, 60], "IndexError: a card is a number from 1 to 60"),
        ("coins_of", [5, 1, 4], "IndexError: a seat is a number from 1 to view.players"),
    ],
)
def test_methods_refuse_what_is_out_of_range(name: str, boundary: list[int], message: str) -> None:
    answers = compiled_call(name, boundary=[*boundary, 0, -1, -(2**63), 2**63 - 1])
    assert all(answers[i].startswith(message) for i in (0, 3, 4, 5, 6)), answers
    assert answers[1] == answers[2] == ""


@pytest.mark.parametrize("statement", ["view.coins = 3", "view.seat += 1", "del view.coins"])
def test_a_view_cannot_be_changed(statement: str) -> None:
    namespace: dict[str, Any] = {}
    exec(f"def change(view):\n    {statement}", namespace)
    with pytest.raises((NumbaError, NotImplementedError)):
        numba.njit((view_type,))(namespace["change"])


@pytest.mark.parametrize(
    "expression",
    ["view.deck", "view._state", "view.words", "view.seed", "view[0]", "view.coins_of"],
)
def test_a_view_shows_nothing_else(expression: str) -> None:
    assert not hasattr(forsale_sim.View, "deck")
    namespace: dict[str, Any] = {}
    exec(f"def peep(view):\n    return {expression} + 1", namespace)
    with pytest.raises((NumbaError, NotImplementedError)):
        numba.njit((view_type,))(namespace["peep"])


@pytest.mark.parametrize("name", METHODS)
def test_a_method_takes_whole_numbers_only(name: str) -> None:
    with pytest.raises(NumbaError):
        numba.njit((view_type, numba.float64))(METHODS[name])


@numba.njit
def word_and_chance(states: Any, probability: Any) -> Any:
    state = states[0]
    begin_decision(state, np.uint64(1))
    word = view_of(state).random_below(2**32)
    state.drawing = np.uint64(0)
    return word, view_of(state).chance(probability)


@pytest.mark.parametrize("from_word", [-1.0, -0.5, 0.0, 2.0**-20, 0.5, 1.0])
def test_a_chance_is_exact_to_a_fraction_of_a_word(from_word: float) -> None:
    state = state_for(load_ruleset("iello-en").rules(4), 1)
    word, _ = word_and_chance(state.copy(), 0.5)
    _, comes_true = word_and_chance(state, (word + from_word) * 2.0**-32)
    assert comes_true == (from_word > 0)
