from __future__ import annotations

import subprocess
import sys

HEAVY = ("matplotlib", "pandas", "pyarrow", "scipy")

PLAIN_RUN = f"""
import sys
import strategy_lab.display.run_text, strategy_lab.results.accumulators
import strategy_lab.results.tables, strategy_lab.results.saved_tables
print([name for name in {HEAVY!r} if name in sys.modules])
"""


def test_what_prints_tables_loads_nothing_heavy_before_there_are_any() -> None:
    done = subprocess.run(
        [sys.executable, "-c", PLAIN_RUN], capture_output=True, text=True, check=True
    )
    assert done.stdout == "[]\n"
