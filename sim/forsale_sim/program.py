"""The program ``forsale-sim``: what it can do and plays unless something else is asked for."""

from __future__ import annotations

from strategy_lab.program import Program

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
        "run": "Play games and print who wins: by strategy, seat and player count.",
        "rank": "Rate the strategies of a field, and show who finishes ahead of whom.",
        "duel": "Is one strategy stronger than another? Plays until it is known.",
        "gauntlet": "Try a strategy among strangers: its worst tables first.",
        "compare": "Show what one ruleset does differently from another, at many tables.",
        "design": "Look for the rules that make the game you want.",
        "tune": "Find good values of a strategy's parameters.",
        "exploit": "How much can be won from copies of a strategy? Trains who tries.",
        "psro": "Grow a field by best responses to its equilibrium, until none gains.",
        "meta": "See a field as a game: who invades whom, equilibria, alpha-rank.",
        "report": "Write a page on how the game is balanced, with figures and data.",
        "merge": "Add up parts of a run that were played on their own.",
        "play": "Play a game yourself, against strategies, with hints and a review.",
        "plot": "Draw a plot of a saved run.",
        "replay": "Show one game of a run again, move by move.",
        "rulesets": "List the editions of the rules; show or compare them.",
        "strategies": "List the strategies; show what one does.",
        "check": "Try a strategy everywhere: is it legal, fair and the same when compiled?",
        "new": "Write a strategy file to start from.",
    },
    ruleset=DEFAULT_RULESET,
    field=DEFAULT_FIELD,
    named_fields={"all": DEFAULT_FIELD, "strong": STRONG, "panel": PANEL},
    population=POPULATION,
    levels=LEVELS,
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
