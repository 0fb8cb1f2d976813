"""The program ``monopoly-sim``: what it can do and plays unless something else is asked for."""

from __future__ import annotations

from strategy_lab.program import Program

LADDER = (
    *("trader", "fixed-policy", "builder", "hoarder", "jailbird", "buyer", "orange-and-red"),
    *("collector", "auctioneer", "cautious", "railways", "random"),
)
"""The built-in strategies."""

STRONG = ("trader", "fixed-policy", "builder", "hoarder", "buyer")

PROGRAM = Program(
    name="monopoly-sim",
    title="Monopoly",
    place="monopoly_sim.game:GAME",
    help="""Play Monopoly by the rules of an edition or your own, with any strategies.

    Start with:  monopoly-sim run --games 1e4
    """,
    commands={
        "run": "Play games and print who wins: by strategy, seat and player count.",
        "rank": "Rate the strategies of a field, and show who finishes ahead of whom.",
        "duel": "Is one strategy stronger than another? Plays until it is known.",
        "compare": "Show what one ruleset does differently from another, in several fields.",
        "tune": "Find good values of a strategy's parameters.",
        "exploit": "How much can be won from copies of a strategy? Tunes who tries.",
        "psro": "Grow a field by best responses to its equilibrium, until none gains.",
        "meta": "See a field as a game: who invades whom, equilibria, alpha-rank.",
        "report": "Write a page: which groups win, what rules do, is it fair to begin.",
        "merge": "Add up parts of a run that were played on their own.",
        "plot": "Draw a plot of a saved run.",
        "replay": "Show one game of a run again, move by move.",
        "rulesets": "List the editions of the rules; show or compare them.",
        "strategies": "List the strategies; show what one does.",
        "check": "Try a strategy everywhere: is it legal, and the same when compiled?",
        "new": "Write a strategy file to start from.",
        "check-dice": "Compare where tokens are with the exact shares.",
    },
    modules={
        "check": "strategy_lab.cli.commands.check",
        "rulesets": "monopoly_sim.cli",
        "check-dice": "monopoly_sim.cli",
        "report": "monopoly_sim.reports.command",
    },
    ruleset="football-de",
    field=LADDER,
    named_fields={"all": LADDER, "strong": STRONG},
    compared_in=(f"credible=mirrors:{','.join(LADDER[:-1])}",),
    opponents=",".join(STRONG),
    trained="builder",
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
