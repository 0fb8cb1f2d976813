r"""The generalised sequential probability ratio test on scores.

Is the mean score that of `elo1` or that of `elo0`? All else about the distribution of scores is
unknown; so the test compares the likelihoods of the likeliest distributions under either hypothesis
(`likelihood`). The log of their ratio is looked at again and again, until it leaves an interval:

.. math:: \ln \frac{\beta}{1 - \alpha} < LLR < \ln \frac{1 - \beta}{\alpha}

Above it `elo1` is accepted, wrongly with probability :math:`\alpha` where `elo0` is true; below it
`elo0`, wrongly with probability :math:`\beta` where `elo1` is (Wald, *Sequential Analysis*, 1947;
the generalised test: Van den Bergh, as used for chess engines). Scores have to be independent; that
is why a score is that of a pair of games, or of a deal.
"""

from __future__ import annotations

import math
from typing import Literal, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import ArrayLike, NDArray

from forsale_sim.stats.sequential.elo import ELO_PER_T, score_of_elo
from forsale_sim.stats.sequential.likelihood import likeliest_with_mean, likeliest_with_t

Floats = NDArray[np.float64]

EloModel: TypeAlias = Literal["normalized", "logistic"]
"""Which Elo the hypotheses are stated in; spelt as programs for chess engines spell it."""

UNSEEN = 1e-3
"""What a score that was never seen counts for, so that it is not thought impossible."""


class Bounds(NamedTuple):
    """Where a test ends: at or below `lower` with elo0, at or above `upper` with elo1."""

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
        The different scores there can be, from 0 to 1: 0, 1/2 and 1 for single games, 0, 1/4, …, 1
        for pairs, or any others.
    counts
        How often each was seen. One that was never seen counts as `UNSEEN`, as in the public
        testers of chess engines; leave out scores that cannot be.
    elo0, elo1
        The hypotheses.
    model
        Which Elo they are stated in.
    games
        How many games a score is of. Normalised Elo is stated per game, and the mean of a pair has
        half the variance: 2 for pairs. For an Elo per score, 1. Logistic Elo does not depend on it.

    Returns
    -------
    float
        0 where nothing was seen.

    Raises
    ------
    ValueError
        If the scores and counts are no such thing, or the scores are all on one side of a
        hypothesis.
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
