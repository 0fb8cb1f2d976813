"""The same moves make the same game; moves are taken back, and saved games go on."""

from __future__ import annotations

import json

import pytest
from forsale_sim.for_sale import load_entrant
from forsale_sim.play.table import Course, Match, resumed
from forsale_sim.reference.playing import play_game
from forsale_sim.rules.loading import load_ruleset
from strategy_lab.errors import UsageError

RULES = load_ruleset("iello-en").rules(4)
NAMES = ("coinflip", "quick", "spread", "quick")
LINEUP = tuple(map(load_entrant, NAMES))
MATCH = Match(RULES, 7, (2, 4), LINEUP)


def played(moves: int | None = None) -> Course:
    """A match with low bids, as far as so many moves."""
    course = Course(MATCH)
    while course.game.to_act and len(course.moves) != moves:
        course = course.after(course.game.legal_moves()[len(course.moves) % 2])
    return course


def test_persons_alone_are_waited_for() -> None:
    course = Course(MATCH)
    seats = set()
    while course.game.to_act:
        seats.add(course.game.to_act)
        course = course.after(course.game.legal_moves()[0])
    assert seats == {2, 4}
    assert course.game.phase == "over"
    assert MATCH.names == ["coinflip", "you 1", "spread", "you 2"]


def test_strategies_play_as_they_would_without_persons() -> None:
    alone = play_game(RULES, LINEUP, seed=7, deal=1)
    match = Match(RULES, 7, (2,), LINEUP)
    course = Course(match)
    while course.game.to_act:
        decided = [
            each for each in alone.events[len(course.game.events) :] if hasattr(each, "seat")
        ]
        if course.game.auction:
            move = getattr(decided[0], "amount", 0)
        else:
            mine = (each for each in decided if each.seat == 2)
            move = next(mine).house  # type: ignore[union-attr]
        course = course.after(move)
    assert course.game.events == alone.events


def test_a_move_taken_back_is_as_if_never_made() -> None:
    course = played(6)
    assert course.after(0).back(6).trace() == course.trace()
    assert course.back(0).trace() == Course(MATCH).trace()


def test_a_saved_game_goes_on_where_it_was() -> None:
    for moves in (0, 5, 20, None):
        course = played(moves)
        lineup = [LINEUP[0], None, LINEUP[2], None]
        again = resumed(course.trace(), "saved", RULES, lineup, LINEUP[1])
        assert again.trace() == course.trace()
        assert again.game.to_act == course.game.to_act


def test_a_game_of_other_players_is_refused() -> None:
    trace = played().trace()
    others = [load_entrant("miser"), None, LINEUP[2], None]
    with pytest.raises(UsageError, match="do not make this game"):
        resumed(trace, "saved", RULES, others, LINEUP[1])
    setup, *rest = trace.splitlines()
    reseeded = json.dumps(json.loads(setup) | {"seed": 8})
    with pytest.raises(UsageError):
        resumed(
            "\n".join([reseeded, *rest]),
            "saved",
            RULES,
            [LINEUP[0], None, LINEUP[2], None],
            LINEUP[1],
        )
