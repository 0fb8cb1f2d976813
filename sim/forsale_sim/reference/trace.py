"""A game as JSON Lines: one object per line, in the order of play, for other tools to check.

Seats and rounds count from 1, money is in thousands, cards are their printed values. ``t`` is the
type of a line; the other fields follow in this order:

=========== ====================================================================================
``setup``   ``ruleset``, ``rules``, ``players``, ``seed``, ``game``, ``lineup``: the first line.
            The rules are those for this number of players: ``refund``, ``raise``,
            ``houses_per_round``, ``coins`` (a number, or a list by seat if seats do not begin
            alike), ``removed``, ``houses``, ``cheques``; and ``opening_bid``, ``refunded``,
            ``opener``, ``coin_value`` where they are not as printed
``houses``  ``round``, ``cards``, ``opener``: a buying round starts
``bid``     ``round``, ``seat``, ``amount``: the bid's total
``pass``    ``round``, ``seat``, ``house`` (null for none), ``bid``, ``refund``
``take``    ``round``, ``seat``, ``house``, ``paid``: the last house goes to the last player
``cheques`` ``round``, ``cards``: a selling round starts
``sell``    ``round``, ``seat``, ``house``, ``cheque``: revealed, the highest house first
``end``     ``coins``, ``cheques``, ``money``, ``win``, ``undealt``: the last line. The first
            four are lists by seat; a win is a share: 1, 0, or the float nearest to 1/k, such as
            0.5. Undealt are the values of the ``houses`` and ``cheques`` that were set aside
=========== ====================================================================================
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import fields
from typing import Any

from strategy_lab.rows import whole_win

from forsale_sim.reference.events import Event
from forsale_sim.reference.game import Game


def trace(game: Game, seed: int, number: int, lineup: Sequence[str]) -> Iterator[dict[str, Any]]:
    """Yield a game as the objects of its trace; there is no ``end`` if it is unfinished."""
    yield _setup(game, seed, number, lineup)
    yield from map(_object, game.events)
    if game.phase == "over":
        yield _end(game)


def trace_lines(game: Game, seed: int, number: int, lineup: Sequence[str]) -> Iterator[str]:
    """Yield the lines of a game's trace, without line ends; arguments of `trace`."""
    for line in trace(game, seed, number, lineup):
        yield json.dumps(line, ensure_ascii=False)


def _setup(game: Game, seed: int, number: int, lineup: Sequence[str]) -> dict[str, Any]:
    rules = game.rules
    return {
        "t": "setup",
        "ruleset": rules.ruleset,
        "rules": rules.settings(),
        "players": rules.players,
        "seed": seed,
        "game": number,
        "lineup": list(lineup),
    }


def _object(event: Event) -> dict[str, Any]:
    values = {field.name: getattr(event, field.name) for field in fields(event)}
    if "cards" in values:
        values["cards"] = list(values["cards"])
    return {"t": event.t, **values}


def _end(game: Game) -> dict[str, Any]:
    score, rules, deal = game.score, game.rules, game.deal
    return {
        "t": "end",
        "coins": list(score.coins),
        "cheques": list(score.cheques),
        "money": list(score.money),
        "win": [_share(win, whole_win(rules.players)) for win in score.wins],
        "undealt": {
            "houses": list(deal.undealt_houses),
            "cheques": [rules.cheques[card - 1] for card in deal.undealt_cheques],
        },
    }


def _share(win: int, whole: int) -> float:
    """Return parts of a whole win as a number: whole ones as integers."""
    return win // whole if win % whole == 0 else win / whole
