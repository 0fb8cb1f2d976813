"""The panel of strangers: players that were neither tuned nor searched for here.

Each re-expresses a published player, rule or finding, with the mistakes it makes. They are there to
vote on conclusions and to be played against, so they never change: whatever alters a move of one of
them makes another panel, with another version. The page ``docs/panel.md`` tells what each of them
is, where it comes from, and what it gets wrong.
"""

from __future__ import annotations

VERSION = "2026-11"

KINDS = {
    "analyst": "misreading",
    "budgeter": "rule of thumb",
    "cheapskate": "hoarding",
    "conservative": "fixed order",
    "copycat": "imitation",
    "dabbler": "carelessness",
    "escalator": "escalation",
    "flat-monte-carlo": "search",
    "free-rider": "rule of thumb",
    "jump-bidder": "misreading",
    "noisy": "noise",
    "price-sampler": "search",
    "spoiler": "spite",
}
"""The members by name, with the kind of mistake that they make."""
