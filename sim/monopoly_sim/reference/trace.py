"""A game as JSON Lines: an object a line, in the order of play, for other tools to check.

Its lines are a setup, the events of `monopoly_sim.reference.events`, whose fields they have, and an
end. ``t`` is the type of a line.

========= ======================================================================================
``setup`` ``ruleset``, ``rules``, ``players``, ``seed``, ``game``, ``lineup``: the first line
``turn``  ``round``, ``seat``
``roll``  ``seat``, ``dice``: two white ones and the speed die, 0 where it is not thrown, 4 the bus,
          5 and 6 Mr. Monopoly
``move``  ``seat``, ``square``
``pay``   ``payer``, ``payee``, ``amount``, ``purpose``, ``square`` (-1 for none): all money that
          changes hands does so in these lines. 0 is the bank, -1 the jackpot on free parking
``deed``  ``square``, ``owner``, ``mortgaged``
``mortgage`` ``square``, ``mortgaged``: false where it is redeemed
``building`` ``square``, ``level``: houses; 5 for a hotel
``bid``   ``seat``, ``lot`` (a square; 64 a house, 65 a hotel), ``amount``: 0 for none
``card``  ``seat``, ``deck``, ``effect``
``jail_card`` ``deck``, ``holder``: 0 for back under the deck
``jail``  ``seat``, ``free``
``trade`` ``seat``, ``partner``, ``given``, ``got``, ``cash``, ``cards_given``, ``cards_got``,
          ``accepted``: what changes hands follows, if it was accepted
``bankrupt`` ``seat``, ``creditor``
``end``   ``ending``, ``rounds``, ``places``, ``worth``: the last line
========= ======================================================================================
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import asdict
from typing import Any

from monopoly_sim.reference.game import Game
from monopoly_sim.reference.play import result_of


def trace(game: Game, seed: int, number: int, lineup: Sequence[str]) -> Iterator[dict[str, Any]]:
    """Yield a game as the objects of its trace; there is no ``end`` if it is unfinished."""
    yield {
        "t": "setup",
        "ruleset": game.rules.ruleset,
        "rules": game.rules.settings(),
        "players": game.rules.players,
        "seed": seed,
        "game": number,
        "lineup": list(lineup),
    }
    for event in game.events:
        yield {"t": event.t, **asdict(event)}
    if game.table.ending:
        result = result_of(game)
        yield {
            "t": "end",
            "ending": result.ending.name.lower(),
            "rounds": result.rounds,
            "places": list(result.places),
            "worth": list(result.worth),
        }


def trace_lines(game: Game, seed: int, number: int, lineup: Sequence[str]) -> Iterator[str]:
    """Yield the lines of a game's trace, without line ends; arguments of `trace`."""
    for line in trace(game, seed, number, lineup):
        yield json.dumps(line, ensure_ascii=False)
