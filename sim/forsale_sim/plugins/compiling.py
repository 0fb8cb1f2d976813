"""Strategies compiled for the kernel, once for all parameter values, and kept between runs."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from types import FunctionType
from typing import Any

import numpy as np
from numpy.typing import NDArray

from forsale_sim.engine.linking import link_kept
from forsale_sim.errors import UncompilableError
from forsale_sim.plugins.code_hashes import names_in
from forsale_sim.plugins.decision import Decision
from forsale_sim.plugins.entrant import Entrant
from forsale_sim.plugins.identity import Identity, unwrap

PAST = {
    *("auction_of", "offer_in", "bid_in", "least_bid_in", "declined_in"),
    *("bid_by_beliefs", "sale_by_mixing"),
}
"""What a view tells only where past auctions are kept, and the searches that read them."""


@dataclass(frozen=True)
class DecisionCode:
    """A decision function, with what it is compiled for.

    Attributes
    ----------
    name
        Unique to its sources and the types of its parameters.
    function, kinds
        The Python function, and the types of its parameters.
    identity
        What the function is.
    """

    name: str
    function: FunctionType
    kinds: tuple[type, ...]
    identity: Identity

    @property
    def file(self) -> str:
        """The name of the file that keeps it compiled."""
        return f"{self.name}.object"


@dataclass(frozen=True)
class CompiledField:
    """The addresses by which the kernel asks the strategies of a field.

    Attributes
    ----------
    functions, arguments
        (2, strategies) uint64, for bidding and selling.
    decisions
        What the functions are.
    values
        What the arguments are.
    keeps_past
        Whether one of the strategies asks for past auctions, which games then keep.
    """

    functions: NDArray[np.uint64]
    arguments: NDArray[np.uint64]
    decisions: Sequence[Sequence[DecisionCode]]
    values: Sequence[Sequence[NDArray[np.float64]]]
    keeps_past: bool


def codes_of(field: Sequence[Entrant]) -> list[list[DecisionCode]]:
    """Return what to compile for a field, by phase."""
    decisions = [[entrant.bid for entrant in field], [entrant.sell for entrant in field]]
    return [[decision_code(decision) for decision in phase] for phase in decisions]


def compile_field(
    field: Sequence[Entrant], codes: list[list[DecisionCode]] | None = None
) -> CompiledField:
    """Compile what has not been compiled before, and set the parameters."""
    decisions = [[entrant.bid for entrant in field], [entrant.sell for entrant in field]]
    codes = codes_of(field) if codes is None else codes
    addresses = [[compiled_address(code) for code in phase] for phase in codes]
    values = [
        [np.array([*decision.arguments.values(), 0.0], np.float64) for decision in phase]
        for phase in decisions
    ]
    return CompiledField(
        functions=np.array(addresses, np.uint64),
        arguments=np.array([[a.ctypes.data for a in phase] for phase in values], np.uint64),
        decisions=codes,
        values=values,
        keeps_past=any(_asks_for_past(code.identity) for phase in codes for code in phase),
    )


def no_field() -> CompiledField:
    """Return a field of nobody, with which the kernel can play no game."""
    empty = np.empty((2, 0), np.uint64)
    return CompiledField(empty, empty, (), (), keeps_past=False)


def _asks_for_past(identity: Identity) -> bool:
    return any(not PAST.isdisjoint(names_in(each)) for each in identity.functions)


def decision_code(decision: Decision) -> DecisionCode:
    """Return what to compile for a decision.

    Numba freezes the globals that a function reads. In a session they may change, and then the
    function has another name.
    """
    function = unwrap(decision.function)
    if not isinstance(function, FunctionType):
        raise UncompilableError(
            f"{getattr(function, '__qualname__', function)!r} is not a plain function, so it "
            "cannot be compiled."
        )
    kinds = tuple(type(value) for value in decision.arguments.values())
    identity = decision.identity_now()
    digest = hashlib.sha256(f"{identity.key} {kinds}".encode())
    digest.update(_compiler_source())
    return DecisionCode(f"decision_{digest.hexdigest()[:24]}", function, kinds, identity)


@cache
def _compiler_source() -> bytes:
    return Path(__file__).with_name("decision_compiler.py").read_bytes()


_compiled: dict[str, tuple[int, Any]] = {}
"""By name: the address, and what must live as long as it is used."""


def compiled_address(code: DecisionCode) -> int:
    """Return the address by which the kernel calls a decision, from memory or disk if possible."""
    if code.name not in _compiled:
        linked = link_kept(code.file)
        _compiled[code.name] = _compile(code) if linked is None else (linked.address, linked)
    return _compiled[code.name][0]


def _compile(code: DecisionCode) -> tuple[int, Any]:
    from forsale_sim.engine.decisions import address_of, decision_type, entry_code
    from forsale_sim.engine.overloads import is_lasting
    from forsale_sim.plugins.decision_compiler import compile_by_numba

    dispatcher = compile_by_numba(code.function, code.name, code.kinds, code.identity)
    if code.identity.sure and is_lasting(dispatcher.overloads[decision_type.args]):
        entry_code(dispatcher).keep(code.file)
    return address_of(dispatcher), dispatcher
