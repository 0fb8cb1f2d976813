"""Rounds to tables: means with their intervals, as plain columns, by what they were counted by."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from forsale_sim.results.cell import Cell
from forsale_sim.results.rounds import counting
from forsale_sim.results.rounds.counting import LARGE_GAP, SMALL_GAP, WHOLE
from forsale_sim.results.rounds.tally import Rounds
from forsale_sim.rows import WIN
from forsale_sim.stats.intervals import mean_interval, rate_interval
from forsale_sim.stats.ratio import ClusterSums, ratio

if TYPE_CHECKING:
    from forsale_sim.results.columns import Columns, Tables

STAGES = ("early", "middle", "late")
"""The first third of the auctions, the second, the last."""

KINDS = (f"up to {SMALL_GAP}", f"{SMALL_GAP + 1} to {LARGE_GAP - 1}", f"{LARGE_GAP} or more")
"""By how much the best house is better than the second."""

WHO = ("others", "winners")
"""Who is not first in the end, and who is, alone or tied."""

GAP, SPREAD, BEST = "gap", "spread", "best cheque"
"""What fights and sales are counted by: the best house less the second; the best house or cheque
less the lowest; the best cheque."""


def round_tables(counted: Mapping[Cell, Rounds]) -> Tables:
    """Return the tables of what cells' rounds came to; what was never seen has no row."""
    found = {}
    for name, block in BLOCKS.items():
        parts = [
            {
                "ruleset": np.repeat([cell.ruleset], len(table["games"])),
                "players": np.repeat([cell.players], len(table["games"])),
                **table,
            }
            for cell, table in ((cell, block(rounds)) for cell, rounds in counted.items())
        ]
        found[name] = {key: np.concatenate([part[key] for part in parts]) for key in parts[0]}
    return found


def _buying(rounds: Rounds) -> Columns:
    sums = rounds.of(counting.PRICE)
    stage, house = _indices(sums)
    return _seen({"stage": np.array(STAGES)[stage], "house": house + 1}, _mean("price", sums), sums)


def _ranks(rounds: Rounds) -> Columns:
    sums = rounds.of(counting.RANKED)
    number, rank = _indices(sums)
    return _seen({"round": number + 1, "rank": rank + 1}, _mean("price", sums), sums)


def _kept(rounds: Rounds) -> Columns:
    sums = rounds.of(counting.KEPT)
    number, who = _indices(sums)
    return _seen({"round": number + 1, "who": np.array(WHO)[who]}, _mean("coins", sums), sums)


def _reserves(rounds: Rounds) -> Columns:
    sums = rounds.of(counting.RESERVE)
    return _seen({"held": np.arange(len(sums))}, _rate("win_rate", sums), sums)


def _fights(rounds: Rounds) -> Columns:
    kinds = (
        (GAP, counting.GAP_BID, counting.GAP_WIN),
        (SPREAD, counting.SPREAD_BID, counting.SPREAD_WIN),
    )
    blocks = []
    for name, bid, win in kinds:
        bids, wins = rounds.of(bid), rounds.of(win)
        keys = {"by": np.repeat([name], len(bids)), "size": np.arange(len(bids))}
        blocks.append(_seen(keys, _mean("bid", bids) | _rate("win_rate", wins), bids))
    return _joined(blocks)


def _bids(rounds: Rounds) -> Columns:
    sums = rounds.of(counting.KIND_BID)
    return _seen({"gap": np.array(KINDS)}, _mean("bid", sums), sums)


def _takers(rounds: Rounds) -> Columns:
    sums = rounds.of(counting.BID_WIN)
    kind, paid = _indices(sums)
    return _seen({"gap": np.array(KINDS)[kind], "paid": paid}, _rate("win_rate", sums), sums)


def _sales(rounds: Rounds) -> Columns:
    kinds = (
        (BEST, counting.BEST_HAND, counting.BEST_ALL),
        (SPREAD, counting.SPREAD_HAND, counting.SPREAD_ALL),
    )
    blocks = []
    for name, hand, unsold in kinds:
        in_hand, of_all = rounds.of(hand), rounds.of(unsold)
        value, who = _indices(in_hand)
        keys = {"by": np.full(value.shape, name), "value": value, "who": np.array(WHO)[who]}
        ranks = _mean("hand_rank", in_hand, 1 / WHOLE) | _mean("unsold_rank", of_all, 1 / WHOLE)
        blocks.append(_seen(keys, ranks, in_hand))
    return _joined(blocks)


BLOCKS: Mapping[str, Callable[[Rounds], Columns]] = {
    "buying": _buying,
    "ranks": _ranks,
    "kept": _kept,
    "reserves": _reserves,
    "fights": _fights,
    "bids": _bids,
    "takers": _takers,
    "sales": _sales,
}


def _indices(records: NDArray[Any]) -> tuple[NDArray[np.int64], ...]:
    """Return where each record is, along each axis."""
    return tuple(np.indices(records.shape, np.int64))


def _sums(records: NDArray[Any]) -> ClusterSums:
    return ClusterSums(*(records[name] for name in ("deals", "n", "x", "nn", "xn", "xx")))


def _mean(name: str, records: NDArray[Any], unit: float = 1.0) -> Columns:
    mean = ratio(_sums(records), unit)
    low, high = mean_interval(mean)
    return {name: mean.value, f"{name}_low": low, f"{name}_high": high}


def _rate(name: str, records: NDArray[Any]) -> Columns:
    rate = ratio(_sums(records), 1 / WIN)
    low, high = rate_interval(rate)
    return {name: rate.value, f"{name}_low": low, f"{name}_high": high}


def _seen(keys: Columns, estimates: Columns, records: NDArray[Any]) -> Columns:
    """Return a table of the quantities of which there is an observation."""
    seen = records["n"] > 0
    columns = {**keys, "games": records["n"], **estimates, "deals": records["deals"]}
    return {name: column[seen] for name, column in columns.items()}


def _joined(blocks: list[Columns]) -> Columns:
    return {name: np.concatenate([block[name] for block in blocks]) for name in blocks[0]}
