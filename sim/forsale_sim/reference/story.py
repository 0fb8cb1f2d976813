"""A game in words for the terminal: the events of its trace, round by round."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from strategy_lab.rows import whole_win
from strategy_lab.text_columns import aligned
from strategy_lab.wording import counted

from forsale_sim.reference.card_sets import spaced
from forsale_sim.reference.events import Bid, Cheques, Event, Houses, Pass, Sell, Take
from forsale_sim.reference.game import Game


def story(game: Game, seed: int, number: int, lineup: Sequence[str]) -> str:
    """Return a game as text, a line for every move; if it is unfinished, the table comes last."""
    return "\n".join(_lines(game, seed, number, lineup))


def _lines(game: Game, seed: int, number: int, lineup: Sequence[str]) -> Iterator[str]:
    rules = game.rules
    width = max(map(len, lineup))
    yield f"Game {number} of seed {seed}: {rules.ruleset}, {rules.players} players"
    yield ""
    for seat, (name, coins) in enumerate(zip(lineup, rules.coins, strict=True), start=1):
        yield f"  seat {seat}  {name:<{width}}  {counted(coins, 'coin')}"
    yield from event_lines(game.events, lineup)
    yield ""
    yield from result_lines(game, lineup) if game.phase == "over" else str(game).splitlines()


def event_lines(events: Iterable[Event], lineup: Sequence[str]) -> Iterator[str]:
    """Yield a line for each event, and a heading before each round."""
    width = max(map(len, lineup))
    for event in events:
        yield from _heading(event)
        if not isinstance(event, (Houses, Cheques)):
            yield f"  seat {event.seat}  {lineup[event.seat - 1]:<{width}}  {event_text(event)}"


def _heading(event: Event) -> Iterator[str]:
    """Yield the heading of a round, and before a first round that of its phase."""
    if isinstance(event, (Houses, Cheques)):
        if event.round == 1:
            yield from ("", "Buying houses" if isinstance(event, Houses) else "Selling houses")
        yield from ("", event_text(event))


def event_text(event: Event) -> str:
    """Return an event in words: ``"bids 5"``, or the heading of a round."""
    match event:
        case Houses(round, cards, opener):
            return f"Round {round}: houses {spaced(cards)}; seat {opener} opens"
        case Cheques(round, cards):
            return f"Round {round}: cheques {spaced(cards)}"
        case Bid(amount=amount):
            return f"bids {amount}"
        case Pass():
            return f"passes, {pass_gains(event)}"
        case Take(house=house, paid=paid):
            return f"takes house {house} for {paid or 'nothing'}"
        case Sell(house=house, cheque=cheque):
            return f"sells house {house} for {cheque}"


def pass_gains(event: Pass) -> str:
    """Return what a player gets by passing."""
    house = f"takes house {event.house}" if event.house else "takes no house"
    if event.bid == 0:
        return f"{house} for nothing" if event.house else house
    return f"{house}, gets {event.refund} of {event.bid} back"


def result_lines(game: Game, lineup: Sequence[str]) -> Iterator[str]:
    """Yield the lines of a game's result; `lineup` as in `event_lines`."""
    score = game.score
    whole = whole_win(game.rules.players)
    header = ("seat", "strategy", "coins", "cheques", "money", "win")
    rows = [
        (str(seat), name, str(coins), str(cheques), str(money), _share(win, whole))
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


def _share(win: int, whole: int) -> str:
    if win in {0, whole}:
        return str(win // whole)
    return f"1/{whole // win}"
