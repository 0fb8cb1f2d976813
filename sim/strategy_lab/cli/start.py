"""How the program of a game begins."""

from __future__ import annotations

from collections.abc import Callable


def started(program: str) -> Callable[..., None]:
    """Return the ``main`` of a program, by its place; Ctrl-C ends it quietly from then on."""

    def main(arguments: list[str] | None = None) -> None:
        try:
            from pkgutil import resolve_name

            from strategy_lab.cli.main import leave_when_interrupted

            leave_when_interrupted()
            from strategy_lab.cli.main import main as run
            from strategy_lab.cli.main import new_cli

            cli = new_cli(resolve_name(program))
        except KeyboardInterrupt:
            raise SystemExit(130) from None  # errors.StoppedError has it, and is not imported yet
        run(cli, arguments)

    return main
