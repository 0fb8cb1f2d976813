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
from types import ModuleType
from typing import Any

import numpy as np

from forsale_sim.engine.caching import CompiledFunction
from forsale_sim.engine.toolchain import PACKAGE
from forsale_sim.plugins.compiling import (
    CompiledField,
    DecisionCode,
    compile_field,
    decision_code,
)
from forsale_sim.plugins.entrant import Entrant

KERNEL = PACKAGE / "engine" / "kernel.py"
PLAY_CHUNK = "play_chunk"
"""Where the kernel is, and what plays in it."""

Decisions = list[dict[str, DecisionCode]]
"""The different decision functions of each phase by name."""

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

    play_chunk: CompiledFunction
    calls: CompiledField


def specialise(field: Sequence[Entrant]) -> SpecialisedKernel:
    """Return a kernel for a field, which is compiled at its first call, or read from the cache."""
    ordinary = compile_field(field)
    decisions = _by_name(ordinary.decisions)
    codes = np.zeros_like(ordinary.functions)
    for phase, compiled in enumerate(ordinary.decisions):
        for position, decision in enumerate(compiled):
            codes[phase, position] = list(decisions[phase]).index(decision.name)
    return SpecialisedKernel(_play_chunk(decisions), replace(ordinary, functions=codes))


def specialised_before(field: Sequence[Entrant]) -> bool:
    """Return whether the kernel for a field is in the cache."""
    phases = ([e.bid for e in field], [e.sell for e in field])
    decisions = [[decision_code(decision) for decision in phase] for phase in phases]
    return _play_chunk(_by_name(decisions)).is_kept()


def _by_name(decisions: Sequence[Sequence[DecisionCode]]) -> Decisions:
    return [{decision.name: decision for decision in phase} for phase in decisions]


_kernels: dict[str, CompiledFunction] = {}
"""What plays chunks, by the name of its module."""


def _play_chunk(decisions: Decisions) -> CompiledFunction:
    """Return the kernel's function with decision functions inside it: for a field always one."""
    identity = hashlib.sha256(_source(decisions).encode()).hexdigest()[:24]
    # A name of its own: compiled functions are linked by their full names.
    module = f"forsale_sim_kernel_{identity}"

    def dispatcher(_name: str) -> Any:
        return getattr(_kernel_module(module, decisions), PLAY_CHUNK).dispatcher

    return _kernels.setdefault(module, CompiledFunction(module, PLAY_CHUNK, KERNEL, dispatcher))


def _source(decisions: Decisions) -> str:
    """Return the source of an `ask` that contains decision functions."""
    bid, sell = (
        "\n".join(CASE.format(code=code, decision=name) for code, name in enumerate(phase))
        for phase in decisions
    )
    return ASK.format(bid=bid, sell=sell)


def _kernel_module(name: str, decisions: Decisions) -> ModuleType:
    """Return the kernel's module with an `ask` that contains decision functions."""
    if name in sys.modules:
        return sys.modules[name]
    import numba

    from forsale_sim.engine.decisions import RAISED, arguments_at, view_of
    from forsale_sim.engine.state import BID

    module = ModuleType(name)
    module.__file__ = str(KERNEL)
    sys.modules[name] = module  # numba's cache imports it by name
    exec(compile(KERNEL.read_text(encoding="utf-8"), str(KERNEL), "exec"), module.__dict__)
    inlined = numba.njit(forceinline=True)
    namespace: dict[str, Any] = {
        "__name__": name,
        "BID": BID,
        "RAISED": RAISED,
        "view_of": view_of,
        "arguments_at": arguments_at,
        **{
            function: inlined(decision.in_python())
            for phase in decisions
            for function, decision in phase.items()
        },
    }
    exec(compile(_source(decisions), "<ask>", "exec"), namespace)
    module.__dict__["ask"] = inlined(namespace["ask"])
    return module
