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
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path

from strategy_lab.errors import UsageError
from strategy_lab.wording import listed

FILE = re.compile(r"(?P<path>.+?\.py)(?::(?P<rest>.*))?", re.DOTALL)
LIVE = re.compile(r"<(?P<name>.*)>", re.DOTALL)
TOML = re.compile(r".+\.toml", re.DOTALL)
HALF = re.compile(
    r"(?:^|,)\s*(?P<decision>[^\W\d]\w*)\s*=(?!\s*[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?\s*(?:,|$))"
)
"""The beginning of one of the strategies of a cross; ``share=0.3`` sets a parameter."""
TOML_WITH_SETTINGS = re.compile(r"(?P<path>.+?\.toml):.*", re.DOTALL)


def split_specs(text: str) -> list[str]:
    """Split ``A,B,C`` into specs, keeping the commas inside a cross or between parameters.

    A piece that sets something (``sell=…``, ``share=…``) belongs to the spec before it, unless it
    begins another cross: by a decision that the spec before it has, or after one that is no cross.
    """
    specs: list[str] = []
    for piece in map(str.strip, text.split(",")):
        if not piece:
            raise UsageError(
                f"the name of a strategy is missing in {text!r}: name them as in expert,spread"
            )
        half = HALF.match(piece)
        begun = halves(specs[-1]) if specs else None
        begins = half is not None and (begun is None or half["decision"] in begun)
        if specs and not begins and re.match(r"[^\W\d]\w*\s*=", piece):
            specs[-1] += f",{piece}"
        else:
            specs.append(piece)
    return specs


def halves(spec: str) -> dict[str, str] | None:
    """Return the strategies of a cross by what they decide; None for another spec."""
    found = list(HALF.finditer(spec))
    if not found or found[0].start() != 0:
        return None
    ends = [each.start() for each in found[1:]] + [len(spec)]
    return {half["decision"]: spec[half.end() : end] for half, end in zip(found, ends, strict=True)}


def crossed(spec: str, decisions: Iterable[str]) -> dict[str, str] | None:
    """Return the strategies of a cross by a game's decisions; None for another spec."""
    parts, names = halves(spec), list(decisions)
    if parts is None and not any(each["decision"] in names for each in HALF.finditer(spec)):
        return None
    if parts is None or set(parts) != set(names):
        example = joined(dict(zip(names, ("spread", "matcher"), strict=False)))
        raise UsageError(
            f"{spec!r} is part of a cross: it needs {listed(f'{name}=' for name in names)}, as in "
            f"{example}"
        )
    return {name: parts[name] for name in names}


def joined(parts: Mapping[str, str]) -> str:
    """Return the spec of a cross."""
    return ",".join(f"{decision}={spec}" for decision, spec in parts.items())


def check_one(spec: str, decisions: Iterable[str]) -> None:
    """Refuse a spec that does not name exactly one strategy, or that sets what it cannot."""
    parts = crossed(spec, decisions)
    if parts is not None:
        raise UsageError(
            f"{spec!r} is a cross of strategies, and here it takes one, with parameters of its "
            f"own: name {listed(map(repr, parts.values()), 'or')}"
        )
    in_toml = TOML_WITH_SETTINGS.fullmatch(spec)
    if in_toml is not None:
        raise UsageError(
            f"{spec!r}: a TOML file takes no parameters, as it sets them: name {in_toml['path']!r} "
            "alone, or the strategy in it with others"
        )


def moved(spec: str, place: Callable[[str], str]) -> str:
    """Return a spec with every path in it replaced by `place(path)`."""
    parts = halves(spec)
    if parts is not None:
        return joined({decision: moved(part, place) for decision, part in parts.items()})
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
