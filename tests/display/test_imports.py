from __future__ import annotations

import subprocess
import sys

HEAVY = ("matplotlib", "pandas", "pyarrow", "scipy")

PLAIN_RUN = f"""
import sys
import forsale_sim.display.run_text, forsale_sim.results.files.saving, forsale_sim.results.tally
import forsale_sim.results.digest, forsale_sim.results.tables, forsale_sim.results.files.texts
print([name for name in {HEAVY!r} if name in sys.modules])
"""


def test_what_prints_tables_loads_nothing_heavy_before_there_are_any() -> None:
    done = subprocess.run(
        [sys.executable, "-c", PLAIN_RUN], capture_output=True, text=True, check=True
    )
    assert done.stdout == "[]\n"
