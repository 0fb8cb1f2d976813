"""Chunks of games of Monopoly played by the kernel, and compared with the readable engine."""

from __future__ import annotations

from collections.abc import Sequence
from types import SimpleNamespace
from typing import Any

import numpy as np
from monopoly_sim.engine.state import CARDS, new_state
from monopoly_sim.engine.turns import play_chunk
from monopoly_sim.game import GAME
from monopoly_sim.positions import state_of
from monopoly_sim.reference import defaults
from monopoly_sim.reference.events import Game
from monopoly_sim.reference.table import Table, missing
from monopoly_sim.reference.trace import play_on, records_of
from monopoly_sim.rows import DETAIL, ROW, GameRows
from monopoly_sim.rules.ruleset import Rules
from strategy_lab.plugins.compiling import CompiledField, compile_field
from strategy_lab.plugins.entrants import Decision


def whole_groups(table: Table, seat: int) -> int:
    """Return the streets of all groups that a player owns whole."""
    return sum(group for group in table.rules.board.groups if not group & ~table.deeds[seat])


def compiled_players(*players: Any) -> CompiledField:
    field = [
        SimpleNamespace(
            game=GAME,
            decisions={
                name: Decision(
                    getattr(player, name, None) or getattr(defaults, name),
                    {},
                    kind.asked_with,
                    name,
                )
                for name, kind in GAME.decisions.items()
            },
        )
        for player in players
    ]
    return compile_field(field)  # type: ignore[arg-type]


def play(
    rules: Rules,
    field: CompiledField,
    lineup: Sequence[int],
    *,
    seed: int,
    first_deal: int = 1,
    deals: int = 1,
    seatings: int = 1,
) -> tuple[int, GameRows, Any]:
    """Play games in the kernel; return how many were finished, their rows and the state."""
    state = new_state(rules, seed)
    rows = GameRows.of_records(ROW, DETAIL, deals, rules.players, seatings, first_deal)
    played = play_chunk(
        state,
        field.functions,
        field.arguments,
        np.array(lineup, np.uint8),
        first_deal,
        deals,
        seatings,
        rows.data,
        rows.detail,
    )
    return played, rows, state[0]


def reference_game(
    rules: Rules, lineup: Sequence[Any], seed: int, deal: int, seating: int = 1
) -> Game:
    game = Game(rules, lineup, seed, deal, seating)
    play_on(game)
    return game


def check_same(game: Game, strategies: Sequence[int], row: Any, detail: Any) -> None:
    expected, more = records_of(game)
    expected["strategy"][: len(strategies)] = strategies
    for name in expected.dtype.names:
        assert np.array_equal(expected[name], row[name]), name
    for name in more.dtype.names:
        assert np.array_equal(more[name], detail[name]), name


def check_same_table(game: Game, state: Any) -> None:
    table, rules = game.table, game.rules
    players, size = rules.players, rules.board.size
    for name in ("cash", "position", "deeds", "jail", "speed", "rolls"):
        assert state[name][: players + 1].tolist() == getattr(table, name), name
    for name in ("owner", "level"):
        assert state[name][:size].tolist() == getattr(table, name), name
    for name in ("pot", "mortgaged", "houses", "hotels", "thrown", "throws", "round", "turn"):
        assert state[name] == getattr(table, name), name
    for name in ("received", "quiet_since", "ending"):
        assert state[name] == getattr(table, name), name
    for seat in range(1, players + 1):
        assert state["whole"][seat] == whole_groups(table, seat)
        assert state["missing"][seat] == missing(table, seat)
    assert state["touched"] == sum(1 << seat for seat in table.touched)
    assert state["alive"] == sum(1 << seat for seat in table.seats)
    assert state["refused"][: players + 1].tolist() == [list(each) for each in table.refused]
    order = sorted(
        (seat for seat in range(1, players + 1) if state["out"][seat]),
        key=lambda seat: state["out"][seat],
    )
    assert order == table.out
    for deck, cards in enumerate(rules.decks):
        top, left = state["top"][deck], state["left"][deck]
        places = [state["order"][deck][(top + place) % CARDS] for place in range(left)]
        assert [cards[place] for place in places] == [cards[place] for place in table.decks[deck]]
        held = [len(each) for each in table.held[deck]]
        assert state["held"][deck][: players + 1].tolist() == held


def mirrored(game: Game) -> Any:
    table, rules = game.table, game.rules
    states = state_of(table)
    state = states[0]
    state["rolls"][: rules.players + 1] = table.rolls
    for name in ("thrown", "throws", "received", "ending"):
        state[name] = getattr(table, name)
    state["touched"] = sum(1 << seat for seat in table.touched)
    for deck, order in enumerate(table.decks):
        state["order"][deck][: len(order)] = order
        state["left"][deck] = len(order)
    return states
