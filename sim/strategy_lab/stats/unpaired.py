r"""The difference of two means over different clusters.

Both means are ratios (see `ratio`) of quantities that were observed in clusters of their own, so
their errors are independent and the squares of their standard errors add up. Student's t has the
degrees of freedom of the mean with fewer clusters, which makes the interval slightly too wide
(Welch's number lies between that and the sum of both).
"""

from __future__ import annotations

import numpy as np

from strategy_lab.stats.ratio import ClusterSums, Ratio, ratio

UNPAIRED_INTERVAL = "95 % t interval, clustered by deal"
"""The estimator's name, printed with `mean_interval` of a `difference`."""


def difference(a: ClusterSums, b: ClusterSums, unit: float = 1.0) -> Ratio:
    """Estimate by how much the mean of b exceeds that of a, from sums over different clusters.

    Parameters
    ----------
    a, b
        The sums of each quantity.
    unit
        The unit of the summed integers.

    Returns
    -------
    Ratio
        For `mean_interval`, since a difference is not a rate. NaN if either was not observed.
    """
    of_a, of_b = ratio(a, unit), ratio(b, unit)
    return Ratio(
        of_b.value - of_a.value,
        np.hypot(of_a.standard_error, of_b.standard_error),
        np.minimum(of_a.clusters, of_b.clusters),
        of_a.n + of_b.n,
    )
