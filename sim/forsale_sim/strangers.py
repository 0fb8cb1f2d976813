"""Who is met in a gauntlet: members of the panel and drawn strangers, in three parts.

The panel is split by kind, so that a player made with one part meets kinds in the others that it
has never seen. Strangers are split by number: the same kinds, but no number in two parts.
"""

from __future__ import annotations

from strategy_lab.experiments.population import GAUNTLET_PARTS
from strategy_lab.plugins.registry import module_beside
from strategy_lab.random_words import LINEUP, Source, draw_below, purpose_word

from forsale_sim.for_sale import GAME

KINDS_OF_PART = {
    "train": ("noise", "rule of thumb", "search"),
    "validate": ("hoarding", "imitation", "misreading"),
    "test": ("carelessness", "escalation", "fixed order", "spite"),
}
"""Which kinds of the panel are in each part; every kind is in one."""

THINKING = {"test": ("flat-monte-carlo:budget=400",)}
"""Players of the panel who think harder than usual, by part; more of them would take minutes."""

STRANGER = "stranger"
NUMBERS = 10**6  # how many strangers of a kind a part has to draw from


def met(part: str, drawn: int, seed: int) -> list[str]:
    """Return the specs of a part: of the panel, and so many strangers, all kinds alike.

    Another seed draws others.
    """
    panel, strangers = (module_beside(name, GAME).KINDS for name in ("panel", "strangers"))
    members = [name for name, kind in panel.items() if kind in KINDS_OF_PART[part]]
    next_word = Source(seed).stream(purpose_word(LINEUP, len(GAUNTLET_PARTS)), deal=0).__next__
    kinds, numbers = len(strangers), dict[int, None]()
    while len(numbers) < drawn:
        draw = draw_below(NUMBERS, next_word) * len(GAUNTLET_PARTS) + GAUNTLET_PARTS.index(part)
        numbers.setdefault(draw * kinds + len(numbers) % kinds)
    thinking = THINKING.get(part, ())
    return [*members, *thinking, *(f"{STRANGER}:number={number}" for number in numbers)]


def drawn(count: int, seed: int) -> list[str]:
    """Return the specs of so many strangers that a seed draws, who decide quickly."""
    strangers = module_beside("strangers", GAME)
    slow = strangers.SAMPLES, strangers.PLAYOUTS
    kinds, size = [kind for kind in range(len(strangers.KINDS)) if kind not in slow], NUMBERS
    next_word = Source(seed).stream(purpose_word(LINEUP, 1), deal=0).__next__
    numbers = dict[int, None]()
    while len(numbers) < count:
        first = draw_below(size, next_word) * len(strangers.KINDS)
        number = first + kinds[len(numbers) % len(kinds)]
        if strangers.decides_quickly(number):
            numbers.setdefault(number)
    return [f"{STRANGER}:number={number}" for number in numbers]


def kind_of(opponent: str) -> str:
    name, _, settings = opponent.partition(":")
    if name != STRANGER:
        kind = str(module_beside("panel", GAME).KINDS[name])
        return f"{kind} ({settings})" if settings else kind
    number = int(settings.partition("=")[2] or 0)
    kinds = module_beside("strangers", GAME).KINDS
    return f"{kinds[number % len(kinds)]} ({STRANGER})"


def versions() -> dict[str, str]:
    return {name: module_beside(name, GAME).VERSION for name in ("panel", "strangers")}
