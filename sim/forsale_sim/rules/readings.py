"""Readings: how unclear rules are understood, each with the rule that it is about, if any."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Literal, TypeAlias, get_args

from pydantic import AfterValidator, BaseModel, BeforeValidator, ConfigDict
from strategy_lab.ruleset_files import one_line

RuleKey: TypeAlias = Literal[
    "houses",
    "cheques",
    "coins",
    "houses_per_round",
    "removed",
    "raise",
    "opening_bid",
    "refund",
    "refunded",
    "opener",
    "coin_value",
    "code",
]
"""A key that sets a rule."""

RULE_KEYS: tuple[RuleKey, ...] = get_args(RuleKey)
"""The keys that set a rule, and that a ruleset inherits from the one it extends."""

Text = Annotated[str, AfterValidator(one_line)]


class Reading(BaseModel):
    model_config = ConfigDict(frozen=True)

    text: Text
    # The key of the rule it is about; `None` if it is about none that can be set.
    rule: RuleKey | None = None


def _read(entry: object) -> object:
    """Return an entry of a file as a table; a text alone is about no particular rule."""
    if isinstance(entry, str):
        return {"text": entry}
    if isinstance(entry, Mapping) and not {"text"} <= set(entry) <= {"text", "rule"}:
        raise ValueError(
            f"a table with the keys {sorted(entry)}; it must be a text, or a table with the keys "
            "text and rule"
        )
    return entry


ReadingEntry = Annotated[Reading, BeforeValidator(_read)]
"""A reading as a file writes it: a text, or a table with the text and the rule."""
