"""The tables of a meta-game: which there are, their columns in order, units and meanings."""

from __future__ import annotations

from strategy_lab.results.columns import COUNT, LABEL, SHARE, TRUTH, Column
from strategy_lab.results.schema import COLUMNS as RUN_COLUMNS
from strategy_lab.stats.bootstrap import INTERVAL
from strategy_lab.stats.games.empirical import WEIGHT_INTERVAL
from strategy_lab.stats.games.replicator import DRAWN

EQUILIBRIUM, UNIFORM, PURE = "equilibrium", "uniform", "pure"
"""Kinds of mixtures."""

NOT_TIED, SOME, ANY = "no", "some", "any"
"""In which ways strategies can share their parts of an equilibrium without anybody's gaining."""

STARTS_INTERVAL = f"95 % Wilson interval from {DRAWN} drawn starts, payoffs taken as known"
"""The estimator of basins, printed with their intervals."""


def _with_limits(
    name: str, description: str, interval: str = INTERVAL, unit: str = SHARE
) -> dict[str, Column]:
    return {
        name: Column(unit, description),
        f"{name}_low": Column(unit, f"lower limit of {name}: {interval}"),
        f"{name}_high": Column(unit, f"upper limit of {name}: {interval}"),
    }


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
        "whether those marked alike can share their parts in other ways and nobody gains: "
        f"{NOT_TIED}; in {SOME} ways; in {ANY}",
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
