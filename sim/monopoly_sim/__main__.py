"""``python -m monopoly_sim``, and ``monopoly-sim``, which is the same."""

from __future__ import annotations


def main(arguments: list[str] | None = None) -> None:
    """Run the command line; Ctrl-C ends it quietly from the first import to the last flush."""
    try:
        from strategy_lab.cli.main import leave_when_interrupted

        leave_when_interrupted()
        from strategy_lab.cli.main import main as run
        from strategy_lab.cli.main import new_cli

        from monopoly_sim.program import PROGRAM
    except KeyboardInterrupt:
        raise SystemExit(130) from None
    run(new_cli(PROGRAM), arguments)


if __name__ == "__main__":
    main()
