"""What is asked for of a run, and of what is made from one."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any, ClassVar, Self

from strategy_lab.errors import UsageError
from strategy_lab.experiments.options import (
    Fraction,
    Lineup,
    StrategySpec,
    Whole,
    lineups_option,
    players_option,
    rulesets_option,
    seed_option,
)
from strategy_lab.simulation.options import WITHOUT_REPLACEMENT, ChosenRuleset, option
from strategy_lab.simulation.spec import Spec

if TYPE_CHECKING:
    from strategy_lab.experiments.run.experiment import Run
    from strategy_lab.plugins.entrants import Entrant
    from strategy_lab.simulation.plan import Plan


DEFAULT_GAMES = 100_000
DEFAULT_MAX_GAMES = 10**9
"""After how many games a run ends though its precision is not reached."""


def games_option(**usual: Any) -> Any:
    text = "How many games in all, such as 1e6; rounded up to whole deals."
    return option("--games", Whole(), help=text, **usual)


@dataclass(frozen=True, kw_only=True)
class TournamentSpec(Spec):
    games: int | None = games_option(usual=DEFAULT_GAMES)
    rulesets: tuple[ChosenRuleset, ...] = rulesets_option()
    players: tuple[int, ...] = players_option()
    strategies: tuple[Entrant, ...] = option(
        "--strategy",
        StrategySpec(of_several=True),
        (),
        by_game=lambda program: {"usual": program.field, "shown": ", ".join(program.field)},
        repeats=True,
        metavar="SPEC",
        help="A strategy of the field that each deal draws a lineup from; may be repeated. all, "
        "strong and panel stand for several, as in --strategy all --strategy mine.py.",
    )
    lineup: tuple[Entrant, ...] = option(
        "--lineup",
        Lineup(),
        (),
        metavar="A,B,C,…",
        help="One strategy a seat, seat 1 first, for every deal.",
    )
    lineups: str = lineups_option()
    rotate: bool = option(
        "--rotate/--no-rotate",
        default=True,
        help="Play each deal with every rotation of its lineup.",
    )
    seed: int = seed_option()

    @classmethod
    def settle(cls, **asked: Any) -> Self:
        """Return the spec of what was asked for: a lineup leaves nothing to draw from a field."""
        if asked["lineup"] and asked["lineups"] != WITHOUT_REPLACEMENT:
            raise UsageError(
                "nothing is drawn for a lineup (--lineup): name a field (--strategy), or leave out "
                "how lineups are drawn (--lineups)"
            )
        if asked["lineup"] and asked["strategies"]:
            raise UsageError(
                "a lineup and a field of strategies exclude each other: name the seats (--lineup), "
                "or a field (--strategy)"
            )
        if asked["lineup"]:
            del asked["strategies"]
        return super().settle(**asked)

    @cached_property
    def plan(self) -> Plan:
        from strategy_lab.simulation.plan import make_plan

        field = self.strategies or tuple({each.name: each for each in self.lineup}.values())
        names = [entrant.name for entrant in field]
        return make_plan(
            [chosen.ruleset for chosen in self.rulesets],
            field=field,
            lineup=[names.index(entrant.name) for entrant in self.lineup] or None,
            players=self.players,
            rotate=self.rotate,
            seed=self.seed,
            games=self.games_requested,
            at_most=self.games is None,
            lineups=self.lineups,
        )

    @property
    def games_requested(self) -> int:
        return DEFAULT_GAMES if self.games is None else self.games


@dataclass(frozen=True, kw_only=True)
class RunSpec(TournamentSpec):
    """Play games and print who wins: by strategy, by seat and by player count.

    Every deal is played with each rotation of its lineup, which is drawn from the field without
    replacement, unless --lineups says otherwise: nobody meets its own copy while others are left,
    so a win rate is that against others. Intervals are 95 %, clustered by deal.
    The same options and seed give the same results on any machine, with any number of threads.
    With --out, a run can be gone on with after Ctrl-C, a crash or a power cut.
    """

    command: ClassVar[str] = "run"
    tables: ClassVar[tuple[str, ...]] = (
        "by_strategy",
        "by_seat",
        "by_strategy_and_seat",
        "head_to_head",
        "by_players",
        "seat_effect",
        "measures",
    )
    first: ClassVar[str] = "games"
    presentation: ClassVar[str] = "strategy_lab.display.presentations:RunPresentation"
    examples: ClassVar[tuple[str, ...]] = (
        "forsale-sim run --games 1e6",
        "forsale-sim run --players 4 --lineup expert,spread,spread,spread",
        "forsale-sim run --ruleset iello-en --ruleset iello-fr --strategy expert",
        "forsale-sim run --games 1e9 --out my-run; forsale-sim run --resume my-run",
    )
    records_games: ClassVar[bool] = True

    games: int | None = games_option(shown=f"{DEFAULT_GAMES}")
    precision: float | None = option(
        "--precision",
        Fraction(),
        None,
        metavar="FRACTION",
        help="Instead of --games: play until every win rate, by strategy and by seat, is known to "
        "±FRACTION, such as 0.001, by 95 % intervals.",
    )
    max_games: int | None = option(
        "--max-games",
        Whole(),
        None,
        shown=f"{DEFAULT_MAX_GAMES:.0e}",
        help="The most games that --precision may take.",
    )
    anytime: bool = option(
        "--anytime",
        default=False,
        help="With --precision: print 95 % confidence sequences, which hold whenever one looks; "
        "they take 2.4 times the games.",
    )

    @classmethod
    def settle(cls, **asked: Any) -> Self:
        """Return the spec of what was asked for: either so many games or a precision."""
        games, precision, max_games = (asked[size] for size in ("games", "precision", "max_games"))
        if games is not None and precision is not None:
            raise UsageError(
                "a number of games (--games) and a precision (--precision) exclude each other: "
                "limit the games that a precision may take (--max-games)"
            )
        if max_games is not None and precision is None:
            raise UsageError(
                "a limit of games (--max-games) goes with a precision (--precision): say how many "
                "are played (--games)"
            )
        if asked["anytime"] and precision is None:
            raise UsageError(
                "intervals that hold at any time (--anytime) go with a precision (--precision): a "
                "number of games (--games) is fixed in advance, and needs none"
            )
        if max_games is not None and max_games < 1:
            raise UsageError(f"a limit of games (--max-games) is at least 1, not {max_games}")
        if precision is None and games is None:
            games = DEFAULT_GAMES
        if precision is not None and max_games is None:
            max_games = DEFAULT_MAX_GAMES
        return super().settle(**{**asked, "games": games, "max_games": max_games})

    @property
    def games_requested(self) -> int:
        return super().games_requested if self.max_games is None else self.max_games

    def experiment(self) -> Run:
        from strategy_lab.experiments.run.experiment import Precision, Run

        goal = None if self.precision is None else Precision(self.precision, self.anytime)
        return Run(self.plan, self.games_requested, goal)
