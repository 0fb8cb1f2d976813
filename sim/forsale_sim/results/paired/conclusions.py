"""What differences amount to: whether a conclusion holds in every field that was looked at."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from forsale_sim.results.columns import Columns
from forsale_sim.results.paired.schema import DEPENDS, KEYS, TABLES
from forsale_sim.stats.equivalence import DIFFERS, NOT_SHOWN, SMALL


def conclusions(differences: Columns) -> Columns:
    """Return the table of conclusions.

    Parameters
    ----------
    differences
        From `differences.differences`.

    Returns
    -------
    Columns
        ``conclusions`` of `schema.TABLES`: a row for whatever the rows of several fields are about,
        in their order.
    """
    keys = list(zip(*(differences[name].tolist() for name in KEYS), strict=True))
    number = {key: i for i, key in enumerate(dict.fromkeys(keys))}
    group = np.array([number[key] for key in keys], np.int64)
    first = np.unique(group, return_index=True)[1]
    difference, verdict = differences["difference"], differences["verdict"]

    def count(chosen: NDArray[np.bool_]) -> NDArray[np.int64]:
        return np.bincount(group[chosen], minlength=len(number))

    least, most = np.full(len(number), np.inf), np.full(len(number), -np.inf)
    np.minimum.at(least, group, difference)
    np.maximum.at(most, group, difference)
    games = np.bincount(group, weights=differences["games"], minlength=len(number))
    counts = {
        "fields": count(np.ones(len(keys), bool)),
        "more": count((verdict == DIFFERS) & (difference > 0)),
        "less": count((verdict == DIFFERS) & (difference < 0)),
        "small": count(verdict == SMALL),
        "not_shown": count(verdict == NOT_SHOWN),
    }
    found = {name: differences[name][first] for name in KEYS} | counts
    found |= {
        "games": games.astype(np.int64),
        "least": least,
        "most": most,
        "conclusion": _conclusion(counts),
    }
    return {name: found[name] for name in TABLES["conclusions"]}


def _conclusion(counts: Columns) -> NDArray[np.str_]:
    """Return one word for each row, from how many fields say what."""
    every = counts["fields"]
    said = [counts[name] for name in ("more", "less", "small")]
    contradicting = sum((of_one > 0).astype(int) for of_one in said) > 1
    return np.select(
        [contradicting, (said[0] == every) | (said[1] == every), said[2] == every],
        [DEPENDS, DIFFERS, SMALL],
        NOT_SHOWN,
    )
