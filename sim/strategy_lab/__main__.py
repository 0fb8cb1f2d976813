"""``python -m strategy_lab``."""

from strategy_lab.cli.games import laboratory
from strategy_lab.cli.main import main

if __name__ == "__main__":
    main(laboratory)
