r"""The generalised sequential probability ratio test on scores.

Is the mean score that of `elo1` or that of `elo0`? Nothing else is known about the distribution of
scores, so the test compares the likelihoods of the likeliest distributions under both hypotheses
(`likelihood`). It continues while the log of their ratio is within an interval:

.. math:: \ln \frac{\beta}{1 - \alpha} < LLR < \ln \frac{1 - \beta}{\alpha}

Above it `elo1` is accepted, wrongly with probability :math:`\alpha` if `elo0` is true; below it
`elo0`, wrongly with probability :math:`\beta` if `elo1` is true (Wald, *Sequential Analysis*, 1947;
the generalised test: Van den Bergh, as used for chess engines). Scores must be independent, so a
score is that of a pair of games, or of a deal.
"""

from __future__ import annotations

import math
from typing import Literal, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import ArrayLike, NDArray

from strategy_lab.stats.sequential.elo import ELO_PER_T, score_of_elo
from strategy_lab.stats.sequential.likelihood import likeliest_with_mean, likeliest_with_t

Floats = NDArray[np.float64]

EloModel: TypeAlias = Literal["normalized", "logistic"]
"""The Elo that the hypotheses are stated in; spelt as in programs for chess engines."""

UNSEEN = 1e-3
"""The count given to a score that never occurred, so that it does not count as impossible."""


class Bounds(NamedTuple):
    """A test ends at or below `lower` with elo0, at or above `upper` with elo1."""

    lower: float
    upper: float

    @classmethod
    def of_errors(cls, alpha: float, beta: float) -> Bounds:
        """Return Wald's bounds for two probabilities of error.

        Raises
        ------
        ValueError
            If one is not between 0 and 1, or they add up to 1 or more.
        """
        if not (0 < alpha < 1 and 0 < beta < 1 and alpha + beta < 1):
            raise ValueError(f"alpha {alpha} and beta {beta} must be positive and add up to < 1")
        return cls(math.log(beta / (1 - alpha)), math.log((1 - beta) / alpha))


def llr(
    scores: ArrayLike,
    counts: ArrayLike,
    elo0: float,
    elo1: float,
    *,
    model: EloModel = "normalized",
    games: int = 1,
) -> float:
    """Return the log-likelihood ratio of `elo1` to `elo0`.

    Parameters
    ----------
    scores
        The different possible scores, from 0 to 1: 0, 1/2 and 1 for single games, 0, 1/4, …, 1 for
        pairs, or any others.
    counts
        How often each occurred. A score that never occurred counts as `UNSEEN`, as in the public
        testers of chess engines; leave out impossible scores.
    elo0, elo1
        The hypotheses.
    model
        The Elo that they are stated in.
    games
        How many games a score is the mean of, for normalised Elo per game: 2 for pairs, whose mean
        has half the variance. 1 gives Elo per score. Logistic Elo does not depend on it.

    Returns
    -------
    float
        0 if there are no scores.

    Raises
    ------
    ValueError
        If scores or counts are out of range, or all scores are on one side of a hypothesis.
    """
    values, seen = np.asarray(scores, np.float64), np.asarray(counts, np.float64)
    if values.ndim != 1 or values.shape != seen.shape:
        raise ValueError("there must be one count for each score")
    if not (np.isfinite(seen).all() and (seen >= 0).all() and (abs(values - 0.5) <= 0.5).all()):
        raise ValueError("scores must be from 0 to 1, and counts no less than 0")
    if not seen.any():
        return 0.0
    seen = np.where(seen == 0, UNSEEN, seen)
    total = seen.sum()
    shares = seen / total
    first, second = (_likeliest(values, shares, elo, model, games) for elo in (elo0, elo1))
    return float(total * (shares @ np.log(second / first)))


def _likeliest(scores: Floats, shares: Floats, elo: float, model: EloModel, games: int) -> Floats:
    if model == "logistic":
        return likeliest_with_mean(scores, shares, score_of_elo(elo))
    return likeliest_with_t(scores, shares, elo / ELO_PER_T * math.sqrt(games))
