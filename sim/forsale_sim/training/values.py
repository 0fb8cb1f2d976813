"""Value functions learned from self-play: what a table is worth to those who play by one policy.

::

    python -m forsale_sim.training.values FOLDER GAME…

learns those of `champion`, where a game is an edition and a number of players, such as iello-en-4.
Each becomes a file in FOLDER, learned from games that `champion` plays with itself by the values
that are installed: a step of policy iteration [1]_. ``--average-with FOLDER`` takes half a step
from those in another folder. Whole steps may swing to and fro, since values that are right among
players of the old ones are wrong among their own.

The players' starting coins vary at random around those of the rules, so that the worth of a coin is
learned from coins that were not earned by good play. Weights are fitted by penalised maximum
likelihood. A better house and a further coin are never worth less: what is fitted is by how much a
house is worth more than the next lower one, which is not negative, nor are the weights of the
coins.

References
----------
.. [1] Howard, "Dynamic Programming and Markov Processes" (1960).
"""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import NamedTuple

import click
import numpy as np
from numpy.typing import NDArray
from scipy.optimize import minimize
from scipy.special import logsumexp
from strategy_lab.compiled.bits import copy_record
from strategy_lab.compiled.caching import compiled
from strategy_lab.compiled.random import U64
from strategy_lab.errors import StrategyError, UsageError
from strategy_lab.plugins.compiling import CompiledField, compile_field
from strategy_lab.plugins.entrants import Entrant
from strategy_lab.simulation.sessions import number_of_threads

from forsale_sim.engine import game
from forsale_sim.engine.kernel import begin_auction, deal_cards, hold_auction, hold_sales
from forsale_sim.engine.state import BID, SELL, asks_for_past, new_state, new_table
from forsale_sim.for_sale import load_entrant
from forsale_sim.rules.loading import load_ruleset
from forsale_sim.rules.ruleset import Rules
from forsale_sim.search.bidding_model import COINS, FEATURES, OPENS, ROOTS
from forsale_sim.search.rollouts import outcome, shuffle_unseen

Floats = NDArray[np.float64]

SALES = 4  # how many times the houses of a game are sold, each time for cheques in another order
SPREAD = 3  # the most coins by which a player's starting coins differ from the rules
RIDGE = 1.0  # the penalty on squares, in games: it matters only for weights with hardly any data


class Record(NamedTuple):
    """What was on the table after each auction: arrays by game, round and seat."""

    coins: NDArray[np.int64]
    hands: NDArray[np.int64]
    openers: NDArray[np.int64]  # by game and round: the seat that opens the next auction
    wins: Floats  # by game and seat: the mean share of the win over several orders of the cheques


@compiled
def record_games(states, tables, coins, first, record):
    """Play a game for each row of `coins`, the players' at the start, and fill a record in place.

    Returns whether every move was legal.
    """
    bought, sold, table = states[0], states[1], tables[0]
    for n in range(coins.shape[0]):
        bought.deal = U64(first + n)
        bought.seating = U64(1)
        deal_cards(bought, table)
        for position in range(bought.players):
            bought.starting_coins[position + 1] = coins[n, position]
        game.begin_game(bought)
        dealt = 0
        for i in range(record.coins.shape[1]):
            dealt = begin_auction(bought, table, dealt)
            if not hold_auction(bought, table, U64(bought.opener)):
                return False
            record.openers[n, i] = bought.opener
            for position in range(bought.players):
                record.coins[n, i, position] = bought.coins[position + 1]
                record.hands[n, i, position] = bought.hand[position + 1]
        game.begin_selling(bought)
        for i in range(SALES):
            copy_record(states[1], states[0])
            sold.deal = U64(SALES * (first + n) + i)
            shuffle_unseen(sold, table)
            if not hold_sales(sold, table, 0):
                return False
            for position in range(bought.players):
                record.wins[n, position] += outcome(sold, position + 1) / SALES
    return True


def self_play(rules: Rules, player: CompiledField, games: int, seed: int, threads: int) -> Record:
    """Return games in which one strategy, which must live as long, sits in every seat."""
    drawn = np.random.default_rng(seed).integers(-SPREAD, SPREAD + 1, (games, rules.players))
    coins = np.maximum(np.array(rules.coins) + drawn, 0)
    shape = games, rules.auctions, rules.players
    openers, wins = np.zeros(shape[:2], np.int64), np.zeros((games, rules.players))
    record = Record(np.zeros(shape, np.int64), np.zeros(shape, np.int64), openers, wins)
    table = new_table(rules.houses)
    for phase in (BID, SELL):
        table[0]["functions"][phase] = player.functions[phase, 0]
        table[0]["arguments"][phase] = player.arguments[phase, 0]

    def play(first: int, end: int) -> bool:
        mine = Record._make(array[first:end] for array in record)
        states = new_state(rules, seed, keeps_past=asks_for_past(player.asks_for)).repeat(2)
        return bool(record_games(states, table.copy(), coins[first:end], first + 1, mine))

    ends = np.linspace(0, games, threads + 1).astype(int).tolist()
    with ThreadPoolExecutor() as pool:
        if not all(pool.map(play, ends[:-1], ends[1:])):
            raise RuntimeError("a strategy made an illegal move or raised an exception")
    return record


def features(record: Record, deck: Sequence[int], index: int) -> Floats:
    coins, hands = record.coins[:, index], record.hands[:, index]
    counted = np.zeros((*coins.shape, FEATURES))
    counted[..., : len(deck)] = hands[..., None] >> (np.array(deck) - 1) & 1
    counted[..., COINS] = coins
    counted[..., ROOTS] = np.sqrt(coins)
    seats = np.arange(1, coins.shape[1] + 1)
    counted[..., OPENS] = seats == record.openers[:, index, None]
    return counted


def fit(record: Record, deck: Sequence[int]) -> Floats:
    """Return the weights by number of auctions to come, from 0: (rounds, FEATURES).

    They grow with the rank of the house, and those of coins are not negative.
    """
    rounds, houses = reversed(range(record.coins.shape[1])), len(deck)
    return np.array([_fit_round(features(record, deck, i), record.wins, houses) for i in rounds])


def _fit_round(counted: Floats, wins: Floats, houses: int) -> Floats:
    used = np.r_[:houses, COINS, ROOTS, OPENS]
    games, players, _ = counted.shape
    steps = counted[..., used]
    # Houses of each rank or a better one: the weight of a rank is the sum of the steps up to it.
    steps[..., :houses] = steps[..., houses - 1 :: -1].cumsum(axis=-1)[..., ::-1]
    flat = np.ascontiguousarray(steps.reshape(games * players, -1))

    def loss(by_step: Floats) -> tuple[float, Floats]:
        strengths = (flat @ by_step).reshape(games, players)
        log_chances = strengths - logsumexp(strengths, axis=1, keepdims=True)
        error = (np.exp(log_chances) - wins).ravel()
        value = -(wins * log_chances).sum() + RIDGE / 2 * by_step @ by_step
        return float(value), flat.T @ error + RIDGE * by_step

    free, positive = (None, None), (0.0, None)
    bounds = [free, *[positive] * (houses + 1), free]  # the lowest house, and who opens
    found = minimize(loss, np.zeros(len(used)), jac=True, method="L-BFGS-B", bounds=bounds).x
    found[:houses] = found[:houses].cumsum()
    weights = np.zeros(FEATURES)
    weights[used] = found
    return weights


def values_among(policy: Entrant, rules: Rules, *, games: int, seed: int, threads: int) -> Floats:
    """Return what tables are worth among copies of a policy: (rounds, FEATURES), as by `fit`."""
    player = compile_field([policy])
    try:
        record = self_play(rules, player, games, seed, threads)
    except RuntimeError as error:
        raise StrategyError(
            f"{policy.name}, among copies of itself: {error}. Find where: forsale-sim check "
            f"{policy.spec}"
        ) from error
    return fit(record, rules.houses)


def _rules(game: str) -> Rules:
    ruleset, _, players = game.rpartition("-")
    if not players.isdecimal():
        raise click.BadParameter(
            f"a game is an edition and a number of players, such as iello-en-4, not {game!r}"
        )
    try:
        return load_ruleset(ruleset).rules(int(players))
    except UsageError as error:
        raise click.BadParameter(str(error)) from None


@click.command(help="Learns the value functions of champion from games that it plays with itself.")
@click.argument("folder", type=click.Path(path_type=Path))
@click.argument("games_played", metavar="GAME...", nargs=-1, required=True)
@click.option("--games", type=click.IntRange(1), default=8_000, show_default=True)
@click.option("--seed", type=click.IntRange(0), default=1, show_default=True)
@click.option("--average-with", "other", type=click.Path(path_type=Path), metavar="FOLDER")
@click.option("--threads", type=click.IntRange(1), help="[default: all cores]")
def main(
    folder: Path,
    games_played: Sequence[str],
    games: int,
    seed: int,
    other: Path | None,
    threads: int | None,
) -> None:
    """Write a file of weights for each game."""
    rules_of = {f"{game}.csv": _rules(game) for game in games_played}
    try:
        before = {file: np.loadtxt(other / file, delimiter=",") for file in rules_of if other}
    except (OSError, ValueError) as error:
        raise click.BadParameter(f"--average-with: {error}") from None
    folder.mkdir(parents=True, exist_ok=True)
    for file, rules in rules_of.items():
        weights = values_among(
            load_entrant("champion"),
            rules,
            games=games,
            seed=seed,
            threads=number_of_threads(threads),
        )
        if file in before:
            weights = (before[file] + weights) / 2.0
        np.savetxt(folder / file, weights, fmt="%.4g", delimiter=",")
        click.echo(folder / file)


if __name__ == "__main__":
    main()
