"""What the compiled kernels of games that a class plays have in common: state, chance, asking.

A kernel has the same rules as the class of `strategy_lab.table_game`, as functions of a state: a
record whose fields have the names of the class's attributes. `state_of` makes the type of it, and
`compiled_view` lets compiled strategies see it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import numpy as np
from numba import from_dtype, types
from numba.core.errors import TypingError
from numba.extending import overload, register_jitable
from numpy.typing import NDArray

from strategy_lab.compiled import random
from strategy_lab.compiled.bits import unlikely
from strategy_lab.compiled.caching import inlined, step
from strategy_lab.compiled.random import DEAL, DECISION_STEP, GAMMA, U64, ZERO
from strategy_lab.compiled.views import Views, arguments_at
from strategy_lab.errors import nearest
from strategy_lab.rows import MAX_SEATS, MOST_SEATS, whole_win

I64 = np.int64
SEATS = MOST_SEATS + 1  # the length of arrays by seat, whose entry 0 is nobody's
NOTED = 256  # decisions that a state keeps, for comparison with those in plain Python

MOST_STRATEGIES = 255


def state_of(
    rules: Any, table: Any, fields: Mapping[str, int | tuple[int, ...]]
) -> np.dtype[np.void]:
    """Return the type of the state of a game.

    Parameters
    ----------
    rules, table
        The classes of its rules and of a game.
    fields
        Attributes of a game that its rules need, beside `score`, `standing`, `round`, `rules`,
        `count` and `players`: 1 for a number, else the length of a list, `SEATS` for one by seat.
        All are 0 when a game begins.
    """
    decisions = len(table.decisions)
    own = [(name, I64) if size == 1 else (name, I64, size) for name, size in fields.items()]
    every: list[Any] = [
        ("score", I64, SEATS),
        ("standing", I64, SEATS),
        ("count", np.dtype([(name, I64) for name in (*table.counts, "none")])),
        ("players", I64),
        ("round", I64),
        ("rules", np.dtype([(key, I64) for key in rules.variables.keys])),
        ("better", I64),  # 1 where the highest score wins, -1 the lowest, 0 if `standing` says
        # By which the players are asked.
        ("functions", np.uint64, (decisions, SEATS)),
        ("arguments", np.uint64, (decisions, SEATS)),
        ("lineup_functions", np.uint64, (decisions, 2 * MOST_SEATS)),
        ("lineup_arguments", np.uint64, (decisions, 2 * MOST_SEATS)),
        ("lineup", np.uint8, 2 * MOST_SEATS),
        ("seated", np.uint8, MOST_SEATS),
        ("pool", np.uint8, MOST_STRATEGIES),
        ("refilled_after", np.uint64),
        # Random words.
        *((name, np.uint64) for name in ("seed", "deal", "seating", "deal_key", "game_key")),
        *((name, np.uint64) for name in ("decision_step", "drawing", "draws", "drawn")),
        ("decision_seed", np.uint64, SEATS),
        ("words", np.uint64, 4),
        # Decisions that are kept: how many were made, from which on, and seat, decision, answer.
        *(("asked", I64), ("noted_from", I64), ("noted", I64, (NOTED, 3))),
    ]
    return np.dtype([*own, *every], align=True)


def new_state(
    state: np.dtype[Any], table: Any, rules: Any, seed: int, refilled_after: int, _asks_for: object
) -> tuple[NDArray[Any]]:
    """Return what a kernel plays in, as (1,) records: see `GameDefinition.memory`."""
    made = np.zeros(1, state)
    record = made[0]
    for key, value in rules.settings().items():
        record["rules"][key] = rules.place_of(key) if isinstance(value, str) else value
    record["players"], record["seed"] = rules.players, seed
    record["refilled_after"], record["better"] = refilled_after, table.better()
    wide = 16 * int(GAMMA) % 2**64
    record["decision_step"] = DECISION_STEP if rules.players <= MAX_SEATS else wide
    return (made,)


# What a kernel plays with: chance, and asking.


@step
def draw(state, n):
    """Return a number from 0 to n - 1 by chance, the same in all seatings of a deal."""
    purpose = random.purpose_word(DEAL, U64(state.players))
    drawn, following = random.draw_below(
        U64(n), state.words, state.seed, purpose, state.deal, state.drawn
    )
    state.drawn = following
    return I64(drawn)


@step
def roll(state, faces):
    return 1 + draw(state, faces)


@step
def shuffle(state, cards, n):
    """Shuffle the first n entries of an array in place."""
    for last in range(n - 1, 0, -1):
        other = draw(state, last + 1)
        cards[last], cards[other] = cards[other], cards[last]


VIEWS: dict[Any, Views] = {}  # by the type of states


def answer_of(state: Any, seat: Any, function: Any, arguments: Any) -> int:
    """Return what a strategy answers; known to compiled code only."""
    raise NotImplementedError


@overload(answer_of)
def _answer_of(state, seat, function, arguments):
    call, view_of = VIEWS[state].call_or_raise, VIEWS[state].view_of

    def answer(state, seat, function, arguments):
        return call(function, view_of(state, seat), arguments_at(arguments))

    return answer


@step
def ask(state, seat, decision):
    """Return what a player decides; `decision` is its place among those of the game, from 0."""
    if unlikely(decision < 0 or decision >= len(state.functions)):
        raise IndexError("a decision is its place among those of the game, from 0")
    place = U64(seat)
    state.decision_seed[place] += state.decision_step
    function, arguments = state.functions[decision, place], state.arguments[decision, place]
    answer = answer_of(state, place, function, arguments)
    number = state.asked - state.noted_from
    if unlikely(number >= 0 and number < NOTED):
        state.noted[number, 0], state.noted[number, 1] = seat, decision
        state.noted[number, 2] = answer
    state.asked += 1
    return answer


@inlined
def require(allowed):
    """End the game, which plain Python then explains, if an answer is not allowed."""
    if unlikely(not allowed):
        raise ValueError("an answer that the rules do not allow")


# The frame of a game: who plays, and what it leaves behind.


def written(state: Any, row: Any) -> None:
    """Write the counts of a game to its row; known to compiled code only."""
    raise NotImplementedError


def cleared(state: Any) -> None:
    """Set all that a game changes to 0; known to compiled code only."""
    raise NotImplementedError


def _made(name: str, arguments: str, lines: list[str]) -> Any:
    names: dict[str, Any] = {}
    body = "\n    ".join(lines or ["pass"])
    exec(compile(f"def {name}({arguments}):\n    {body}\n", "<table_kernel>", "exec"), names)
    return names[name]


@overload(cleared)
def _cleared(state):
    lines = []
    for name, field in state.fields.items():
        if name == "players":
            break
        if isinstance(field.type, types.Record):
            lines += [f"state.{name}.{each} = 0" for each in field.type.fields]
        else:
            is_list = isinstance(field.type, types.NestedArray)
            lines.append(f"state.{name}[:] = 0" if is_list else f"state.{name} = 0")
    return _made("cleared", "state", lines)


@overload(written)
def _written(state, row):
    counts = state.fields["count"].type.fields
    return _made(
        "written", "state, row", [f"row.{n} = state.count.{n}" for n in counts if n in row.fields]
    )


@step
def begin_game(state, functions, arguments, lineup, first_deal, game, seatings, row):
    """Seat the players of a game, counted from 0, of consecutive deals."""
    players, seating = U64(state.players), game % seatings
    if seating == 0:
        state.deal = U64(first_deal + game // seatings)
        random.key_deal(state)
        if len(lineup) == 0:
            random.draw_lineup(state, state, state.pool[: functions.shape[1]], state.seated)
        else:
            for position in range(players):
                state.seated[position] = lineup[position]
        random.invite(state, functions, arguments, state.seated, players)
    state.seating = U64(seating + 1)
    random.key_game(state)
    random.seat_strategies(state, state.seating, players, row)
    cleared(state)
    state.drawn, state.asked, state.round = ZERO, 0, 1


parts_of_win = inlined(whole_win)


@inlined
def standing_of(state, seat):
    return state.better * state.score[seat] if state.better != 0 else state.standing[seat]


@step
def end_game(state, row):
    """Write a game that is over to its row."""
    players, winners = state.players, 0
    for seat in range(1, players + 1):
        ahead = 0
        for other in range(1, players + 1):
            ahead += int(standing_of(state, other) > standing_of(state, seat))
        row.place[seat - 1], row.score[seat - 1] = ahead + 1, state.score[seat]
        winners += int(ahead == 0)
    for position in range(players):
        row.win[position] = parts_of_win(players) // winners if row.place[position] == 1 else 0
    written(state, row)


# What compiled strategies see, by the same source as in plain Python.


class RulesType(types.Type):
    """The numba type of ``view.rules``, for each game one."""


def compiled_view(
    view_type: types.Type, state: np.dtype[Any], rules: Any, table: Any
) -> tuple[Views, dict[str, Any], dict[str, Any], Callable[[str, str], str]]:
    """Return how decisions of a game are compiled: the members of a `CompiledView`.

    Parameters
    ----------
    view_type
        A numba type, of a class that only this game has.
    state
        The type of its state.
    rules, table
        The classes of its rules and of a game.
    """
    state_type = from_dtype(state)
    views = Views(view_type, state_type)
    VIEWS[state_type] = views
    table_of, seat_of = views.state_of, views.seat_of

    def seat(view):
        return I64(seat_of(view))

    def players(view):
        return table_of(view).players

    def round(view):
        return table_of(view).round

    for each in (seat, players, round):
        views.attribute(each)
    random.register_random_numbers(views)
    views.like(table.view, table_of=table_of, checked=_checked)
    own_rules = type("RulesType", (RulesType,), {})
    shown = Views(own_rules(f"rules of {table.__name__}"), state_type)
    views.show("rules", shown)
    for key in rules.variables.keys:
        shown.attribute(
            _rule(key, shown.state_of, isinstance(rules.model_fields[key].default, bool))
        )
    names = [name for name in dir(table.view) if not name.startswith("_")]

    def mistake(reason: str, _line: str) -> str:
        parts = reason.split("Unknown attribute '")
        misnamed = parts[1].partition("'")[0] if len(parts) > 1 else ""
        return f"a view has no {misnamed!r}{nearest(misnamed, names)}" if misnamed else ""

    return views, {}, dict.fromkeys(table.decisions, number_of), mistake


def _rule(key: str, state_of_rules: Any, is_flag: bool) -> Any:
    def number(rules):
        return getattr(state_of_rules(rules).rules, key)

    def flag(rules):
        return getattr(state_of_rules(rules).rules, key) != 0

    function = flag if is_flag else number
    function.__name__ = key
    return function


@register_jitable
def _checked(view, seat):
    if unlikely(seat < 1 or seat > view.players):
        raise IndexError("a seat is a number from 1 to view.players")
    return seat


def number_of(view: Any, answer: Any) -> int:
    """Return an answer as a number: yes is 1, and no is 0; known to compiled code only."""
    raise NotImplementedError


@overload(number_of)
def _number_of(view, answer):
    if isinstance(answer, types.Integer | types.Boolean):
        return lambda view, answer: I64(answer)
    raise TypingError(f"a move is a whole number (int) or a bool, not of type {answer}")
