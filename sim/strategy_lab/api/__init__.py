"""The laboratory from Python, and what the package of a game lends of it by name."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Mapping
    from typing import Any


def lent(
    package: str,
    program: str,
    functions: Collection[str],
    homes: Mapping[str, str],
    modules: Collection[str] = (),
) -> tuple[Callable[[str], Any], Callable[[], list[str]]]:
    """Return ``__getattr__`` and ``__dir__`` of a package, which imports what is asked for.

    Nothing is imported before: the commands start faster for it, and until they handle Ctrl-C, it
    would end in a traceback. `program` is the object's place, `functions` play with its game,
    `homes` has the modules of other names, and `modules` need not be imported by name.
    """

    def get(name: str) -> Any:
        from importlib import import_module

        if name in modules:
            return import_module(f"{package}.{name}")
        if name in functions:
            from strategy_lab.api.functions import function_of

            module, _, program_name = program.partition(":")
            return function_of(getattr(import_module(module), program_name), name)
        if name not in homes:
            raise AttributeError(f"module {package!r} has no attribute {name!r}")
        return getattr(import_module(homes[name]), name)

    return get, lambda: sorted(["__doc__", "__version__", *modules, *functions, *homes])
