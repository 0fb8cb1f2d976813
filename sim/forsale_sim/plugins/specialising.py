"""A kernel with the strategies of a field inside it: faster for long runs, slower to start.

The ordinary kernel asks strategies through addresses, so that nothing is compiled for a new lineup.
Here the kernel's own source is loaded once more with another `ask`, which contains the decision
functions, and compiled as a whole. Which of them is asked is then a small number in the place of an
address; parameters are still read from memory, so setting them compiles nothing.
"""

from __future__ import annotations

import hashlib
import sys
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from types import ModuleType
from typing import Any

import numba
import numpy as np

from forsale_sim.engine import kernel
from forsale_sim.engine.caching import cache_root, engine_hash
from forsale_sim.engine.decisions import RAISED, arguments_at, view_of
from forsale_sim.engine.state import BID
from forsale_sim.plugins.compiling import CompiledField, compile_field, write_once
from forsale_sim.plugins.entrant import Entrant

ASK = """\
def ask(function, phase, state, seat, arguments):
    view, values = view_of(state, seat), arguments_at(arguments)
    if phase == BID:
{bid}
    else:
{sell}
    return RAISED
"""
CASE = """\
        if function == {code}:
            return {decision}(view, values)"""


@dataclass(frozen=True)
class SpecialisedKernel:
    """A kernel for one field.

    Attributes
    ----------
    play_chunk
        `forsale_sim.engine.kernel.play_chunk`, but an exception in a strategy leaves it as one.
    calls
        The functions and arguments to pass to it.
    """

    play_chunk: Any
    calls: CompiledField


def specialise(field: Sequence[Entrant]) -> SpecialisedKernel:
    """Return a kernel for a field, which is compiled at its first call, or read from the cache."""
    ordinary = compile_field(field)
    decisions = _decisions(ordinary)
    codes = np.zeros_like(ordinary.functions)
    for phase, compiled in enumerate(ordinary.keep[0]):
        for position, decision in enumerate(compiled):
            codes[phase, position] = list(decisions[phase]).index(decision.py_func.__name__)
    calls = replace(ordinary, functions=codes)
    return SpecialisedKernel(_kernel_module(decisions).play_chunk, calls)


def specialised_before(field: Sequence[Entrant]) -> bool:
    """Return whether the kernel for a field is in the cache."""
    kept = _kept(_identity(_source(_decisions(compile_field(field)))))
    if kept is None:
        return False
    # numba names the folder of cached code after the folder of its source.
    folder, name = kept.parents[2], kept.parent.name
    return any(folder.glob(f"*/{name}_*/*.{kernel.play_chunk.__name__}-*.nbi"))


def _decisions(calls: CompiledField) -> list[dict[str, Any]]:
    """Return the different decision functions of each phase by name."""
    return [
        {decision.py_func.__name__: decision.py_func for decision in compiled}
        for compiled in calls.keep[0]
    ]


def _source(decisions: list[dict[str, Any]]) -> str:
    """Return the source of an `ask` that contains decision functions."""
    bid, sell = (
        "\n".join(CASE.format(code=code, decision=name) for code, name in enumerate(known))
        for known in decisions
    )
    return ASK.format(bid=bid, sell=sell)


def _identity(source: str) -> str:
    return hashlib.sha256((source + _kernel_source()).encode()).hexdigest()[:24]


def _kernel_source() -> str:
    return Path(kernel.__file__).read_text(encoding="utf-8")


def _kept(identity: str) -> Path | None:
    """Return the path of the source of a specialised kernel, made or not."""
    root = cache_root()
    return root and root / engine_hash() / "kernels" / identity / "kernel.py"


def _kernel_module(decisions: list[dict[str, Any]]) -> ModuleType:
    """Return the kernel's module with an `ask` that contains decision functions, by name."""
    source, kernel_source = _source(decisions), _kernel_source()
    identity = _identity(source)
    # A name of its own: functions that come from numba's cache are linked by their full names.
    name = f"forsale_sim_kernel_{identity}"
    if name in sys.modules:
        return sys.modules[name]
    kept = _kept(identity)
    path = Path(kernel.__file__) if kept is None else write_once(kept, kernel_source)
    module = ModuleType(name)
    sys.modules[name] = module  # numba's cache imports it by name
    module.__file__ = str(path)
    exec(compile(kernel_source, str(path), "exec"), module.__dict__)
    inlined = numba.njit(forceinline=True)
    namespace: dict[str, Any] = {
        "__name__": name,
        "BID": BID,
        "RAISED": RAISED,
        "view_of": view_of,
        "arguments_at": arguments_at,
        **{function: inlined(code) for known in decisions for function, code in known.items()},
    }
    exec(compile(source, "<ask>", "exec"), namespace)
    module.__dict__["ask"] = inlined(namespace["ask"])
    return module
