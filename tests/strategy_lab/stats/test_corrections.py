from __future__ import annotations

import numpy as np
from statsmodels.stats.multitest import multipletests
from strategy_lab.stats.differences import holm

NAN = float("nan")


def test_what_was_not_asked_does_not_count() -> None:
    corrected = holm(np.array([0.01, NAN, 0.04, NAN]))
    np.testing.assert_allclose(corrected, [0.02, NAN, 0.04, NAN])
    np.testing.assert_array_equal(holm(np.array([NAN, NAN])), [NAN, NAN])
    assert holm(np.array([])).shape == (0,)


def test_it_agrees_with_statsmodels() -> None:
    random = np.random.default_rng(4)
    for digits in (1, 2, 3, 8):  # few digits give ties, zeros and ones
        for questions in (1, 2, 10, 200):
            p = random.uniform(size=questions).round(digits)
            expected = multipletests(p, method="holm")[1]
            np.testing.assert_array_equal(holm(p), expected)
            np.testing.assert_array_equal(holm(np.append(p, NAN)), np.append(expected, NAN))
