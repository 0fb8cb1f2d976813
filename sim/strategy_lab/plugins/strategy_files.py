"""Reads and writes TOML files that stand for strategies."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from strategy_lab.errors import UsageError
from strategy_lab.files.atomic_files import write_text
from strategy_lab.files.toml import read_toml, toml_line

FORMAT = 1
"""The format of files that this version reads and writes."""


def read_strategy_file(path: Path) -> dict[str, Any]:
    """Return the content of a file."""
    content = read_toml(path)
    if "format" not in content:
        raise UsageError(
            f"{path} is no strategy: it has no 'format'; forsale-sim tune and forsale-sim psro "
            "write such files"
        )
    if content["format"] != FORMAT:
        raise UsageError(
            f"{path} has format {content['format']!r}, and this version reads {FORMAT}: make it "
            "again"
        )
    return content


def write_strategy_file(path: Path, tables: Sequence[tuple[str, Mapping[str, Any]]]) -> None:
    """Write tables, each with its header such as ``[made]``, to a file; never in part.

    The table at the top, after the format, has an empty header. A file that exists is replaced.
    """
    lines = [f"format = {FORMAT}"]
    for header, values in tables:
        lines += ["", header] if header else []
        lines += [toml_line(name, value) for name, value in values.items()]
    write_text(path, "\n".join(lines) + "\n")
