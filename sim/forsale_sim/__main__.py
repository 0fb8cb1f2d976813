"""``python -m forsale_sim``, and ``forsale-sim``, which is the same."""

import sys


def main() -> None:
    """Run the command line; Ctrl-C ends it quietly from the first import to the last flush."""
    try:
        from strategy_lab.cli.signals import leave_when_interrupted

        leave_when_interrupted()
        from forsale_sim.cli.main import main as run
    except KeyboardInterrupt:
        sys.exit(130)  # errors.StoppedError has it, and is not imported yet
    run()


if __name__ == "__main__":
    main()
