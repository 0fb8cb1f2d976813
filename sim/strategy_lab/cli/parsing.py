"""How a command line is taken apart: an option that takes one value is given once."""

from __future__ import annotations

from collections import Counter

import click


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


class Group(_Once, click.Group):
    """A group of such commands, which may have options of its own."""

    command_class = Command


def _takes_one_value(parameter: click.Parameter) -> bool:
    if not isinstance(parameter, click.Option):
        return False
    return not (parameter.multiple or parameter.is_flag or parameter.count)
