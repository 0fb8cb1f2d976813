"""The table in words, hints, and the review of a game: what each decision gave away."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import groupby
from shutil import get_terminal_size
from textwrap import wrap
from typing import Any, Literal

from strategy_lab import errors
from strategy_lab.display import web_pages
from strategy_lab.display.text_tables import aligned
from strategy_lab.errors import LaboratoryError, counted

from forsale_sim.cards import count, members
from forsale_sim.play.opinion import (
    ASSUMPTION,
    IN_WINS,
    SPREAD,
    Opinion,
    move_text,
    opinion_of,
)
from forsale_sim.reference import table
from forsale_sim.reference.trace import event_text, pass_gains, trace

Request = Literal["back", "hint", "help", "table", "quit"]

REQUESTS: dict[str, Request] = {
    **dict.fromkeys(("b", "back"), "back"),
    **dict.fromkeys(("h", "hint"), "hint"),
    **dict.fromkeys(("?", "help"), "help"),
    **dict.fromkeys(("t", "table"), "table"),
    **dict.fromkeys(("q", "quit", "exit"), "quit"),
}
NUMBER = re.compile(r"(?:(?P<verb>bid|sell|b|s)\s*)?(?P<number>\d{1,9})", re.ASCII)

HELP = """\
  5           bid 5 in all (not 5 more); in a sale, sell house 5
  p           pass; 0 does, too
  h           a hint: what moves are worth
  b           take your last move back
  t           the table again
  q           leave the game; you can go on with it later
"""


class NotUnderstoodError(LaboratoryError):
    """A person typed neither a legal move nor a request; the message says what is legal."""


def parse_answer(text: str, game: table.Game) -> int | Request:
    words = " ".join(text.lower().split())
    if words in REQUESTS:
        return REQUESTS[words]
    number = NUMBER.fullmatch(words)
    if words not in ("p", "pass") and not number:
        typed = f"{text.strip()!r} is no move. " if words else ""
        raise NotUnderstoodError(f"{typed}Type {legal_moves_text(game)}; ? for help.")
    verb = number["verb"] if number else None
    if verb and verb[0] != ("s" if game.auction is None else "b"):
        objection = "There is no bidding in a sale." if verb[0] == "b" else "Nothing is sold yet."
        raise NotUnderstoodError(f"{objection} Type {legal_moves_text(game)}.")
    move = int(number["number"]) if number else 0
    if move not in game.legal_moves():
        raise NotUnderstoodError(f"{_objection(move, game)} Type {legal_moves_text(game)}.")
    return move


def legal_moves_text(game: table.Game) -> str:
    """Return the legal moves in words: ``"p to pass, or a bid from 5 to 12"``."""
    if game.auction is None:
        return f"a house to sell: {table.spaced(game.legal_moves())}"
    _, *bids = game.legal_moves()
    span = f"{bids[0]}" if len(bids) == 1 else f"from {bids[0]} to {bids[-1]}"
    return f"p to pass, or a bid {'of ' if len(bids) == 1 else ''}{span}"


def _objection(move: int, game: table.Game) -> str:
    if game.auction is None:
        return f"You do not hold house {move}." if move else "There is no passing in a sale."
    if move < game.auction.least_bid:
        return f"A bid of {move} is too low: the highest is {game.auction.highest_bid}."
    return f"A bid of {move} is too high: you own {game.coins[game.to_act]}."


MOST_WIDTH = 80  # of text


def wrapped(text: str, indent: str = "") -> list[str]:
    width = min(get_terminal_size().columns, MOST_WIDTH)
    return wrap(text, width, initial_indent=indent, subsequent_indent=indent)


def prompt(game: table.Game) -> str:
    if game.auction is None:
        return f"Type {legal_moves_text(game)}."
    return f"Type {legal_moves_text(game)}. A pass {passing(game, game.auction)}."


def passing(game: table.Game, auction: table.Auction) -> str:
    """Return the result of a pass in words: ``"takes house 4 for nothing"``."""
    house = auction.pass_house or None
    gains = auction.own_bid, auction.pass_refund, auction.pass_gift
    return pass_gains(table.Pass(game.round, auction.turn, house, *gains))


def position_text(game: table.Game, names: Sequence[str]) -> str:
    seat, called = game.to_act, {each: _called(each, names) for each in game.coins}
    own = f"{called[seat]}: {_hand(game, seat)}, {counted(game.coins[seat], 'coin')}"
    if game.auction:
        bids = [f"{called[each]} {_stand(game.auction, each)}" for each in called if each != seat]
        return f"Houses {game.auction.offer_text}; {', '.join(bids)}; {own}."
    cheques = members(game.sale.cheques) if game.sale else []
    values = table.spaced(game.rules.cheques[card - 1] for card in cheques)
    others = [f"{called[each]}: {_hand(game, each)}" for each in called if each != seat]
    return f"Cheques {values}; {'; '.join([own, *others])}."


def _called(seat: int, names: Sequence[str]) -> str:
    name = names[seat - 1]
    return name if names.count(name) == 1 else f"seat {seat}"


def _hand(game: table.Game, seat: int) -> str:
    hand = members(game.hands[seat])
    return f"{'houses' if len(hand) > 1 else 'house'} {table.spaced(hand)}" if hand else "no house"


def _stand(auction: table.Auction, seat: int) -> str:
    if seat not in auction.bidders:
        return "passed"
    return f"bid {auction.bids[seat]}" if auction.bids[seat] else "did not bid"


def table_text(game: table.Game, names: Sequence[str]) -> str:
    """Return what lies on the table of a game that is not over."""
    rules, name = game.rules, "Houses"
    if game.auction:
        offer, seen = game.auction.offer_text, game.seen_houses
    elif game.sale:
        offer = table.spaced(rules.cheques[card - 1] for card in members(game.sale.cheques))
        seen, name = game.seen_cheques, "Cheques"
    else:
        raise ValueError("the game is over: nobody is to act")
    aside = f" ({rules.removed} of them set aside)" if rules.removed else ""
    unseen = f"{len(rules.houses) - count(seen)} unseen{aside}"
    lines = [f"  {line}" for line in game.lines(names)]
    return "\n".join([f"{name} on offer: {offer}; {unseen}", *lines])


THOUSAND_COSTS = (1 - IN_WINS) / SPREAD

TELLING = (
    f"What moves are worth {ASSUMPTION}. Costs are in points: 1 % of the chance to win that is "
    f"given away costs {IN_WINS:.2f} points, a thousand of money {100 * THOUSAND_COSTS:.1f}; a "
    "move that gains as much of the one as it loses of the other is as good."
)

MARKS = {"?!": 0.01, "?": 0.03, "??": 0.08}
"""By sign, as in chess: the least that a dubious move, a mistake and a blunder give away, in whole
points, as costs are shown."""

LOST = ("win % lost", "money lost")

RIGHT = {"seat", "win %", "cost", "money", "buying", "selling", *LOST, *MARKS}  # columns of numbers

LONGEST_NAME = 11  # letters of a player's name with which a line of the review fits a terminal

INDENT = 6 * " "


@dataclass(frozen=True)
class Judged:
    made: table.PastDecision
    opinion: Opinion

    @cached_property
    def best(self) -> int:
        """The best move; the one made if that is not shown to be worse."""
        return self.made.move if self.made.move in self.opinion.good else self.opinion.best

    @property
    def cost(self) -> float:
        return self.opinion.cost(self.made.move) if self.best != self.made.move else 0.0

    @property
    def chance(self) -> float:
        """How much likelier the better move wins."""
        return self.opinion.chances[self.best] - self.opinion.chances[self.made.move]

    @property
    def money(self) -> float:
        """What the better move brings more in the end, in thousands."""
        return self.opinion.money[self.best] - self.opinion.money[self.made.move]

    @property
    def reason(self) -> str:
        better, made = self.best, self.made.move
        return "" if better == made else self.opinion.reason(better, made)

    @property
    def told(self) -> dict[str, Any]:
        """What traces, tables and pages say of it, as JSON has it."""
        return {
            "phase": self.made.game.phase,
            "round": self.made.game.round,
            "seat": self.made.seat,
            "move": self.made.move,
            "best": self.best,
            "gave_away": round(self.chance, 4),
            "gave_away_money": round(self.money, 2),
            "cost": round(self.cost, 4),
            **told_by_move(self.opinion),
        }

    @property
    def mark(self) -> str:
        deserved = [sign for sign, least in MARKS.items() if round(self.cost, 2) >= least]
        return deserved[-1] if deserved else ""


def told_by_move(opinion: Opinion) -> dict[str, Any]:
    """Return what is told of all moves that were tried, as JSON has it."""
    return {
        "chances": {str(move): round(chance, 4) for move, chance in opinion.chances.items()},
        "money": {str(move): round(money, 2) for move, money in opinion.money.items()},
        "good": sorted(opinion.good, key=lambda move: move != opinion.best),
    }


def judge(decisions: Iterable[table.PastDecision], game: str = "") -> list[Judged]:
    chosen = [each for each in decisions if each.game.auction or count(each.view.hand) > 1]
    judged = list[Judged]()
    for made in chosen:
        errors.tell(f"Looking back{game}: {len(judged)} of {len(chosen)} decisions")
        judged.append(Judged(made, opinion_of(made.game, made.view, made.move)))
    return judged


def review_rows(decisions: Iterable[table.PastDecision]) -> Iterator[dict[str, Any]]:
    for each in judge(decisions):
        told = each.told
        yield {
            **{name: told.pop(name) for name in ("phase", "round", "seat")},
            "strategy": each.made.strategy,
            **told,
            "gave_away": each.chance,
            "gave_away_money": each.money,
            "cost": each.cost,
            "chances": each.opinion.chances,
            "money": each.opinion.money,
        }


def review_text(decisions: Sequence[Judged], names: Sequence[str]) -> Iterator[str]:
    marked = [each for each in decisions if each.mark]
    yield f"Looking back at {len(decisions)} decisions"
    yield ""
    if marked:
        header = (
            *("round", "seat", "player", "move", "win %", "better", "win %", "cost", "money", ""),
        )
        first, *rows = _table([header, *(_row(each, names) for each in marked)])
        yield first
        for each, row in zip(marked, rows, strict=True):
            yield row
            for text in (position_text(each.made.game, names), each.reason):
                yield from wrapped(text, INDENT)
    else:
        yield f"  No move gave away {_points(min(MARKS.values()))} point or more."
    yield ""
    yield from _table(list(_sums(decisions, names)))
    yield ""
    yield from wrapped(TELLING)
    marks = ", ".join(f"{sign} {_points(least)}" for sign, least in MARKS.items())
    yield f"A mark says how many points a move cost at least: {marks}."


def review_records(decisions: Sequence[Judged], players: int) -> Iterator[dict[str, Any]]:
    """Yield the review as objects for JSON Lines: one a decision, and what each seat gave away."""
    for each in decisions:
        yield {"t": "review", **each.told}
    yield {
        "t": "gave_away",
        **{
            name: [round(_sum(decisions, seat, *asked), 4) for seat in range(1, players + 1)]
            for name, asked in {
                "buying": ("chance", "buying"),
                "selling": ("chance", "selling"),
                "money": ("money",),
                "cost": ("cost",),
            }.items()
        },
    }


def _row(judged: Judged, names: Sequence[str]) -> tuple[str, ...]:
    made = judged.made
    return (
        f"{made.game.phase} {made.game.round}",
        str(made.seat),
        _short(names[made.seat - 1]),
        move_text(made.game, made.move),
        _points(judged.opinion.chances[made.move]),
        move_text(made.game, judged.best),
        _points(judged.opinion.chances[judged.best]),
        _points(judged.cost),
        f"{judged.money:.1f}",
        judged.mark,
    )


def _short(name: str) -> str:
    return name if len(name) <= LONGEST_NAME else f"{name[: LONGEST_NAME - 1]}…"


def _sums(decisions: Sequence[Judged], names: Sequence[str]) -> Iterator[tuple[str, ...]]:
    yield ("seat", "player", "buying", "selling", "cost", *LOST, *MARKS)
    for seat in sorted({each.made.seat for each in decisions}):
        buying, selling = (_sum(decisions, seat, "cost", each) for each in ("buying", "selling"))
        signs = [each.mark for each in decisions if each.made.seat == seat]
        yield (
            str(seat),
            _short(names[seat - 1]),
            *map(_points, (buying, selling, buying + selling, _sum(decisions, seat, "chance"))),
            f"{_sum(decisions, seat, 'money'):.1f}",
            *(str(signs.count(sign)) for sign in MARKS),
        )


def _sum(decisions: Iterable[Judged], seat: int, what: str, phase: str = "") -> float:
    own = [each for each in decisions if each.made.seat == seat]
    return float(sum(getattr(each, what) for each in own if phase in ("", each.made.game.phase)))


def _table(rows: Sequence[tuple[str, ...]]) -> Iterator[str]:
    for line in aligned(rows, RIGHT):
        yield f"  {line}"


def _points(chance: float) -> str:
    """Return a chance in percentage points, in whole ones: an estimate knows no finer."""
    return f"{100 * chance:.0f}"


@dataclass(frozen=True)
class Hint:
    opinion: Opinion

    @property
    def reason(self) -> str:
        """What the best move leads to, and what a pass or the best of the worse moves does."""
        worths, best, good = self.opinion.worths, self.opinion.best, self.opinion.good
        others = sorted(worths.keys() - {best}, key=lambda move: (move in good, -worths[move]))
        return self.opinion.reason(best, 0 if 0 in others else others[0]) if others else ""

    def lines(self) -> Iterator[str]:
        opinion = self.opinion
        rows = [
            (
                move_text(opinion.game, move),
                _points(chance),
                f"{opinion.money[move]:.1f}",
                ("<- best" if move == opinion.best else "<- as good") * (move in opinion.good),
            )
            for move, chance in opinion.chances.items()
        ]
        yield f"What each move is worth, {ASSUMPTION}:"
        for line in aligned([("move", "win %", "money", ""), *rows], {"win %", "money"}):
            yield f"  {line}"
        yield from wrapped(self.reason)


# reviewed_game: A game with its review as one object, which a page draws: JSON, like the trace
# that it holds.


def reviewed_game(recorded: table.RecordedGame, judged: Sequence[Judged]) -> dict[str, Any]:
    """Return a game as what a page draws: its trace, each event in words, and its review.

    An object of the review has the `event` that the decision led to (an index into `told`), and
    `standing`, everyone's chance to win before it.
    """
    game = recorded.game
    return {
        "trace": list(trace(game, recorded.seed, recorded.number, recorded.lineup)),
        "told": [event_text(event) for event in game.events],
        "review": [
            {
                "event": _event_of(each, game.events),
                **each.told,
                "mark": each.mark,
                "why": each.reason if each.mark else "",
                "could": options_text(
                    each.made.game, f"{_called(each.made.seat, recorded.lineup)} could"
                ),
                "standing": [round(chance, 3) for chance in standing],
            }
            for each, standing in zip(judged, standings(judged, game.rules.players), strict=True)
        ],
    }


def options_text(game: table.Game, who_could: str) -> str:
    if game.auction is None:
        return ""
    _, *bids = game.legal_moves()
    span = f"{bids[0]}" if len(bids) == 1 else f"{bids[0]} to {bids[-1]}"
    return (
        f"{who_could[0].upper()}{who_could[1:]} bid {span}; a pass {passing(game, game.auction)}."
    )


def standings(judged: Sequence[Judged], players: int) -> list[list[float]]:
    """Return everyone's chance to win before each decision, seat 1 first, if all play well.

    The decisions are those of all players. The opinion takes whom it advises for the better player,
    so each seat has the chance that it had by its own best move when it last decided (or will,
    before its first decision), and these are scaled to a sum of 1.
    """
    own = {each.made.seat: each.opinion.chances[each.best] for each in reversed(judged)}
    own = {seat: own.get(seat, 1 / players) for seat in range(1, players + 1)}
    found: list[list[float]] = []
    # Decisions at the same time are all those of a sale, but one of an auction.
    moments = groupby(
        judged, lambda each: (len(each.made.game.events), each.made.game.auction and id(each))
    )
    for _, group in moments:
        decisions = list(group)
        own |= {each.made.seat: each.opinion.chances[each.best] for each in decisions}
        total = sum(own.values()) or 1.0
        found += [[chance / total for chance in own.values()]] * len(decisions)
    return found


def _event_of(judged: Judged, events: Sequence[table.Event]) -> int:
    """Return the index of the event that a decision led to; one too high if none yet has."""
    made = judged.made
    if made.game.auction:
        return len(made.game.events)
    wanted = (made.game.round, made.seat)
    return next(
        (
            place
            for place, event in enumerate(events)
            if isinstance(event, table.Sell) and (event.round, event.seat) == wanted
        ),
        len(events),
    )


def game_page(games: Sequence[Mapping[str, Any]], story: str) -> str:
    first = games[0]["trace"][0]
    one = f"game {first['game']} of seed {first['seed']}" if first["game"] else "a game"
    what = one if len(games) == 1 else f"{len(games)} games"
    pages = "forsale_sim.play", "game.html"
    return web_pages.game_page(*pages, list(games), title=f"For Sale: {what}", story=story)
