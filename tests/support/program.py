"""The command line of For Sale, called in this process."""

from __future__ import annotations

from forsale_sim.program import FOR_SALE
from strategy_lab.cli.main import main as run
from strategy_lab.cli.main import new_cli

cli = new_cli(FOR_SALE)


def main(arguments: list[str] | None = None) -> None:
    run(cli, arguments)
