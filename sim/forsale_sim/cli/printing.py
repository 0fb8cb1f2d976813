"""What commands print with: running text, tables, JSON, and the option that chooses."""

from __future__ import annotations

import json
import shutil
import sys
import textwrap

import click

TEXT_WIDTH = 96
"""Longest line of running text, however wide the terminal is."""

UNLIMITED_WIDTH = 10_000
"""For tables that go to a file or another program: nothing is cut or wrapped."""

Table = tuple[list[str], list[list[str]]]
"""Headers, and rows of as many cells."""

format_option = click.option(
    "--format",
    "output",
    type=click.Choice(["table", "json"]),
    default="table",
    show_default=True,
    help="How to print.",
)


def print_json(value: object) -> None:
    """Print a value as JSON."""
    click.echo(json.dumps(value, indent=2, ensure_ascii=False))


def print_text(mark: str, text: str) -> None:
    """Print running text after a mark, under which its further lines are indented."""
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


def print_table(headers: list[str], rows: list[list[str]]) -> None:
    """Print a table; on a terminal, long cells are folded to its width."""
    from rich.box import SIMPLE_HEAD
    from rich.console import Console
    from rich.table import Table as RichTable
    from rich.text import Text

    table = RichTable(box=SIMPLE_HEAD, show_edge=False, padding=(0, 1, 0, 0), pad_edge=False)
    for column, header in enumerate(headers):
        table.add_column(Text(header), overflow="fold", no_wrap=column == 0)
    for row in rows:
        table.add_row(*map(Text, row))
    is_terminal = sys.stdout.isatty()
    Console(width=None if is_terminal else UNLIMITED_WIDTH).print(table)
