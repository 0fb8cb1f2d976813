"""The experiment ``meta``: the field as a game, its equilibria, and who invades whom."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise, permutations
from math import comb
from typing import Any, NamedTuple, Self

import numpy as np
from numpy.typing import NDArray

from strategy_lab.errors import UsageError
from strategy_lab.game import Ruleset
from strategy_lab.plugins.entrants import Entrant
from strategy_lab.results import conclusions
from strategy_lab.results.accumulators import Accumulator, Cell
from strategy_lab.results.conclusions import COUNT, LABEL, SHARE, TRUTH, Column, Columns, Tables
from strategy_lab.results.tables import COLUMNS as RUN_COLUMNS
from strategy_lab.rows import Rows, whole_win
from strategy_lab.simulation import experiment
from strategy_lab.stats import game_theory
from strategy_lab.stats.batches import INTERVAL
from strategy_lab.stats.game_theory import DIGITS, DRAWN, WEIGHT_INTERVAL
from strategy_lab.stats.intervals import Ratio, rate_interval
from strategy_lab.stats.rankings import cycles

MOST_MULTISETS = 10_000  # of a setting: what is kept of them has to fit in memory
MOST_GAMES = 10**9  # of a meta-game
BATCHES = 120  # in about how many parts the deals of a setting are played at most

ORDERS_OF_EIGHT = (
    (1, 2, 3, 4, 5, 6, 7),
    (2, 1, 3, 5, 4, 7, 6),
    (3, 1, 4, 6, 2, 7, 5),
    (4, 1, 5, 7, 2, 6, 3),
    (5, 3, 6, 1, 7, 4, 2),
    (6, 5, 2, 4, 3, 7, 1),
    (7, 3, 2, 5, 1, 6, 4),
)
"""After player 0: round the table, each has each of the others on its left once. A search
found them; T. W. Tillson ("A Hamiltonian decomposition of K*_2m, 2m ≥ 8", *Journal of Combinatorial
Theory B* 29, 1980) showed that there are such orders for all even numbers from 8 on."""


@dataclass(frozen=True, slots=True)
class Setting:
    """The field by one ruleset, for one number of players.

    Deals are played in batches. In a batch every multiset plays the same deals, seated in one order
    under all rotations. The `orders` take turns: so every strategy has every other one on its left
    as often.
    """

    cell: Cell  # the rules and the field
    counts: game_theory.Integers
    """(multisets, field): how often each strategy is in each multiset that is played. Those of one
    strategy alone are not: their players all have a fair share."""

    tables: game_theory.Integers
    """(orders, multisets): at which of a plan's cells a multiset plays in each order."""

    rotations: game_theory.Integers  # (orders, multisets): how many of its rotations differ
    batches: int
    batch_deals: int  # how many batches, and of how many deals

    @property
    def deals(self) -> int:
        return self.batches * self.batch_deals

    def first_deal(self, batch: int) -> int:
        return 1 + batch * self.batch_deals

    def order(self, batch: int) -> int:
        return batch % len(self.tables)

    def games(self, batches: Sequence[int]) -> game_theory.Integers:
        """Return how many games each multiset plays in some batches."""
        orders = [self.order(batch) for batch in batches]
        return self.batch_deals * np.asarray(self.rotations[orders].sum(axis=0))


def make_settings(
    field: Sequence[Entrant],
    *,
    rulesets: Sequence[Ruleset],
    players: Sequence[int],
    seed: int,
    deals: int,
) -> tuple[experiment.Plan, tuple[Setting, ...]]:
    """Settle what a meta-game plays: a plan with a cell for every lineup, and its settings."""
    if len(field) == 1:
        raise UsageError(f"{field[0].name} alone is no game: name another strategy (--strategy)")
    cells = experiment.make_plan(rulesets, field=field, players=players, seed=seed, games=1).cells
    sizes = [_batches(planned.cell.players, deals) for planned in cells]
    check_size([(len(planned.cell.field), planned.cell.players) for planned in cells], deals)
    tables: list[experiment.PlannedCell] = []
    settings = []
    for planned, (batches, batch_deals) in zip(cells, sizes, strict=True):
        setting, more = _setting(planned.cell, batches, batch_deals, len(tables))
        settings.append(setting)
        tables += more
    return experiment.Plan(tuple(field), seed, True, tuple(tables)), tuple(settings)


def orders(players: int) -> Sequence[tuple[int, ...]]:
    """Return in which orders players 1, 2, … sit down after player 0, who stays in its place.

    Up to six players sit down in all orders. Of seven and eight there would be thousands, and a few
    do in which everyone has everyone else on its left once.
    """
    if players == 7:
        return [tuple(step * place % 7 for place in range(1, 7)) for step in range(1, 7)]
    return ORDERS_OF_EIGHT if players == 8 else list(permutations(range(1, players)))


def _batches(players: int, deals: int) -> tuple[int, int]:
    """Return how many batches there are, and of how many deals."""
    ways = len(orders(players))
    batch_deals = -(-deals // BATCHES)
    return ways * -(-deals // (ways * batch_deals)), batch_deals


def check_size(
    tables: Sequence[tuple[int, int]],
    deals: int,
    fewer: str = "strategies, or fewer player counts (--players)",
) -> None:
    games = 0
    for strategies, players in tables:
        ways = comb(strategies + players - 1, players)
        seated = f"{strategies} strategies can sit down in {ways:,} ways among {players} players"
        if ways > MOST_MULTISETS:
            raise UsageError(
                f"{seated}, and at most {MOST_MULTISETS:,} can be played: name fewer {fewer}"
            )
        batches, batch_deals = _batches(players, deals)
        games += ways * players * batches * batch_deals
        if games > MOST_GAMES:
            raise UsageError(
                f"{seated}: with {batches * batch_deals:,} deals that makes {games:,} games, "
                f"and at most {MOST_GAMES:,} can be played: name fewer deals, fewer {fewer}"
            )


def _setting(
    cell: Cell, batches: int, batch_deals: int, first_table: int
) -> tuple[Setting, list[experiment.PlannedCell]]:
    """Return a setting, and the cells that it adds to a plan at an index."""
    counts = game_theory.multisets(len(cell.field), cell.players)
    counts = counts[counts.max(axis=1) < cell.players]
    seated_in = orders(cell.players)
    lineups: dict[tuple[int, ...], int] = {}
    tables = np.empty((len(seated_in), len(counts)), np.int64)
    for column, seated in enumerate(map(game_theory.members_of, counts)):
        for row, order in enumerate(seated_in):
            lineup = (seated[0], *(seated[place] for place in order))
            tables[row, column] = lineups.setdefault(lineup, len(lineups))
    rotations = np.array([experiment.period(lineup) for lineup in lineups])
    setting = Setting(cell, counts, tables + first_table, rotations[tables], batches, batch_deals)
    used = Counter(tables[[setting.order(batch) for batch in range(batches)]].ravel().tolist())
    cells = {
        seatings: Cell(cell.rules, cell.field, seatings) for seatings in set(rotations.tolist())
    }
    planned = [
        experiment.PlannedCell(cells[seatings], lineup, used[index] * batch_deals, 1)
        for (lineup, index), seatings in zip(lineups.items(), rotations.tolist(), strict=True)
    ]
    return setting, planned


EQUILIBRIUM, UNIFORM, PURE = "equilibrium", "uniform", "pure"  # kinds of mixtures

NOT_TIED, TIED = "no", "some"
"""In which other ways strategies can share their parts of an equilibrium, and nobody gains."""

STARTS_INTERVAL = f"95 % Wilson interval from {DRAWN} drawn starts, payoffs taken as known"
"""The estimator of basins, printed with their intervals."""


def _with_limits(name: str, description: str, interval: str = INTERVAL) -> dict[str, Column]:
    return conclusions.with_limits(name, SHARE, description, interval)


COLUMNS = {
    "ruleset": RUN_COLUMNS["ruleset"],
    "players": RUN_COLUMNS["players"],
    "strategy": Column(LABEL, "the strategy; invasions: the invader"),
    "opponent": Column(LABEL, "what all others play"),
    "lineup": Column(LABEL, "who plays, in no order"),
    "copies": Column(COUNT, "how many in the lineup play the strategy"),
    **_with_limits("win_rate", "mean share of the win of one copy of the strategy"),
    "mixture": Column(LABEL, "a mixture that all play: its kind, and a number or the strategy"),
    "kind": Column(LABEL, f"{EQUILIBRIUM}: nobody gains by leaving it; {UNIFORM}; {PURE}"),
    **_with_limits(
        "starts", "part of all mixtures from which the dynamics settle in it", STARTS_INTERVAL
    ),
    "best_response": Column(LABEL, "the strategy that gains most against the mixture"),
    **_with_limits("gain", "win rate beyond what all others have who play the mixture or opponent"),
    **_with_limits("nash_conv", "what all players would gain together: players times gain"),
    "invades": Column(TRUTH, "whether gain_low is above 0"),
    **_with_limits("weight", "part of the mixture", WEIGHT_INTERVAL),
    "tied": Column(
        LABEL,
        f"whether those marked {TIED} can share their parts in other ways and nobody gains",
    ),
    "alpha": Column("intensity", "intensity of selection, of win rates as fractions"),
    **_with_limits("mass", "share of time in which the population plays the strategy: alpha-rank"),
    "cycle": Column(LABEL, "strategies, each of which invades the next and is not invaded by it"),
    "weakest_leg": Column(SHARE, "smallest gain of a strategy against the next in the cycle"),
    "games": Column(COUNT, "games behind the row"),
    "deals": RUN_COLUMNS["deals"],
}

_WHERE = ("ruleset", "players")
_GAIN = ("gain", "gain_low", "gain_high")
_EVIDENCE = ("games", "deals")

TABLES = {
    "payoffs": (
        *(*_WHERE, "lineup", "strategy", "copies"),
        *("win_rate", "win_rate_low", "win_rate_high", *_EVIDENCE),
    ),
    "invasions": (*_WHERE, "strategy", "opponent", *_GAIN, "invades", *_EVIDENCE),
    "cycles": (*_WHERE, "cycle", "weakest_leg", *_EVIDENCE),
    "mixtures": (
        *(*_WHERE, "mixture", "kind", "starts", "best_response", *_GAIN),
        *("nash_conv", "nash_conv_low", "nash_conv_high", *_EVIDENCE),
        *("starts_low", "starts_high"),
    ),
    "weights": (
        *(*_WHERE, "mixture", "kind", "strategy", "weight", "weight_low", "weight_high"),
        *(*_EVIDENCE, "tied"),
    ),
    "alpha_rank": (*_WHERE, "alpha", "strategy", "mass", "mass_low", "mass_high", *_EVIDENCE),
}
"""Columns of each table. Their names and order are public: they may be added to, never changed."""


class Sweep(NamedTuple):
    alphas: Sequence[float]
    population: int


class Mixture(NamedTuple):
    name: str
    kind: str
    weights: game_theory.Floats
    starts: float = np.nan
    """The part of the drawn starts that the dynamics lead to it; NaN if it is no equilibrium."""
    tied: game_theory.Booleans | bool = False
    """(strategies,): who can share their parts in other ways without anybody's gaining."""


class Estimate(NamedTuple):
    value: game_theory.Floats
    low: game_theory.Floats
    high: game_theory.Floats


@dataclass(frozen=True)
class Analysis:
    setting: Setting
    game: game_theory.EmpiricalGame
    seed: int  # of all that is drawn
    sweep: Sweep
    batches: Sequence[int]  # the batches that were played, counted from 0

    @property
    def names(self) -> NDArray[Any]:
        return np.array(self.setting.cell.field)

    @property
    def deals(self) -> int:
        return len(self.batches) * self.setting.batch_deals

    @cached_property
    def _pairs(self) -> game_theory.Floats:
        """By batch, the payoffs where two strategies are played."""
        return self.game.by_batch.pairs()

    @cached_property
    def invaders(self) -> Estimate:
        """What every strategy gains among every other: (strategies, strategies)."""
        by_batch = game_theory.invasion_gains(self._pairs)
        limits = self.game.interval(self.game.replicated(by_batch))
        return Estimate(by_batch.mean(axis=0), *limits)

    @cached_property
    def mixtures(self) -> list[Mixture]:
        """The equilibria that were found, the uniform mixture, and each strategy alone."""
        strategies = len(self.names)
        found = game_theory.equilibria(self.game.mean, self.seed)
        settled = [
            Mixture(f"{EQUILIBRIUM} {number}", EQUILIBRIUM, weights, float(starts), tied)
            for number, (weights, starts, tied) in enumerate(zip(*found, strict=True), 1)
        ]
        alone = [
            Mixture(f"{PURE} {name}", PURE, weights)
            for name, weights in zip(self.names, game_theory.pure(strategies), strict=True)
        ]
        return [*settled, Mixture(UNIFORM, UNIFORM, game_theory.uniform(strategies)), *alone]

    @cached_property
    def gains(self) -> game_theory.Floats:
        """What every strategy gains against each of the mixtures: (mixtures, strategies)."""
        return np.array([self.game.mean.gains(mixture.weights) for mixture in self.mixtures])

    def largest_gains(self) -> Estimate:
        replicates = [
            self.game.replicated_gains(mixture.weights).max(axis=1) for mixture in self.mixtures
        ]
        limits = self.game.interval(np.stack(replicates, axis=1))
        return Estimate(self.gains.max(axis=1), *limits)

    def ranks(self) -> Estimate:
        mass = game_theory.alpha_rank(self._pairs.mean(axis=0), *self.sweep)
        replicates = game_theory.alpha_rank(self.game.replicated(self._pairs), *self.sweep)
        return Estimate(mass, *self.game.interval(np.moveaxis(replicates, 0, 1)))


# meta_tables: The tables of a meta-game: payoffs, invasions, cycles, mixtures, their weights,
# alpha-rank.


def meta_tables(analyses: Sequence[Analysis]) -> Tables:
    """Return the tables of `schema.TABLES`, with a block of rows for each setting."""
    blocks = {
        name: [_with_setting(analysis, block(analysis)) for analysis in analyses]
        for name, block in _BLOCKS.items()
    }
    return {name: conclusions.stacked(blocks[name], columns) for name, columns in TABLES.items()}


def _payoffs(analysis: Analysis) -> Columns:
    setting, names = analysis.setting, analysis.names
    players, strategies = setting.cell.players, len(names)
    everyone = game_theory.multisets(strategies, players)
    lineup, strategy = np.nonzero(everyone)
    # Which entry of the game's array tells what a strategy gets in a lineup.
    joined = game_theory.with_one_more(analysis.game.by_batch.others)
    entry = np.empty(everyone.shape, np.int64)
    entry[joined, np.arange(strategies)] = np.arange(len(joined))[:, None]
    place = entry[lineup, strategy], strategy
    low, high = analysis.game.payoff_interval()
    texts = np.array([",".join(names[list(game_theory.members_of(row))]) for row in everyone])
    games = np.zeros(len(everyone), np.int64)
    games[everyone.max(axis=1) < players] = setting.games(analysis.batches)
    return {
        "lineup": texts[lineup],
        "strategy": names[strategy],
        "copies": everyone[lineup, strategy],
        "win_rate": analysis.game.mean.payoffs[place],
        "win_rate_low": low[place],
        "win_rate_high": high[place],
        "games": games[lineup],
        "deals": np.where(games[lineup] > 0, analysis.deals, 0),
    }


def _invasions(analysis: Analysis) -> Columns:
    gain, low, high = analysis.invaders
    invader, resident = np.nonzero(~np.eye(len(analysis.names), dtype=bool))
    place = invader, resident
    return {
        "strategy": analysis.names[invader],
        "opponent": analysis.names[resident],
        "gain": gain[place],
        "gain_low": low[place],
        "gain_high": high[place],
        "invades": low[place] > 0,
    }


def _cycles(analysis: Analysis) -> Columns:
    """Return a row for every cycle of strategies of which each is shown to replace the next.

    A strategy replaces another that it invades and that does not invade it.
    """
    gain, low, _ = analysis.invaders
    invades = low > 0
    found = [(*cycle, cycle[0]) for cycle in cycles(invades & ~invades.T)]
    legs = [min(gain[leg] for leg in pairwise(cycle)) for cycle in found]
    texts = [" invades ".join(analysis.names[list(cycle)]) for cycle in found]
    return {"cycle": np.array(texts, np.str_), "weakest_leg": np.array(legs, np.float64)}


def _mixtures(analysis: Analysis) -> Columns:
    mixtures, players = analysis.mixtures, analysis.setting.cell.players
    largest = analysis.largest_gains()
    starts, drawn = np.array([each.starts for each in mixtures]), np.full(len(mixtures), DRAWN)
    error = np.sqrt(starts * (1 - starts) / (DRAWN - 1))
    low, high = rate_interval(Ratio(starts, error, drawn, drawn))
    gain = dict(zip(("gain", "gain_low", "gain_high"), largest, strict=True))
    return {
        "mixture": np.array([mixture.name for mixture in mixtures]),
        "kind": np.array([mixture.kind for mixture in mixtures]),
        **{"starts": starts, "starts_low": low, "starts_high": high},
        "best_response": analysis.names[analysis.gains.argmax(axis=1)],
        **gain,
        **{name.replace("gain", "nash_conv"): players * values for name, values in gain.items()},
    }


def _weights(analysis: Analysis) -> Columns:
    """Return a row for every strategy of an equilibrium; those that are tied have no limits."""
    rows: list[tuple[Any, ...]] = []
    for mixture in analysis.mixtures:
        if mixture.kind == EQUILIBRIUM:
            limits = analysis.game.weight_interval(mixture.weights)
            low, high = (np.where(mixture.tied, np.nan, limit) for limit in limits)
            shown = np.broadcast_to(np.where(mixture.tied, TIED, NOT_TIED), len(analysis.names))
            each = zip(analysis.names, mixture.weights, low, high, shown, strict=True)
            rows += [(mixture.name, mixture.kind, *row) for row in each]
    names = ("mixture", "kind", "strategy", "weight", "weight_low", "weight_high", "tied")
    return {
        name: np.array([row[i] for row in rows], float if name.startswith("weight") else np.str_)
        for i, name in enumerate(names)
    }


def _alpha_rank(analysis: Analysis) -> Columns:
    alphas = analysis.sweep.alphas
    mass, low, high = (values.ravel() for values in analysis.ranks())
    return {
        "alpha": np.repeat(np.array(alphas), len(analysis.names)),
        "strategy": np.tile(analysis.names, len(alphas)),
        "mass": mass,
        "mass_low": low,
        "mass_high": high,
    }


_BLOCKS = {
    "payoffs": _payoffs,
    "invasions": _invasions,
    "cycles": _cycles,
    "mixtures": _mixtures,
    "weights": _weights,
    "alpha_rank": _alpha_rank,
}


def _with_setting(analysis: Analysis, columns: Columns) -> Columns:
    setting, rows = analysis.setting, len(next(iter(columns.values())))
    same = {
        "ruleset": setting.cell.ruleset,
        "players": setting.cell.players,
        "games": int(setting.games(analysis.batches).sum()),
        "deals": analysis.deals,
    }
    return {name: np.full(rows, value) for name, value in same.items()} | {
        name: np.round(column, DIGITS) if column.dtype.kind == "f" else column
        for name, column in columns.items()
    }


@dataclass(frozen=True, slots=True)
class LineupWins(Accumulator):
    wins: NDArray[np.int64]
    """(lineups, strategies): the win shares of a strategy's copies, in parts of a win, over all
    deals and as many seatings as players."""

    @classmethod
    def empty(cls, lineups: int, strategies: int) -> Self:
        return cls(np.zeros((lineups, strategies), np.int64))

    def count(self, rows: Sequence[Rows], first: int = 0) -> None:
        strategies = self.wins.shape[1]
        for lineup, games in enumerate(rows, start=first):
            shares = np.bincount(games.strategy.ravel(), games.win.ravel(), minlength=strategies)
            self.wins[lineup] += shares.astype(np.int64) * (games.players // games.seatings)


def played_game(
    setting: Setting, sums: game_theory.Integers, seed: int
) -> game_theory.EmpiricalGame:
    """Return the game that a setting is: payoffs are shares of the win of one copy of a strategy.

    `sums` is (batches, multisets, strategies): the win shares of at least one complete batch, over
    as many seatings as players.
    """
    players, strategies = setting.cell.players, len(setting.cell.field)
    everyone = game_theory.multisets(strategies, players)
    shares = np.full((len(sums), *everyone.shape), 1 / players)
    games = players * setting.batch_deals
    mixed = everyone.max(axis=1) < players  # the others were not played: all have a fair share
    shares[:, mixed] = sums / (whole_win(players) * games * np.maximum(setting.counts, 1))
    others = game_theory.multisets(strategies, players - 1)
    payoffs = shares[:, game_theory.with_one_more(others), np.arange(strategies)]
    return game_theory.EmpiricalGame.of(game_theory.SymmetricGame(others, payoffs), seed)


PIECE_GAMES = 1024  # how many games make a piece, at most


class MetaGame(experiment.Experiment):
    """Every multiset of a field plays the same deals, batch by batch.

    A block is a batch of a setting; its units are the multisets.
    """

    in_turn = False
    columns = COLUMNS
    piece_games = PIECE_GAMES

    def __init__(
        self,
        field: Sequence[Entrant],
        sweep: Sweep,
        *,
        rulesets: Sequence[Ruleset],
        players: Sequence[int],
        seed: int,
        deals: int,
    ) -> None:
        plan, self.settings = make_settings(
            field, rulesets=rulesets, players=players, seed=seed, deals=deals
        )
        self.plan, self.plans, self.sweep, self.deals_requested = plan, (plan,), sweep, deals
        self.batches = [
            (setting, batch)
            for batch in range(max(setting.batches for setting in self.settings))
            for setting in self.settings
            if batch < setting.batches
        ]
        identities = {id(setting): self._identity(setting) for setting in self.settings}
        self.blocks = [
            experiment.Block(
                f"batch {1 + batch} of {setting.cell.ruleset} for {setting.cell.players} players",
                setting.cell,
                len(setting.counts),
                int(setting.games([batch]).sum()),
                {**identities[id(setting)], "batch": batch},
            )
            for setting, batch in self.batches
        ]

    def chunks(self, piece: experiment.Piece) -> list[experiment.Chunk]:
        setting, batch = self.batches[piece.block]
        lineups = slice(piece.first - 1, piece.first - 1 + piece.units)
        return [
            experiment.Chunk(0, table, setting.first_deal(batch), setting.batch_deals)
            for table in setting.tables[setting.order(batch), lineups].tolist()
        ]

    def empty(self, block: int) -> LineupWins:
        setting, _ = self.batches[block]
        return LineupWins.empty(len(setting.counts), len(self.plan.field))

    def count(self, piece: experiment.Piece, rows: Sequence[Rows]) -> Accumulator:
        tally = self.empty(piece.block)
        tally.count(rows, piece.first - 1)
        return tally

    def shard(self, number: int, parts: int) -> list[experiment.Spans]:
        """Return whole batches: every one of `parts`, beginning with batch `number`."""
        return [
            experiment.Spans.up_to(block.units if batch % parts == number - 1 else 0)
            for block, (_, batch) in zip(self.blocks, self.batches, strict=True)
        ]

    def has_results(self, outcome: experiment.Outcome) -> bool:
        return any(self._batches_played(outcome, setting) for setting in self.settings)

    def deals(self, outcome: experiment.Outcome) -> int:
        return sum(
            len(self._batches_played(outcome, setting)) * setting.batch_deals
            for setting in self.settings
        )

    def game(self, outcome: experiment.Outcome, setting: Setting) -> game_theory.EmpiricalGame:
        sums = [outcome.tally(block).wins for block in self._batches_played(outcome, setting)]
        return played_game(setting, np.array(sums), self.plan.seed)

    def tables(self, outcome: experiment.Outcome) -> Tables:
        return meta_tables(
            [
                Analysis(setting, self.game(outcome, setting), self.plan.seed, self.sweep, batches)
                for setting in self.settings
                if (batches := list(self._batches_played(outcome, setting).values()))
            ]
        )

    def facts(self, outcome: experiment.Outcome) -> Mapping[str, Any]:
        return {
            "deals_requested": self.deals_requested,
            "seating": "every multiset of the field, all rotations, orders in turn",
            "alphas": list(self.sweep.alphas),
            "population": self.sweep.population,
            "settings": [
                {
                    **self._identity(setting),
                    "deals": len(self._batches_played(outcome, setting)) * setting.batch_deals,
                    "ruleset": setting.cell.ruleset,
                    "lineups": len(setting.counts),
                    "deals_planned": setting.deals,
                }
                for setting in self.settings
            ],
        }

    @property
    def notes(self) -> list[str]:
        return [
            f"Playing {setting.deals:,} deals with {setting.cell.players} players for the "
            f"{self.deals_requested:,} asked for: all orders of seats as often."
            for setting in self.settings
            if setting.deals != self.deals_requested
        ]

    def _batches_played(self, outcome: experiment.Outcome, setting: Setting) -> dict[int, int]:
        return {
            block: batch
            for block, (each, batch) in enumerate(self.batches)
            if each is setting and len(outcome.played[block]) == self.blocks[block].units
        }

    def _identity(self, setting: Setting) -> dict[str, Any]:
        return {
            "players": setting.cell.players,
            "strategies": [entrant.name for entrant in self.plan.field],
            "rules": setting.cell.rules.settings(),
            "seed": self.plan.seed,
            "batch_deals": setting.batch_deals,
        }
