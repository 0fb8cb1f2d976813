"""The command ``pig``, which is also ``python -m pig``."""

from strategy_lab.cli.main import main as run
from strategy_lab.cli.main import new_cli

from pig.game import GAME


def main() -> None:
    run(new_cli(GAME.program()))


if __name__ == "__main__":
    main()
