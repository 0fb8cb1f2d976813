"""Advice that is tried: a player obeys a rule, and its opposite, amid copies of itself.

All of these play alike without the rule, so each would win a fair share: what the one who obeys
wins beside that is what the rule is worth, on deals that are played from every seat. Strong players
try it and strangers, each of them a table of its own: see `stats.evidence`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

import numpy as np
from strategy_lab.experiments.named_field import NamedField
from strategy_lab.plugins.entrant import Entrant
from strategy_lab.plugins.obeying import Rule, obeying
from strategy_lab.plugins.registry import module_beside
from strategy_lab.results.columns import Columns
from strategy_lab.results.every_game import WIN_RATE
from strategy_lab.results.paired.families import PLAYER_COUNTS, numbered
from strategy_lab.simulation.experiment import Outcome
from strategy_lab.stats.evidence import weigh

from forsale_sim.for_sale import GAME, load_entrant
from forsale_sim.reports.challenges import Challenge
from forsale_sim.rules.ruleset import Ruleset

OBEYED, OPPOSITE = "obeyed", "the opposite"

STRONGEST = "the strongest player"

OTHERS = ("counter", "expert", "budgeter", "free-rider", "escalator", "noisy")
"""Who tries advice beside the strongest player: one who counts cards, the rules of strong humans,
and strangers who bid well enough that a rule can make a difference."""


class Advice(NamedTuple):
    """Something to do at the table, and its opposite."""

    text: str
    phase: str
    """``bid`` or ``sell``."""
    rule: Rule
    opposite: Rule | None = None


class Player(NamedTuple):
    """Who tries advice, amid copies of itself."""

    name: str
    entrant: Entrant


class Trial(Challenge):
    """One player obeys a rule amid copies of itself that do not."""

    def __init__(
        self,
        advice: Advice,
        way: str,
        player: Player,
        ruleset: Ruleset,
        players: int,
        *,
        seed: int,
        games: int,
    ) -> None:
        self.advice, self.way, self.player = advice, way, player
        rule = advice.rule if way == OBEYED else advice.opposite
        chosen = {"bid": rule} if advice.phase == "bid" else {"sell": rule}
        obeys = obeying(player.entrant, f"{player.entrant.name} obeying", **chosen)
        super().__init__(obeys, player.entrant, ruleset, players, seed=seed, games=games)

    def row(self, outcome: Outcome) -> dict[str, object]:
        """Return what obeying wins beside a fair share."""
        cell = self.plan.cells[0].cell
        return {
            **{"advice": self.advice.text, "way": self.way},
            **{"ruleset": cell.ruleset, "players": cell.players},
            "player": self.player.name,
            **self.worth(outcome)._asdict(),
            "games": self.plan.games,
        }


def make_trials(
    fields: Sequence[NamedField],
    rulesets: Sequence[Ruleset],
    counts: Sequence[int],
    *,
    seed: int,
    games: int,
) -> tuple[Trial, ...]:
    """Return the trials of all advice, by each ruleset and number of players."""
    return tuple(
        Trial(advice, way, player, ruleset, players, seed=seed, games=games)
        for ruleset in rulesets
        for players in counts
        for player in _players(fields, ruleset.name, players)
        for advice in all_advice()
        for way in (OBEYED, OPPOSITE)[: 2 if advice.opposite else 1]
    )


def _players(fields: Sequence[NamedField], ruleset: str, players: int) -> Iterator[Player]:
    """Yield who tries advice: whoever was trained for the ruleset, and others."""
    for field in fields:
        if field.tables and ruleset not in field.foreign(players):
            yield Player(STRONGEST, field.at(ruleset, players)[0])
            break
    for name in OTHERS:
        yield Player(name, load_entrant(name))


def trial_tables(trials: Sequence[Trial], outcomes: Sequence[Outcome]) -> tuple[Columns, Columns]:
    """Return what each trial came to, and the grade of each advice by all who tried it."""
    rows = [trial.row(outcome) for trial, outcome in zip(trials, outcomes, strict=True)]
    table = {name: np.array([row[name] for row in rows]) for name in rows[0]}
    return table, _graded(table)


def _graded(table: Columns) -> Columns:
    names = list(dict.fromkeys(table["player"].tolist()))
    field = np.array([names.index(name) for name in table["player"].tolist()])
    number = numbered(table, "ruleset", "players", "advice", "way")
    firsts = np.unique(number, return_index=True)[1]

    def grid(name: str) -> np.ndarray:
        found = np.full((len(names), len(firsts)), np.nan)
        found[field, number] = table[name]
        return found

    evidence = weigh(
        grid("worth"),
        grid("standard_error"),
        np.full(len(firsts), WIN_RATE.matters),
        numbered(table, "ruleset", "players")[firsts],
        PLAYER_COUNTS,
    )
    strongest = {"strongest": grid("worth")[0] if names[0] == STRONGEST else evidence.mean}
    keys = ("ruleset", "players", "advice", "way")
    games = np.bincount(number, weights=table["games"]).astype(np.int64)
    return (
        {name: table[name][firsts] for name in keys}
        | evidence._asdict()
        | strongest
        | {"games": games}
    )


def all_advice() -> tuple[Advice, ...]:
    """Return the advice that reports try."""
    lore = module_beside("lore", GAME)
    return (
        Advice("Bid even amounts", "bid", lore.bid_even, lore.bid_odd),
        Advice(
            "When two are left, take second place",
            "bid",
            lore.leave_the_last_two,
            lore.fight_of_the_last_two,
        ),
        Advice("Never open", "bid", lore.never_open, lore.always_open),
        Advice("Never bid", "bid", lore.never_bid),
        Advice("Dump the lowest into flat offers", "sell", lore.dump_into_flat, lore.waste_on_flat),
        Advice(
            "For cheques far apart, sell the best",
            "sell",
            lore.best_for_wide,
            lore.lowest_for_wide,
        ),
        Advice("Sell at random", "sell", lore.sell_at_random),
    )
