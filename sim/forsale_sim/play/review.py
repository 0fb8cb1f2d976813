"""The review of a game: what each decision gave away, by `champion`'s estimate."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import groupby
from textwrap import wrap
from typing import Any, Literal

import numpy as np
from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup
from strategy_lab import errors
from strategy_lab.display.text_tables import aligned
from strategy_lab.errors import LaboratoryError, counted
from strategy_lab.plugins.entrants import Entrant
from strategy_lab.plugins.registry import module_beside
from strategy_lab.random_words import GameWords

from forsale_sim.cards import count, highest, lowest, members
from forsale_sim.for_sale import GAME
from forsale_sim.play.playouts import (
    Estimate,
    Playouts,
    chance,
    sample,
    seed_of_playouts,
    worse_than_best,
)
from forsale_sim.reference.table import (
    Auction,
    Event,
    Game,
    Pass,
    PastDecision,
    RecordedGame,
    Sell,
    Take,
    game_view,
    spaced,
)
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
  p           pass
  h           a hint: what moves are worth
  b           take your last move back
  t           the table again
  q           leave the game; you can go on with it later
"""


class NotUnderstoodError(LaboratoryError):
    """A person typed neither a legal move nor a request; the message says what is legal."""


def parse_answer(text: str, game: Game) -> int | Request:
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


def legal_moves_text(game: Game) -> str:
    """Return the legal moves in words: ``"p to pass, or a bid from 5 to 12"``."""
    if game.auction is None:
        return f"a house to sell: {spaced(game.legal_moves())}"
    _, *bids = game.legal_moves()
    span = f"{bids[0]}" if len(bids) == 1 else f"from {bids[0]} to {bids[-1]}"
    return f"p to pass, or a bid {'of ' if len(bids) == 1 else ''}{span}"


def _objection(move: int, game: Game) -> str:
    if game.auction is None:
        return f"You do not hold house {move}." if move else "There is no passing in a sale."
    if move < game.auction.least_bid:
        return f"A bid of {move} is too low: the highest is {game.auction.highest_bid}."
    return f"A bid of {move} is too high: you own {game.coins[game.to_act]}."


WIDTH = 80  # of a terminal


def prompt(game: Game) -> str:
    if game.auction is None:
        return f"Type {legal_moves_text(game)}."
    return f"Type {legal_moves_text(game)}. A pass {passing(game, game.auction)}."


def passing(game: Game, auction: Auction) -> str:
    """Return the result of a pass in words: ``"takes house 4 for nothing"``."""
    house = auction.pass_house or None
    return pass_gains(Pass(game.round, auction.turn, house, auction.own_bid, auction.pass_refund))


def move_text(game: Game, move: int) -> str:
    """Return a move of the player to act in words: ``"bid 5"``, ``"sell 12"``."""
    if game.auction is None:
        return f"sell {move}"
    return f"bid {move}" if move else "pass"


def position_text(game: Game) -> str:
    seat = game.to_act
    own = f"seat {seat} holds {_hand(game, seat)}, and {counted(game.coins[seat], 'coin')}"
    if game.auction:
        bids = [f"seat {each} {_stand(game.auction, each)}" for each in game.coins if each != seat]
        return f"Houses {spaced(members(game.auction.houses))}; {', '.join(bids)}; {own}."
    cheques = members(game.sale.cheques) if game.sale else []
    values = spaced(game.rules.cheques[card - 1] for card in cheques)
    others = [f"seat {each} {_hand(game, each)}" for each in game.coins if each != seat]
    return f"Cheques {values}; {own}; {', '.join(others)}."


def _hand(game: Game, seat: int) -> str:
    hand = members(game.hands[seat])
    return f"{'houses' if len(hand) > 1 else 'house'} {spaced(hand)}" if hand else "no house"


def _stand(auction: Auction, seat: int) -> str:
    if seat not in auction.bidders:
        return "has passed"
    return f"bids {auction.bids[seat]}" if auction.bids[seat] else "no bid"


def table_text(game: Game, names: Sequence[str]) -> str:
    """Return what lies on the table of a game that is not over."""
    rules, name = game.rules, "Houses"
    if game.auction:
        offer, seen = members(game.auction.houses), game.seen_houses
    elif game.sale:
        offer = [rules.cheques[card - 1] for card in members(game.sale.cheques)]
        seen, name = game.seen_cheques, "Cheques"
    else:
        raise ValueError("the game is over: nobody is to act")
    aside = f" ({rules.removed} of them set aside)" if rules.removed else ""
    unseen = f"{len(rules.houses) - count(seen)} unseen{aside}"
    lines = [f"  {line}" for line in game.lines(names)]
    return "\n".join([f"{name} on offer: {spaced(offer)}; {unseen}", *lines])


Ends = dict[int, tuple[int, int]]
"""By seat: the house that an auction brings, 0 for none, and the coins it costs."""


def compare_moves(game: Game, better: int, other: int) -> str:
    return (_auctions if game.auction else _sales)(game, better, other)


def auction_ends(game: Game, move: int) -> Ends:
    """Return how an auction ends after a move, if all then do what `champion` rates best.

    Whoever has passed before is left out.
    """
    champion = module_beside("champion", GAME)
    game, begun = game.copy(), len(game.events)
    auction = game.round
    words = GameWords(0, game.rules.players, 0, 1)
    game.step(move)
    while game.auction and game.round == auction:
        chances = champion.estimates(game_view(game, words.decision(game.to_act, 0)), 0)
        game.step(max(chances, key=lambda each: chances[each]))
    return {
        each.seat: (
            each.house or 0,
            each.paid if isinstance(each, Take) else each.bid - each.refund,
        )
        for each in game.events[begun:]
        if isinstance(each, (Pass, Take)) and (each.round == auction)
    }


def _auctions(game: Game, better: int, other: int) -> str:
    seat = game.to_act
    ends, others = auction_ends(game, better), auction_ends(game, other)
    first, second = move_text(game, better), move_text(game, other)
    if ends[seat] != others[seat]:
        return (
            f"If all then play like champion, “{first}” leads to {_purchase(ends[seat])}; "
            f"“{second}”, to {_purchase(others[seat])}."
        )
    same = f"Either leads to {_purchase(ends[seat])}"
    changed = [each for each in ends if each in others and ends[each] != others[each]]
    if not changed:
        return f"{same}, if all then play like champion."
    rival = changed[0]
    return (
        f"{same}, if all then play like champion; but after “{first}” seat {rival} gets "
        f"{_purchase(ends[rival])}, not {_purchase(others[rival])}."
    )


def _purchase(end: tuple[int, int]) -> str:
    house, paid = end
    price = counted(paid, "coin") if paid else "nothing"
    return f"house {house} for {price}" if house else f"no house, at a cost of {price}"


def _sales(game: Game, better: int, other: int) -> str:
    every, on_offer = game.rules.cheques, game.sale.cheques if game.sale else 0
    offer = [every[card - 1] for card in members(on_offer)]
    unseen = [value for i, value in enumerate(every) if not game.seen_cheques >> i & 1]
    others = [hand for seat, hand in game.hands.items() if hand and seat != game.to_act]
    brought = []
    for house in (better, other):
        worst = offer[sum(highest(hand) < house for hand in others)]
        best = offer[sum(lowest(hand) < house for hand in others)]
        span = str(best) if worst == best else f"{worst} to {best}"
        brought.append(f"house {house} brings {span}")
    text = f"Here {' and '.join(brought)}."
    if unseen:
        means = (f"{sum(values) / len(values):.1f}" for values in (offer, unseen))
        text += " Cheques on offer average {}, those to come {}.".format(*means)
    return text


MARKS = {"?!": 0.01, "?": 0.03, "??": 0.08}
"""By sign, as in chess: the least that a dubious move, a mistake and a blunder give away, in whole
points, as costs are shown."""

LONGEST_NAME = 14  # letters of a player's name with which a line of the review fits a terminal

INDENT = 6 * " "


@dataclass(frozen=True, slots=True)
class Judged:
    made: PastDecision
    chances: dict[int, float]
    # Of an auction: everyone's chance after each of these moves, seat 1 first.
    for_all: dict[int, list[float]] = field(default_factory=dict)

    @property
    def best(self) -> int:
        """The move with the best chance to win; the one made if none is better."""
        best = max(self.chances, key=lambda move: self.chances[move])
        return best if self.cost > 0 else self.made.move

    @property
    def cost(self) -> float:
        return max(self.chances.values()) - self.chances[self.made.move]

    @property
    def reason(self) -> str:
        better, made = self.best, self.made
        return "" if better == made.move else compare_moves(made.game, better, made.move)

    @property
    def told(self) -> dict[str, Any]:
        return {"move": self.made.move, "best": self.best, "gave_away": round(self.cost, 4)}

    def rounded(self, digits: int) -> dict[str, float]:
        return {str(move): round(chance, digits) for move, chance in self.chances.items()}

    @property
    def mark(self) -> str:
        deserved = [sign for sign, least in MARKS.items() if round(self.cost, 2) >= least]
        return deserved[-1] if deserved else ""


def judge(decisions: Iterable[PastDecision], game: str = "") -> list[Judged]:
    chosen = [each for each in decisions if each.game.auction or count(each.view.hand) > 1]
    champion, judged = module_beside("champion", GAME), list[Judged]()
    for made in chosen:
        errors.tell(f"Looking back{game}: {len(judged)} of {len(chosen)} decisions")
        if made.game.auction is None:
            judged.append(Judged(made, champion.estimates(made.view, made.move)))
            continue
        for_all = champion.estimates_for_all(made.view, made.move)
        own = {move: chances[made.seat - 1] for move, chances in for_all.items()}
        judged.append(Judged(made, own, for_all))
    return judged


def review_rows(decisions: Iterable[PastDecision]) -> Iterator[dict[str, Any]]:
    for each in judge(decisions):
        made = each.made
        yield {
            "phase": made.game.phase,
            "round": made.game.round,
            "seat": made.seat,
            "strategy": made.strategy,
            **each.told,
            "gave_away": each.cost,
            "chances": each.chances,
        }


def review_text(decisions: Sequence[Judged], names: Sequence[str]) -> Iterator[str]:
    marked = [each for each in decisions if each.mark]
    yield f"Looking back at {len(decisions)} decisions"
    yield ""
    if marked:
        header = ("round", "seat", "player", "move", "wins, %", "better", "wins, %", "cost", "")
        first, *rows = _table([header, *(_row(each, names) for each in marked)])
        yield first
        for each, row in zip(marked, rows, strict=True):
            yield row
            for text in (position_text(each.made.game), each.reason):
                yield from wrap(text, WIDTH, initial_indent=INDENT, subsequent_indent=INDENT)
    else:
        yield f"  No move gave away {_points(min(MARKS.values()))} point or more."
    yield ""
    yield from _table(list(_sums(decisions, names)))
    yield ""
    yield "Points of the chance to win, by champion's estimate: as if all played like it."
    marks = ", ".join(f"{sign} {_points(least)}" for sign, least in MARKS.items())
    yield f"A mark says how many points a move cost at least: {marks}."


def review_records(decisions: Sequence[Judged], players: int) -> Iterator[dict[str, Any]]:
    """Yield the review as objects for JSON Lines: one a decision, and what each seat gave away."""
    for each in decisions:
        yield {
            "t": "review",
            "phase": each.made.game.phase,
            "round": each.made.game.round,
            "seat": each.made.seat,
            **each.told,
            "chances": each.rounded(4),
        }
    yield {
        "t": "gave_away",
        **{
            phase: [round(_given(decisions, seat, phase), 4) for seat in range(1, players + 1)]
            for phase in ("buying", "selling")
        },
    }


def _row(judged: Judged, names: Sequence[str]) -> tuple[str, ...]:
    made = judged.made
    return (
        f"{made.game.phase} {made.game.round}",
        str(made.seat),
        _short(names[made.seat - 1]),
        move_text(made.game, made.move),
        _points(judged.chances[made.move]),
        move_text(made.game, judged.best),
        _points(judged.chances[judged.best]),
        _points(judged.cost),
        judged.mark,
    )


def _short(name: str) -> str:
    return name if len(name) <= LONGEST_NAME else f"{name[: LONGEST_NAME - 1]}…"


def _sums(decisions: Sequence[Judged], names: Sequence[str]) -> Iterator[tuple[str, ...]]:
    yield ("seat", "player", "buying", "selling", "in all", *MARKS)
    for seat in sorted({each.made.seat for each in decisions}):
        buying, selling = (_given(decisions, seat, phase) for phase in ("buying", "selling"))
        signs = [each.mark for each in decisions if each.made.seat == seat]
        yield (
            str(seat),
            _short(names[seat - 1]),
            *map(_points, (buying, selling, buying + selling)),
            *(str(signs.count(sign)) for sign in MARKS),
        )


def _given(decisions: Iterable[Judged], seat: int, phase: str) -> float:
    return sum(
        each.cost for each in decisions if each.made.seat == seat and each.made.game.phase == phase
    )


def _table(rows: Sequence[tuple[str, ...]]) -> Iterator[str]:
    for line in aligned(rows, {"seat", "wins, %", "cost", "buying", "selling", "in all", *MARKS}):
        yield f"  {line}"


def _points(chance: float) -> str:
    """Return a chance in percentage points, in whole ones: an estimate knows no finer."""
    return f"{100 * chance:.0f}"


SCREENED, SHOWN = 1000, 10_000
"""Playouts of each legal move to pick the best, and of each that is shown."""

STAGES_OF_A_HINT = 2  # of random numbers: one to pick the best moves, one to show them

MOVES_SHOWN = 5  # how many of the best moves are shown, beside a pass and the advisor's move

SCREENING, SHOWING = 0.5, 4.0
"""Time limits for either, in seconds, so slow strategies get fewer playouts."""


@dataclass(frozen=True, slots=True)
class Hint:
    game: Game
    advisor: str
    advised: int  # the advisor's name and its move

    chances: dict[int, Estimate]  # the chance of a win by move, ascending

    behind: frozenset[int]  # the moves that are shown to be worse than the one with the best chance

    playouts: int  # how many playouts each chance is estimated from

    reason: str  # what the best move leads to, and what the most obvious other one does

    @property
    def best(self) -> list[int]:
        """The moves of which one is the best; one, if all others are shown to be worse."""
        return [move for move in self.chances if move not in self.behind]

    def lines(self) -> Iterator[str]:
        yield f"{self.advisor} would {move_text(self.game, self.advised)}. Chances to win, %:"
        mark = "<- best" if len(self.best) == 1 else "<- perhaps best"
        rows = [
            (move_text(self.game, move), str(chance), mark if move in self.best else "")
            for move, chance in self.chances.items()
        ]
        for line in aligned([("move", "chance", ""), *rows], {"chance"})[1:]:
            yield f"  {line}"
        yield from wrap(self.reason, WIDTH)
        yield f"From {self.playouts:,} playouts a move, with unseen cards shuffled:"
        yield f"{self.advisor} plays on for you, and the others as before. ±: 95 %."


def make_hint(game: Game, advisor: Entrant, playouts: Playouts, seed: int, stage: int) -> Hint:
    moves = game.legal_moves()
    # The advisor draws the random numbers of a deal that no playout has.
    words = GameWords(seed_of_playouts(seed), game.rules.players, 2**64 - 1, seating=1)
    view = game_view(game, words.decision(game.to_act, stage))
    advised = advisor.decide(game.decision, view)
    screened = sample(playouts, game, moves, stage, most=SCREENED, seconds=SCREENING)
    by_chance = [moves[i] for i in np.argsort(-screened.mean(axis=1), kind="stable")]
    shown = sorted({*by_chance[:MOVES_SHOWN], *(move for move in (0, advised) if move in moves)})
    wins = sample(playouts, game, shown, stage + 1, most=SHOWN, seconds=SHOWING)
    chances = {move: chance(shares) for move, shares in zip(shown, wins, strict=True)}
    behind = frozenset(shown[i] for i in worse_than_best(wins))
    first, *others = sorted(shown, key=lambda move: -chances[move].value)
    why = compare_moves(game, first, 0 if 0 in others else others[0])
    return Hint(game, advisor.name, advised, chances, behind, wins.shape[1], why)


# reviewed_game: A game with its review as one object, which a page draws: JSON, like the trace
# that it holds.


def reviewed_game(recorded: RecordedGame, judged: Sequence[Judged]) -> dict[str, Any]:
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
                "seat": each.made.seat,
                **each.told,
                "mark": each.mark,
                "chances": each.rounded(3),
                "why": each.reason if each.mark else "",
                "could": options_text(each.made.game, f"Seat {each.made.seat} could"),
                "standing": [round(chance, 3) for chance in standing],
            }
            for each, standing in zip(judged, standings(judged, game.rules.players), strict=True)
        ],
    }


def options_text(game: Game, who_could: str) -> str:
    if game.auction is None:
        return ""
    _, *bids = game.legal_moves()
    span = f"{bids[0]}" if len(bids) == 1 else f"{bids[0]} to {bids[-1]}"
    return f"{who_could} bid {span}; a pass {passing(game, game.auction)}."


def standings(judged: Iterable[Judged], players: int) -> list[list[float]]:
    """Return everyone's chance to win before each decision, seat 1 first, if all then play well.

    The decisions are those of all players. In an auction it is their chance after the best move.
    In a sale all choose at once: each has the chance that their own best house gives, scaled to a
    sum of 1; who has no choice there has the part of the rest that they had before.
    """
    before = [1 / players] * players
    found: list[list[float]] = []
    # Decisions at the same time are all those of a sale, but one of an auction.
    moments = groupby(
        judged, lambda each: (len(each.made.game.events), each.made.game.auction and id(each))
    )
    for _, group in moments:
        decisions = list(group)
        first = decisions[0]
        if first.for_all:
            before = list(first.for_all[first.best])
        else:
            own = {each.made.seat: max(each.chances.values()) for each in decisions}
            before = _shared(own, before)
        found += [before] * len(decisions)
    return found


def _shared(own: dict[int, float], before: Sequence[float]) -> list[float]:
    """Return chances that add up to 1: those of some seats; the rest is shared as before."""
    others = {seat: chance for seat, chance in enumerate(before, start=1) if seat not in own}
    rest, held = max(0.0, 1 - sum(own.values())), sum(others.values())
    chances = own | {seat: rest * part / held if held else 0.0 for seat, part in others.items()}
    total = sum(chances.values()) or 1.0
    return [chances[seat] / total for seat in sorted(chances)]


def _event_of(judged: Judged, events: Sequence[Event]) -> int:
    """Return the index of the event that a decision led to; one too high if none yet has."""
    made = judged.made
    if made.game.auction:
        return len(made.game.events)
    wanted = (made.game.round, made.seat)
    return next(
        (
            place
            for place, event in enumerate(events)
            if isinstance(event, Sell) and (event.round, event.seat) == wanted
        ),
        len(events),
    )


def game_page(games: Sequence[Mapping[str, Any]], story: str) -> str:
    first = games[0]["trace"][0]
    one = f"game {first['game']} of seed {first['seed']}" if first["game"] else "a game"
    what = one if len(games) == 1 else f"{len(games)} games"
    text = json.dumps(list(games), ensure_ascii=False, separators=(",", ":"))
    data = Markup(text.replace("<", "\\u003c"))
    return rendered("game.html", title=f"For Sale: {what}", story=story, data=data)


def rendered(template: str, **values: object) -> str:
    environment = Environment(
        loader=PackageLoader("forsale_sim.play", "web"),
        autoescape=True,
        keep_trailing_newline=True,
        undefined=StrictUndefined,
    )
    return environment.get_template(template).render(values)
