r"""The difference of two means over different clusters.

Both means are ratios (see `ratio`) of quantities that were observed in clusters of their own, so
their errors are independent and the squares of their standard errors add up. Student's t has the
degrees of freedom of the mean with fewer clusters: where it matters at all, that makes the interval
a little too wide (Welch's number lies between that and the sum of both).
"""

from __future__ import annotations

import numpy as np

from forsale_sim.stats.ratio import ClusterSums, Ratio, ratio

UNPAIRED_INTERVAL = "95 % t interval, clustered by deal"
"""The estimator's name, to be printed wherever `mean_interval` of a `difference` is."""


def difference(a: ClusterSums, b: ClusterSums, unit: float = 1.0) -> Ratio:
    """Estimate by how much the mean of b exceeds that of a, from sums over different clusters.

    Parameters
    ----------
    a, b
        Sums of each.
    unit
        What an integer of either stands for.

    Returns
    -------
    Ratio
        For `mean_interval`; a difference is no rate. NaN where either was not observed.
    """
    of_a, of_b = ratio(a, unit), ratio(b, unit)
    return Ratio(
        of_b.value - of_a.value,
        np.hypot(of_a.standard_error, of_b.standard_error),
        np.minimum(of_a.clusters, of_b.clusters),
        of_a.n + of_b.n,
    )
