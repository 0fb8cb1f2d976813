"""The tables of a meta-game: payoffs, invasions, cycles, mixtures, their weights, alpha-rank."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from strategy_lab.experiments.meta.analysis import Analysis, Mixture
from strategy_lab.experiments.meta.schema import ANY, EQUILIBRIUM, NOT_TIED, SOME, TABLES
from strategy_lab.results.columns import Columns, Tables
from strategy_lab.stats.games.empirical import DIGITS
from strategy_lab.stats.games.invasions import invasion_cycles
from strategy_lab.stats.games.multisets import members_of, multisets, with_one_more
from strategy_lab.stats.games.replicator import DRAWN
from strategy_lab.stats.games.symmetric import Floats
from strategy_lab.stats.intervals import Interval, rate_interval
from strategy_lab.stats.ratio import Ratio


def meta_tables(analyses: Sequence[Analysis]) -> Tables:
    """Return the tables of `schema.TABLES`, with a block of rows for each setting."""
    blocks = {
        name: [_with_setting(analysis, block(analysis)) for analysis in analyses]
        for name, block in _BLOCKS.items()
    }
    return {
        name: {column: np.concatenate([b[column] for b in blocks[name]]) for column in columns}
        for name, columns in TABLES.items()
    }


def _payoffs(analysis: Analysis) -> Columns:
    """Return a row for every lineup and strategy in it."""
    setting, names = analysis.setting, analysis.names
    players, strategies = setting.cell.players, len(names)
    everyone = multisets(strategies, players)
    lineup, strategy = np.nonzero(everyone)
    # Which entry of the game's array tells what a strategy gets in a lineup.
    joined = with_one_more(analysis.game.by_batch.others)
    entry = np.empty(everyone.shape, np.int64)
    entry[joined, np.arange(strategies)] = np.arange(len(joined))[:, None]
    place = entry[lineup, strategy], strategy
    low, high = analysis.game.payoff_interval()
    texts = np.array([",".join(names[list(members_of(row))]) for row in everyone])
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
    """Return a row for every invader and resident."""
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
    """Return a row for every cycle of shown invasions."""
    gain, low, _ = analysis.invaders
    cycles = [(*cycle, cycle[0]) for cycle in invasion_cycles(low > 0)]
    legs = [min(gain[leg] for leg in pairwise(cycle)) for cycle in cycles]
    texts = [" invades ".join(analysis.names[list(cycle)]) for cycle in cycles]
    return {"cycle": np.array(texts, np.str_), "weakest_leg": np.array(legs, np.float64)}


def _mixtures(analysis: Analysis) -> Columns:
    """Return a row for every mixture."""
    mixtures, players = analysis.mixtures, analysis.setting.cell.players
    largest = analysis.largest_gains()
    basins = _basins(np.array([mixture.starts for mixture in mixtures]))
    gain = dict(zip(("gain", "gain_low", "gain_high"), largest, strict=True))
    return {
        "mixture": np.array([mixture.name for mixture in mixtures]),
        "kind": np.array([mixture.kind for mixture in mixtures]),
        **dict(zip(("starts", "starts_low", "starts_high"), basins, strict=True)),
        "best_response": analysis.names[analysis.gains.argmax(axis=1)],
        **gain,
        **{name.replace("gain", "nash_conv"): players * values for name, values in gain.items()},
    }


def _basins(starts: Floats) -> tuple[Floats, Floats, Floats]:
    """Return shares of the drawn starts with limits."""
    drawn = np.full(len(starts), DRAWN)
    error = np.sqrt(starts * (1 - starts) / (DRAWN - 1))
    return starts, *rate_interval(Ratio(starts, error, drawn, drawn))


def _weights(analysis: Analysis) -> Columns:
    """Return a row for every equilibrium and strategy."""
    settled = [mixture for mixture in analysis.mixtures if mixture.kind == EQUILIBRIUM]
    limits = [_limits(analysis, mixture) for mixture in settled]
    strategies = len(analysis.names)
    tied = np.concatenate([np.zeros(0, np.str_), *(_tied(mixture) for mixture in settled)])
    return {
        "mixture": np.repeat(np.array([m.name for m in settled], np.str_), strategies),
        "kind": np.repeat(np.array([m.kind for m in settled], np.str_), strategies),
        "strategy": np.tile(analysis.names, len(settled)),
        "weight": _flat([m.weights for m in settled]),
        "weight_low": _flat([limit.low for limit in limits]),
        "weight_high": _flat([limit.high for limit in limits]),
        "tied": tied,
    }


def _limits(analysis: Analysis, mixture: Mixture) -> Interval:
    """Return limits for the weights of an equilibrium; those that are tied could be any."""
    limits = analysis.game.weight_interval(mixture.weights)
    return Interval(*(np.where(mixture.tied, np.nan, limit) for limit in limits))


def _tied(mixture: Mixture) -> NDArray[np.str_]:
    """Return, for each strategy, how its part can be taken."""
    return np.where(mixture.tied, ANY if mixture.free else SOME, NOT_TIED)


def _alpha_rank(analysis: Analysis) -> Columns:
    """Return a row for every intensity of selection and strategy."""
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
    """Return columns, rounded, with those that are the same for all rows."""
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


def _flat(rows: Sequence[Floats]) -> Floats:
    return np.concatenate([np.zeros(0), *rows])
