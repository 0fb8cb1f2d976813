"""Sweeps over rules from Python: what ``forsale-sim compare --vary`` plays, as one tidy table."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Any

from strategy_lab.api.arguments import OneRuleset, Players
from strategy_lab.api.failures import explained
from strategy_lab.api.functions import compare
from strategy_lab.api.playing import PROGRAM, EngineName
from strategy_lab.errors import UsageError
from strategy_lab.experiments.compare.varied_rules import rule_value
from strategy_lab.experiments.defaults import DEFAULT_COMPARED_GAMES
from strategy_lab.stats.equivalence import SMALL

if TYPE_CHECKING:
    import pandas as pd

KEYS = ["players", "field", "measure", "seat", "strategy", "house", "unit"]
"""What a row is about, beside the values of the rules."""

BASE: dict[str, Any] = {
    "difference": 0.0,
    "difference_low": 0.0,
    "difference_high": 0.0,
    "p_adjusted": 1.0,
    "verdict": SMALL,
}
"""How the base differs from itself."""


@explained
def sweep(
    base: OneRuleset | None = None,
    *,
    games: float = DEFAULT_COMPARED_GAMES,
    players: Players = None,
    fields: str | Iterable[str] | None = None,
    seed: int | None = None,
    threads: int | None = None,
    engine: EngineName = "compiled",
    out: str | Path | None = None,
    progress: bool = True,
    **rules: Any,
) -> pd.DataFrame:
    """Play a ruleset with every combination of values of some rules, all on the same deals.

    It is what ``forsale-sim compare BASE --vary RULE=VALUES`` plays, as one tidy table.

    Parameters
    ----------
    base
        The ruleset to vary, as for `run`; the usual one unless said.
    games
        How many in all: shared evenly among rulesets, player counts and fields.
    players, fields
        As for `compare`.
    seed, threads, engine, out, progress
        As for `run`.
    **rules
        The values to try for each rule, as ``--vary`` takes them: ``coins=range(10, 25)``,
        ``refund=["up", "down"]``; ``raise_`` for the rule ``raise``, ``**{"coins.4": [20, 22]}``
        for one player count.

    Returns
    -------
    DataFrame
        A column for each rule, then what the row is about, as in the table ``differences`` of
        `compare`; the ``value`` of the measure by these rules, and its ``difference`` from the base
        with a 95 % interval (``_low``, ``_high``) from common deals, ``p_adjusted`` and
        ``verdict``. The base has rows of its own, with no difference. ``attrs`` has the seed, the
        digest and the command that plays it again.

    Raises
    ------
    UsageError, LaboratoryError, Interrupted
        As `run` does.
    """
    if not rules:
        raise UsageError("sweep takes rules to vary, such as coins=range(10, 25): name one")
    result = compare(
        PROGRAM.get().ruleset if base is None else base,
        vary=rules,
        games=games,
        players=players,
        fields=fields,
        seed=seed,
        threads=threads,
        engine=engine,
        out=out,
        progress=progress,
    )
    table = tidy(result.differences, result._outcome.experiment)
    table.attrs = {key: result.manifest[key] for key in ("seed", "digest", "command")}
    return table


def tidy(differences: pd.DataFrame, comparison: Any) -> pd.DataFrame:
    """Return a row for each ruleset of a comparison, its first one included, and measure."""
    import pandas as pd

    first, varied = comparison.rulesets[0], list(comparison.varied)
    keys = [key for key in KEYS if key in differences]
    base = differences.drop_duplicates(keys).rename(columns={"a": "ruleset", "value_a": "value"})
    for rule in varied:
        values = [rule_value(first, rule, players) for players in base["players"]]
        base[rule] = pd.Series(values, base.index).astype(differences[rule].dtype)
    base = base.assign(**BASE)
    others = differences.rename(columns={"b": "ruleset", "value_b": "value"})
    columns = [*varied, "ruleset", *keys, "value", *BASE, "games", "deals"]
    table = pd.concat([base[columns], others[columns]])
    for about in {"seat", "strategy", "house"} & {*keys}:
        table[about] = table[about].astype(object).where(table[about].notna(), None)
    return table.sort_values(varied, kind="stable", ignore_index=True)
