"""The measures of Monopoly: each has one entry."""

from __future__ import annotations

from strategy_lab.results import measures
from strategy_lab.results.conclusions import COUNT

from monopoly_sim.sums import DEED, DETAIL_SUMS, GROUP, SUMS, groups, set_up, sum_details, sum_games

AMOUNT = "money"  # the unit of cash, prices and worth

ONE_ROUND = measures.Matters(1.0, "one round: about a minute at the table for each player")

ENTRIES = (
    measures.rate_of_games(
        "unfinished",
        "games that the limit of rounds, or a stalemate, ended: the richest won",
        noun="the share of unfinished games",
        question="how often games do not end",
        label="unfinished games, points",
        more="games do not end {more} often{by}",
    ),
    measures.rate_of_games("stalemates", "games that a stalemate ended", used_in=(measures.RUN,)),
    measures.count_of_games(
        "rounds",
        "rounds until a game ended; unfinished ones count with the rounds that were played",
        matters=ONE_ROUND,
        noun="the length of a game",
        question="how long games are",
        label="rounds of a game",
        more="a game takes {size} {many} {unit}",
        size_unit="round",
    ),
    *measures.EVERY_GAME,
    *measures.source_measures(measures.WIN, "win", "wins", (measures.RUN,)),
    measures.Measure(
        "worth",
        AMOUNT,
        "worth of a player at the end: cash, deeds and buildings",
        {
            measures.PLAYER: measures.Ratio("worth", "players"),
            measures.SEAT: measures.Ratio(measures.SCORE),
        },
        matters=measures.Matters(100.0, "half a salary"),
        noun="the worth of a player",
        used_in=(measures.RUN,),
    ),
    measures.count_of_games(
        "trades",
        "trades that were agreed on in a game",
        matters=measures.Matters(0.5, "one more in every other game"),
        noun="the number of trades",
        question="how many trades there are",
        label="trades of a game",
        more="there are {size} {many} trades in a game",
        size_unit="",
    ),
    measures.count_of_games(
        "proposals",
        "trades that were proposed in a game",
        matters=measures.Matters(5.0, "one in ten rounds or so"),
        used_in=(measures.RUN,),
    ),
    measures.rate_of_games(
        "first_group",
        "win rate of the first to own a whole colour group, where there is one",
        {measures.TABLE: measures.Ratio("first_wins", "first_owners")},
        noun="the win rate of the first to own a group",
        question="how much the first group is worth",
        label="first owner of a group wins, points",
        more="the first to own a group wins {size} {unit} {more}",
    ),
    measures.rate_of_games(
        "no_group",
        "games in which nobody ever owned a whole colour group",
        noun="the share of games without a group",
        label="games without a group, points",
        more="games see no whole group {more} often{by}",
    ),
    measures.rate_of_games(
        "shortages",
        "games in which the bank runs out of houses",
        noun="the share of games with a shortage",
        question="how often the bank runs out of houses",
        label="games with a shortage, points",
        more="the bank runs out of houses {more} often{by}",
    ),
    measures.count_of_games(
        "contests",
        "auctions of buildings for which two or more bid, in a game",
        matters=measures.Matters(0.5, "one more in every other game"),
        used_in=(measures.RUN,),
    ),
    measures.rate_of_games(
        "group_wins",
        "win rate of who completes the colour group as the first of the game",
        {GROUP: measures.Ratio(measures.WIN, "first")},
        used_in=(measures.RUN,),
    ),
    measures.rate_of_games(
        "group_owned",
        "games in which somebody owns the whole colour group",
        {GROUP: measures.Ratio("owned", measures.GAMES)},
        used_in=(measures.RUN,),
    ),
    measures.Measure(
        "group_round",
        COUNT,
        "the round in which somebody first owns the whole colour group",
        {GROUP: measures.Ratio("owned_round", "owned")},
        matters=ONE_ROUND,
        used_in=(measures.RUN,),
    ),
    measures.Measure(
        "rent",
        AMOUNT,
        "rent paid on a colour group in a game",
        {GROUP: measures.Ratio("rent", measures.GAMES)},
        matters=measures.Matters(100.0, "half a salary"),
        used_in=(measures.RUN,),
    ),
    measures.Measure(
        "pay_back",
        COUNT,
        "rent paid on a colour group for each coin that its deeds and buildings cost",
        {GROUP: measures.Ratio("rent", "spent")},
        matters=measures.Matters(0.1, "a tenth of what was spent"),
        used_in=(measures.RUN,),
    ),
    measures.Measure(
        "auction_price",
        AMOUNT,
        "price of a deed that the bank auctioned",
        {DEED: measures.Ratio("paid", "auctioned")},
        matters=measures.Matters(10.0, "the smallest note but two"),
        used_in=(measures.RUN,),
    ),
    measures.rate_of_games(
        "auctioned",
        "games in which a deed is first sold by auction",
        {DEED: measures.Ratio("auctioned", measures.GAMES)},
        used_in=(measures.RUN,),
    ),
)
"""In the order of tables: first how many games do not end, which all else has to be read by."""


QUESTIONS = (
    measures.Question(
        "length",
        "How long?",
        ("rounds", "unfinished"),
        "a game takes {rounds} rounds. {unfinished} games in a hundred do not end.",
    ),
    measures.SEATS,
    measures.SKILL,
    measures.Question(
        "lead",
        "Does the lead hold?",
        ("first_group", "no_group"),
        "the first to own a whole colour group wins {first_group} games in a hundred. In "
        "{no_group} games in a hundred nobody ever owns one.",
    ),
    measures.Question(
        "trades",
        "How much do players trade?",
        ("trades",),
        "players agree on {trades} trades.",
    ),
    measures.Question(
        "houses",
        "Do houses run out?",
        ("shortages",),
        "the bank runs out of houses in {shortages} games in a hundred.",
    ),
)


MEASURES = measures.Measures(
    module=__name__,
    entries=ENTRIES,
    of_table=SUMS,
    of_table_in_detail=DETAIL_SUMS,
    groups=groups,
    set_up=set_up,
    sum_games=sum_games,
    sum_details=sum_details,
    score="worth",
    score_unit="hundreds",
    score_note="Worth in hundreds, at the end: cash, deeds and buildings; 0 after bankruptcy.",
    named_groups={GROUP: "groups", DEED: "deeds"},
    member_names=lambda rules, of: rules.board.group_names if of == GROUP else rules.board.names,
    questions=QUESTIONS,
)
