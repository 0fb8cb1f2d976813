"""The command ``pig``, which is also ``python -m pig``."""

from strategy_lab.cli.main import run_game


def main() -> None:
    run_game("pig")


if __name__ == "__main__":
    main()
