from __future__ import annotations

import subprocess
import sys

HEAVY = ("matplotlib", "pandas", "pyarrow", "scipy")

PLAIN_RUN = f"""
import sys
import strategy_lab.display.run_text, strategy_lab.results.files.saving, strategy_lab.results.tally
import strategy_lab.results.digest, strategy_lab.results.tables, strategy_lab.results.files.texts
print([name for name in {HEAVY!r} if name in sys.modules])
"""


def test_what_prints_tables_loads_nothing_heavy_before_there_are_any() -> None:
    done = subprocess.run(
        [sys.executable, "-c", PLAIN_RUN], capture_output=True, text=True, check=True
    )
    assert done.stdout == "[]\n"
