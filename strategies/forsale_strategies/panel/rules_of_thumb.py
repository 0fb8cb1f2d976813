"""Players who follow a rule of thumb, each with the mistake that it makes."""

from __future__ import annotations

from forsale_sim import View, strategy
from forsale_sim.cards import above, below, count, highest, lowest, members, nth

from forsale_strategies.panel.worth import auctions_left, fair_cheque
from forsale_strategies.table import houses_to_come


@strategy("dabbler")
class Dabbler:
    """Bids once, if 2 coins are enough, so as not to get the worst house; sells any house.

    Idea, buying: a low bid saves a player from the lowest house if somebody else passes first. It
    bids only where nothing of its own lies yet, and never raises; what it bid is half lost where
    the others bid as low.

    Idea, selling: none. Any house, all equally likely.

    Origin: the hint on low bids in the help of Board Game Arena (Gamehelpforsale, in its wiki),
    which also names what is wrong with it. Selling without a thought is the beginner at home.
    """

    def bid(view: View) -> int:
        """Bid at most 2, once."""
        return view.least_bid if view.own_bid == 0 and view.least_bid <= 2 else 0

    def sell(view: View) -> int:
        """Draw any house held."""
        return nth(view.hand, view.random_below(count(view.hand)))


@strategy("cheapskate")
class Cheapskate:
    """Raises by the least while that is below a quarter of its coins or below 2; hoards the rest.

    Idea: it wants to take part and pay nothing. What it bids depends on its purse alone, and falls
    as the purse does. It sells its worst house first, so its good ones meet the last cheques,
    whatever these are.

    Origin: `CheapskateBot` in the repository Devans90/forsalegame (game/Bots/CheapskateBot.py, on
    GitHub).
    """

    def bid(view: View) -> int:
        """Raise if the bid is less than a quarter of the coins, or less than 2."""
        cheap = view.least_bid < 2 or 4 * view.least_bid < view.coins
        return view.least_bid if cheap else 0

    def sell(view: View) -> int:
        """Sell the worst house."""
        return lowest(view.hand)


@strategy("conservative")
class Conservative:
    """Raises by the least up to a third of its coins, while it has 3; always sells its best house.

    Idea: small steps, and a reserve; it looks neither at the houses nor at the other players. It
    sells from the top, so it takes the best cheques of the first sales, good or not, and has
    nothing left for later ones.

    Origin: `ConservativeAgent` in the repository misterpuffin/for-sale (agents/simple.py, on
    GitHub).
    """

    def bid(view: View) -> int:
        """Raise if the bid is at most a third of the coins."""
        return view.least_bid if view.coins >= 3 and 3 * view.least_bid <= view.coins else 0

    def sell(view: View) -> int:
        """Sell the best house."""
        return highest(view.hand)


@strategy("jump-bidder")
class JumpBidder:
    """Bids two fifths of its coins at once for one of the best six houses of 30, else passes.

    Idea, buying: only the best houses are worth money: where one of numbers 25 to 30 lies, it names
    two fifths of its coins, rounded down, if it has more than 5, and passes if that is too little.
    So it pays for the best house the same whether or not others want it, and outbids itself for
    the second best where the best two are fought for.

    Idea, selling: the best house if a cheque of more than 10 lies there, otherwise the middle one
    of its hand, the higher of two.

    Origin: `AggressiveAgent` in the repository misterpuffin/for-sale (agents/simple.py, on GitHub).
    In other decks, houses count by their rank and cheques as parts of the highest.
    """

    def bid(view: View) -> int:
        """Name two fifths of the coins for one of the best houses."""
        lower = count(below(view.deck_houses, highest(houses_to_come(view))))
        price = view.coins * 4 // 10
        wants = 30 * lower >= 24 * count(view.deck_houses) and view.coins > 5
        return price if wants and price >= view.least_bid else 0

    def sell(view: View) -> int:
        """Sell the best house for a high cheque, else the middle one."""
        best = view.cheque_value(highest(view.cheques_on_offer))
        if 15 * best > 10 * view.cheque_value(highest(view.deck_cheques)):
            return highest(view.hand)
        return nth(view.hand, count(view.hand) // 2)


def is_within_deviation(cards: int, card: int, closed: bool) -> bool:
    """Return whether a card is within a standard deviation of the mean of a set of cards.

    The deviation itself counts if the range is `closed`. Both sides are multiplied by the square of
    the number of cards, so that all numbers are whole.
    """
    number, total, squares = count(cards), 0, 0
    for each in members(cards):
        total += each
        squares += each * each
    distance = (number * card - total) ** 2
    variance = number * squares - total * total
    return distance <= variance if closed else distance < variance


@strategy("analyst")
class Analyst:
    """Raises by the least if the best house is no outlier, up to all its coins; passes if it is.

    Idea, buying: an outlier is a house more than a standard deviation above the mean of those on
    offer. So it fights where one poor house lies among good ones, and leaves every auction of the
    last two, whose better house lies exactly a deviation above their mean. It looks at no price.

    Idea, selling: the lowest house within a standard deviation of the mean of its hand.

    Origin: `AnalystBot` in the repository Devans90/forsalegame (game/Bots/AnalyistBot.py, on
    GitHub), with the faults it has there.
    """

    def bid(view: View) -> int:
        """Raise if the best house lies above the mean by less than the deviation."""
        offer = houses_to_come(view)
        return view.least_bid if is_within_deviation(offer, highest(offer), False) else 0

    def sell(view: View) -> int:
        """Sell the lowest house within a deviation of the mean."""
        for house in members(view.hand):
            if is_within_deviation(view.hand, house, True):
                return house
        return lowest(view.hand)


@strategy("budgeter")
class Budgeter:
    """Spends no more in an auction than its coins divided by the auctions left, rounded up.

    Idea, buying: coins have to last to the end, because who has none takes the poorest house of
    each offer. So it raises by the least within its allowance, whatever lies there: as far for
    houses that hardly differ as for the best and the worst of the deck.

    Idea, selling: its best house where the cheques on offer are worth more than those to come are
    on average, otherwise its worst.

    Origin: the advice to make the coins last the whole phase, in a review of the game ("Unplugged:
    In For Sale, real estate can be really fun", Snackbar Games, 16 November 2012) and, as a warning
    against spending early, in another (Wilts Games, wiltsgames.co.uk/forsale.html). Equal shares
    are its simplest reading; the rule for selling is not theirs.
    """

    def bid(view: View) -> int:
        """Raise within an equal share of the coins."""
        auctions = auctions_left(view)
        allowance = (view.coins + auctions - 1) // auctions
        return view.least_bid if view.least_bid <= allowance else 0

    def sell(view: View) -> int:
        """Sell the best house for cheques above the average of those unseen, else the worst."""
        offer, unseen = view.cheques_on_offer, view.unseen_cheques
        above = view.cheque_sum(offer) * count(unseen) > view.cheque_sum(unseen) * count(offer)
        return highest(view.hand) if above else lowest(view.hand)


@strategy("free-rider")
class FreeRider:
    """Passes as soon as the lowest house on offer is good; until then pays for the step up.

    Idea, buying: the first to pass takes a house for nothing, which is good if only high ones lie
    there. It takes the lowest if it is in the upper half of the deck. Otherwise it plays chicken:
    it raises by the least while the next house lies at least two places of the deck above the
    lowest for every coin of the bid. It thinks only of one step, never of the best house.

    Idea, selling: the house that stands as high in its hand as the best cheque on offer stands in
    the deck.

    Origin: a column on the game ("Deal the cards to bid and buy property", The New Indian Express,
    19 February 2019), which calls the auction a game of chicken and the free pass strong where the
    cards left are high. The numbers and the rule for selling are not from there.
    """

    def bid(view: View) -> int:
        """Raise while the free house is poor and the next one is worth the coins."""
        deck, free = view.deck_houses, view.pass_house
        if 2 * count(below(deck, free)) >= count(deck):
            return 0
        following = lowest(above(houses_to_come(view), free))
        step = count(below(deck, following)) - count(below(deck, free))
        return view.least_bid if 2 * view.least_bid * count(deck) <= 30 * step else 0

    def sell(view: View) -> int:
        """Sell the house with the rank of the best cheque."""
        held, deck = count(view.hand), view.deck_cheques
        rank = count(below(deck, highest(view.cheques_on_offer))) * held // count(deck)
        return nth(view.hand, rank)


@strategy("escalator")
class Escalator:
    """Raises as long as winning costs less than giving up, counting what a pass would lose.

    Idea, buying: giving up loses a part of the bid for a poor house; one coin more may win the best
    one. So every bid raises the price at which it would stop, as in the auction of a dollar that
    the second bidder, too, has to pay for. It values a house at the cheque of its rank and a coin
    at 1, and never thinks of the auctions to come, so it is soon broke.

    Idea, selling: never at a loss. The house that it paid most for, if the best cheque on offer is
    worth more than that; otherwise the one that it paid least for, of equals the lowest.

    Origin: M. Shubik, "The Dollar Auction Game: A Paradox in Noncooperative Behavior and
    Escalation", Journal of Conflict Resolution 15 (1971); a review of For Sale explains the game by
    it (Pyramid, Steve Jackson Games, 23 September 2005). Reluctance to sell at a loss: H. Shefrin
    and M. Statman, "The Disposition to Sell Winners Too Early and Ride Losers Too Long", Journal of
    Finance 40 (1985).
    """

    def bid(view: View) -> int:
        """Raise while the best house for this bid is better than a pass now."""
        lost = view.own_bid - view.pass_refund - view.pass_gift
        won = fair_cheque(view, highest(houses_to_come(view))) - view.least_bid
        return view.least_bid if won > fair_cheque(view, view.pass_house) - lost else 0

    def sell(view: View) -> int:
        """Sell the dearest house above its price, else the cheapest."""
        dearest = cheapest = lowest(view.hand)
        for house in members(view.hand):
            if view.price_of(house) > view.price_of(dearest):
                dearest = house
            if view.price_of(house) < view.price_of(cheapest):
                cheapest = house
        offered = view.cheque_value(highest(view.cheques_on_offer))
        return dearest if offered > view.price_of(dearest) else cheapest


def last_winning_bid(view: View) -> int:
    """Return the highest bid of the last auction."""
    highest = 0
    for seat in view.seats:
        highest = max(highest, view.bid_in(view.auctions - 1, seat))
    return highest


@strategy("copycat")
class Copycat:
    """Bids up to the winning bid of the auction before; sells what won the sale before.

    Idea, buying: the player who just got the best house must have known what it is worth. So it
    raises by the least up to that bid, whatever lies there now: one fight brings on the next, and
    one auction that nobody wants keeps the next ones cheap. In the first auction it bids up to its
    coins divided by the auctions.

    Idea, selling: its house that is closest to the one that won the sale before, of two the lower;
    in the first sale the middle one.

    Origin: "imitate the best", whose dynamics are known from F. Vega-Redondo, "The Evolution of
    Walrasian Behavior", Econometrica 65 (1997); not a rule for this game. A program that bids by
    what has won before is `HistorianBot` in the repository Devans90/forsalegame (on GitHub); it
    reads a file of past games, which is not public.
    """

    def bid(view: View) -> int:
        """Raise up to the winning bid of the auction before."""
        limit = view.coins // auctions_left(view)
        if view.auctions > 1:
            limit = last_winning_bid(view)
        return view.least_bid if view.least_bid <= limit else 0

    def sell(view: View) -> int:
        """Sell the house closest to the winner of the sale before."""
        winner = 0
        for house in members(view.deck_houses):
            if view.sale_of(house) == view.round - 1 and view.round > 1:
                winner = house
        if winner == 0:
            return nth(view.hand, count(view.hand) // 2)
        sold, least = 0, 0
        for house in members(view.hand):
            distance = abs(house - winner)
            if sold == 0 or distance < least:
                sold, least = house, distance
        return sold


def richest_rival(view: View) -> int:
    """Return the seat of the richest other player, in coins and cheques; of equals the first."""
    rival, most = 0, -1
    for seat in view.seats:
        money = view.coins_of(seat) + view.cheques_of(seat)
        if seat != view.seat and money > most:
            rival, most = seat, money
    return rival


@strategy("spoiler")
class Spoiler:
    """Never opens; raises to make others pay while one of them is in for less than half its coins.

    Idea, buying: coins that others lose are as good as coins won. It takes the free house if nobody
    has bid. Once somebody has, it raises by the least as long as a player who has bid and is still
    in owns more than twice that: such a player, it trusts, will raise again. Now and then nobody
    does, and it pays for a house that it did not want.

    Idea, selling: to take cheques from the richest: its lowest house above their best, or its
    lowest if it has none.

    Origin: pushing others to pay early, so that they are badly off later, is what a shop tells its
    customers the fun of the game is (Gamescape San Francisco, gamescapesf.com, For Sale). Spite as
    a motive in auctions: J. Morgan, K. Steiglitz and G. Reis, "The Spite Motive and Equilibrium
    Behavior in Auctions", Contributions in Economic Analysis & Policy 2 (2003). The limit is ours.
    """

    def bid(view: View) -> int:
        """Raise while a player who has bid could go twice as high."""
        for seat in view.seats:
            is_rival = seat != view.seat and view.in_auction(seat) and view.bid_of(seat) > 0
            if is_rival and view.coins_of(seat) > 2 * view.least_bid:
                return view.least_bid
        return 0

    def sell(view: View) -> int:
        """Sell the lowest house that beats every one of the richest player's, else the lowest."""
        winner = lowest(above(view.hand, highest(view.hand_of(richest_rival(view)))))
        return winner if winner != 0 else lowest(view.hand)
