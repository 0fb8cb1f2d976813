"""``python -m forsale_sim``, and ``forsale-sim``, which is the same."""

from __future__ import annotations

import sys


def main() -> None:
    """Run the command line; Ctrl-C ends it quietly even while it is being imported."""
    try:
        from forsale_sim.cli.main import main as run
    except KeyboardInterrupt:
        sys.exit(130)
    run()


if __name__ == "__main__":
    main()
