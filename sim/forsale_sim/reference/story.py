"""A game as a story for the terminal: the same events as its trace, in words, round by round."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from forsale_sim.reference.events import Bid, Cheques, Event, Houses, Pass, Sell, Take
from forsale_sim.reference.game import Game
from forsale_sim.reference.listing import spaced
from forsale_sim.reference.table import aligned
from forsale_sim.rows import WIN
from forsale_sim.wording import counted


def story(game: Game, seed: int, number: int, lineup: Sequence[str]) -> str:
    """Return a game as text, with a line for every move; of an unfinished one, up to the table now.

    Parameters
    ----------
    game
        As played so far.
    seed
        The run's seed.
    number
        The game's number in the run, from 1.
    lineup
        What sits in each seat, as the run calls it, seat 1 first.
    """
    return "\n".join(_lines(game, seed, number, lineup))


def _lines(game: Game, seed: int, number: int, lineup: Sequence[str]) -> Iterator[str]:
    rules = game.rules
    width = max(map(len, lineup))
    yield f"Game {number} of seed {seed}: {rules.ruleset}, {rules.players} players"
    yield ""
    for seat, (name, coins) in enumerate(zip(lineup, rules.coins, strict=True), start=1):
        yield f"  seat {seat}  {name:<{width}}  {counted(coins, 'coin')}"
    yield from told(game.events, lineup)
    yield ""
    yield from result(game, lineup) if game.phase == "over" else str(game).splitlines()


def told(events: Iterable[Event], lineup: Sequence[str]) -> Iterator[str]:
    """Yield the lines that tell what happened; before those of a round, its heading.

    Parameters
    ----------
    events
        Some events of a game, in their order.
    lineup
        What sits in each seat, as the run calls it, seat 1 first.
    """
    width = max(map(len, lineup))
    for event in events:
        yield from _heading(event)
        if not isinstance(event, (Houses, Cheques)):
            yield f"  seat {event.seat}  {lineup[event.seat - 1]:<{width}}  {_deed(event)}"


def _heading(event: Event) -> Iterator[str]:
    """Yield the lines that open a round, and before a first round those that open its phase."""
    match event:
        case Houses(round, cards, opener):
            if round == 1:
                yield from ("", "Buying houses")
            yield from ("", f"Round {round}: houses {spaced(cards)}; seat {opener} opens")
        case Cheques(round, cards):
            if round == 1:
                yield from ("", "Selling houses")
            yield from ("", f"Round {round}: cheques {spaced(cards)}")


def _deed(event: Bid | Pass | Take | Sell) -> str:
    match event:
        case Bid(amount=amount):
            return f"bids {amount}"
        case Pass():
            return f"passes, {gains(event)}"
        case Take(house=house, paid=paid):
            return f"takes house {house} for {paid or 'nothing'}"
        case Sell(house=house, cheque=cheque):
            return f"sells house {house} for {cheque}"


def gains(event: Pass) -> str:
    """Return what a player gets by passing."""
    house = f"takes house {event.house}" if event.house else "takes no house"
    if event.bid == 0:
        return f"{house} for nothing" if event.house else house
    return f"{house}, gets {event.refund} of {event.bid} back"


def result(game: Game, lineup: Sequence[str]) -> Iterator[str]:
    """Yield the lines that tell how a game came out; arguments as in `told`."""
    score = game.score
    header = ("seat", "strategy", "coins", "cheques", "money", "win")
    rows = [
        (str(seat), name, str(coins), str(cheques), str(money), _share(win))
        for seat, (name, coins, cheques, money, win) in enumerate(
            zip(lineup, score.coins, score.cheques, score.money, score.wins, strict=True), start=1
        )
    ]
    yield "The end"
    yield ""
    for line in aligned([header, *rows], numbers={"seat", "coins", "cheques", "money", "win"}):
        yield f"  {line}"
    deal = game.deal
    if deal.undealt_houses:
        cheques = [game.rules.cheques[card - 1] for card in deal.undealt_cheques]
        yield ""
        yield f"Set aside unseen: houses {spaced(deal.undealt_houses)}; cheques {spaced(cheques)}"


def _share(win: int) -> str:
    if win in {0, WIN}:
        return str(win // WIN)
    return f"1/{WIN // win}"
