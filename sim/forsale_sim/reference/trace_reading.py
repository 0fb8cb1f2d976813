"""Games read from their traces, wherever these come from: every move is made again by the rules."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from strategy_lab.errors import UsageError
from strategy_lab.random_words import GameWords

from forsale_sim.reference.deals import Deal
from forsale_sim.reference.game import Game
from forsale_sim.reference.game_view import game_view
from forsale_sim.reference.recording import PastDecision, RecordedGame
from forsale_sim.reference.trace import trace
from forsale_sim.rules.parameters import Rules
from forsale_sim.rules.ruleset import Ruleset

Line = dict[str, Any]

KINDS = {"setup", "houses", "bid", "pass", "take", "cheques", "sell", "end"}
"""The lines that tell a game; others, such as those of a review, may stand beside them."""


def read_trace(text: str, origin: str) -> RecordedGame:
    """Return the game that a trace tells, finished or not."""
    try:
        lines = [json.loads(line) for line in text.splitlines() if line.strip()]
        setup, *events = [line for line in lines if line["t"] in KINDS]
        rules, names = _rules(setup), [str(name) for name in setup["lineup"]]
        seed, number = int(setup["seed"]), int(setup["game"])
        game = Game(rules, _deal(rules, events))
        words = GameWords(seed, rules.players, number, seating=1)
        sold = {(each["round"], each["seat"]): each["house"] for each in _of(events, "sell")}
        decisions: list[PastDecision] = []
        while game.to_act:
            move = _move(game, events, sold)
            if move is None:
                break
            seat = game.to_act
            view = game_view(game, words.decision(seat, len(decisions)))
            decisions.append(PastDecision(seat, names[seat - 1], view, move, game.copy()))
            game.step(move)
    except UsageError:
        raise
    except Exception as error:  # whatever a text can be wrong in
        raise UsageError(
            f"{origin} is no trace of a game: {type(error).__name__}: {error}"
        ) from error
    _check(list(trace(game, seed, number, names)), [setup, *events], origin)
    return RecordedGame(game, seed, number, names, decisions)


def _of(events: Sequence[Line], kind: str) -> list[Line]:
    return [event for event in events if event["t"] == kind]


def _rules(setup: Line) -> Rules:
    """Return the rules that the first line tells."""
    players, settings = int(setup["players"]), dict(setup["rules"])
    if "code" in settings:
        raise UsageError(
            f"the game was played by {setup['ruleset']}, with rules of a Python file, which a "
            "trace does not hold: replay the run that it is from"
        )
    fewer = players - settings["houses_per_round"]
    settings["houses_per_round"] = f"players - {fewer}" if fewer else "players"
    for key in ("coins", "removed"):
        settings[key] = {str(players): settings[key]}
    ruleset = {"name": "trace", **settings}
    rules = Ruleset.validated(ruleset, "the rules of the trace").rules(players)
    return replace(rules, ruleset=str(setup["ruleset"]))


def _deal(rules: Rules, events: Sequence[Line]) -> Deal:
    """Return the decks in the order of the game; what it has not come to goes behind, ascending."""
    ends = _of(events, "end")
    undealt = ends[0]["undealt"] if ends else {"houses": [], "cheques": []}
    places: dict[int, list[int]] = {value: [] for value in rules.cheques}
    for place, value in reversed(list(enumerate(rules.cheques, start=1))):
        places[value].append(place)
    aside = sorted(places[value].pop() for value in undealt["cheques"])
    houses = [card for event in _of(events, "houses") for card in event["cards"]]
    cheques = [places[value].pop() for event in _of(events, "cheques") for value in event["cards"]]
    left = sorted({*rules.houses} - {*houses, *undealt["houses"]})
    unseen = sorted(place for those in places.values() for place in those)
    dealt = rules.cards_dealt
    return Deal(
        (*houses, *left)[:dealt],
        (*cheques, *unseen)[:dealt],
        tuple(undealt["houses"] or left[dealt - len(houses) :]),
        tuple(aside or unseen[dealt - len(cheques) :]),
        _openers(rules, events),
    )


def _openers(rules: Rules, events: Sequence[Line]) -> tuple[int, ...]:
    """Return who opens the auctions after the first, by lot: seat 1 where the trace ends before."""
    if rules.opener != "lot":
        return ()
    told = [event["opener"] for event in _of(events, "houses")][1:]
    auctions = rules.auctions
    return (*told, *(1,) * (auctions - 1 - len(told)))


def _move(game: Game, events: Sequence[Line], sold: dict[tuple[int, int], int]) -> int | None:
    """Return the next move of a trace; None if it ends before."""
    if not game.auction:
        return sold.get((game.round, game.to_act))
    place = len(game.events)
    if place >= len(events):
        return None
    event = events[place]
    return int(event["amount"]) if event["t"] == "bid" else 0


def _check(made: Sequence[Line], told: Sequence[Line], origin: str) -> None:
    """Check that a game as played by the rules is the one that was told."""
    for number, line in enumerate(told, start=1):
        ours = made[number - 1] if number <= len(made) else {}
        known = {key: line.get(key) for key in ours}
        if known != ours or not ours:
            wanted = json.dumps(ours) if ours else "nothing"
            raise UsageError(
                f"{origin}, line {number}: {json.dumps(line)} is not what the rules make of the "
                f"lines before: {wanted}"
            )
