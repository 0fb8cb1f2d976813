"""``python -m forsale_sim``: the same as ``forsale-sim``."""

from __future__ import annotations

from forsale_sim.cli.main import main

if __name__ == "__main__":
    main()
