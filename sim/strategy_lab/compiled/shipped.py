"""Compiled code that came with the installed package, for every processor of a baseline.

A wheel for one Python on Linux may contain what first commands compile (see `make wheel`). It is
used by the versions it was made by alone, from the same sources, and only where the processor has
all features of the baseline. Who can write there can write the program itself, so nobody asks whose
files they are.
"""

from __future__ import annotations

import hashlib
import sys
from functools import cache
from pathlib import Path

from llvmlite.binding import get_host_cpu_features

from strategy_lab.compiled.toolchain import toolchain

FOLDER = Path(__file__).with_name("shipped")

BASELINE = "x86-64-v3"
"""LLVM's name of the processors of 2013 and later."""
FEATURES = (
    *("64bit", "avx", "avx2", "bmi", "bmi2", "cmov", "cx16", "cx8", "f16c", "fma", "fxsr"),
    *("lzcnt", "mmx", "movbe", "popcnt", "sahf", "sse", "sse2", "sse3", "sse4.1", "sse4.2"),
    *("ssse3", "xsave"),
)
"""LLVM's names of what they can do."""


@cache
def shipped_folder() -> Path | None:
    """Return the folder of code that this process can use; None if none came with the package."""
    if not FOLDER.is_dir():
        return None
    able = get_host_cpu_features()
    folder = FOLDER / shipped_hash()
    return folder if folder.is_dir() and all(able.get(each) for each in FEATURES) else None


def shipped_hash() -> str:
    """Return a hash of what code for the baseline depends on.

    Machine code calls Python by the interface that all releases of a minor version have.
    """
    python = f"{sys.implementation.cache_tag}{sys.abiflags}"
    parts = toolchain() | {"python": python, "processor": BASELINE, "features": ""}
    return hashlib.sha256(repr(sorted(parts.items())).encode()).hexdigest()[:16]
