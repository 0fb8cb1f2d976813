"""``python -m monopoly_sim``, and ``monopoly-sim``, which is the same."""

from __future__ import annotations


def main(arguments: list[str] | None = None) -> None:
    """Run the command line."""
    try:
        from forsale_sim.cli.main import main as run
        from forsale_sim.cli.main import new_cli

        from monopoly_sim.program import PROGRAM
    except KeyboardInterrupt:
        raise SystemExit(130) from None
    run(arguments, new_cli(PROGRAM))


if __name__ == "__main__":
    main()
