"""A command that lists things and has commands of its own: to show one of them, say."""

from __future__ import annotations

import click

from strategy_lab.cli.parsing import Group
from strategy_lab.errors import UsageError, nearest


class Listing(Group):
    """Says how a thing is shown where it was named in place of a command."""

    def resolve_command(
        self, context: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Find the command that the arguments begin with, or say what may have been meant."""
        if args and not args[0].startswith("-") and args[0] not in self.commands:
            path, wrong = context.command_path, args[0]
            raise UsageError(
                f"{path} has no command {wrong!r}{nearest(wrong, self.commands)}. "
                f"To see one of the {self.name}: {path} show {wrong}"
            )
        return super().resolve_command(context, args)
