"""What commands print with: running text, tables, JSON, and the option that chooses."""

from __future__ import annotations

import json
import os
import shutil
import sys
import textwrap
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, TextIO, TypeAlias, TypeVar

import click

from strategy_lab.errors import printable

if TYPE_CHECKING:
    from dataclasses import Field

    from rich.console import Console

    from strategy_lab.simulation.options import Option
    from strategy_lab.simulation.spec import Spec


Decorator: TypeAlias = Callable[[Callable[..., Any]], Callable[..., Any]]
S = TypeVar("S", bound="Spec")


def spec_options(kind: type[Spec]) -> list[Decorator]:
    return [click_option(name, option) for name, option in kind.options().items()]


def spec_of(kind: type[S], asked: Mapping[str, Any], **more: Any) -> S:
    """Return the spec of what a command was asked for; what may be repeated was not always said."""
    repeated = {name for name, option in kind.options().items() if option.repeats}
    unsaid = {name for name in repeated if asked.get(name) == ()}
    return kind.of(**{name: asked[name] for name in asked.keys() - unsaid}, **more)


def shared_option(name: str, field: Field[Any]) -> Decorator:
    return click_option(name, field.metadata["option"])


def click_option(name: str, option: Option) -> Decorator:
    if option.flags is None:
        return click.argument(
            name,
            type=option.kind,
            nargs=-1 if option.repeats else 1,
            required=False,
            metavar=option.metavar,
        )
    is_flag = isinstance(option.default, bool)
    usual = option.usual if option.default is None else option.default
    default = None if usual == () or (option.shown and not callable(usual)) else usual
    return click.option(
        option.flags,
        name,
        type=None if is_flag else option.kind,
        is_flag=is_flag,
        multiple=option.repeats,
        default=default,
        show_default=not (default is None or default is False or callable(default)),
        metavar=option.metavar,
        help=f"{option.help}  [default: {option.shown}]" if option.shown else option.help,
    )


TEXT_WIDTH = 96
"""Longest line of running text, however wide the terminal is."""

UNLIMITED_WIDTH = 10_000
"""For tables that go to a file or another program: nothing is cut or wrapped."""

Table = tuple[list[str], list[list[str]]]
"""Headers, and rows of as many cells."""


def printed_as(*formats: str, text: str) -> Decorator:
    return click.option(
        "--format",
        "output",
        type=click.Choice(formats),
        default=formats[0],
        show_default=True,
        help=text,
    )


format_option = printed_as("table", "json", text="How to print.")
results_format_option = printed_as("table", "json", "csv", text="How to print the results.")


def print_json(value: object) -> None:
    click.echo(json.dumps(value, indent=2, ensure_ascii=False))


def print_text(mark: str, text: str) -> None:
    width = min(shutil.get_terminal_size().columns, TEXT_WIDTH)
    click.echo(
        textwrap.fill(
            text,
            width,
            initial_indent=mark,
            subsequent_indent=" " * len(mark),
            break_on_hyphens=False,
            break_long_words=False,
        )
    )


def print_table(
    headers: list[str],
    rows: list[list[str]],
    spare: Sequence[str] = (),
    right: Collection[str] = (),
) -> None:
    """Print a table; on a terminal, one as wide as that.

    Where it is too wide, columns of the `spare` headers are left out, in this order, as many as it
    takes, and named below. Then long cells are folded, headers between words only. Columns of
    numbers, those of the headers in `right`, are aligned to the right.
    """
    from strategy_lab.display.text_tables import folded, without_spare

    columns = {header: [row[i] for row in rows] for i, header in enumerate(headers)}
    with rich_output(UNLIMITED_WIDTH) as console:
        kept = without_spare(columns, spare, console.width)
        console.print(folded(kept, right), crop=False)
    left_out = [header for header in headers if header not in kept]
    if left_out:
        print_text("", f"Left out, as it would be too wide: {', '.join(left_out)}.")


@contextmanager
def rich_output(width: int) -> Iterator[Console]:
    """Lend a console as wide as the terminal, or of a width if output goes elsewhere.

    What is printed there is printed as all else is when the block ends. (Left to itself, rich ends
    the program where nobody reads on.)
    """
    from rich.console import Console

    console = Console(highlight=False, width=None if sys.stdout.isatty() else width)
    with console.capture() as printed:
        yield console
    click.echo(printed.get(), nl=False)


@contextmanager
def tolerate_broken_pipe() -> Iterator[None]:
    """Let what is printed inside end early if nobody reads on: what follows is still done."""
    try:
        yield
    except BrokenPipeError:
        discard_output()


def note(text: str) -> None:
    try:
        click.echo(printable(text), err=True)
    except BrokenPipeError:
        discard_output(sys.stderr)


def discard_output(unread: TextIO | None = None) -> None:
    """Let what is still printed go nowhere: who read it has enough of it, as `head` does."""
    ended = (unread or sys.stdout).fileno()
    streams = [stream.fileno() for stream in (sys.stdout, sys.stderr)]
    nowhere = os.open(os.devnull, os.O_WRONLY)
    for stream in [stream for stream in streams if os.path.sameopenfile(stream, ended)]:
        os.dup2(nowhere, stream)
