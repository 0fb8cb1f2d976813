"""``python -m forsale_sim``, and ``forsale-sim``, which is the same."""

import sys


def main(arguments: list[str] | None = None) -> None:
    """Run the command line; Ctrl-C ends it quietly from the first import to the last flush."""
    try:
        from strategy_lab.cli.main import leave_when_interrupted

        leave_when_interrupted()
        from strategy_lab.cli.main import main as run
        from strategy_lab.cli.main import new_cli

        from forsale_sim.program import FOR_SALE
    except KeyboardInterrupt:
        sys.exit(130)  # errors.StoppedError has it, and is not imported yet
    run(new_cli(FOR_SALE), arguments)


if __name__ == "__main__":
    main()
