"""``python -m monopoly_sim``, and ``monopoly-sim``, which is the same."""

from __future__ import annotations


def main() -> None:
    """Run the command line."""
    from monopoly_sim.cli import main as run

    run()


if __name__ == "__main__":
    main()
