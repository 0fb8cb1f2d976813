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


TEMPLATE = '''\
"""A strategy for For Sale.

Try it:   forsale-sim check {file}
Play it:  forsale-sim run --games 1e5 --strategy {file} --strategy spread
"""

from __future__ import annotations

from forsale_sim import Parameter, View, strategy
from forsale_sim.cards import highest, lowest


def gap(view: View) -> int:
    """Return how far the best house on offer lies above the worst."""
    # A helper is a plain function. A set of cards is a number: forsale_sim.cards takes it apart,
    # and `for house in members(view.hand)` goes through it.
    return highest(view.houses_on_offer) - lowest(view.houses_on_offer)


@strategy("{name}")
class {class_name}:
    """Stays in an auction for a while where the houses on offer lie far apart.

    Say here what the idea is: `forsale-sim strategies show` prints it.
    """

    # A parameter is a number that bid and sell read by its name. To change it:
    #   forsale-sim run --strategy {file}:share=0.2 --strategy {file}
    share = Parameter(0.3, low=0.0, high=1.0, meaning="share of its coins it bids at most")

    # bid returns what the bid comes to in all, or 0 to pass. It is asked only while it can raise:
    # a bid is at least view.least_bid and at most view.coins. `help(forsale_sim.View)` lists all
    # that a view shows; nothing else may decide a move, and chance comes from view.random().
    @staticmethod
    def bid(view: View, share: float) -> int:
        most = share * view.coins * gap(view) / highest(view.deck_houses)
        return view.least_bid if view.least_bid <= most else 0

    # sell returns a house in view.hand. It is asked only while there is more than one.
    @staticmethod
    def sell(view: View) -> int:
        best = view.cheque_value(highest(view.cheques_on_offer))
        worst = view.cheque_value(lowest(view.cheques_on_offer))
        return highest(view.hand) if best - worst > 5 else lowest(view.hand)
'''
"""The strategy file that an author starts from; it passes ``forsale-sim check``."""
