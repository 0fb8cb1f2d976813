"""Specs: the texts that name strategies and set their parameters.

=================================  ================================================================
spec                               meaning
=================================  ================================================================
``spread``                         an installed strategy
``spread:share=0.3``               with a parameter set; more are joined by commas
``mine.py:bold``, ``mine.py``      a strategy in a file; its only one
``tuned.toml``                     the strategy that a file has tuned parameters for, with these
``mixture.toml``                   one of several, drawn for each game with weights in a file
``bid=spread,sell=matcher``        one strategy's bidding crossed with another's selling
=================================  ================================================================

A `Strategy` object, such as one defined in a notebook, needs no spec. Its name between angle
brackets then stands in the place of one, and loads nothing.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable
from pathlib import Path

from forsale_sim.errors import UsageError

FILE = re.compile(r"(?P<path>.+?\.py)(?::(?P<rest>.*))?", re.DOTALL)
LIVE = re.compile(r"<(?P<name>.*)>", re.DOTALL)
TOML = re.compile(r".+\.toml", re.DOTALL)
CROSS = re.compile(r"bid=(?P<bid>.+),sell=(?P<sell>.+)", re.DOTALL)
HALF_CROSS = re.compile(r"(.+,)?(?P<phase>bid|sell)=.*", re.DOTALL)
"""Half of a cross."""
TOML_WITH_SETTINGS = re.compile(r"(?P<path>.+?\.toml):.*", re.DOTALL)


def split_specs(text: str) -> list[str]:
    """Split ``A,B,C`` into specs, keeping the commas inside a cross or between parameters.

    A piece that sets something (``sell=…``, ``share=…``) belongs to the spec before it, unless it
    begins a cross.
    """
    specs: list[str] = []
    for piece in map(str.strip, text.split(",")):
        if not piece:
            raise UsageError(
                f"the name of a strategy is missing in {text!r}: name them as in expert,spread"
            )
        continues = re.match(r"[^\W\d]\w*\s*=", piece) and not piece.startswith("bid=")
        if continues and specs:
            specs[-1] += f",{piece}"
        else:
            specs.append(piece)
    return specs


def check_one(spec: str) -> None:
    """Refuse a spec that does not name exactly one strategy, or that sets what it cannot."""
    crossed = CROSS.fullmatch(spec)
    if crossed is not None:
        raise UsageError(
            f"{spec!r} is a cross of two strategies, and here it takes one, with parameters of its "
            f"own: name {crossed['bid']!r} or {crossed['sell']!r}"
        )
    half = HALF_CROSS.fullmatch(spec)
    if half is not None:
        raise UsageError(
            f"{spec!r} is half of a cross: it needs both {half['phase']}= and "
            f"{'sell' if half['phase'] == 'bid' else 'bid'}=, as in bid=spread,sell=matcher"
        )
    in_toml = TOML_WITH_SETTINGS.fullmatch(spec)
    if in_toml is not None:
        raise UsageError(
            f"{spec!r}: a TOML file takes no parameters, as it sets them: name {in_toml['path']!r} "
            "alone, or the strategy in it with others"
        )


def moved(spec: str, place: Callable[[str], str]) -> str:
    """Return a spec with every path in it replaced by `place(path)`."""
    crossed = CROSS.fullmatch(spec)
    if crossed is not None:
        bid, sell = (moved(crossed[phase], place) for phase in ("bid", "sell"))
        return f"bid={bid},sell={sell}"
    if TOML.fullmatch(spec):
        return place(spec)
    in_file = FILE.fullmatch(spec)
    return spec if in_file is None else place(in_file["path"]) + spec[in_file.end("path") :]


def paths_in(spec: str) -> list[str]:
    """Return the files that a spec names: none, one, or those of a cross."""
    paths: list[str] = []

    def note(path: str) -> str:
        paths.append(path)
        return path

    moved(spec, note)
    return paths


def relative_paths(folder: Path, spec: str) -> str:
    """Return a spec as a file in `folder` writes it: its paths are relative to the folder."""
    return moved(spec, lambda file: Path(os.path.relpath(file, folder)).as_posix())


def resolve_paths(folder: Path, spec: str) -> str:
    """Return the spec that a file in `folder` has written; reverses `relative_paths`."""
    return moved(spec, lambda file: str(folder / file))
