"""What is asked for of each experiment but `compare` and `design`, which are in their packages."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any, Self

import click

from strategy_lab.errors import UsageError
from strategy_lab.experiments import options
from strategy_lab.experiments.population import GAUNTLET_PARTS, VALIDATE
from strategy_lab.program import Program
from strategy_lab.simulation.options import LINEUPS, WITHOUT_REPLACEMENT, ChosenRuleset, option
from strategy_lab.simulation.spec import Spec

if TYPE_CHECKING:
    from strategy_lab.experiments.duel.experiment import Duel
    from strategy_lab.experiments.gauntlet.experiment import Gauntlet
    from strategy_lab.experiments.meta.experiment import MetaGame
    from strategy_lab.experiments.run.experiment import Rank, Run
    from strategy_lab.experiments.searching import Exploitation, GrowingField, Tuning
    from strategy_lab.game import ResolvedRules
    from strategy_lab.plugins.entrants import Entrant
    from strategy_lab.plugins.strategies import Strategy
    from strategy_lab.simulation.experiment import Plan
    from strategy_lab.training.search import Space

DEFAULT_GAMES = 100_000
DEFAULT_MAX_GAMES = 10**9  # after which a run ends though its precision is not reached


def games_option(**usual: Any) -> Any:
    text = "How many games in all, such as 1e6; rounded up to whole deals."
    return option("--games", options.Whole(), help=text, **usual)


@dataclass(frozen=True, kw_only=True)
class TournamentSpec(Spec):
    has_plots = True

    games: int | None = games_option(usual=DEFAULT_GAMES)
    rulesets: tuple[ChosenRuleset, ...] = options.rulesets_option()
    players: tuple[int, ...] = options.players_option()
    strategies: tuple[Entrant, ...] = option(
        "--strategy",
        options.StrategySpec(of_several=True),
        (),
        by_game=lambda program: {"usual": program.field, "shown": ", ".join(program.field)},
        repeats=True,
        metavar="SPEC",
        help="A strategy of the field that each deal draws a lineup from; may be repeated. all, "
        "strong and panel stand for several, as in --strategy all --strategy mine.py.",
    )
    lineup: tuple[Entrant, ...] = option(
        "--lineup",
        options.Lineup(),
        (),
        metavar="A,B,C,…",
        help="One strategy a seat, seat 1 first, for every deal.",
    )
    lineups: str = option(
        "--lineups",
        click.Choice(LINEUPS),
        WITHOUT_REPLACEMENT,
        help="How lineups are drawn from a field. without: nobody meets its own copy while others "
        "are left; with: anybody may meet it, as if each player chose alone.",
    )
    rotate: bool = option(
        "--rotate/--no-rotate",
        default=True,
        help="Play each deal with every rotation of its lineup.",
    )
    seed: int = options.seed_option()

    @classmethod
    def settle(cls, **asked: Any) -> Self:
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
        from strategy_lab.simulation.experiment import make_plan

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

    command = "run"
    tables = (
        "by_strategy",
        "by_seat",
        "by_strategy_and_seat",
        "head_to_head",
        "by_players",
        "seat_effect",
        "measures",
    )
    first = "games"
    presentation = "strategy_lab.display.run_text:RunPresentation"
    examples = (
        "forsale-sim run --games 1e6",
        "forsale-sim run --players 4 --lineup expert,spread,spread,spread",
        "forsale-sim run --ruleset iello-en --ruleset iello-fr --strategy expert",
        "forsale-sim run --games 1e9 --out my-run; forsale-sim run --resume my-run",
    )
    records_games = True

    games: int | None = games_option(shown=f"{DEFAULT_GAMES}")
    precision: float | None = option(
        "--precision",
        options.Fraction("more than 0 and less than 1, such as 0.001", lambda part: 0 < part < 1),
        None,
        metavar="FRACTION",
        help="Instead of --games: play until every win rate, by strategy and by seat, is known to "
        "±FRACTION, such as 0.001, by 95 % intervals.",
    )
    max_games: int | None = option(
        "--max-games",
        options.Whole(least=1),
        None,
        shown=f"{DEFAULT_MAX_GAMES:.0e}",
        help="The most games that --precision may take.",
    )

    @classmethod
    def settle(cls, **asked: Any) -> Self:
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

        goal = None if self.precision is None else Precision(self.precision)
        return Run(self.plan, self.games_requested, goal)


@dataclass(frozen=True, kw_only=True)
class RankSpec(TournamentSpec):
    """Play a tournament and rate its strategies, for each ruleset and player count.

    The tournament is that of run. Ratings are Plackett and Luce's, from the finishing orders of
    all games; beside them is printed who finishes ahead of whom, with any cycles, which a rating
    cannot show. Intervals are 95 %, from a bootstrap over deals.
    """

    command = "rank"
    tables = ("ratings", "head_to_head", "cycles")
    first = "games"
    presentation = "strategy_lab.display.tournament_text:RankPresentation"
    examples = (
        "forsale-sim rank --games 1e6",
        "forsale-sim rank --players 4 --strategy expert --strategy spread --strategy mine.py",
        "forsale-sim rank --ruleset iello-en --ruleset iello-fr --out ranking",
    )

    def experiment(self) -> Rank:
        from strategy_lab.experiments.run.experiment import Rank

        return Rank(self.plan, self.games_requested)


DEFAULT_ERROR = 0.05
ERROR = options.Fraction(
    "more than 0 and less than 0.5, such as 0.05", lambda error: 0 < error < 0.5
)


def _two(program: Program) -> dict[str, str]:
    command = program.in_words("forsale-sim duel expert spread")
    return {"missing": f"duel takes two strategies: {command}, say"}


@dataclass(frozen=True, kw_only=True)
class DuelSpec(Spec):
    """Show whether strategy A is stronger than B, or B than A, or neither.

    Both play the same deals: A amid copies of B, B amid copies of A, and both at tables with
    others, under all rotations. For each ruleset and player count it ends when a sequential
    probability ratio test is sure enough.
    """

    command = "duel"
    has_parts = False
    tables = ("duels",)
    presentation = "strategy_lab.display.tournament_text:DuelPresentation"
    examples = (
        "forsale-sim duel expert spread",
        "forsale-sim duel mine.py spread:share=0.3 --players 4 --elo1 10",
        "forsale-sim duel expert linear --field spread --field miser",
    )

    a: Entrant = option(None, options.StrategySpec(), metavar="A", by_game=_two)
    b: Entrant = option(None, options.StrategySpec(), metavar="B", by_game=_two)
    rulesets: tuple[ChosenRuleset, ...] = options.rulesets_option()
    players: tuple[int, ...] = options.players_option()
    field: tuple[Entrant, ...] = option(
        "--field",
        options.StrategySpec(),
        usual=(),
        repeats=True,
        metavar="SPEC",
        by_game=lambda program: {"shown": f"of {', '.join(program.field)} the others"},
        help="Another strategy at the tables with both; may be repeated.",
    )
    no_field: bool = option("--no-field", default=False, help="Play no tables with others.")
    elo0: float = option(
        "--elo0",
        options.Fraction(),
        0.0,
        help="Up to this normalised Elo, none is to be found stronger.",
    )
    elo1: float = option(
        "--elo1",
        options.Fraction(
            "from 1e-06 to 200", lambda elo: 1e-6 <= elo <= 200
        ),  # beyond: over at once
        5.0,
        help="From this normalised Elo on, the stronger one is to be found.",
    )
    alpha: float = option(
        "--alpha",
        ERROR,
        DEFAULT_ERROR,
        help="How often one is found stronger though it is not by more than elo0.",
    )
    beta: float = option(
        "--beta",
        ERROR,
        DEFAULT_ERROR,
        help="How often one is not found stronger though it is by elo1.",
    )
    max_deals: int = option(
        "--max-deals",
        options.Whole(least=1, most=10**9),
        1_000_000,
        help="Deals for each ruleset and player count after which it is undecided.",
    )
    seed: int = options.seed_option()

    @classmethod
    def settle(
        cls,
        *,
        a: str | Strategy,
        b: str | Strategy,
        field: Sequence[str | Strategy],
        no_field: bool,
        **asked: Any,
    ) -> Self:
        from strategy_lab.plugins.entrants import load_field

        game = cls.program.game
        elo0, elo1 = asked["elo0"], asked["elo1"]
        if not -elo1 <= elo0 < elo1:
            raise UsageError(
                "elo0 (--elo0) must be less than elo1 and no less than its opposite, from "
                f"{-elo1:g} to below {elo1:g}, not {elo0:g}"
            )
        if no_field and field:
            raise UsageError("--field and --no-field exclude each other: leave one out")
        both = load_field([a, b], game)
        if len(both) == 1:
            raise UsageError(f"A and B are both {both[0].name}: name two strategies")
        together = load_field([a, b, *(field or cls.program.field)], game)
        others = tuple(entrant for entrant in together if entrant not in both)
        if not (others or no_field):
            raise UsageError(
                "the field (--field) names nobody but A and B: name another strategy, or play "
                "without a field (--no-field)"
            )
        return cls(
            a=both[0],
            b=both[1],
            field=() if no_field else others,
            no_field=no_field,
            **cls.loaded(asked),
        )

    def words_of(self, name: str) -> list[str]:
        """Return the words that ask for a field's value; for the usual company there are none."""
        both = (self.a.name, self.b.name)
        usual = [spec for spec in self.program.field if spec not in both]
        if name == "field" and [entrant.spec for entrant in self.field] == usual:
            return []
        return super().words_of(name)

    def experiment(self) -> Duel:
        from strategy_lab.experiments.duel.experiment import Duel
        from strategy_lab.stats.sequential_tests import TwoSidedTest

        return Duel(
            (self.a, self.b, *self.field),
            TwoSidedTest(self.elo0, self.elo1, self.alpha, self.beta),
            rulesets=[chosen.ruleset for chosen in self.rulesets],
            players=self.players,
            seed=self.seed,
            most_deals=self.max_deals,
        )


MOST_STRANGERS, MOST_MIXED = 200, 200


def _if_there_are_strangers(program: Program) -> dict[str, bool]:
    return {"absent": not program.has_strangers}


@dataclass(frozen=True, kw_only=True)
class GauntletSpec(Spec):
    """Show how a strategy does among others than it was made for: its worst tables first.

    It sits amid copies of each opponent, and at tables of different ones. Opponents are strangers
    where the game has some, in parts to make, to choose and to judge a strategy by, and others that
    the seed draws; else the usual field. Strength is what it wins at the worst tenth of all tables,
    and then its mean, in times a fair share. Several strategies play the same deals at the same
    tables, and are compared with the first; where the game has strangers, so do its strong and fast
    strategies beside any other. Intervals are 95 %, clustered by deal.
    """

    command = "gauntlet"
    tables = ("strength", "by_players", "kinds", "tables")
    presentation = "strategy_lab.display.tournament_text:GauntletPresentation"
    examples = (
        "forsale-sim gauntlet mine.py --players 4",
        "forsale-sim gauntlet mine.py:old mine.py:new --seed 7",
        "forsale-sim gauntlet mine.py --deals 400 --out gauntlet",
    )

    strategies: tuple[Entrant, ...] = option(
        None,
        options.StrategySpec(),
        repeats=True,
        metavar="STRATEGY...",
        by_game=lambda program: {
            "missing": f"gauntlet takes a strategy: {program.name} gauntlet mine.py, say"
        },
    )
    part: str = option(
        "--part",
        click.Choice(GAUNTLET_PARTS),
        VALIDATE,
        by_game=_if_there_are_strangers,
        help="Which opponents: those to make a strategy with, those to choose between versions of "
        "it by, or those to judge it by, once, at the end.",
    )
    strangers: int = option(
        "--strangers",
        options.Whole(least=0, most=MOST_STRANGERS),
        12,
        by_game=_if_there_are_strangers,
        help="How many opponents are drawn by the seed, beside those of the panel.",
    )
    mixed: int = option(
        "--mixed",
        options.Whole(least=0, most=MOST_MIXED),
        8,
        help="How many tables of different opponents there are for each number of players.",
    )
    rulesets: tuple[ChosenRuleset, ...] = options.rulesets_option()
    players: tuple[int, ...] = options.players_option()
    deals: int = option(
        "--deals",
        options.Whole(least=1, most=10**6),
        usual=60,
        help="How many deals every table plays, all of them the same.",
    )
    seed: int = options.seed_option()
    opponents: tuple[Entrant, ...] = ()  # who is met, as it follows from the part and the seed
    beside: tuple[Entrant, ...] = ()  # who plays the same tables, too

    @classmethod
    def settle(
        cls,
        *,
        strategies: Sequence[str | Strategy],
        seed: int,
        part: str = VALIDATE,
        strangers: int = 12,
        **asked: Any,
    ) -> Self:
        from strategy_lab.plugins.entrants import load_field

        game = cls.program.game
        met = game.strangers.met(part, strangers, seed) if game.strangers else cls.program.field
        tried = load_field(strategies, game)
        others = load_field(game.strangers.beside, game) if game.strangers else ()
        beside = tuple(each for each in others if each not in tried)
        together = load_field([*strategies, *met], game)
        opponents = tuple(each for each in together if each not in (*tried, *beside))
        if not opponents:
            raise UsageError(
                f"nobody is left to meet in the part {part} (--part): let strangers be drawn "
                "(--strangers)"
                if game.strangers
                else "nobody is left to meet: every strategy of the usual field is tried"
            )
        return cls(
            strategies=tried,
            part=part,
            strangers=strangers,
            seed=seed,
            opponents=opponents,
            beside=beside,
            **cls.loaded(asked),
        )

    def experiment(self) -> Gauntlet:
        from strategy_lab.experiments.gauntlet.experiment import Gauntlet

        known = self.program.game.strangers
        names = [entrant.name for entrant in self.opponents]
        return Gauntlet(
            (*self.strategies, *self.beside),
            self.opponents,
            beside=len(self.beside),
            kinds=[known.kind(name) if known else "usual" for name in names],
            facts_of_opponents={"part": self.part, "versions": known.versions()} if known else {},
            rulesets=[chosen.ruleset for chosen in self.rulesets],
            players=self.players,
            mixed=self.mixed,
            seed=self.seed,
            deals=self.deals,
        )


DEFAULT_ALPHAS = tuple(float(f"{10 ** (third / 3):.3g}") for third in range(-6, 7))
"""Three a power of ten, from 0.01 to 100."""


@dataclass(frozen=True, kw_only=True)
class MetaSpec(Spec):
    """Look at a field of strategies as a game, for each ruleset and player count.

    All lineups that the field can make play the same deals. From what they win follows who invades
    whom, in which mixtures of strategies evolution settles, how much a best response of the field
    gains against a mixture, and alpha-rank. Intervals are 95 %, from a bootstrap over deals.
    """

    command = "meta"
    tables = ("payoffs", "invasions", "cycles", "mixtures", "weights", "alpha_rank")
    has_plots = True
    first = "strategies"
    presentation = "strategy_lab.display.tournament_text:MetaPresentation"
    examples = (
        "forsale-sim meta --players 4",
        "forsale-sim meta --strategy counter --strategy expert --strategy mine.py --deals 2400",
        "forsale-sim meta --players 3,4 --ruleset iello-en --ruleset iello-fr --out field",
    )

    rulesets: tuple[ChosenRuleset, ...] = options.rulesets_option()
    players: tuple[int, ...] = options.players_option()
    strategies: tuple[Entrant, ...] = option(
        "--strategy",
        options.StrategySpec(of_several=True),
        by_game=lambda program: {"usual": program.field},
        repeats=True,
        metavar="SPEC",
        help="A strategy of the field; may be repeated. all, strong and panel stand for several.",
    )
    deals: int = option(
        "--deals",
        options.Whole(least=1),
        usual=600,
        help="How many deals every lineup plays, all of them the same; rounded up.",
    )
    alphas: tuple[float, ...] = option(
        "--alpha",
        options.Fraction("more than 0 and at most 1e+06", lambda alpha: 0 < alpha <= 1e6),
        DEFAULT_ALPHAS,
        repeats=True,
        metavar="NUMBER",
        shown="0.01 to 100",
        help="Intensity of selection of alpha-rank; may be repeated.",
    )
    population: int = option(
        "--population",
        options.Whole(least=6, most=1000),
        50,
        help="How large alpha-rank's population is.",
    )
    seed: int = options.seed_option()

    def experiment(self) -> MetaGame:
        from strategy_lab.experiments.meta.experiment import MetaGame, Sweep

        return MetaGame(
            self.strategies,
            Sweep(sorted(set(self.alphas)), self.population),
            rulesets=[chosen.ruleset for chosen in self.rulesets],
            players=self.players,
            seed=self.seed,
            deals=self.deals,
        )


STALL = 10


@dataclass(frozen=True, kw_only=True)
class TuneSpec(options.SearchSpec):
    """Tune the parameters of STRATEGY for one ruleset and player count.

    An evolution strategy (CMA-ES) tries parameters around its current best, all on the same deals,
    fresh ones in every generation. Of its last means the best on held-out deals is chosen. STRATEGY
    may set parameters, or be a file of tuned ones: there the search begins. DIR gets tuned.toml,
    which can be named wherever a strategy can.
    """

    command = "tune"
    tables = ("tuned", "parameters", "generations")
    presentation = "strategy_lab.display.presentations:TunePresentation"
    examples = (
        "forsale-sim tune appraiser --players 4 --out mine",
        "forsale-sim tune matcher --players 3 --against expert --generations 20 --out mine",
        "forsale-sim tune --resume mine",
        "forsale-sim run --players 4 --lineup mine/tuned.toml,expert,expert,expert",
    )
    tuned = "strategy"

    strategy: Space = option(
        None,
        options.Trained(),
        metavar="STRATEGY",
        missing="STRATEGY is missing: name it, as tune appraiser",
    )
    ruleset: ChosenRuleset = options.ruleset_option()
    players: int = options.player_count_option()
    against: tuple[Entrant, ...] = option(
        "--against",
        options.StoredStrategies(),
        by_game=lambda program: {"usual": program.opponents},
        metavar="SPEC,SPEC",
        help="Opponents: a table has one candidate and copies of one of them. Empty with "
        "--self-play.",
    )
    self_play: bool = option(
        "--self-play", default=False, help="Tables with copies of the current best, too."
    )
    deals: int = options.deals_option()
    generations: int = options.generations_option(60, least=2, text="At most.")
    stall: int | None = option(
        "--stall",
        options.Whole(least=0),
        None,
        shown=str(STALL),
        help="End when the last so many generations have won no more than as many before them; 0 "
        "for never. Not with --self-play.",
    )
    population: int = options.population_option()
    final_deals: int = options.deals_option(
        "--final-deals",
        10_000,
        "Held-out deals for the final choice, and as many others for its win rate.",
    )
    seed: int = options.seed_option()

    @classmethod
    def settle(cls, **asked: Any) -> Self:
        if not asked["against"] and not asked["self_play"]:
            raise UsageError(
                "tuning takes opponents: name some (--against), or let copies of the current best "
                "play (--self-play)"
            )
        if asked["stall"] and asked["self_play"]:
            raise UsageError(
                "generations that gain nothing (--stall) cannot be told with --self-play: copies "
                "of one player win their fair share, however good it is; leave one of them out"
            )
        return super().settle(**asked)

    @property
    def stall_limit(self) -> int:
        """0 where there is none."""
        usual = 0 if self.self_play else STALL
        return usual if self.stall is None else self.stall

    def experiment(self) -> Tuning:
        from strategy_lab.experiments.searching import Tuning

        return Tuning(self)


@dataclass(frozen=True, kw_only=True)
class ExploitSpec(options.SearchSpec):
    """Find how much a player can win from copies of STRATEGY in all other seats.

    Responses are trained against STRATEGY: the parameters of another strategy are tuned; in For
    Sale moves are tried, too, in rollouts that know how STRATEGY goes on, or by foresight, which
    asks STRATEGY what the others will do and searches for the best answer. With them strategies
    that need no training are tried as they are. Held-out deals choose the best response; others,
    which had no part in training or choice, tell by how much it wins more than a fair share.
    """

    command = "exploit"
    tables = ("gains", "responses")
    presentation = "strategy_lab.display.presentations:ExploitPresentation"
    examples = (
        "forsale-sim exploit quick",
        "forsale-sim exploit champion --players 4 --generations 60 --final-deals 1e4",
        "forsale-sim exploit mine.py --train mine-tuned.toml --budget 0",
    )

    strategy: Entrant = option(
        None,
        options.StrategySpec(),
        metavar="STRATEGY",
        missing="STRATEGY is missing: name it, as exploit quick",
    )
    ruleset: ChosenRuleset = options.ruleset_option()
    players: tuple[int, ...] = options.players_option()
    train: Space = options.train_option(
        "What is tuned against STRATEGY; the search begins at the parameters it sets."
    )
    generations: int = options.generations_option(30, least=0, text="Of tuning; 0 for none.")
    population: int = options.population_option()
    deals: int = options.deals_option()
    budget: int = option(
        "--budget",
        options.Whole(least=0),
        100,
        by_game=options.if_it_trains,
        help="Games a decision of the response by rollouts, in which all play as STRATEGY; 0 for "
        "none.",
    )
    samples: int = option(
        "--samples",
        options.Whole(least=0),
        8,
        by_game=options.if_it_trains,
        help="Of STRATEGY's draws, over which the response by foresight compares moves; 0 for "
        "none.",
    )
    final_deals: int = options.deals_option(
        "--final-deals",
        2_000,
        "Deals that choose among the responses, and as many others that measure the best one.",
    )
    seed: int = options.seed_option()
    ready: tuple[Entrant, ...]  # the responses that need no training

    @classmethod
    def settle(cls, **asked: Any) -> Self:
        from strategy_lab.plugins.entrants import load_field

        game, ready = cls.program.game, cls.program.responses or cls.program.field
        if not cls.program.trains:
            asked |= {"budget": 0, "samples": 0}
        (against,) = load_field([asked["strategy"]], game)
        others = [spec for spec in ready if spec != against.spec]
        return super().settle(**asked, ready=load_field(others, game))

    def experiment(self) -> Exploitation:
        from strategy_lab.experiments.searching import Exploitation

        return Exploitation(self)

    @property
    def rules(self) -> list[ResolvedRules]:
        ruleset = self.ruleset.ruleset
        return [ruleset.rules(count) for count in self.players or ruleset.players]


@dataclass(frozen=True, kw_only=True)
class PsroSpec(options.SearchSpec):
    """Grow a field by best responses to its own equilibrium, until none is shown to gain.

    Policy-space response oracles (PSRO): the strategies so far play each other in all lineups. The
    parameters of a strategy are tuned to win among players of the equilibrium of that game. A
    response that gains joins the field. The equilibrium among whose players the best response of
    all rounds wins least, on held-out deals, is saved as a mixture: a strategy of its own, which is
    one of its members for each game. DIR gets mixture.toml, and a file of each response.
    """

    command = "psro"
    tables = ("rounds", "weights")
    first = "strategies"
    presentation = "strategy_lab.display.presentations:PsroPresentation"
    examples = (
        "forsale-sim psro --players 4 --out grown",
        "forsale-sim psro --players 3 --strategy expert --strategy counter --rounds 4 --out grown",
        "forsale-sim run --players 4 --lineup grown/mixture.toml,quick,quick,quick",
    )

    strategies: tuple[Entrant, ...] = option(
        "--strategy",
        options.StoredStrategy(of_several=True),
        by_game=lambda program: {"usual": program.grown_from},
        repeats=True,
        metavar="SPEC",
        help="Who is in the field at first; may be repeated.",
    )
    ruleset: ChosenRuleset = options.ruleset_option()
    players: int = options.player_count_option()
    train: Space = options.train_option(
        "What is tuned to respond; searches begin at the parameters it sets, and at the last "
        "response."
    )
    rounds: int = option("--rounds", options.Whole(least=1), 10, extends=True, help="At most.")
    meta_deals: int = options.deals_option(
        "--meta-deals", 240, "Deals that every lineup of the field plays, to find the equilibrium."
    )
    deals: int = options.deals_option()
    generations: int = options.generations_option(40, least=1)
    population: int = options.population_option()
    final_deals: int = options.deals_option(
        "--final-deals",
        10_000,
        "Held-out deals that choose a response, and as many others that measure its gain.",
    )
    seed: int = options.seed_option()

    @classmethod
    def settle(cls, **asked: Any) -> Self:
        from strategy_lab.plugins.entrants import load_member

        cls.loaded(asked)  # first of all, what is no strategy at all
        for member in (*asked["strategies"], asked["train"]):
            load_member(member, cls.program.game)
        return super().settle(**asked)

    def experiment(self) -> GrowingField:
        from strategy_lab.experiments.searching import GrowingField

        return GrowingField(self)
