"""The review of a game: what each decision gave away, by `champion`'s estimate."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from textwrap import wrap
from typing import Any

from strategy_lab import waiting
from strategy_lab.plugins.registry import module_beside
from strategy_lab.text_columns import aligned

from forsale_sim.cards import count
from forsale_sim.for_sale import GAME
from forsale_sim.play.reasons import reason
from forsale_sim.play.table_text import WIDTH, move_text, position_text
from forsale_sim.reference.recording import PastDecision

MARKS = {"?!": 0.01, "?": 0.03, "??": 0.08}
"""By sign, as in chess: the least that a dubious move, a mistake and a blunder give away, in whole
points, as costs are shown."""

NUMBERS = {"seat", "wins, %", "cost", "buying", "selling", "in all"}

LONGEST_NAME = 14
"""Letters of a player's name with which a line of the review fits a terminal."""

INDENT = 6 * " "


@dataclass(frozen=True, slots=True)
class Judged:
    """A decision with the chance to win after each sensible move, the one made among them."""

    made: PastDecision
    chances: dict[int, float]
    for_all: dict[int, list[float]] = field(default_factory=dict)
    """Of an auction: everyone's chance after each of these moves, seat 1 first."""

    @property
    def best(self) -> int:
        """The move with the best chance to win; the one made if none is better."""
        best = max(self.chances, key=lambda move: self.chances[move])
        return best if self.cost > 0 else self.made.move

    @property
    def cost(self) -> float:
        """What the move gave away of the chance to win."""
        return max(self.chances.values()) - self.chances[self.made.move]

    @property
    def mark(self) -> str:
        """The sign of `MARKS` that the move deserves."""
        deserved = [sign for sign, least in MARKS.items() if round(self.cost, 2) >= least]
        return deserved[-1] if deserved else ""


def judge(decisions: Iterable[PastDecision], game: str = "") -> list[Judged]:
    """Estimate what every sensible move would have won, where there was a choice.

    `game`: which of several it is, for those who wait.
    """
    chosen = [each for each in decisions if each.game.auction or count(each.view.hand) > 1]
    judged: list[Judged] = []
    for each in chosen:
        waiting.tell(f"Looking back{game}: {len(judged)} of {len(chosen)} decisions")
        judged.append(_judged(each))
    return judged


def review_rows(decisions: Iterable[PastDecision]) -> Iterator[dict[str, Any]]:
    """Yield what each decision with a choice gave away, as the columns of a table."""
    for each in judge(decisions):
        yield {
            "phase": each.made.game.phase,
            "round": each.made.game.round,
            "seat": each.made.seat,
            "strategy": each.made.strategy,
            "move": each.made.move,
            "best": each.best,
            "gave_away": each.cost,
            "chances": each.chances,
        }


def _judged(made: PastDecision) -> Judged:
    champion = module_beside("champion", GAME)
    if made.game.auction is None:
        return Judged(made, champion.estimates(made.view, made.move))
    for_all = champion.estimates_for_all(made.view, made.move)
    own = {move: chances[made.seat - 1] for move, chances in for_all.items()}
    return Judged(made, own, for_all)


def review_text(decisions: Sequence[Judged], names: Sequence[str]) -> Iterator[str]:
    """Yield the review in words, line by line: the marked moves, and what each player gave away."""
    marked = [each for each in decisions if each.mark]
    yield f"Looking back at {len(decisions)} decisions"
    yield ""
    if marked:
        header = ("round", "seat", "player", "move", "wins, %", "better", "wins, %", "cost", "")
        first, *rows = _table([header, *(_row(each, names) for each in marked)])
        yield first
        for each, row in zip(marked, rows, strict=True):
            yield row
            yield from _details(each)
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
            "move": each.made.move,
            "best": each.best,
            "gave_away": round(each.cost, 4),
            "chances": {str(move): round(chance, 4) for move, chance in each.chances.items()},
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


def _details(judged: Judged) -> Iterator[str]:
    """Yield the position before a marked move, and why another one is better."""
    for text in (position_text(judged.made.game), reason(judged)):
        yield from wrap(text, WIDTH, initial_indent=INDENT, subsequent_indent=INDENT)


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
    for line in aligned(rows, {*NUMBERS, *MARKS}):
        yield f"  {line}"


def _points(chance: float) -> str:
    """Return a chance in percentage points, in whole ones: an estimate knows no finer."""
    return f"{100 * chance:.0f}"
