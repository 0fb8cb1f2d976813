"""The command line that is being run, to be given again as it was."""

from __future__ import annotations

import shlex
from collections.abc import Sequence

import click

WORDS = f"{__name__}.words"


def remember(context: click.Context, words: Sequence[str]) -> None:
    """Remember what was asked for, in a context and all that are nested in it."""
    context.meta[WORDS] = tuple(words)


def typed_command() -> str:
    """Return the command that is being run, as it is typed."""
    return shlex.join(["forsale-sim", *click.get_current_context().meta[WORDS]])
