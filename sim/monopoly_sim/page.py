"""A game as a page: the board turn by turn, who wins from there, and what trades changed."""

from __future__ import annotations

from copy import deepcopy
from typing import Any

import numpy as np
from strategy_lab.display import web_pages
from strategy_lab.display.text_tables import number
from strategy_lab.errors import counted
from strategy_lab.rows import whole_win

from monopoly_sim.odds import Odds, changes
from monopoly_sim.positions import after_trade
from monopoly_sim.reference.events import Game, Proposal
from monopoly_sim.reference.table import Table, Trade, net_worth
from monopoly_sim.reference.trace import new_game, pass_dice, result_of, sentence
from monopoly_sim.reference.turns import play_turn
from monopoly_sim.rules.board import members, set_of

GAMES = 400
"""How often the rest of the game is played from each round on: known to 5 games in a hundred."""


class _Watched(list[Any]):
    """The events of a game, which keeps how the table was when each trade was agreed."""

    def __init__(self, game: Game) -> None:
        super().__init__(game.events)
        self._game = game
        self.agreed: list[tuple[Proposal, Table]] = []

    def append(self, event: Any) -> None:
        super().append(event)
        if isinstance(event, Proposal) and event.accepted:
            self.agreed.append((event, deepcopy(self._game.table)))


def game_page(seated: Any, story: str) -> str:
    """Return a game of a plan, `seated` at the readable engine's table, as an HTML page."""
    lineup, rules, (_, seed, *where) = seated.lineup, seated.game.rules, seated.where
    names, game = seated.names, new_game(rules, lineup, seed, *where)
    whole = whole_win(rules.players)
    game.events = watched = _Watched(game)
    odds, turns, trades = Odds(lineup, seed), list[dict[str, Any]](), list[dict[str, Any]]()
    while not game.table.ending:
        table, told, first = deepcopy(game.table), len(game.events), len(watched.agreed)
        is_new = not turns or turns[-1]["round"] != table.round
        chances = odds.wins(table, GAMES).mean(axis=0) / whole if is_new else None
        play_turn(game, table.turn)
        pass_dice(game)
        trades += [
            _trade(odds, lineup, each, before, len(turns))
            for each, before in watched.agreed[first:]
        ]
        title = f"Round {table.round}: seat {table.turn}, {names[table.turn - 1]}"
        events = [sentence(event, rules) for event in game.events[told + 1 :]]
        turns.append(_turn(table, title, events, chances))
    places = result_of(game).places
    won = [seat for seat, place in enumerate(places, start=1) if place == 1]
    shares = np.array([place == 1 for place in places]) / len(won)
    title = f"The end, after {counted(game.table.round, 'round')}"
    turns.append(_turn(game.table, title, [], shares))
    data = {
        "lineup": names,
        "groups": rules.board.group_names,
        "squares": [
            {"name": name, "group": group, "price": price}
            for name, group, price in zip(
                rules.board.names, rules.board.group_of, rules.board.prices, strict=True
            )
        ],
        "turns": turns,
        "trades": trades,
    }
    winners = " and ".join(f"{names[seat - 1]} in seat {seat}" for seat in won)
    return web_pages.game_page(
        *("monopoly_sim", "game.html", data),
        title=f"Monopoly: game {seated.number.number} of seed {seed}",
        subtitle=f"{rules.ruleset}, {rules.players} players; {winners} won after "
        f"{counted(game.table.round, 'round')}.",
        chances=f"Games in a hundred that each seat wins if all play on as they do: {GAMES} games "
        "from the start of each round, with other dice and cards, known to about 5.",
        story=story,
    )


def _turn(table: Table, title: str, events: list[str], chances: Any) -> dict[str, Any]:
    return {
        "title": title,
        "round": table.round,
        "seat": table.turn,
        "cash": table.cash[1:],
        "worth": [net_worth(table, seat) for seat in range(1, table.rules.players + 1)],
        "position": table.position[1:],
        "jail": table.jail[1:],
        "alive": list(table.seats),
        "owner": table.owner,
        "level": list(table.level),
        "mortgaged": list(members(table.mortgaged)),
        "pot": table.pot,
        "events": events,
        "chances": None if chances is None else [round(float(each), 3) for each in chances],
    }


def _trade(odds: Odds, lineup: Any, event: Proposal, before: Table, turn: int) -> dict[str, Any]:
    terms = Trade(
        event.partner,
        *(set_of(event.given), set_of(event.got)),
        *(event.cash, event.cards_given, event.cards_got),
    )
    after = after_trade(before, lineup, event.seat, terms)
    value, low, high = changes(odds.wins(after, GAMES), odds.wins(before, GAMES))
    return {
        "round": before.round,
        "turn": turn,
        "text": sentence(event, before.rules).removesuffix(": accepted"),
        "changes": [_change(*each) for each in zip(100 * value, 50 * (high - low), strict=True)],
    }


def _change(value: float, half: float) -> str:
    shown = number(value, 0)
    sign = "+" if value > 0 and shown != "0" else ""
    text = f"{sign}{shown} ±{number(max(half, 1), 0)}"
    return text if abs(value) > half else f"({text})"
