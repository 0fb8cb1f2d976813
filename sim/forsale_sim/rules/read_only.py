"""Tables that stay as they are: a ruleset that changed would still be called an edition."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NoReturn, TypeVar

Key = TypeVar("Key")
Value = TypeVar("Value")


class ReadOnlyDict(dict[Key, Value]):
    """A dict that cannot be changed, of which `dict` makes one that can."""

    def _refuse(self, *args: Any, **kwargs: Any) -> NoReturn:
        raise TypeError(
            "a ruleset cannot be changed: its method vary returns another, as in "
            "ruleset.vary(coins={4: 20})"
        )

    __setitem__ = __delitem__ = __ior__ = _refuse
    clear = pop = popitem = setdefault = update = _refuse

    def __reduce__(self) -> tuple[Callable[[Any], Any], tuple[dict[Key, Value]]]:
        """Copy and pickle it whole: entry by entry it would refuse them."""
        return type(self), (dict(self),)
