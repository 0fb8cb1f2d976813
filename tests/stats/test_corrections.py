from __future__ import annotations

import subprocess
import sys

import numpy as np
from forsale_sim.stats.corrections import holm

NAN = float("nan")


def test_it_is_holms_method() -> None:
    # By hand: 4 times the smallest, 3 times the next, and no value below one before it.
    corrected = holm(np.array([0.01, 0.04, 0.03, 0.005]))
    np.testing.assert_allclose(corrected, [0.03, 0.06, 0.06, 0.02])


def test_what_was_not_asked_does_not_count() -> None:
    corrected = holm(np.array([0.01, NAN, 0.04, NAN]))
    np.testing.assert_allclose(corrected, [0.02, NAN, 0.04, NAN])
    np.testing.assert_array_equal(holm(np.array([NAN, NAN])), [NAN, NAN])
    assert holm(np.array([])).shape == (0,)


def test_no_probability_exceeds_1_and_nothing_is_changed_in_place() -> None:
    asked = np.array([0.5, 0.9])
    np.testing.assert_allclose(holm(asked), [1.0, 1.0])
    assert asked.tolist() == [0.5, 0.9]


def test_a_single_question_needs_no_correction_and_loads_nothing() -> None:
    program = (
        "import sys, numpy as np; from forsale_sim.stats.corrections import holm\n"
        "print(holm(np.array([0.04, np.nan]))[0], 'statsmodels' in sys.modules)"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    assert done.stdout == "0.04 False\n"
