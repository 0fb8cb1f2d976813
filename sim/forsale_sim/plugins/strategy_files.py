"""TOML files that stand for strategies: read, their format checked, and written whole."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from forsale_sim.atomic_files import write_text
from forsale_sim.errors import UsageError
from forsale_sim.toml import toml_line

FORMAT = 1
"""Of files that this version writes and reads."""


def read_strategy_file(path: Path) -> dict[str, Any]:
    """Return what a file says.

    Raises
    ------
    UsageError
        If it is not there, is no TOML or of another format.
    """
    try:
        with path.open("rb") as file:
            said = tomllib.load(file)
    except FileNotFoundError:
        raise UsageError(f"there is no file {str(path)!r}: check the path") from None
    except (OSError, ValueError) as error:
        raise UsageError(f"{path} cannot be read as TOML: {error}") from error
    if "format" not in said:
        raise UsageError(
            f"{path} is no strategy: it has no 'format'; forsale-sim tune and forsale-sim psro "
            "write such files"
        )
    if said["format"] != FORMAT:
        raise UsageError(
            f"{path} has format {said['format']!r}, and this version reads {FORMAT}: make it again"
        )
    return said


def write_strategy_file(path: Path, tables: Sequence[tuple[str, Mapping[str, Any]]]) -> None:
    """Write a file; never in part.

    Parameters
    ----------
    path
        Where; a file that is there is replaced.
    tables
        Each with its header as TOML has it, such as ``[made]``. What comes before all headers, and
        after the format, has an empty one.

    Raises
    ------
    ForSaleError
        If it cannot be written.
    """
    lines = [f"format = {FORMAT}"]
    for header, values in tables:
        lines += ["", header] if header else []
        lines += [toml_line(name, value) for name, value in values.items()]
    write_text(path, "\n".join(lines) + "\n")
