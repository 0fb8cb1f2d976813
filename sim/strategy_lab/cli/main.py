"""The command line of a game: finds a command, and turns failures into messages."""

from __future__ import annotations

import contextlib
import errno
import gc
import os
import re
import sys
from importlib import import_module
from typing import Any, NoReturn

import click

from strategy_lab.cli.printing import discard_output
from strategy_lab.cli.signals import interrupted_by_all
from strategy_lab.cli.streams import open_streams, printable_output
from strategy_lab.errors import LaboratoryError, StoppedError, UsageError, nearest
from strategy_lab.program import Program
from strategy_lab.version import __version__
from strategy_lab.wording import printable

COMMANDS = {"check", "merge", "new", "plot", "replay", "strategies"}
"""Those that every game may have beside experiments, whose commands follow from their specs."""

LONG_NUMBER = re.compile(r"(\d{20})\d{20,}")
"""Nobody reads all of it in a message."""
OBJECTS_BETWEEN_COLLECTIONS = 100_000
"""Imports make as many objects and hardly any garbage; Python would look for it many times."""


class LazyGroup(click.Group):
    """The commands of a game: each is imported only to run it, so that help is instant."""

    def __init__(self, *names: Any, program: Program, **options: Any) -> None:
        super().__init__(*names, **options)
        self.program = program

    def list_commands(self, context: click.Context) -> list[str]:
        """Return the commands' names, the most used first."""
        return [*self.program.commands, *self._installed()]

    def get_command(self, context: click.Context, name: str) -> click.Command | None:
        """Return a command, or None if there is none of that name."""
        if name not in self.list_commands(context):
            return None
        home = self.program.modules.get(name, "")
        if not home and name in COMMANDS:
            home = f"strategy_lab.cli.commands.{name}"
        if not home:
            from strategy_lab.cli.experiments import experiment_command
            from strategy_lab.simulation.spec import spec_class

            return experiment_command(spec_class(name, self.program))
        module = import_module(home)
        make = getattr(module, "command_of", None)
        command: click.Command = (
            make(self.program) if make else getattr(module, name.replace("-", "_"))
        )
        return command

    def _installed(self) -> list[str]:
        """Return the commands of experiments that other packages offer."""
        from strategy_lab.offered import offered

        return [point.name for point in offered(self.program.extended_by)]

    def resolve_command(
        self, context: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Find the command that the arguments begin with, or say which is nearest."""
        if args and not args[0].startswith("-") and args[0] not in self.program.commands:
            known = self.list_commands(context)
            if args[0] not in known:
                raise UsageError(f"unknown command {args[0]!r}{nearest(args[0], known)}")
        return super().resolve_command(context, args)

    def invoke(self, context: click.Context) -> Any:
        """Run the command; one whose output nobody reads to the end has not failed."""
        try:
            return super().invoke(context)
        except BrokenPipeError:
            discard_output()
            return 0

    def format_commands(self, context: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the list of commands without importing them."""
        with formatter.section("Commands"):
            formatter.write_dl(list(self.program.commands.items()))
        if others := self._installed():
            with formatter.section("Experiments of other packages"):
                formatter.write_text(", ".join(others))


def new_cli(program: Program) -> LazyGroup:
    """Return the command line of a game."""

    @click.version_option(__version__, prog_name=program.name)
    @click.pass_context
    def cli(context: click.Context) -> None:
        if context.invoked_subcommand is None:
            click.echo(context.get_help())

    return click.group(
        program.name,
        cls=LazyGroup,
        program=program,
        help=program.help,
        invoke_without_command=True,
        context_settings={"help_option_names": ["-h", "--help"], "obj": program},
    )(cli)


def main(cli: LazyGroup, arguments: list[str] | None = None) -> NoReturn:
    """Run a command line and exit: 0, 2 for a usage error, 1 for a failed run."""
    gc.set_threshold(OBJECTS_BETWEEN_COLLECTIONS)
    try:
        open_streams()
        with interrupted_by_all(), printable_output():
            _check_words(sys.argv[1:] if arguments is None else arguments)
            result: Any = cli.main(arguments, prog_name=cli.name, standalone_mode=False)
            sys.stdout.flush()
        _exit(result if isinstance(result, int) else 0)
    except click.UsageError as error:
        command = error.ctx.command_path if error.ctx else cli.name
        _fail(cli, f"{_message(cli, error)}\nSee {command} --help.", error.exit_code)
    except click.ClickException as error:
        _fail(cli, error.format_message(), error.exit_code)
    except LaboratoryError as error:
        _fail(cli, str(error), error.exit_status)
    except (click.Abort, KeyboardInterrupt):
        _fail(cli, "interrupted", StoppedError.exit_status)
    except BrokenPipeError:
        discard_output()
        _exit(0)
    except MemoryError:
        _fail(
            cli, "there is not enough memory: play on fewer --threads", LaboratoryError.exit_status
        )
    except OSError as error:
        place = f" {error.filename!r}" if error.filename else ""
        is_name = error.errno == errno.ENAMETOOLONG
        status = UsageError.exit_status if is_name else LaboratoryError.exit_status
        _fail(cli, f"{error.strerror or error}{place}", status)


def _message(cli: LazyGroup, error: click.UsageError) -> str:
    if not isinstance(error, click.NoSuchOption):
        return error.format_message()
    from strategy_lab.cli.unknown_options import unknown_option_message

    context = click.Context(cli)
    named = [cli.get_command(context, name) for name in cli.program.commands]
    commands = [command for command in named if command]
    return unknown_option_message(error, commands, cli.program)


def _check_words(arguments: list[str]) -> None:
    for word in arguments:
        try:
            word.encode()
        except UnicodeEncodeError:
            raise UsageError(
                f"{word!a} is no text, as some of its bytes are no letters: rename what it names"
            ) from None


def _fail(cli: LazyGroup, message: str, status: int) -> NoReturn:
    short = LONG_NUMBER.sub(r"\1…", message)
    with contextlib.suppress(OSError, ValueError):
        click.echo(f"{cli.name}: error: {printable(short)}", err=True)
    _exit(status)


def _exit(status: int) -> NoReturn:
    if status == StoppedError.exit_status:
        # Threads may be playing still, even a strategy that never ends. Python would wait for them.
        with contextlib.suppress(OSError):
            sys.stdout.flush()
        os._exit(status)
    gc.freeze()  # Python would look for garbage in all that numba has made, for a second
    try:
        sys.stdout.flush()
    except ValueError:  # a strategy has closed it
        os._exit(status)
    except OSError:  # Python would try again, and end with a status of its own
        discard_output()
    sys.exit(status)
