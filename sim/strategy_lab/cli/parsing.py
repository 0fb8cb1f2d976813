"""How a command line is taken apart: an option that takes one value is given once."""

from __future__ import annotations

from collections import Counter

import click

from strategy_lab.errors import UsageError, nearest
from strategy_lab.program import Program


class _Once(click.Command):
    """Refuses a second value where there can be one: left to itself, click takes the last."""

    def parse_args(self, context: click.Context, args: list[str]) -> list[str]:
        """Take the arguments of a command apart."""
        values, _, given = self.make_parser(context).parse_args(list(args))
        for parameter in self.params:
            if isinstance(parameter.type, click.Path) and values.get(parameter.name) == "":
                name = parameter.opts[0]
                raise click.UsageError(f"{name} is empty: name a file or folder", context)
        for parameter, times in Counter(given).items():
            if times > 1 and _takes_one_value(parameter):
                raise click.UsageError(
                    f"{parameter.opts[0]} takes one value, and is given {times} times: leave out "
                    "all but one",
                    context,
                )
        return super().parse_args(context, args)


class Command(_Once):
    """A command whose options are given once, but for flags and those that may be repeated."""

    def format_epilog(self, context: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the examples, in the words of the game."""
        program = context.find_object(Program)
        if self.epilog and program:
            formatter.write_paragraph()
            with formatter.indentation():
                formatter.write_text(program.in_words(self.epilog))


class Group(_Once, click.Group):
    """A group of such commands, which may have options of its own."""

    command_class = Command


class Listing(Group):
    """A group that lists things: says how one is shown that was named in place of a command."""

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


def _takes_one_value(parameter: click.Parameter) -> bool:
    if not isinstance(parameter, click.Option):
        return False
    return not (parameter.multiple or parameter.is_flag or parameter.count)
