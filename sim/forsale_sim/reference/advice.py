"""What to write instead: advice on the mistakes that authors of strategies make most.

Python and numba say what is wrong with a whole number; an author thinks of a set of cards.
"""

from __future__ import annotations

import difflib
import re
from collections.abc import Collection

from forsale_sim.quantities import NO_SET, SETS_OF_A_VIEW

IN_PLACE_OF_SETS = (
    (
        r"'int' object is not iterable|getiter with parameters \(int64\)|>>> (sum|list|tuple|"
        r"set|enumerate|zip|map)\(int64",
        "members(cards) lists its cards, as in max(members(view.hand))",
    ),
    (r"'int' has no len\(\)|>>> len\(int64\)", "count(cards) says how many cards it has"),
    (
        r"argument of type 'int' is not|>>> contains\(int64",
        "has(cards, card) says whether a card is in it",
    ),
    (r"'int' object is not subscriptable|>>> getitem\(int64", "nth(cards, n) is one of its cards"),
)
"""Patterns of messages, of Python and numba, and what serves for a set of cards."""

OF_NAMES = (
    (
        r"'(int|Quantity)' object is not callable|int64 as a callable",
        "what a view says without an argument has no parentheses, as view.coins",
    ),
    (
        r"'method'|BoundFunction",
        "what a view says about a seat or a card needs it in parentheses, as view.bid_of(seat)",
    ),
)
"""Patterns of messages about names of a view, and how the names are used."""

SYNONYMS = {
    "min": "least",
    "minimum": "least",
    "max": "highest",
    "maximum": "highest",
    "current": "highest",
    "my": "own",
    "money": "coins",
    "cash": "coins",
    "check": "cheque",
    "checks": "cheques",
    "card": "house",
    "cards": "hand",
    "property": "house",
    "properties": "houses",
}
"""Words that people use for the words in the names of a view."""


def advice(message: str, line: str) -> str:
    """Return what to write instead, for an error in a line; empty where nothing is known.

    Messages about a number do not tell a set from a quantity; the names in the line may.
    """
    shown = set(re.findall(r"\bview\.(\w+)", line))
    is_quantity = "'Quantity'" in message or (shown and not shown & {*SETS_OF_A_VIEW})
    for pattern, serves in IN_PLACE_OF_SETS:
        if re.search(pattern, message.replace("'Quantity'", "'int'")):
            of_sets = f"a set of cards is a whole number: in forsale_sim.cards, {serves}"
            return NO_SET if is_quantity else of_sets if shown else f"{of_sets}; {NO_SET}"
    return next((use for pattern, use in OF_NAMES if re.search(pattern, message)), "")


def no_such_name(name: str, names: Collection[str]) -> str:
    """Return the message about a name that a view does not have, with the names like it."""
    meant = "_".join(SYNONYMS.get(word, word) for word in name.split("_"))
    near = [meant] if meant in names else [each for each in names if meant in each.split("_")]
    near = near or difflib.get_close_matches(meant, names, n=2)
    question = f"did you mean {' or '.join(f'view.{each}' for each in near)}? " if near else ""
    return f"a view has no {name!r}: {question}help(forsale_sim.View) lists its names"
