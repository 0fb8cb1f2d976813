"""The program ``monopoly-sim``: what it can do and plays unless something else is asked for."""

from __future__ import annotations

from strategy_lab.program import COMMANDS, Program

LADDER = (
    *("trader", "fixed-policy", "builder", "hoarder", "jailbird", "buyer", "orange-and-red"),
    *("collector", "auctioneer", "cautious", "railways", "random"),
)
"""The built-in strategies."""

STRONG = ("trader", "fixed-policy", "builder", "hoarder", "buyer")

LEVELS = {"casual players": "cautious", "careful players": "builder", "strong players": "trader"}
"""From the weakest to the strongest."""

PROGRAM = Program(
    name="monopoly-sim",
    title="Monopoly",
    place="monopoly_sim.game:GAME",
    help="""Play Monopoly by the rules of an edition or your own, with any strategies.

    Start with:  monopoly-sim run --games 1e4
    """,
    commands={
        **COMMANDS,
        "replay": "Show one game of a run again, move by move, or as a page with the board.",
        "play": "Play a game yourself, in the terminal.",
        "landings": "Where do tokens come to, and which house pays for itself first? Exactly.",
        "odds": "Who wins from here? Plays a position on, and says what a trade would change.",
    },
    modules={
        "landings": "monopoly_sim.cli",
        "odds": "monopoly_sim.cli",
        "play": "monopoly_sim.cli",
        "rulesets": "monopoly_sim.cli",
    },
    page="monopoly_sim.page:game_page",
    ruleset="football-de",
    field=LADDER,
    named_fields={"all": LADDER, "strong": STRONG},
    population=LADDER[:-1],
    levels=LEVELS,
    opponents=",".join(STRONG),
    trained="builder",
    compared_games=200_000,
    grown_from=("trader", "builder"),
    variations="auction=open,none, salary=+100 or free_parking_jackpot=true",
    words={
        "refund=up,all,none": "auction=open,none",
        "coins=24,refund=up": "salary=+100,auction=none",
        "forsale-sim": "monopoly-sim",
        "expert": "builder",
        "spread": "collector",
        "counter": "trader",
        "linear": "buyer",
        "miser": "auctioneer",
        "appraiser": "builder",
        "matcher": "cautious",
        "spread:share=0.3": "auctioneer:share=0.5",
        "--bid-over 10": "--bid-over 500",
        "quick": "trader",
        "champion": "builder",
        "--budget 0": "--players 3",
        "iello-en": "football-de",
        "iello-fr": "hasbro-classic",
        "1e5": "1e4",
        "1e6": "1e4",
        "1e9": "1e6",
    },
)


TEMPLATE = '''\
"""A strategy for Monopoly.

Play it:  monopoly-sim run --games 1e4 --strategy {file} --strategy collector
"""

from __future__ import annotations

from monopoly_sim import DONE, HOUSE, Parameter, View, build, members, strategy


def is_wanted(view: View, square: int) -> bool:
    """Return whether the player owns something of a deed's group, or nobody does."""
    # A helper is a plain function. A set of squares is a number: `members` goes through it, and
    # `1 << square` is the set of one square.
    others = 0
    for seat in view.seats:
        if seat != view.seat:
            others |= view.deeds_of(seat)
    group = view.group_of(square)
    return (group & view.deeds) != 0 or (group & others) == 0


@strategy("{name}")
class {class_name}:
    """Buys deeds of groups that it can still complete, and builds while cash lasts.

    Say here what the idea is: `monopoly-sim strategies show` prints it.
    """

    # A parameter is a number that the functions read by its name. To change it:
    #   monopoly-sim run --strategy {file}:reserve=300 --strategy {file}
    reserve = Parameter(150, low=0, high=1000, meaning="cash that it keeps")

    # buy says whether to buy a deed at its printed price, bid the most to pay in an auction, 0 to
    # pass. These two are all that a strategy needs. `help(monopoly_sim.View)` lists all that a view
    # shows; nothing else may decide, and chance comes from view.random().
    @staticmethod
    def buy(view: View, square: int, reserve: int) -> bool:
        return is_wanted(view, square) and view.cash - view.price_of(square) >= reserve

    @staticmethod
    def bid(view: View, lot: int, reserve: int) -> int:
        if lot >= HOUSE:  # a house or a hotel, of which there are too few
            return 0
        return max(min(view.price_of(lot), view.cash - reserve), 0)

    # manage is asked until it answers DONE: it builds, sells, mortgages or redeems a square. The
    # others are propose, answer (trades), jail, raise_cash, bus and jump; each has a default.
    @staticmethod
    def manage(view: View, reserve: int) -> int:
        for square in members(view.buildable):
            if view.cash - view.house_price_of(square) >= reserve:
                return build(square)
        return DONE
'''
