"""The command line of a game: finds a command, and turns failures into messages."""

from __future__ import annotations

import atexit
import codecs
import contextlib
import errno
import gc
import io
import json
import os
import re
import signal
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager, redirect_stdout
from importlib import import_module
from pathlib import Path
from types import FrameType
from typing import Any, NoReturn

import click

from strategy_lab.cli.experiments import discard_output
from strategy_lab.errors import LaboratoryError, StoppedError, UsageError, nearest, printable
from strategy_lab.program import Program, offered
from strategy_lab.version import __version__

ENDING = tuple(
    getattr(signal, name) for name in ("SIGTERM", "SIGHUP", "SIGBREAK") if hasattr(signal, name)
)
"""Sent by batch systems and `kill`, and by a terminal that is closed."""

INTERRUPTED = 130  # as `errors.StoppedError.exit_status`, whose module takes long to import


def leave_when_interrupted() -> None:
    """Let Ctrl-C end the program at once wherever nothing else handles it.

    A KeyboardInterrupt in an import, or while Python ends, is not always passed on: it would be
    printed. Python's last steps, when it handles no signals any more, are not interrupted.
    """
    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        signal.signal(signal.SIGINT, _leave)
        atexit.register(signal.signal, signal.SIGINT, signal.SIG_IGN)


def _leave(number: int, frame: FrameType | None) -> NoReturn:
    os._exit(INTERRUPTED)


@contextmanager
def interrupted_by_all() -> Iterator[None]:
    before = {number: signal.getsignal(number) for number in (signal.SIGINT, *ENDING)}
    ours = [number for number, handler in before.items() if handler in (signal.SIG_DFL, _leave)]
    if threading.current_thread() is not threading.main_thread():
        ours = []
    for number in ours:
        signal.signal(number, signal.default_int_handler)
    try:
        yield
    finally:
        for number in ours:
            signal.signal(number, before[number])


ESCAPED = "forsale-sim-escaped"  # how what an encoding cannot hold is written


def open_streams() -> None:
    r"""Let nothing that is printed or read stop a command: neither a closed stream nor a letter.

    A letter that the encoding of standard output cannot hold is written as ``\u2192``, which is
    that letter in JSON.
    """
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, Path(os.devnull).open(mode, encoding="utf-8"))  # noqa: SIM115
    codecs.register_error(ESCAPED, _escaped)
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors=ESCAPED)


@contextmanager
def printable_output() -> Iterator[None]:
    """Escape all that is printed in the block and that a terminal would obey, not show.

    Names come from files and folders that somebody else may have made.
    """
    with redirect_stdout(_Printable(sys.stdout)):
        try:
            yield
        except (AttributeError, ValueError, OSError) as error:
            if _is_lost(sys.stdout) or _is_lost(sys.stderr):
                raise LaboratoryError(
                    "standard output or standard error was closed while the command ran: "
                    "strategies must leave both alone"
                ) from error
            raise


def _is_lost(stream: Any) -> bool:
    try:
        stream.write("")
        stream.flush()
    except BrokenPipeError:
        return False
    except (AttributeError, ValueError, OSError) as error:
        return not isinstance(error, OSError) or error.errno == errno.EBADF
    return False


class _Printable:
    def __init__(self, stream: Any) -> None:
        self._stream = stream

    def write(self, text: str) -> int:
        return int(self._stream.write(printable(text)))

    def __getattr__(self, name: str) -> Any:
        return getattr(self._stream, name)


def _escaped(error: UnicodeError) -> tuple[str, int]:
    if not isinstance(error, UnicodeEncodeError):
        raise error
    return json.dumps(error.object[error.start : error.end])[1:-1], error.end


COMMANDS = {
    **dict.fromkeys(("merge", "plot", "replay"), "saved_commands"),
    **dict.fromkeys(("check", "new", "rulesets", "strategies"), "strategy_commands"),
}
"""Modules of those that games may have beside experiments whose commands follow from specs."""

LONG_NUMBER = re.compile(r"(\d{20})\d{20,}")  # nobody reads all of it in a message


class LazyGroup(click.Group):
    """The commands of a game: each is imported only to run it, so that help is instant."""

    def __init__(self, *names: Any, program: Program, **options: Any) -> None:
        super().__init__(*names, **options)
        self.program = program

    def list_commands(self, context: click.Context) -> list[str]:
        return [*self.program.commands, *self._installed()]

    def get_command(self, context: click.Context, name: str) -> click.Command | None:
        if name not in self.list_commands(context):
            return None
        home = self.program.modules.get(name)
        if not home and name not in COMMANDS:
            from strategy_lab.cli.experiments import experiment_command
            from strategy_lab.simulation.spec import spec_class

            return experiment_command(spec_class(name, self.program))
        module = import_module(home or f"strategy_lab.cli.{COMMANDS[name]}")
        made = getattr(module, name.replace("-", "_"))
        command: click.Command = made if isinstance(made, click.Command) else made(self.program)
        return command

    def _installed(self) -> list[str]:
        return [point.name for point in offered(self.program.extended_by)]

    def resolve_command(
        self, context: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
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
        with formatter.section("Commands"):
            formatter.write_dl(list(self.program.commands.items()))
        if others := self._installed():
            with formatter.section("Experiments of other packages"):
                formatter.write_text(", ".join(others))


def new_cli(program: Program) -> LazyGroup:
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


def run_game(name: str) -> NoReturn:
    """Run the command line of an installed game; a fault in its module is told in a line."""
    from strategy_lab.game import find_game

    try:
        cli = new_cli(find_game(name).program())
    except LaboratoryError as error:
        _fail(name, str(error), error.exit_status)
    main(cli)


def main(cli: click.Group, arguments: list[str] | None = None) -> NoReturn:
    """Run a command line and exit: 0, 2 for a usage error, 1 for a failed run."""
    # Imports make many objects and hardly any garbage; Python would look for it many times.
    gc.set_threshold(100_000)
    try:
        open_streams()
        with interrupted_by_all(), printable_output():
            for word in sys.argv[1:] if arguments is None else arguments:
                if any("\ud800" <= letter <= "\udfff" for letter in word):
                    raise UsageError(
                        f"{word!a} is no text, as some of its bytes are no letters: rename what it "
                        "names"
                    )
            result: Any = cli.main(arguments, prog_name=cli.name, standalone_mode=False)
            sys.stdout.flush()
        _exit(result if isinstance(result, int) else 0)
    except click.UsageError as error:
        command = error.ctx.command_path if error.ctx else cli.name
        _fail(cli.name, f"{_message(cli, error)}\nSee {command} --help.", error.exit_code)
    except click.ClickException as error:
        _fail(cli.name, error.format_message(), error.exit_code)
    except LaboratoryError as error:
        _fail(cli.name, str(error), error.exit_status)
    except (click.Abort, KeyboardInterrupt):
        _fail(cli.name, "interrupted", StoppedError.exit_status)
    except BrokenPipeError:
        discard_output()
        _exit(0)
    except MemoryError:
        _fail(
            cli.name,
            "there is not enough memory: play on fewer --threads",
            LaboratoryError.exit_status,
        )
    except OSError as error:
        place = f" {error.filename!r}" if error.filename else ""
        is_name = error.errno == errno.ENAMETOOLONG
        status = UsageError.exit_status if is_name else LaboratoryError.exit_status
        _fail(cli.name, f"{error.strerror or error}{place}", status)


def _message(cli: click.Group, error: click.UsageError) -> str:
    if not (isinstance(error, click.NoSuchOption) and isinstance(cli, LazyGroup)):
        return error.format_message()
    from strategy_lab.cli.experiments import unknown_option_message

    context = click.Context(cli)
    commands = [cli.get_command(context, name) for name in cli.program.commands]
    return unknown_option_message(error, filter(None, commands), cli.program)


def _fail(name: str | None, message: str, status: int) -> NoReturn:
    short = LONG_NUMBER.sub(r"\1…", message)
    with contextlib.suppress(OSError, ValueError):
        click.echo(f"{name}: error: {printable(short)}", err=True)
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
