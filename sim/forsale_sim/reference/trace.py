"""A game as JSON Lines: one object per line, in the order of play, for other tools to check.

What each line holds is in docs/replay.md. Seats and rounds count from 1, money is in thousands,
cards are their printed values, and what only house rules use is left out by others.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray
from strategy_lab.display.text_tables import aligned
from strategy_lab.errors import UsageError, counted, listed
from strategy_lab.game import IllegalMoveError
from strategy_lab.random_words import DEAL, Source, purpose_word, shuffled
from strategy_lab.rows import whole_win

from forsale_sim.records import HOUSES, MOST_TURNS, ROW
from forsale_sim.reference import table
from forsale_sim.reference.table import (
    Bid,
    Cheques,
    Deal,
    Event,
    Game,
    Houses,
    Pass,
    Player,
    RecordedGame,
    Sell,
    Take,
    deal_cards,
    offer_text,
    spaced,
)
from forsale_sim.rules.house_code import code_refused
from forsale_sim.rules.loading import load_ruleset, ruleset_names
from forsale_sim.rules.ruleset import Rules, Ruleset

# score_sheet: A game as people write it down at the table, read as the game that it tells
# (docs/replay.md, A game of your own). Commas are spaces.

EXAMPLE = "iello-en: Ann, Bob, Cem"
PASSES = {"p", "pass"}
NOTHING = "-"
GAP = re.compile(r"[-?.…]+")
AUCTION = "houses on offer: bids and passes"
SALE = f"cheques on offer / the house of each from seat 1, {NOTHING} for none"


class Round(NamedTuple):
    where: str  # the file and the line
    cards: tuple[int, ...]  # of houses, those that lie face down are the last
    moves: tuple[str, ...]


class ScoreSheet(NamedTuple):
    rules: Rules
    names: list[str]
    auctions: list[Round]
    sales: list[Round]

    @property
    def events(self) -> list[dict[str, object]]:
        """The rounds as lines of a trace: the cards that each shows."""
        kinds = (("houses", self.auctions), ("cheques", self.sales))
        return [{"t": kind, "cards": list(each.cards)} for kind, told in kinds for each in told]

    def play(self, game: Game, step: Callable[[int], None]) -> str:
        """Make all moves that were written down, by `step`; return what may have been forgotten."""
        for number, told in enumerate(self.auctions, 1):
            begun = _begun(game, Houses, number, told)
            signs = not self._is_held(game, number, begun, told, signs=False)
            self._hold_auction(game, number, begun, told, step, signs=signs)
            if game.phase == "buying" and game.round == number:
                unfinished = (
                    f"{told.where}: the auction of this line is not finished: "
                    f"{self._name(game.to_act)} has to bid or pass. Is somebody's pass missing?"
                )
                if number < len(self.auctions) or self.sales:
                    raise UsageError(unfinished)
                return unfinished
        for number, told in enumerate(self.sales, 1):
            _begun(game, Cheques, number, told)
            for seat in range(1, game.rules.players + 1):
                if (game.phase, game.round, game.to_act) == ("selling", number, seat):
                    self._move(seat, told, told.moves[seat - 1], step)
            self._check_sold(game, number, told)
        return ""

    def _is_held(self, game: Game, number: int, begun: int, told: Round, *, signs: bool) -> bool:
        """Return whether an auction is just over after all that was written down."""
        twin = game.copy()
        try:
            self._hold_auction(twin, number, begun, told, twin.step, signs=signs)
        except UsageError:
            return False
        return (twin.phase, twin.round) != ("buying", number)

    def _hold_auction(
        self,
        game: Game,
        number: int,
        begun: int,
        told: Round,
        step: Callable[[int], None],
        *,
        signs: bool,
    ) -> None:
        """Make the moves of an auction; `signs`: passes of who cannot raise were written, too."""
        seen = begun + 1
        for move in told.moves:
            passed = isinstance(next(iter(game.events[seen:]), None), Pass)
            if signs and passed and move in PASSES:
                seen += 1  # who cannot raise has passed already
                continue
            if game.phase != "buying" or game.round != number:
                raise UsageError(f"{told.where}: the auction is over before {move!r}")
            seen = len(game.events) + 1
            self._move(game.to_act, told, "0" if move in PASSES else move, step)
        for event in game.events[begun:]:
            if isinstance(event, Pass) and event.round == number and {*event.shown} - {*told.cards}:
                raise UsageError(
                    f"{told.where}: {counted(len(event.shown), 'house')} face down is turned over: "
                    "write it behind those that were shown"
                )

    def _move(self, seat: int, told: Round, move: str, step: Callable[[int], None]) -> None:
        if not move.isdecimal():
            _check_gap(move, told.where)
            raise UsageError(
                f"{told.where}: {move!r} is no move of {self._name(seat)}: write a whole bid, or p "
                "for a pass; in a sale, the house"
            )
        try:
            step(int(move))
        except IllegalMoveError as error:
            raise UsageError(f"{told.where}: {self._name(seat)}: {error}") from error

    def _check_sold(self, game: Game, number: int, told: Round) -> None:
        sold = {
            each.seat: str(each.house)
            for each in game.events
            if isinstance(each, Sell) and each.round == number
        }
        for seat, house in enumerate(told.moves, 1):
            if house != sold.get(seat, NOTHING):
                raise UsageError(
                    f"{told.where}: {self._name(seat)} has {sold.get(seat, 'no house')} to sell, "
                    f"not {house}"
                )

    def _name(self, seat: int) -> str:
        return f"{self.names[seat - 1]} in seat {seat}"


def _begun(game: Game, kind: type[Houses | Cheques], number: int, told: Round) -> int:
    """Return the place among the events at which a round begins, whose cards must fit."""
    if kind is Cheques and game.phase == "buying":
        raise UsageError(f"{told.where}: houses are sold before all of them are bought")
    shown = [(n, event) for n, event in enumerate(game.events) if isinstance(event, kind)]
    if len(shown) < number:
        raise UsageError(f"{told.where}: the game has only {counted(len(shown), 'such round')}")
    place, event = shown[number - 1]
    cards, hidden = len(event.cards), getattr(event, "hidden", 0)
    if not cards <= len(told.cards) <= cards + hidden:
        on_offer = counted(cards, kind.__name__.lower().removesuffix("s"))
        also = f", and {hidden} face down," if hidden else ""
        raise UsageError(
            f"{told.where}: {on_offer}{also} are on offer in this round, not {len(told.cards)}"
        )
    return place


def read_score_sheet(
    text: str, origin: str, offered: Mapping[str, Ruleset] | None = None
) -> ScoreSheet:
    lines = [
        (f"{origin}, line {number}", line.partition("#")[0].strip())
        for number, line in enumerate(text.splitlines(), 1)
    ]
    (where, first), *rounds = [each for each in lines if each[1]] or [(origin, "")]
    ruleset, colon, players = first.rpartition(":")
    names = [name.strip() for name in players.split(",")]
    if not colon or not all(names) or re.fullmatch(r"[\d, ]*", ruleset):
        raise UsageError(
            f"{where}: {first!r} is neither a trace nor the first line of a game that was written "
            f"down, which names the ruleset and who played: {EXAMPLE}"
        )
    name, times = Counter(names).most_common(1)[0]
    if times > 1:
        raise UsageError(f"{where}: {name} is named twice: give each player another name")
    try:
        rules = _ruleset(ruleset.strip(), offered).rules(len(names))
    except UsageError as error:
        raise UsageError(f"{where}: {error}. Begin with a line such as {EXAMPLE}") from error
    if rules.opener == "lot":
        raise UsageError(f"{where}: by {rules.ruleset} lots decide who opens, which no line tells")
    sheet = ScoreSheet(rules, names, [], [])
    seen: dict[tuple[str, int], list[str]] = {}
    for place, line in rounds:
        is_sale = "/" in line
        if not is_sale and ":" not in line:
            _check_gap(line, place)
            raise UsageError(
                f"{place}: an auction needs a colon: {AUCTION}; a sale a slash: {SALE}"
            )
        if not is_sale and len(sheet.auctions) == rules.auctions:
            raise UsageError(f"{place}: all houses have been bought; a sale needs a slash: {SALE}")
        cards, _, moves = line.replace(",", " ").partition("/" if is_sale else ":")
        dealt = _cards(cards, "cheque" if is_sale else "house", rules, seen, place)
        told = Round(place, dealt, tuple(moves.lower().split()))
        if is_sale and len(told.moves) != rules.players:
            raise UsageError(
                f"{place}: {counted(len(told.moves), 'player')} sell, but {rules.players} play: "
                f"write {SALE}"
            )
        (sheet.sales if is_sale else sheet.auctions).append(told)
    return sheet


def _ruleset(name: str, offered: Mapping[str, Ruleset] | None) -> Ruleset:
    """Return a ruleset that a game names; what is `offered`, if anything, in place of files.

    Whoever wrote the game down, none of their code is run.
    """
    if offered is not None and name in offered:
        return offered[name]
    if offered is not None and name.partition("[")[0] not in ruleset_names():
        raise UsageError(
            f"{name!r} is not offered ({', '.join(offered)}): name its file with --ruleset on the "
            "command line"
        )
    with code_refused("name its file with play --browser --ruleset, and enter the game there"):
        return load_ruleset(name)


def _check_gap(word: str, where: str) -> None:
    if GAP.fullmatch(word):
        raise UsageError(
            f"{where}: {word} leaves a gap, and only the end of a game may be missing: leave out "
            "all that comes from here on"
        )


def _cards(
    text: str, kind: str, rules: Rules, seen: dict[tuple[str, int], list[str]], where: str
) -> tuple[int, ...]:
    deck = rules.houses if kind == "house" else rules.cheques
    cards = []
    for word in text.split():
        _check_gap(word, where)
        if not word.isdecimal() or int(word) not in deck:
            raise UsageError(f"{where}: there is no {kind} {word}, only {spaced(sorted({*deck}))}")
        places = seen.setdefault((kind, int(word)), [])
        if len(places) == deck.count(int(word)):
            raise UsageError(
                f"{where}: {kind} {word} was on offer in {listed(list(dict.fromkeys(places)))}"
            )
        places.append(where.rpartition(", ")[2])
        cards.append(int(word))
    return tuple(cards)


NO_RUN = 0  # the number of a game that is of no run, but was played by people


def trace(game: Game, seed: int, number: int, lineup: Sequence[str]) -> Iterator[dict[str, Any]]:
    """Yield a game as the objects of its trace; there is no ``end`` if it is unfinished."""
    rules, score, deal = game.rules, game.score, game.deal
    yield {
        "t": "setup",
        "ruleset": rules.ruleset,
        "rules": rules.settings(),
        "players": rules.players,
        "seed": seed,
        "game": number,
        "lineup": list(lineup),
    }
    used = {"gift": rules.most_gift, "hidden": rules.hides, "shown": rules.hides}
    for event in game.events:
        yield {"t": type(event).__name__.lower()} | {
            name: list(value) if isinstance(value, tuple) else value
            for name, value in event._asdict().items()
            if used.get(name, True)
        }
    if _is_told(game):
        whole = whole_win(rules.players)
        yield {
            "t": "end",
            "coins": list(score.coins),
            "cheques": list(score.cheques),
            "money": list(score.money),
            "win": [win // whole if win % whole == 0 else win / whole for win in score.wins],
            "undealt": {
                "houses": list(deal.undealt_houses),
                "cheques": [rules.cheques[card - 1] for card in deal.undealt_cheques],
            },
        }


def _is_told(game: Game) -> bool:
    """Whether all of a game is known, its last sale, too, in which nobody has a choice."""
    sold = sum(isinstance(event, Sell) for event in game.events)
    return sold == game.rules.cards_dealt


def trace_lines(game: Game, seed: int, number: int, lineup: Sequence[str]) -> Iterator[str]:
    for line in trace(game, seed, number, lineup):
        yield json.dumps(line, ensure_ascii=False)


# trace_reading: Games read from their traces, wherever these come from: every move is made again
# by the rules.

Line = dict[str, Any]

KINDS = {"setup", "houses", "bid", "pass", "take", "cheques", "sell", "end"}
"""The lines that tell a game; others, such as those of a review, may stand beside them."""


def read_trace(
    text: str, origin: str, offered: Mapping[str, Ruleset] | None = None
) -> RecordedGame:
    """Return the game of a trace, or of a game as people write it down: see `score_sheet`.

    `offered`: the rulesets that one may be written down by; without it, those of files, too.
    """
    if not text.lstrip().startswith("{"):
        return _read_score_sheet(read_score_sheet(text, origin, offered))
    try:
        lines = [json.loads(line) for line in text.splitlines() if line.strip()]
        setup, *events = [line for line in lines if line["t"] in KINDS]
        rules, names = _rules(setup), [str(name) for name in setup["lineup"]]
        game = Game(rules, _deal(rules, events))
        recorded = RecordedGame(game, int(setup["seed"]), int(setup["game"]), names, [])
        sold = {(each["round"], each["seat"]): each["house"] for each in _of(events, "sell")}
        while game.to_act:
            move = _move(game, events, sold)
            if move is None:
                break
            recorded.make(move)
    except UsageError:
        raise
    except KeyError as error:
        raise UsageError(
            f"{origin} is no trace of a game: {error} is missing. A game of your own needs no "
            f"JSON: write {EXAMPLE} and a line for each round, such as 6 11 18: 1 2 3 p p"
        ) from error
    except Exception as error:  # whatever a text can be wrong in
        raise UsageError(
            f"{origin} is no trace of a game: {type(error).__name__}: {error}"
        ) from error
    made = list(trace(game, recorded.seed, recorded.number, names))
    _check(made, [setup, *events], origin)
    if not _of(events, "end"):
        del game.events[len(events) :]  # what nobody has told, such as the next houses
    return recorded


def _read_score_sheet(sheet: ScoreSheet) -> RecordedGame:
    game = Game(sheet.rules, _deal(sheet.rules, sheet.events))
    recorded = RecordedGame(game, 0, NO_RUN, sheet.names, [])
    notice = sheet.play(game, recorded.make)
    if game.phase != "over" or sheet.rules.removed:  # else what was not written down is known
        for kind, told in ((Cheques, sheet.sales), (Houses, sheet.auctions)):
            untold = [each for each in game.events if isinstance(each, kind)][len(told) :]
            if untold:
                del game.events[game.events.index(untold[0]) :]
    return replace(recorded, notice=notice)


def _of(events: Sequence[Line], kind: str) -> list[Line]:
    return [event for event in events if event["t"] == kind]


def _rules(setup: Line) -> Rules:
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
    """Return the decks in the order of the game; what it has not come to goes behind, shuffled."""
    ends = _of(events, "end")
    undealt = ends[0]["undealt"] if ends else {"houses": [], "cheques": []}
    places: dict[int, list[int]] = {value: [] for value in rules.cheques}
    for place, value in reversed(list(enumerate(rules.cheques, start=1))):
        places[value].append(place)
    aside = sorted(places[value].pop() for value in undealt["cheques"])
    told = {"houses": "cards", "pass": "shown"}
    houses = [card for each in events for card in each.get(told.get(each["t"], ""), ())]
    cheques = [places[value].pop() for event in _of(events, "cheques") for value in event["cards"]]
    next_word = Source(NO_RUN).stream(purpose_word(DEAL, rules.players), NO_RUN).__next__
    left = sorted({*rules.houses} - {*houses, *undealt["houses"]})
    left = [left[i] for i in shuffled(len(left), next_word)]
    unseen = sorted(place for those in places.values() for place in those)
    unseen = [unseen[i] for i in shuffled(len(unseen), next_word)]
    dealt = rules.cards_dealt
    return Deal(
        (*houses, *left)[:dealt],
        (*cheques, *unseen)[:dealt],
        tuple(undealt["houses"] or sorted(left[dealt - len(houses) :])),
        tuple(aside or sorted(unseen[dealt - len(cheques) :])),
        _openers(rules, events),
    )


def _openers(rules: Rules, events: Sequence[Line]) -> tuple[int, ...]:
    """Return who opens the auctions after the first, by lot: seat 1 where the trace ends before."""
    if rules.opener != "lot":
        return ()
    told = [event["opener"] for event in _of(events, "houses")][1:]
    return (*told, *(1,) * (rules.auctions - 1 - len(told)))


def _move(game: Game, events: Sequence[Line], sold: dict[tuple[int, int], int]) -> int | None:
    if not game.auction:
        return sold.get((game.round, game.to_act))
    place = len(game.events)
    if place >= len(events):
        return None
    event = events[place]
    return int(event["amount"]) if event["t"] == "bid" else 0


def _check(made: Sequence[Line], told: Sequence[Line], origin: str) -> None:
    for number, line in enumerate(told, start=1):
        ours = made[number - 1] if number <= len(made) else {}
        known = {key: line.get(key) for key in ours}
        if known != ours or not ours:
            wanted = json.dumps(ours) if ours else "nothing"
            raise UsageError(
                f"{origin}, line {number}: {json.dumps(line)} is not what the rules make of the "
                f"lines before: {wanted}"
            )


def story(game: Game, seed: int, number: int, lineup: Sequence[str]) -> str:
    return "\n".join(_lines(game, seed, number, lineup))


def _lines(game: Game, seed: int, number: int, lineup: Sequence[str]) -> Iterator[str]:
    rules, width = game.rules, max(map(len, lineup))
    which = "A game" if number == NO_RUN else f"Game {number} of seed {seed}"
    yield f"{which}: {rules.ruleset}, {rules.players} players"
    yield ""
    for seat, (name, coins) in enumerate(zip(lineup, rules.coins, strict=True), start=1):
        yield f"  seat {seat}  {name:<{width}}  {counted(coins, 'coin')}"
    yield from event_lines(game.events, lineup)
    yield ""
    if _is_told(game):
        yield from result_lines(game, lineup)
    elif isinstance(game.events[-1], Sell | Take):
        yield "What comes then was not written down."
    else:
        yield from str(game).splitlines()


def event_lines(events: Iterable[Event], lineup: Sequence[str]) -> Iterator[str]:
    width = max(map(len, lineup))
    for event in events:
        if not isinstance(event, (Houses, Cheques)):
            yield f"  seat {event.seat}  {lineup[event.seat - 1]:<{width}}  {event_text(event)}"
            continue
        if event.round == 1:
            yield from ("", "Buying houses" if isinstance(event, Houses) else "Selling houses")
        yield from ("", event_text(event))


def event_text(event: Event) -> str:
    """Return an event in words: ``"bids 5"``, or the heading of a round."""
    match event:
        case Houses(round, cards, opener, hidden):
            return f"Round {round}: houses {offer_text(cards, hidden)}; seat {opener} opens"
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
    told = f"takes house {event.house}" if event.house else "takes no house"
    if event.bid:
        told += f", gets {event.refund} of {event.bid} back"
    elif event.house:
        told += " for nothing"
    if event.gift:
        told += f", and {counted(event.gift, 'coin')} from the bank"
    return f"{told}; turned over: {spaced(event.shown)}" if event.shown else told


def result_lines(game: Game, lineup: Sequence[str]) -> Iterator[str]:
    score, whole = game.score, whole_win(game.rules.players)
    header = ("seat", "player", "coins", "cheques", "money", "win")
    rows = [
        (str(seat), name, str(coins), str(cheques), str(money), str(Fraction(win, whole)))
        for seat, (name, coins, cheques, money, win) in enumerate(
            zip(lineup, score.coins, score.cheques, score.money, score.wins, strict=True), start=1
        )
    ]
    yield from ("The end", "")
    for line in aligned([header, *rows], numbers={"seat", "coins", "cheques", "money", "win"}):
        yield f"  {line}"
    deal = game.deal
    if deal.undealt_houses:
        cheques = [game.rules.cheques[card - 1] for card in deal.undealt_cheques]
        yield ""
        yield f"Set aside unseen: houses {spaced(deal.undealt_houses)}; cheques {spaced(cheques)}"


# What `strategy_lab.simulation.replaying.ReadableEngine` asks for beside `story`, `trace_lines`.


play_seated = table.play_seated


def new_game(rules: Rules, _lineup: Sequence[Player], seed: int, deal: int, _seating: int) -> Game:
    return Game(rules, deal_cards(rules, seed, deal))


def moves(game: Game, decision: str) -> list[tuple[int, int]]:
    if decision == "bid":
        return [(each.seat, each.amount) for each in game.events if isinstance(each, Bid)]
    return [(each.seat, each.house) for each in game.events if isinstance(each, Sell)]


def records_of(game: Game) -> tuple[NDArray[Any], NDArray[Any]]:
    """Return a game that is over as records of `ROW` and `HOUSES`, but for its strategies."""
    row, detail, players = np.zeros((), ROW), np.zeros((), HOUSES), game.rules.players
    score = game.score
    row["score"][:players], row["coins"][:players] = score.money, score.coins
    row["place"][:players], row["win"][:players] = score.places, score.wins
    by_auction: dict[int, list[Event]] = {}
    for event in game.events:
        if isinstance(event, Bid | Pass):
            by_auction.setdefault(event.round, []).append(event)
    turns = sum(map(len, by_auction.values()))
    row["turns"], row["decisions"] = min(turns, MOST_TURNS), min(game.decisions, MOST_TURNS)
    row["watched"] = sum(
        len(of_auction) - number
        for of_auction in by_auction.values()
        for number, event in enumerate(of_auction, start=1)
        if isinstance(event, Pass)
    )
    names = ("buyer", "price", "bought", "cheque", "sold")
    by_house = (game.buyers, game.prices, game.auctions, game.sold_for, game.sales)
    for name, values in zip(names, by_house, strict=True):
        for house, value in values.items():
            detail[name][house - 1] = value
    return row, detail
