"""Readings: how open points are decided, the rule each is about, and who settles it."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import AfterValidator, BaseModel, ConfigDict
from strategy_lab.validation import one_line

Text = Annotated[str, AfterValidator(one_line)]

Basis = Literal["rulebook", "standard", "choice"]
"""What settles a point: the edition's own rulebook, the rules of the standard editions where that
is silent, or nobody but us."""


class Reading(BaseModel):
    """How an open point is decided."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    text: Text
    basis: Basis
    rule: str | None = None
    """The key of the rule it is about; `None` if it is about none that can be set."""
