"""The program ``forsale-sim``: what it can do and plays unless something else is asked for."""

from __future__ import annotations

from strategy_lab.program import COMMANDS, Program

DEFAULT_RULESET = "iello-en"

STRONG = ("counter", "expert", "matcher", "linear")
"""Built-in strategies that play well, the strongest first; those of the ladder play better."""

DEFAULT_FIELD = (*STRONG, "spread", "miser", "coinflip", "random")
"""The built-in strategies that both bid and sell, but for the ladder (docs/ladder.md)."""

LADDER = ("appraiser", "blueprint", "solver", "quick", "lookahead", "champion")
"""The built-in strategies that are made to be strong, the weakest first (docs/ladder.md)."""

QUICK_PANEL = (
    *("analyst", "budgeter", "cheapskate", "conservative", "copycat", "dabbler", "escalator"),
    *("free-rider", "jump-bidder", "noisy", "spoiler"),
)
"""Players that were not made here (docs/panel.md) and decide quickly."""

PANEL = tuple(sorted((*QUICK_PANEL, "flat-monte-carlo", "price-sampler")))

POPULATION = (*DEFAULT_FIELD, "appraiser", "blueprint", *QUICK_PANEL)
"""Whom tables are drawn from, beside as many strangers."""

LEVELS = {
    "beginners": "noisy:noise=10",
    "casual players": "noisy:noise=3",
    "careful players": "noisy:noise=1",
    "experts": "expert",
    "strong players": "quick",
}
"""From the weakest to the strongest."""

FOR_SALE = Program(
    name="forsale-sim",
    title="For Sale",
    place="forsale_sim.for_sale:GAME",
    words=None,
    help="""Play millions of games of For Sale, and learn what strategies and rules are worth.

    Start with:  forsale-sim run --games 1e6
    """,
    commands={
        **COMMANDS,
        "gauntlet": "Try a strategy among strangers: its worst tables first.",
        "exploit": "How much can be won from copies of a strategy? Trains who tries.",
        "check": "Try a strategy everywhere: is it legal, fair and the same when compiled?",
        "play": "Play a game yourself, against strategies, with hints and a review.",
        "replay": "Show and review a game: of a run, or of your own table, as you wrote it down.",
    },
    ruleset=DEFAULT_RULESET,
    field=DEFAULT_FIELD,
    named_fields={"all": DEFAULT_FIELD, "strong": STRONG, "panel": PANEL},
    population=POPULATION,
    levels=LEVELS,
    master="champion",
    opponents=",".join(STRONG),
    trained="appraiser",
    grown_from=("blueprint",),
    variations="refund=up,none, coins=+1,-1 or coins=18..24",
    players=(2, 8),
    trains=True,
    has_strangers=True,
    compensates=True,
    responses=(*DEFAULT_FIELD, "blueprint", "quick"),
    modules={
        "play": "forsale_sim.cli.commands.play",
        "replay": "forsale_sim.cli.commands.replay",
        "rulesets": "forsale_sim.cli.commands.rulesets",
    },
    extended_by="forsale_sim.experiments",
    game_plots={
        "prices": "what houses cost",
        "cheques": "what houses are sold for",
        "worth": "what houses are worth to win, beside what they cost",
    },
)
