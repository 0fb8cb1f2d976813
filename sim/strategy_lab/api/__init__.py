"""The laboratory from Python, and what the package of a game lends of it by name."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Mapping
    from typing import Any


FUNCTIONS = (
    *("run", "rank", "compare", "duel", "gauntlet", "meta", "design", "report", "tune"),
    *("exploit", "psro", "ruleset"),
)
"""What plays with a game; for type checkers `make stubs` writes ``.pyi`` files."""

COMMON = {
    **dict.fromkeys(("load", "merge", "resume"), "strategy_lab.api.functions"),
    **dict.fromkeys(("Interrupted", "Result"), "strategy_lab.api.result"),
    "Parameter": "strategy_lab.plugins.strategies",
}
"""The modules of what else every game lends."""


def lent(
    package: str, program: str, homes: Mapping[str, str], modules: Collection[str] = ()
) -> tuple[Callable[[str], Any], Callable[[], list[str]]]:
    """Return ``__getattr__`` and ``__dir__`` of a package, which imports what is asked for.

    Nothing is imported before: the commands start faster for it, and until they handle Ctrl-C, it
    would end in a traceback. `program` is the object's place, `homes` has the modules of names
    other than `FUNCTIONS`, and `modules` need not be imported by name.
    """

    def get(name: str) -> Any:
        from importlib import import_module
        from pkgutil import resolve_name

        if name in modules:
            return import_module(f"{package}.{name}")
        if name in FUNCTIONS:
            from strategy_lab.api.functions import function_of

            return function_of(resolve_name(program), name)
        if name not in homes:
            raise AttributeError(f"module {package!r} has no attribute {name!r}")
        return getattr(import_module(homes[name]), name)

    return get, lambda: sorted(["__doc__", "__version__", *modules, *FUNCTIONS, *homes])
